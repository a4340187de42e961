"""Values and atomic weights of whole families as read-only mappings."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import gcd
from typing import NamedTuple

from farstar._arguments import integer, shown
from farstar.engine import Handle, active, kernels
from farstar.errors import BudgetExceeded, ValueOverflowError
from farstar.games.bulk._partizan_euclid import part_of
from farstar.games.bulk._rows import LARGEST
from farstar.theory.automata import FAR, far_star_automaton
from farstar.theory.canonical import complete_automaton
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
        >>> sweep = partizan_euclid_atomic_weights(20).thermal()
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


def _standard_positions(bound: int) -> Iterator[tuple[int, ...]]:
    for p in range(3, bound + 1):
        for q in range(p // 2 + 1, p):
            if gcd(p, q) == 1:
                yield p, q


def _standard(bound: int, table: kernels.ThermalTable | Plain) -> Bulk:
    description = f"coprime (p, q) with 1 < q < p < 2q and p <= {bound}"
    return Bulk(table, lambda: _standard_positions(bound), description)


def partizan_euclid_values(bound: int) -> Bulk:
    """Return the values of all coprime standard positions of Partizan Euclid up to a bound.

    Natively they are built without comparing games, by the automaton of normal forms.

    Parameters
    ----------
    bound : int
        The positions are ``(p, q)`` with ``1 < q < p < 2q``, ``p <= bound`` and gcd 1.

    Examples
    --------
    >>> partizan_euclid_values(12)[7, 4]
    Value('*')
    """
    integer(bound, 0, "a bound")
    if kernels.available():
        return _standard(bound, kernels.euclid_forms(bound, complete_automaton()))
    return _standard(bound, _plain_euclid(bound))


def partizan_euclid_atomic_weights(bound: int) -> Bulk:
    """Return the atomic weights of the same positions, found along their words.

    Examples
    --------
    >>> partizan_euclid_atomic_weights(20)[19, 11]
    Value('-3')
    """
    integer(bound, 0, "a bound")
    if kernels.available():
        return _standard(bound, kernels.euclid_weights(bound, far_star_automaton().rows(FAR)))
    weight = active().atomic_weight
    weights = ((at, weight(value)) for at, value in _plain_euclid(bound).items())
    return _standard(bound, Plain(weights))


def partizan_euclid_atomic_weight_counts(
    bound: int, *, part: int = 0, parts: int = 1
) -> dict[Value, int]:
    """Return how often each atomic weight occurs among those positions, the most frequent first.

    Natively the positions are not stored, so that the memory grows only with the number of
    different weights.

    Parameters
    ----------
    bound : int
        The positions are ``(p, q)`` with ``1 < q < p < 2q``, ``p <= bound`` and gcd 1.
    part, parts : int
        Count only part number `part`, from 0, of `parts`; the parts add up to the whole.

    Examples
    --------
    >>> counts = partizan_euclid_atomic_weight_counts(50)
    >>> [(str(weight), count) for weight, count in counts.items()][:3]
    [('0', 76), ('-1', 40), ('-2', 36)]
    """
    part_of(part, parts)
    if not kernels.available():
        return _part_counts(partizan_euclid_atomic_weights(bound), part, parts)
    classes = far_star_automaton().rows(FAR)
    counts = kernels.euclid_weight_counts(_counted(bound), classes, part=part, parts=parts)
    return {wrap(weight): count for weight, count in counts}


def partizan_euclid_value_counts(bound: int, *, part: int = 0, parts: int = 1) -> dict[Value, int]:
    """Return how often each value occurs among those positions, the most frequent first.

    Examples
    --------
    >>> counts = partizan_euclid_value_counts(50)
    >>> [(str(value), count) for value, count in counts.items()][:3]
    [('0', 38), ('*', 13), ('^5', 10)]
    """
    part_of(part, parts)
    if not kernels.available():
        return _part_counts(partizan_euclid_values(bound), part, parts)
    states = complete_automaton()
    counts = kernels.euclid_form_counts(_counted(bound), states, part=part, parts=parts)
    return {wrap(value): count for value, count in counts}


def partizan_euclid_value_occurrences(bound: int) -> list[Occurrence]:
    """Return the different values of those positions, in the order of their first positions.

    Examples
    --------
    >>> for entry in partizan_euclid_value_occurrences(7)[:3]:
    ...     print(*entry)
    * 2 (3, 2)
    ^ 1 (4, 3)
    v 1 (5, 3)
    """
    if not kernels.available():
        return _occurrences(partizan_euclid_values(bound))
    places = kernels.euclid_form_places(_counted(bound), complete_automaton())
    return [Occurrence(wrap(value), count, (p, q)) for value, count, p, q in places]


def partizan_euclid_atomic_weight_occurrences(bound: int) -> list[Occurrence]:
    """Return the different atomic weights of those positions, in the same order.

    Examples
    --------
    >>> for entry in partizan_euclid_atomic_weight_occurrences(7)[:3]:
    ...     print(*entry)
    0 2 (3, 2)
    1 1 (4, 3)
    -1 2 (5, 3)
    """
    if not kernels.available():
        return _occurrences(partizan_euclid_atomic_weights(bound))
    places = kernels.euclid_weight_places(_counted(bound), far_star_automaton().rows(FAR))
    return [Occurrence(wrap(weight), count, (p, q)) for weight, count, p, q in places]


def _occurrences(table: Bulk) -> list[Occurrence]:
    first = dict[Value, tuple[int, ...]]()
    for position, value in table.items():
        first.setdefault(value, position)
    counts = table.counts()
    return [Occurrence(value, counts[value], position) for value, position in first.items()]


def _counted(bound: int) -> int:
    if integer(bound, 0, "a bound") > LARGEST:
        raise BudgetExceeded(f"expected a bound of at most {LARGEST}, got {shown(bound)}")
    return bound


def _part_counts(table: Bulk, part: int, parts: int) -> dict[Value, int]:
    tally = Counter(table[position] for position in islice(table, part, None, parts))
    return dict(tally.most_common())


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


def _plain_euclid(bound: int) -> Plain:
    construct, zero = active().construct, active().compact(0, 0, 0, 0)
    values = Plain()

    def value(p: int, q: int) -> Handle:
        return zero if q == 1 else values[q + p % q, q]

    for p, q in _standard_positions(bound):
        rest = p % q
        values[p, q] = construct([value(q, rest)], [value(q, q - rest)])
    return values


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
