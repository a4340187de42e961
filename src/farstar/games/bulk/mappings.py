"""Values and atomic weights of whole families as read-only mappings."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from farstar._arguments import shown
from farstar.engine import Handle, kernels
from farstar.errors import ValueOverflowError
from farstar.values import Value, wrap


class Plain(dict[tuple[int, ...], Handle]):
    """A table filled one position at a time, with which the kernels are compared."""

    def counts(self) -> list[tuple[Handle, int]]:
        """Return how often each game occurs, the most frequent first."""
        return Counter(self.values()).most_common()


class Occurrence(NamedTuple):
    """A value among the positions of a family: how often it occurs, and where first."""

    value: Value
    positions: int
    """How many positions have it."""
    first: tuple[int, ...]
    """The first of them."""


class Sweep(NamedTuple):
    """Means and temperatures of many positions, as columns of one length."""

    positions: memoryview
    """The numbers of each position, unsigned and of 32 bits, one row a position."""
    mean: memoryview[float]
    """The means as floats; they are dyadic, and exact."""
    temperature: memoryview[float]
    """The temperatures as floats, exact too."""

    @classmethod
    def of(
        cls,
        positions: memoryview,
        means: memoryview | memoryview[float],
        temperatures: memoryview | memoryview[float],
    ) -> Sweep:
        """Return the columns of `positions`, which is flat, and of bytes of doubles."""
        mean, temperature = means.cast("B").cast("d"), temperatures.cast("B").cast("d")
        if len(mean):
            positions = positions.cast("B").cast("I", (len(mean), len(positions) // len(mean)))
        return cls(positions, mean, temperature)


def _exact(number: Fraction) -> float:
    rounded = float(number)
    if rounded != number:
        raise ValueOverflowError(f"expected a number that fits a float, got {shown(number)}")
    return rounded


class Bulk(Mapping[tuple[int, ...], Value]):
    """A value for each position of a family, by its parameters."""

    def __init__(
        self,
        table: kernels.ThermalTable | Plain,
        positions: Callable[[], Iterator[tuple[int, ...]]],
        description: str,
    ) -> None:
        self._table = table
        self._positions = positions
        self._description = description

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self._positions()

    def __getitem__(self, position: tuple[int, ...]) -> Value:
        try:
            return wrap(self._table[position])
        except (KeyError, TypeError):
            raise KeyError(f"expected {self._description}, got {position!r}") from None

    def counts(self) -> dict[Value, int]:
        """Return how often each value occurs, the most frequent first."""
        return {wrap(handle): count for handle, count in self._table.counts()}

    def thermal(self) -> Sweep:
        """Return the mean and the temperature of every value, as columns.

        Examples
        --------
        >>> sweep = fs.games.bulk.partizan_euclid_atomic_weights(20).thermal()
        >>> len(sweep.mean), sweep.positions.tolist()[-1], sweep.mean[-1], sweep.temperature[-1]
        (63, [20, 19], 17.0, -1.0)
        """
        if isinstance(self._table, Plain):
            return self._plain_thermal()
        positions, means, temperatures = self._table.thermal()
        return Sweep.of(
            memoryview(positions).cast("I"), memoryview(means), memoryview(temperatures)
        )

    def _plain_thermal(self) -> Sweep:
        positions, means, temperatures = array("I"), array("d"), array("d")
        for position in self:
            value = self[position]
            positions.extend(position)
            means.append(_exact(value.mean))
            temperatures.append(_exact(value.temperature))
        return Sweep.of(memoryview(positions), memoryview(means), memoryview(temperatures))


def occurrences(table: Bulk) -> list[Occurrence]:
    """Return the different values of a table, in the order of their first positions."""
    first = dict[Value, tuple[int, ...]]()
    for position, value in table.items():
        first.setdefault(value, position)
    counts = table.counts()
    return [Occurrence(value, counts[value], position) for value, position in first.items()]


def part_counts(table: Bulk, part: int, parts: int) -> dict[Value, int]:
    """Return how often each value occurs in one part of several, the most frequent first."""
    tally = Counter(table[position] for position in islice(table, part, None, parts))
    return dict(tally.most_common())
