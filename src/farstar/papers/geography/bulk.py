"""Partizan Geography on two rows in bulk: the values of whole families."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from farstar._arguments import integer
from farstar._outcome import Outcome
from farstar.engine import Handle, active
from farstar.games.bulk.mappings import Bulk, Plain
from farstar.invariants import INVARIANTS
from farstar.papers.geography import kernels
from farstar.papers.geography.theory import two_rows as geography
from farstar.tables.batches import WASTE, Batch, Lookup, Provider, reading


def geography_values(bound: int) -> Bulk:
    """Return the values of the Geography positions A(x, y, z), all three up to a bound.

    Examples
    --------
    >>> geography_values(5)[3, 2, 1]
    Value('{3|2}')
    """
    side = range(integer(bound, 0, "a bound") + 1)
    return Bulk(
        kernels.geography(bound) if kernels.available() else _plain_geography(bound),
        lambda: ((x, y, z) for x in side for y in side[1:] for z in side),
        f"(x, y, z) with 0 <= x, z <= {bound} and 1 <= y <= {bound}",
    )


def _plain_geography(bound: int) -> Plain:
    compact, construct = active().compact, active().construct

    def moved(x: int, y: int, z: int) -> list[Handle]:
        # B(x, y, z), which exists only for x >= 1.
        return [compact(x + min(y, z) - 1, 0, 0, 0)] if x else []

    values = Plain()
    for y in range(1, bound + 1):
        # A(x, y, z) needs A(x, y - 1, z + 1), so z goes as far as is still wanted.
        for z in range(2 * bound + 1 - y):
            for x in range(bound + 1):
                left = moved(x, y - 1, z + 1)
                if y > 1:
                    left.append(values[x, y - 1, z + 1])
                values[x, y, z] = construct(left, moved(z + 1, y - 1, x))
    return Plain((at, value) for at, value in values.items() if at[2] <= bound)


def _two_rows(kind: Any) -> Provider:
    closed: dict[str, Callable[[geography.Position], Outcome | Fraction]] = {
        "outcome": geography.outcome,
        "mean": geography.mean,
        "temperature": geography.temperature,
    }

    def provider(name: str, largest: Sequence[int], cells: int) -> Lookup | None:
        if name in closed:
            formula = closed[name]
            return lambda x, y, z: formula(geography.Position(kind, x, y, z))
        bound = max(largest)
        if kind == "A" and INVARIANTS[name].by_value and (bound + 1) ** 3 <= WASTE * cells:
            table, read = geography_values(bound), reading(name)
            return lambda x, y, z: read(table[x, y, z])
        return None

    return provider


GEOGRAPHY_A = Batch(_two_rows("A"), (0, 1, 0))
GEOGRAPHY_B = Batch(_two_rows("B"), (1, 0, 0))
