"""The rules of Partizan Euclid, and the closed forms of outcomes, values and atomic weights.

For numbers that fit a machine word the native core reads one position at a time, with the automata
of `farstar.theory`. It returns nothing for values and weights of words so long that it is better
to read them run by run. Then, for larger numbers, and without a native engine, the word is read
here: an action table says which options are canonical. Again the native engine has a kernel that
builds one game for each letter and compares none; without it, or if the word is too long, the games
are built here, and runs that only add ups or downs are handled in one step, since multiples of up
are compact in the engine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from farstar._arguments import integer, shown
from farstar._outcome import Outcome, Player
from farstar.engine import Engine, Handle
from farstar.engine import state as engine_state
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.formulas import MarkedText
from farstar.games.numbers import NumberRules
from farstar.games.wording import number
from farstar.papers.partizan_euclid import kernels
from farstar.papers.partizan_euclid.theory import (
    automata,
    class_sums,
    intervals,
    plain_sums,
    rewriting,
    weights,
)
from farstar.papers.partizan_euclid.theory.canonical import (
    Builder,
    complete_automaton,
    construction,
)
from farstar.papers.partizan_euclid.theory.weights import weight
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.rules import Field, Position, Step, TextPart, clip
from farstar.rules.diagrams import Rectangle
from farstar.sums.intervals import Decision, Profile
from farstar.sums.weight_sums import Weight
from farstar.values import Value, wrap

State: TypeAlias = tuple[int, int]
_WORD = re.compile("(?:[lr](?:[1-9][0-9]*)?)*")


class PartizanEuclidRules(NumberRules):
    """The rules of Partizan Euclid; see `farstar.papers.partizan_euclid`."""

    misere_universe = "dicot"
    name = "E"
    title = "Partizan Euclid"
    how_to_play = (
        "Let t be the remainder of p divided by q. From (p, q) Left moves to (q, t), and Right to "
        "(q, q - t). If q divides p, the player to move loses."
    )
    form = "p,q or a word such as lrlle"
    template = "E({p},{q})"
    fields = {"p": Field("p", "19"), "q": Field("q", "12")}
    starts = {"E(19,12)": "N", "E(8,5) + E(12,7) + *3": "N", "E(17,10) + E(7,4)": "L"}
    theory = (
        "Outcome, value and atomic weight are known for every position; finding the outcome takes "
        "as many steps as the continued fraction has terms."
    )
    picture = "tree"
    planners = {"tree": "farstar.papers.partizan_euclid.figures:tree"}
    has_infinitesimal_values = True

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with two numbers, or with a word."""
        part = TextPart(text)
        if part.text == "λ" or part.text[:1] in ("l", "r", "e"):
            return _read_word(part)
        if "," not in part.text:
            wanted = "two integers such as 11,8 or a word such as lrlle"
            raise part.fault(f"expected {wanted}, got {clip(part.text, 40)!r}")
        pair = part.exactly(2)
        return part.placed(lambda: RULES(*pair))

    def left(self, position: State) -> list[Step]:
        """Return Left's move, to the divisor and the remainder."""
        p, q = position
        remainder = p % q
        return [Step((q, remainder), ((0,),))] if remainder else []

    def right(self, position: State) -> list[Step]:
        """Return Right's move, to the divisor and the divisor minus the remainder."""
        p, q = position
        remainder = p % q
        return [Step((q, q - remainder), ((1,),))] if remainder else []

    def plain_rules(self, position: State) -> Mapping[str, Any]:
        """Return the pair with its moves as arithmetic."""
        return {
            "heaps": [list(position)],
            "left": ["p, q -> (q, p % q) if p % q > 0"],
            "right": ["p, q -> (q, q - p % q) if p % q > 0"],
        }

    def diagram(self, position: State) -> Rectangle:
        """Return the rectangle with squares cut off, the remainder and what is missing."""
        return Rectangle(*position, remainders=True)

    def notes(self, position: State) -> list[str]:
        """Return the quotients, the remainder for Left and what is missing for Right."""
        from farstar.papers.euclid.explanations import quotients_of

        p, q = position
        quotient, over = divmod(p, q)
        lines = [quotients_of(p, q)]
        if over:
            lines.append(
                f"{number(p)} = {number(quotient)} * {number(q)} + {number(over)} for Left"
            )
            missing = f"{number(quotient + 1)} * {number(q)} - {number(q - over)}"
            lines.append(f"{number(p)} = {missing} for Right")
        return lines

    def details(self, position: State) -> dict[str, Any]:
        """Return the word of the position, its irreducible word, and its class."""
        word = Word.from_position(*position)
        return {
            "word": MarkedText(f"`{word}`"),
            "irreducible_word": MarkedText(f"`{rewriting.irreducible_word(word)}`"),
            "class": automata.class_number(word),
        }

    def automaton_state(self, position: State) -> tuple[str, int] | None:
        """Return the state of the paired outcomes; the empty word has none."""
        word = Word.from_position(*position)
        if word.is_empty:
            return None
        return "paired", automata.paired_outcome_automaton().read(word).number

    def check(self, position: Any) -> State:
        """Return the pair if both numbers are positive integers."""
        if not isinstance(position, tuple) or len(position) != 2:
            raise IllegalPositionError(
                f"expected two positive integers p and q, got {shown(position)}"
            )
        p, q = position
        return checked(p, q)

    def closed_form(self, position: State) -> Value:
        """Return the value, built along the word."""
        known = native_value(*position)
        return value_of_word(Word.from_position(*position)) if known is None else known

    def closed_outcome(self, position: State) -> Outcome:
        """Return who wins, by the automaton of paired outcomes."""
        known = native_outcome(*position)
        return automata.outcome(Word.from_position(*position)) if known is None else known

    def closed_temperature(self, position: State) -> Fraction:
        """Return -1 for a value of zero and else 0, since all values are all-small."""
        return Fraction(-1 if self.closed_outcome(position) is Outcome.P else 0)

    def closed_misere_outcome(self, position: State) -> Outcome:
        """Return who wins if a player who cannot move wins, by an automaton."""
        return automata.misere_outcome(Word.from_position(*position))

    def closed_sum(self, positions: Sequence[tuple[int, State]], heap: int) -> Decision | None:
        """Return who wins a position plus a nim-heap, or two positions, by the automaton."""
        signs = {sign for sign, _ in positions}
        words = [Word.from_position(*state) for _, state in positions]
        if len(words) == 1:
            outcome = automata.outcome_with_heap(words[0], heap)
            decision = Decision(
                outcome.wins(Player.LEFT, first=True), outcome.wins(Player.RIGHT, first=True)
            )
        elif len(words) == 2 and len(signs) == 1 and not heap:
            decision = class_sums.decide_pair(*words)
        else:
            return None
        return decision if signs == {1} else Decision(decision[1], decision[0])

    def closed_profile(self, position: State) -> Profile:
        """Return bounds on the position and its options by ups and stars."""
        return intervals.profile(Word.from_position(*position))

    def closed_weight(self, position: State) -> Weight:
        """Return the atomic weight, from the digits of the continued fraction."""
        return weights.weight(Word.from_position(*position))

    def most_moves(self, position: State, player: Player) -> int:
        """Return the number of letters: for Left of l and e, for Right of all of them.

        Every move of Left removes an l or the e, and no move adds one.
        """
        word = Word.from_position(*position)
        if word.is_empty or player is Player.RIGHT:
            return word.length
        return plain_sums.most_left_moves([word])

    def shortened(self, position: State, player: Player, moves: int) -> State:
        """Return the position with runs of r no longer than the number of Left's moves.

        While a component is left, Left has made fewer than all of her moves, and so has Right
        before each of his. So he never takes the last letter of a run that was shortened, and no
        other move depends on the length of a run.
        """
        word = Word.from_position(*position)
        cut = word if player is Player.RIGHT else plain_sums.cut_word(word, moves)
        return position if cut == word else cut.pair


def _read_word(part: TextPart) -> Position:
    text = part.text
    match = _WORD.match(text)
    if text != "λ" and match is not None and text[match.end() :] != "e":
        strange = clip(text[match.end() : match.end() + 1])
        wanted = "a word of l and r, each with an optional count, that ends in e"
        raise part.fault(
            f"expected {wanted}, got {repr(strange) if strange else 'no e'}", match.end()
        )
    return part.placed(lambda: RULES(*Word(text).pair))


def checked(p: object, q: object) -> State:
    """Return the pair if both numbers are positive integers."""
    what = "each number of a position"
    return integer(p, 1, what), integer(q, 1, what)


RULES = PartizanEuclidRules()


_MACHINE_WORD = 2**64


def native_outcome(p: int, q: int) -> Outcome | None:
    """Return who wins E(p, q), if the native core can read it.

    Examples
    --------
    >>> from farstar.papers.partizan_euclid import kernels
    >>> native_outcome(11, 8) is (Outcome.R if kernels.available() else None)
    True
    """
    if q >= _MACHINE_WORD or not kernels.available():
        return None
    remainder = p % q
    if not remainder:
        return Outcome.P
    automaton, outcomes = _paired_outcomes()
    return outcomes[automaton.read(q, remainder)]


def native_value(p: int, q: int) -> Value | None:
    """Return the value of E(p, q), if the native core can read it.

    Examples
    --------
    >>> from farstar.papers.partizan_euclid import kernels
    >>> native_value(11, 8) == (Value("vv*") if kernels.available() else None)
    True
    """
    if q >= _MACHINE_WORD or not kernels.available():
        return None
    remainder = p % q
    return _wrapped(_reader().value(q, remainder)) if remainder else Value(0)


def native_weight(p: int, q: int) -> Value | None:
    """Return the atomic weight of E(p, q), if the native core can read it."""
    if q >= _MACHINE_WORD or not kernels.available():
        return None
    remainder = p % q
    return _wrapped(_reader().weight(q, remainder)) if remainder else Value(0)


def _wrapped(handle: Handle | None) -> Value | None:
    return None if handle is None else wrap(handle)


@cache
def _paired_outcomes() -> tuple[kernels.EuclidAutomaton, tuple[Outcome, ...]]:
    automaton = automata.paired_outcome_automaton()
    rows = [(after_l, after_r) for after_l, after_r, _ in automaton.rows(0)]
    return kernels.EuclidAutomaton(rows), tuple(state.value[0] for state in automaton.states)


@cache
def _reader() -> kernels.EuclidReader:
    classes = automata.far_star_automaton().rows(automata.FAR)
    return kernels.EuclidReader(complete_automaton(), classes)


MOST_GAMES = 2_000_000
"""How many games one value may consist of, not counting multiples of up."""

MOST_STEPS = 10_000
"""How many steps of the construction may lie outside the Right region.

There the engine, which checks every form that it is handed, compares deep games to do so, and
the time grows with the square of the number of steps. The kernel is not bound by this.
"""

MOST_UPS = 2**62
"""The engine counts ups in a machine word."""

CLASS_WEIGHTS: dict[int, int] = {
    **dict.fromkeys((0, 3, 4, 7, 12, 14, 15), 0),
    **dict.fromkeys((1, 16), -1),
    **dict.fromkeys((2, 8), 1),
    6: -2,
}
"""The atomic weight of every position of a class, where it is one and the same."""

_RIGHT_REGION = 8
"""The state of the 30-state automaton that is never left."""


def value_of_word(word: Word) -> Value:
    """Return the value of the position with this signature, unless it is too large to be built.

    Examples
    --------
    >>> value_of_word(Word("rlle")), value_of_word(Word("r7e")), value_of_word(Word(""))
    (Value('vv*'), Value('^7'), Value('0'))
    """
    return wrap(_Builder(engine_state.engine).build(word))


def weight_of_word(word: Word) -> Value:
    """Return the atomic weight of the position with this signature."""
    return value_of_weight(weight(word))


def value_of_weight(weight: Weight) -> Value:
    """Return a weight as a value."""
    if isinstance(weight, int):
        return Value(weight)
    value = Value(weight.end)
    for tooth in reversed(weight.teeth):
        value = Value.of(left=[tooth], right=[value])
    return value


class _Builder(Builder[Handle]):
    """Holds the pair ``(a, b)``, Left's option and the position, of the word read so far."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.zero = engine.compact(0, 0, 0, 0)
        self.made = 0

    def build(self, word: Word) -> Handle:
        if word.is_empty:
            return self.zero
        a, b = self.zero, self.engine.compact(0, 0, 0, 1)
        steps = list(construction(word))
        if kernels.available() and sum(step.length for step in steps) <= MOST_GAMES:
            runs = [(step.letter, step.length) for step in steps]
            return kernels.euclid_form(runs, complete_automaton())
        slow = sum(step.state != _RIGHT_REGION for step in steps)
        if slow > MOST_STEPS:
            raise BudgetExceeded(
                f"expected a word with at most {MOST_STEPS} steps to its value, got {slow}"
            )
        for step in steps:
            a, b = self.put(step, a, b)
        return b

    def right_option(self, b: Handle, /) -> Handle:
        return self.engine.options(b)[1][0]

    def braces(self, x: Handle, y: Handle) -> Handle:
        """Return ``{x|y}``, which is canonical as it stands."""
        self.made += 1
        return self.engine.construct((x,), (y,))

    def nested(self, x: Handle, y: Handle, times: int, /) -> Handle:
        """Return ``{x|{x|...{x|y}}}`` with the given number of braces."""
        if x == self.zero and times:
            raised = self.shifted(y, times, 1)
            if raised is not None:
                return raised
        self.reserve(times)
        for _ in range(times):
            y = self.braces(x, y)
        return y

    def lowered(self, b: Handle, times: int, /) -> tuple[Handle, Handle]:
        """Return the last two of b, ``{b|0}``, ``{{b|0}|0}``, ..."""
        lowest, before = self.shifted(b, times, -1), self.shifted(b, times - 1, -1)
        if before is not None and lowest is not None:
            return before, lowest
        self.reserve(times)
        a = b
        for _ in range(times):
            a, b = b, self.braces(b, self.zero)
        return a, b

    def shifted(self, g: Handle, times: int, sign: int) -> Handle | None:
        """Return `g` with `times` more ups (or downs) and stars, if it is such a sum itself.

        ``{0|n.up + *m}`` is ``(n + 1).up + *(m xor 1)`` for n > 0, and ``{0|*}`` is up.
        """
        record = self.engine.as_compact(g)
        if record is None or record[0] != 0 or record[3] > 1:
            return None
        ups, star = sign * record[2], record[3]
        if ups < 0 or (ups == 0 and star == 0):
            return None
        if ups + times >= MOST_UPS:
            raise BudgetExceeded(
                f"expected a value with fewer than 2^62 ups, got one with {shown(ups + times)}"
            )
        return self.engine.compact(0, 0, sign * (ups + times), star ^ (times & 1))

    def reserve(self, games: int) -> None:
        """Refuse more games than can be built in reasonable time."""
        if self.made + games > MOST_GAMES:
            raise BudgetExceeded(
                f"expected a value made of at most {MOST_GAMES} games, "
                f"got one of {shown(self.made + games)}"
            )
