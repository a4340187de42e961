"""What patterns alone tell about a game: its symmetries, and that no position comes again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations, product
from math import prod
from typing import NamedTuple

from farstar.games.patterns._patterns import SYMMETRIES, Offset, Pattern, Turn, image

_MOST_PERMUTED = 5
_MOST_REPLACED = 256
_ROUNDS = 4000
_MOST_IMAGES = 150_000
_MOST_STEPS = 2_000_000
"""Bounds of the work for one game."""


class Symmetry(NamedTuple):
    """A symmetry of the board with an exchange of marks, under which the rules stay what they are.

    If `negative`, Left's rules become Right's and Right's become Left's: the value is negated.
    """

    turn: int
    marks: dict[str, str]
    negative: bool


Turned = Callable[[Pattern, dict[str, str]], Pattern]
"""Returns the image of a pattern, with an exchange of marks."""


def _turned_by(turn: Turn) -> Turned:
    return lambda pattern, exchange: image(pattern, turn, exchange)


def symmetries(
    left: Sequence[Pattern],
    right: Sequence[Pattern],
    marks: Sequence[str],
    turns: Sequence[Turned] = tuple(map(_turned_by, SYMMETRIES)),
) -> list[Symmetry]:
    """Return symmetries that the rules respect, the identity first.

    For rules with very many patterns some may be missing: the search for them is bounded.
    """
    meant = relevant_marks((*left, *right))
    letters = [mark for mark in marks if mark in meant][:_MOST_PERMUTED]
    sides = [frozenset(_relevant(p, meant) for p in side) for side in (left, right)]
    budget = _MOST_IMAGES
    kept = []
    for turn, turned in enumerate(turns):
        for order in permutations(letters):
            exchange = {a: b for a, b in zip(letters, order, strict=True) if a != b}
            for negative in (False, True):
                # Different patterns have different images, so that none is left over.
                targets = sides[::-1] if negative else sides
                is_kept = len(targets[0]) == len(sides[0])
                for pattern, target in _in_turn(sides, targets) if is_kept else ():
                    budget -= 1
                    if turned(pattern, exchange) not in target:
                        is_kept = False
                        break
                if is_kept:
                    kept.append(Symmetry(turn, exchange, negative))
                    break
                if budget < 0:
                    return kept
    return kept


def _in_turn(
    sides: Sequence[frozenset[Pattern]], targets: Sequence[frozenset[Pattern]]
) -> Iterator[tuple[Pattern, frozenset[Pattern]]]:
    for side, target in zip(sides, targets, strict=True):
        for pattern in side:
            yield pattern, target


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


def is_finite(
    patterns: Sequence[Pattern],
    *,
    has_directions: bool = True,
    more: Iterable[Mapping[tuple[str, int], int]] = (),
) -> bool:
    """Return whether a weight of the position is found that falls with every move.

    It must fall with `more` changes as well, those of longer patterns.

    The weight of a position is the sum of the weights of its cells: that of a mark is a number
    plus, unless the board is a ring, multiples of the row and of the column. Moves that keep the
    number of every mark are judged by rows and columns alone, and the others by the numbers alone;
    so first the numbers fall, and between two such moves the rest. The perceptron finds such
    weights if there are any, unless the rounds run out; then nothing is known.
    """
    changes = (changes_of(pattern, has_directions=has_directions) for pattern in patterns)
    return falls_always(chain(more, *changes))


def falls_always(changes: Iterable[Mapping[tuple[str, int], int]]) -> bool:
    """Return whether weights of the features are found under which every change is below 0."""
    distinct = {frozenset(change.items()) for change in changes}
    # A change that can be undone, as the empty one is by itself, falls one way and rises the other.
    if any(frozenset((key, -n) for key, n in change) in distinct for change in distinct):
        return False
    falls = [dict(change) for change in sorted(distinct, key=sorted)]
    weights: dict[tuple[str, int], int] = {}
    steps = 0
    for _ in range(_ROUNDS):
        wrong = False
        for change in falls:
            steps += len(change) + 1
            if sum(weights.get(key, 0) * n for key, n in change.items()) >= 0:
                wrong = True
                for key, n in change.items():
                    weights[key] = weights.get(key, 0) - n
        if not wrong:
            return True
        if steps > _MOST_STEPS:
            return False
    return False


def changes_of(pattern: Pattern, *, has_directions: bool) -> list[dict[tuple[str, int], int]]:
    """Return how a move changes the features of a position, for every mark that it may replace.

    A feature is how often a mark stands on the board, or the sum of its rows or columns. Those
    depend on where the pattern lies, unless the number of each mark stays the same; where it
    does not, only the numbers count.
    """
    before = dict(pattern.needs)
    options = [[(at, mark) for mark in sorted(before[at])] for at, _ in pattern.writes]
    if prod(map(len, options)) > _MOST_REPLACED:
        return _changed_numbers(pattern, options)
    changes = []
    for chosen in product(*options):
        change: dict[tuple[str, int], int] = {}
        for sign, cells in ((-1, chosen), (1, pattern.writes)):
            for (r, c), mark in cells:
                for feature, amount in ((0, 1), (1, r), (2, c)):
                    change[mark, feature] = change.get((mark, feature), 0) + sign * amount
        marks = {mark for mark, _ in change}
        if not has_directions or any(change[mark, 0] for mark in marks):
            change = {(mark, 0): change[mark, 0] for mark in marks}
        changes.append({key: n for key, n in change.items() if n})
    return changes


def _changed_numbers(
    pattern: Pattern, options: Sequence[Sequence[tuple[Offset, str]]]
) -> list[dict[tuple[str, int], int]]:
    """Return how a move changes the number of each mark, if very many marks may be replaced."""
    written = Counter(mark for _, mark in pattern.writes)
    totals = {frozenset(written.items())}
    for cell in options:
        grown: set[frozenset[tuple[str, int]]] = set()
        for total in totals:
            for _, mark in cell:
                counts = dict(total)
                counts[mark] = counts.get(mark, 0) - 1
                grown.add(frozenset((key, n) for key, n in counts.items() if n))
        totals = grown
        if len(totals) > _MOST_REPLACED:
            # Nothing is known about the rest: a change that never falls says so.
            return [{}]
    return [{(mark, 0): n for mark, n in total} for total in totals]
