"""The rules of Partizan Euclid, with the closed forms that a search may use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from farstar._arguments import integer, shown
from farstar._outcome import Outcome, Player
from farstar.errors import IllegalPositionError
from farstar.formulas import MarkedText
from farstar.games._numbers import NumberRules
from farstar.games._wording import number, quotients_of
from farstar.games.partizan_euclid import _native as native
from farstar.games.partizan_euclid._value import value
from farstar.games.partizan_euclid._word import Word
from farstar.rules import Field, Position, Step, TextPart, clip
from farstar.rules.diagrams import Rectangle
from farstar.theory import automata, class_sums, intervals, weights
from farstar.values import Value

State: TypeAlias = tuple[int, int]
_WORD = re.compile("(?:[lr](?:[1-9][0-9]*)?)*")


class PartizanEuclidRules(NumberRules):
    """The rules of Partizan Euclid; see `farstar.games.partizan_euclid`."""

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
            "irreducible_word": MarkedText(f"`{word.irreducible()}`"),
            "class": word.class_number,
        }

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
        known = native.value(*position)
        return value(Word.from_position(*position)) if known is None else known

    def closed_outcome(self, position: State) -> Outcome:
        """Return who wins, by the automaton of paired outcomes."""
        known = native.outcome(*position)
        return automata.outcome(Word.from_position(*position)) if known is None else known

    def closed_temperature(self, position: State) -> Fraction:
        """Return -1 for a value of zero and else 0, since all values are all-small."""
        return Fraction(-1 if self.closed_outcome(position) is Outcome.P else 0)

    def closed_misere_outcome(self, position: State) -> Outcome:
        """Return who wins if a player who cannot move wins, by an automaton."""
        return automata.misere_outcome(Word.from_position(*position))

    def closed_sum(
        self, positions: Sequence[tuple[int, State]], heap: int
    ) -> intervals.Decision | None:
        """Return who wins a position plus a nim-heap, or two positions, by the automaton."""
        signs = {sign for sign, _ in positions}
        words = [Word.from_position(*state) for _, state in positions]
        if len(words) == 1:
            outcome = automata.outcome_with_heap(words[0], heap)
            decision = intervals.Decision(
                outcome.wins(Player.LEFT, first=True), outcome.wins(Player.RIGHT, first=True)
            )
        elif len(words) == 2 and len(signs) == 1 and not heap:
            decision = class_sums.decide_pair(*words)
        else:
            return None
        return decision if signs == {1} else intervals.Decision(decision[1], decision[0])

    def closed_profile(self, position: State) -> intervals.Profile:
        """Return bounds on the position and its options by ups and stars."""
        return intervals.profile(Word.from_position(*position))

    def closed_weight(self, position: State) -> weights.Weight:
        """Return the atomic weight, from the digits of the continued fraction."""
        return weights.weight(Word.from_position(*position))


def _read_word(part: TextPart) -> Position:
    text = part.text
    match = _WORD.match(text)
    if text != "λ" and match is not None and text[match.end() :] != "e":
        strange = clip(text[match.end() : match.end() + 1])
        wanted = "a word of l and r, each with an optional count, that ends in e"
        raise part.fault(
            f"expected {wanted}, got {repr(strange) if strange else 'no e'}", match.end()
        )
    return part.placed(lambda: Word(text).position)


def checked(p: object, q: object) -> State:
    """Return the pair if both numbers are positive integers."""
    what = "each number of a position"
    return integer(p, 1, what), integer(q, 1, what)


RULES = PartizanEuclidRules()
