"""The rules of Partizan Euclid, with the closed forms that a search may use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, TypeAlias

from farstar._digits import to_text
from farstar._outcome import Outcome, Player
from farstar.errors import IllegalPositionError
from farstar.games.partizan_euclid import _native as native
from farstar.games.partizan_euclid._value import value
from farstar.games.partizan_euclid._word import Word
from farstar.rules import Position, Ruleset
from farstar.theory import automata, class_sums, intervals
from farstar.theory._arguments import integer, shown
from farstar.theory.words import Letter
from farstar.values import Value

State: TypeAlias = tuple[int, int]
_Pair: TypeAlias = tuple[Outcome, Outcome]


class PartizanEuclidRules(Ruleset):
    """The rules of Partizan Euclid; see `farstar.games.partizan_euclid`."""

    name: ClassVar[str] = "E"

    def left(self, position: State) -> list[State]:
        """Return Left's move, to the divisor and the remainder."""
        p, q = position
        remainder = p % q
        return [(q, remainder)] if remainder else []

    def right(self, position: State) -> list[State]:
        """Return Right's move, to the divisor and what the remainder lacks of it."""
        p, q = position
        remainder = p % q
        return [(q, q - remainder)] if remainder else []

    def check(self, position: Any) -> State:
        """Return the pair if both numbers are positive integers."""
        if not isinstance(position, tuple) or len(position) != 2:
            raise IllegalPositionError(
                f"expected two positive integers p and q, got {shown(position)}"
            )
        p, q = position
        return checked(p, q)

    def closed_form(self, position: State) -> Value:
        """Return the value, made along the word."""
        found = native.value(*position)
        return value(Word.from_position(*position)) if found is None else found

    def closed_outcome(self, position: State) -> Outcome:
        """Return who wins, by the automaton of paired outcomes."""
        found = native.outcome(*position)
        return automata.outcome(Word.from_position(*position)) if found is None else found

    def closed_misere_outcome(self, position: State) -> Outcome:
        """Return who wins if the player who cannot move wins, by an automaton."""
        return misere_outcome(Word.from_position(*position))

    def closed_sum(
        self, positions: Sequence[tuple[int, State]], heap: int
    ) -> intervals.Decision | None:
        """Return what the automaton says of a position with a nim-heap, or of two positions."""
        signs = {sign for sign, _ in positions}
        words = [Word.from_position(*state) for _, state in positions]
        if len(words) == 1:
            outcome = automata.outcome_with_heap(words[0], heap)
            found = intervals.Decision(
                outcome.wins(Player.LEFT, first=True), outcome.wins(Player.RIGHT, first=True)
            )
        elif len(words) == 2 and len(signs) == 1 and not heap:
            found = class_sums.decide_pair(*words)
        else:
            return None
        return found if signs == {1} else intervals.Decision(found[1], found[0])

    def closed_profile(self, position: State) -> intervals.Profile:
        """Return between which ups and stars the position and its options lie."""
        return intervals.profile(Word.from_position(*position))

    def label(self, player: Player, before: State, after: State) -> str:
        """Return a move as ``(11,8) -> (8,3)``."""
        return f"{_pair(before)} -> {_pair(after)}"

    def wrap(self, state: State) -> Position:
        """Return the position as a `PartizanEuclid`."""
        from farstar.games.partizan_euclid._position import PartizanEuclid

        return PartizanEuclid._of(self, state)


def checked(p: object, q: object) -> State:
    """Return the pair if both numbers are positive integers."""
    what = "each number of a position"
    return integer(p, 1, what), integer(q, 1, what)


def _pair(state: State) -> str:
    return f"({to_text(state[0])},{to_text(state[1])})"


RULES = PartizanEuclidRules()


def misere_outcome(word: Word) -> Outcome:
    """Return the misère outcome of the position with this signature.

    Both players can move except at the end, so the outcome of ``{x|y}`` follows from those of
    ``x`` and ``y`` as in normal play; only the end differs, where the player to move wins.

    Examples
    --------
    >>> [str(misere_outcome(Word(text))) for text in ("", "e", "le", "re", "rlle")]
    ['N', 'P', 'L', 'R', 'L']
    """
    if word.is_empty:
        return Outcome.N
    pair: _Pair = (Outcome.N, _braces(Outcome.N, Outcome.N))
    for letter, length in reversed(word.runs):
        path, start = _orbit(pair, letter)
        if length >= len(path):
            length = start + (length - start) % (len(path) - start)
        pair = path[length]
    return pair[1]


def _braces(x: Outcome, y: Outcome) -> Outcome:
    return Outcome.of(
        left_wins_first=x.wins(Player.LEFT, first=False),
        right_wins_first=y.wins(Player.RIGHT, first=False),
    )


@cache
def _orbit(pair: _Pair, letter: Letter) -> tuple[tuple[_Pair, ...], int]:
    """Return the pairs met by repeating a letter, and where their cycle begins."""
    path = [pair]
    while True:
        a, b = path[-1]
        following = (b, _braces(b, a)) if letter == "l" else (a, _braces(a, b))
        if following in path:
            return tuple(path), path.index(following)
        path.append(following)
