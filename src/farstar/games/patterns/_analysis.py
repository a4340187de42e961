"""What patterns alone tell about a game: its symmetries, and that no position comes again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from farstar.games.patterns._patterns import SYMMETRIES, Pattern, image

_MOST_PERMUTED = 5
_ROUNDS = 4000


class Symmetry(NamedTuple):
    """A symmetry of the board with an exchange of marks, under which the rules stay what they are.

    If `negative`, Left's rules become Right's and Right's become Left's: the value is negated.
    """

    turn: int
    marks: dict[str, str]
    negative: bool


def symmetries(
    left: Sequence[Pattern], right: Sequence[Pattern], marks: Sequence[str]
) -> list[Symmetry]:
    """Return the symmetries that the rules respect, the identity first."""
    mine, yours = frozenset(left), frozenset(right)
    meant = relevant_marks((*left, *right))
    letters = [mark for mark in marks if mark in meant][:_MOST_PERMUTED]
    kept = []
    for turn, map_cell in enumerate(SYMMETRIES):
        for order in permutations(letters):
            exchange = {a: b for a, b in zip(letters, order, strict=True) if a != b}
            images = [
                frozenset(_relevant(image(p, map_cell, exchange), meant) for p in side)
                for side in (left, right)
            ]
            plain = [frozenset(_relevant(p, meant) for p in side) for side in (mine, yours)]
            if images == plain:
                kept.append(Symmetry(turn, exchange, negative=False))
            elif images == plain[::-1]:
                kept.append(Symmetry(turn, exchange, negative=True))
    return kept


def relevant_marks(patterns: Iterable[Pattern]) -> frozenset[str]:
    """Return the marks that some pattern asks for; all others are the same to every player."""
    marks: set[str] = set()
    for pattern in patterns:
        for _, wanted in (*pattern.needs, *pattern.forbids):
            marks |= wanted
    return frozenset(marks)


def _relevant(pattern: Pattern, meant: frozenset[str]) -> Pattern:
    """Return a pattern in which all marks that nobody asks for are written alike."""
    writes = tuple((at, mark if mark in meant else "") for at, mark in pattern.writes)
    return pattern._replace(writes=writes)


def is_finite(patterns: Sequence[Pattern]) -> bool:
    """Tell whether a weight of the position is found that falls with every move.

    The weight of a position is the sum of the weights of its cells: that of a mark is a number
    plus multiples of the row and of the column. The perceptron finds such weights if there are
    any, unless the rounds run out; then nothing is known.
    """
    falls = [change for pattern in patterns for change in _changes(pattern)]
    weights: dict[tuple[str, int], int] = {}
    for _ in range(_ROUNDS):
        wrong = False
        for change in falls:
            if sum(weights.get(key, 0) * n for key, n in change.items()) >= 0:
                wrong = True
                for key, n in change.items():
                    weights[key] = weights.get(key, 0) - n
        if not wrong:
            return True
    return False


def _changes(pattern: Pattern) -> list[dict[tuple[str, int], int]]:
    """Return how a move changes the features of a position, for every mark that it may replace.

    A feature is how often a mark stands on the board, or the sum of its rows or columns. Those
    depend on where the pattern lies, unless the number of each mark stays the same; where it
    does not, only the numbers count.
    """
    before = dict(pattern.needs)
    options: list[list[tuple[tuple[int, int], str]]] = [[]]
    for at, _ in pattern.writes:
        options = [[*chosen, (at, mark)] for chosen in options for mark in sorted(before[at])]
        if len(options) > 64:
            options = options[:64]
    changes = []
    for chosen in options:
        change: dict[tuple[str, int], int] = {}
        for sign, cells in ((-1, chosen), (1, pattern.writes)):
            for (r, c), mark in cells:
                for feature, amount in ((0, 1), (1, r), (2, c)):
                    change[mark, feature] = change.get((mark, feature), 0) + sign * amount
        marks = {mark for mark, _ in change}
        if any(change[mark, 0] for mark in marks):
            change = {(mark, 0): change[mark, 0] for mark in marks}
        changes.append({key: n for key, n in change.items() if n})
    return changes
