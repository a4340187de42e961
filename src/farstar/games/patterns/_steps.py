"""Steps of a move on given cells: what they need, what they forbid, and what they write.

The cells may be those of a plane, of a ring or of a graph: what `near` means, and what two steps of
a move do together, is said here for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from typing import Generic, NamedTuple, TypeVar

from farstar.errors import NotationError
from farstar.games.patterns._rows import EDGE, Atom, Rule

MOST_PATTERNS = 10_000

C = TypeVar("C", int, tuple[int, int])
"""A vertex of a graph, or row and column."""


class Placed(NamedTuple, Generic[C]):
    """A step, or several that were joined, on given cells."""

    needs: dict[C, frozenset[str]]
    """Cells, each with the marks that may stand there."""
    forbids: dict[C, frozenset[str]]
    """Cells, each with the marks that may not stand there."""
    writes: dict[C, str]
    """Cells that change, and their new marks."""
    end: C
    """Where the next step begins."""


def too_many_patterns() -> NotationError:
    """Return the error for rules that take too long."""
    return NotationError(f"expected rules that make at most {MOST_PATTERNS} patterns, got more")


def placed_on(
    rule: Rule,
    cells: Iterable[tuple[C, Atom, Atom]],
    around: Callable[[Iterable[C], bool], set[C]],
    end: C,
) -> Iterator[Placed[C]]:
    """Yield a step on cells, each with what must stand there and what comes instead.

    `around` gives the neighbours of some cells, with those at corners or without. A neighbour of a
    cell that changes counts unless the pattern names what stands there; for ``if near`` each of
    them is tried.
    """
    needs: dict[C, frozenset[str]] = {}
    writes: dict[C, str] = {}
    for at, marks, result in cells:
        if marks is not None:
            needs[at] = marks
        if result is not None and result != marks:
            (mark,) = result
            if marks is None or EDGE in marks:
                raise NotationError(
                    f"expected marks before the arrow where {mark!r} is written, in {rule.text!r}"
                )
            writes[at] = mark
    forbids: dict[C, frozenset[str]] = {}
    choices: list[list[tuple[C, frozenset[str]]]] = []
    for near in rule.conditions:
        neighbours = around(writes, near.diagonal) - needs.keys()
        if near.wanted:
            choices.append([(at, near.marks) for at in sorted(neighbours)])
        else:
            forbids |= {at: forbids.get(at, frozenset()) | near.marks for at in neighbours}
    if prod(map(len, choices)) > MOST_PATTERNS:
        raise too_many_patterns()
    for chosen in product(*choices):
        more, less = dict(needs), dict(forbids)
        for at, marks in chosen:
            more[at] = (more.get(at, marks) & marks) - less.pop(at, frozenset())
        if all(more.values()):
            yield Placed(more, less, writes, end)


def joined(first: Placed[C], second: Placed[C]) -> Placed[C] | None:
    """Return two steps as one; None if the second is not possible after the first."""
    needs, forbids, writes = dict(first.needs), dict(first.forbids), dict(first.writes)
    for at, marks in second.needs.items():
        if at in first.writes:
            if first.writes[at] not in marks:
                return None
            continue
        needs[at] = (needs.get(at, marks) & marks) - forbids.pop(at, frozenset())
        if not needs[at]:
            return None
    for at, marks in second.forbids.items():
        if at in first.writes:
            if first.writes[at] in marks:
                return None
        elif at in needs:
            needs[at] -= marks
            if not needs[at]:
                return None
        else:
            forbids[at] = forbids.get(at, frozenset()) | marks
    writes |= second.writes
    changed = {at: mark for at, mark in writes.items() if needs[at] != {mark}}
    return Placed(needs, forbids, changed, second.end)
