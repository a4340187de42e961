"""How moves change a position if parts of their patterns are repeated any number of times.

That no position comes again is proved for boards of all sizes, but patterns are written out for one
size only. What a move changes is a polynomial in the number of repetitions. If its first value
falls, and its differences do not rise, it falls for every number of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import prod
from typing import TypeAlias

from farstar.games.patterns._patterns import Offset, Turn, spread, turns_of
from farstar.games.patterns._rows import EDGE, Atom, Row, Rule, steps_of

Change: TypeAlias = dict[tuple[str, int], int]
"""By how much the features of a position change: how often a mark stands on the board (0), and
the sum of its rows (1) and of its columns (2). An empty change never falls."""

_MOST_CHOICES = 256
_MOST_CELLS = 1_000_000
"""Bounds of the work for one game."""


class _UnknownError(Exception):
    """Too much work, or a change that is no polynomial."""


def growing_changes(rules: Iterable[Rule], *, has_directions: bool) -> Iterator[Change]:
    """Yield changes: if all of them fall, then so does every move, however long its pattern is.

    On a board with directions, moves without repetition are left out.
    """
    cells = 0
    for rule in rules:
        if rule.has_repeats or not has_directions:
            try:
                cells += sum(map(_work, steps_of([rule])))
                if cells > _MOST_CELLS:
                    raise _UnknownError
                yield from list(_changes(rule, has_directions=has_directions))
            except _UnknownError:
                yield {}


def _changes(rule: Rule, *, has_directions: bool) -> Iterator[Change]:
    steps = list(steps_of([rule]))
    families = [[_sequence(step, before) for before in _choices(step)] for step in steps]
    if prod(map(len, families)) > _MOST_CHOICES:
        raise _UnknownError
    for sequences in product(*families):
        first = _combined((1, sequence[0]) for sequence in sequences)
        growth = [more for sequence in sequences for more in _differences(sequence, degree=1)]
        yield from growth
        if first or not has_directions:
            yield first
        elif len(steps) > 1:
            raise _UnknownError
        elif not growth:
            yield from _movements(steps[0])


def _choices(step: Rule) -> Iterator[tuple[Row, ...]]:
    """Yield the pattern of a step for each choice of a mark where several may stand.

    Cells that repeat each other hold the same mark: the worst one for one of them is so for all.
    """
    atoms = [atom for row in step.before for item in row for atom in item.atoms]
    marks: list[list[Atom]] = [
        [frozenset(mark) for mark in sorted(atom)] if atom and _is_choice(atom) else [atom]
        for atom in atoms
    ]
    for chosen in product(*marks):
        given = iter(chosen)
        yield tuple(
            tuple(item._replace(atoms=tuple(next(given) for _ in item.atoms)) for item in row)
            for row in step.before
        )


def _is_choice(atom: Atom) -> bool:
    return atom is not None and EDGE not in atom and len(atom) > 1


def _times(step: Rule) -> range:
    """Return how often parts are repeated, until it is clear how it goes on."""
    signs = step.repeats
    least = 0 if signs == {"*"} and spread(step.before, 0) else 1
    return range(least, least + 4 * len(spread(step.before, 1)) + 8) if signs else range(1, 2)


def _work(step: Rule) -> int:
    """Return about how many cells the sequences of a step have."""
    atoms = [atom for row in step.before for item in row for atom in item.atoms]
    choices = prod(len(atom) for atom in atoms if atom is not None and _is_choice(atom))
    return choices * len(atoms) * len(_times(step)) ** 2


def _sequence(step: Rule, before: tuple[Row, ...], turn: Turn | None = None) -> list[Change]:
    """Return the changes for one, two, three, ... repetitions; with a turn, by places too.

    There are so many of them that every way in which both sides of the arrow meet occurs.
    """
    changes = []
    for n in _times(step):
        change: Change = {}
        after = spread(step.after, n)
        for at, old in spread(before, n).items():
            new = after[at]
            if new is not None and old is not None:
                for marks, sign in ((old, -1), (new, 1)):
                    for feature, amount in _features(at, turn):
                        key = min(marks), feature
                        change[key] = change.get(key, 0) + sign * amount
        changes.append({key: amount for key, amount in change.items() if amount})
    return changes


def _features(at: Offset, turn: Turn | None) -> list[tuple[int, int]]:
    if turn is None:
        return [(0, 1)]
    row, column = turn(*at)
    return [(1, row), (2, column)]


def _differences(sequence: Sequence[Change], degree: int) -> list[Change]:
    """Return the first differences of a polynomial that are not 0, up to its degree."""
    if len(sequence) == 1:
        return []  # nothing is repeated
    differences = []
    for _ in range(degree):
        sequence = [_combined(((1, after), (-1, before))) for before, after in pairwise(sequence)]
        differences.append(sequence[0])
    if any(change != sequence[0] for change in sequence):
        raise _UnknownError
    return [change for change in differences if change]


def _movements(step: Rule) -> Iterator[Change]:
    """Yield the changes of a move that keeps the number of each mark, by rows and columns."""
    if any(_is_choice(atom) for row in step.before for item in row for atom in item.atoms):
        raise _UnknownError
    for turn in turns_of(step):
        sequence = _sequence(step, step.before, turn)
        yield sequence[0]
        yield from _differences(sequence, degree=2)


def _combined(changes: Iterable[tuple[int, Change]]) -> Change:
    """Return the sum of some changes, each with a factor."""
    total: Change = {}
    for factor, change in changes:
        for key, amount in change.items():
            total[key] = total.get(key, 0) + factor * amount
    return {key: amount for key, amount in total.items() if amount}
