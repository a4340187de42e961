"""The rows of facts, for the command line and the browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farstar.invariants import Invariant, Place
from farstar.reports._facts import Facts, reported
from farstar.values import Value


@dataclass(frozen=True)
class Row:
    """A row of a table of facts: the fact, or why it is missing."""

    label: str
    cells: tuple[tuple[str, object], ...] = ()
    """The facts, each with its part of the row, such as Left."""
    reason: str = ""
    """Why the fact is missing."""
    exists: bool = True
    """Whether the fact exists."""


def fact_rows(facts: Facts, *places: Place) -> Iterator[Row]:
    """Yield the rows of the invariants that are shown in the given places.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> from farstar.reports import find_facts
    >>> rows = list(fact_rows(find_facts(read("+-1")), "measures"))
    >>> [row.label for row in rows], rows[-1].reason
    (['stops', 'mean', 'temperature', 'atomic weight'], 'not infinitesimal')
    >>> [(part, str(cell)) for part, cell in rows[0].cells]
    [('Left', '1'), ('Right', '-1')]
    """
    waiting = [invariant for invariant in reported(*places) if _is_shown(facts, invariant)]
    while waiting:
        first = waiting[0]
        group = [invariant for invariant in waiting if invariant.label == first.label]
        waiting = [invariant for invariant in waiting if invariant.label != first.label]
        missing = [i for i in group if i.name not in facts.found]
        if not missing:
            yield Row(first.label, tuple((i.part, facts.found[i.name]) for i in group))
        elif missing[0].column in facts.omitted:
            name = missing[0].column
            yield Row(
                first.label,
                reason=facts.omitted[name],
                exists=name not in facts.undefined,
            )


def _is_shown(facts: Facts, invariant: Invariant) -> bool:
    """Return whether there is a row for an invariant, if only to say why it was not found."""
    if invariant.place == "options":
        return isinstance(facts.game, Value)
    if invariant.name in facts.found:
        return True
    if invariant.place == "form":
        return invariant.by_value and facts.value is not None
    if invariant.name == "outcome":
        return True
    # If it is not known who wins, nothing else was tried, and one row says so.
    return invariant.place == "measures" and facts.outcome is not None
