"""Values and atomic weights of whole families as read-only mappings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import gcd
from typing import NamedTuple

from farstar._arguments import integer, shown
from farstar.engine import Handle, active, kernels
from farstar.errors import BudgetExceeded, ValueOverflowError
from farstar.games.bulk._partizan_euclid import automaton_rows, part_of
from farstar.games.bulk._rows import LARGEST
from farstar.theory.automata import FAR, far_star_automaton
from farstar.theory.canonical import complete_automaton
from farstar.values import Value, wrap


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

    def __init__(self, table: kernels.ThermalTable | _Filled, positions: _Family) -> None:
        self._table = table
        self._family = positions

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self._family)

    def __getitem__(self, position: tuple[int, ...]) -> Value:
        if position not in self._family:
            raise KeyError(f"expected {self._family.description}, got {position!r}")
        return wrap(self._table[position])

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
        if isinstance(self._table, _Filled):
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


class _Family(ABC):
    """The positions of a table: which they are, in order."""

    description: str

    def __init__(self, bound: int) -> None:
        self.bound = integer(bound, 0, "a bound")

    @abstractmethod
    def __iter__(self) -> Iterator[tuple[int, ...]]: ...

    @abstractmethod
    def __contains__(self, position: object) -> bool: ...


class _Standard(_Family):
    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.description = f"coprime (p, q) with 1 < q < p < 2q and p <= {bound}"

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for p in range(3, self.bound + 1):
            for q in range(p // 2 + 1, p):
                if gcd(p, q) == 1:
                    yield p, q

    def __contains__(self, position: object) -> bool:
        match position:
            case (int() as p, int() as q):
                return 1 < q < p < 2 * q and p <= self.bound and gcd(p, q) == 1
        return False


class _TwoRows(_Family):
    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.description = f"(x, y, z) with 0 <= x, z <= {bound} and 1 <= y <= {bound}"

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        side = range(self.bound + 1)
        return ((x, y, z) for x in side for y in side[1:] for z in side)

    def __contains__(self, position: object) -> bool:
        match position:
            case (int() as x, int() as y, int() as z):
                return 0 <= x <= self.bound and 1 <= y <= self.bound and 0 <= z <= self.bound
        return False


class _Filled:
    """A table filled one position at a time, with which the kernels are compared."""

    def __init__(self, handles: dict[tuple[int, ...], Handle]) -> None:
        self._handles = handles

    def __len__(self) -> int:
        return len(self._handles)

    def __getitem__(self, position: tuple[int, ...], /) -> Handle:
        return self._handles[position]

    def counts(self) -> list[tuple[Handle, int]]:
        tally: dict[Handle, int] = {}
        for handle in self._handles.values():
            tally[handle] = tally.get(handle, 0) + 1
        return sorted(tally.items(), key=lambda item: -item[1])


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
    family = _Standard(bound)
    if kernels.available():
        return Bulk(kernels.euclid_forms(bound, complete_automaton()), family)
    return Bulk(_Filled(_plain_euclid(family)), family)


def partizan_euclid_atomic_weights(bound: int) -> Bulk:
    """Return the atomic weights of the same positions, found along their words.

    Examples
    --------
    >>> partizan_euclid_atomic_weights(20)[19, 11]
    Value('-3')
    """
    family = _Standard(bound)
    if kernels.available():
        return Bulk(
            kernels.euclid_weights(bound, automaton_rows(far_star_automaton(), FAR)), family
        )
    weight = active().atomic_weight
    values = _plain_euclid(family)
    return Bulk(_Filled({at: weight(value) for at, value in values.items()}), family)


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
    classes = automaton_rows(far_star_automaton(), FAR)
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
    classes = automaton_rows(far_star_automaton(), FAR)
    places = kernels.euclid_weight_places(_counted(bound), classes)
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
    tally: dict[Value, int] = {}
    for position in islice(table, part, None, parts):
        value = table[position]
        tally[value] = tally.get(value, 0) + 1
    return dict(sorted(tally.items(), key=lambda item: -item[1]))


def geography_values(bound: int) -> Bulk:
    """Return the values of the Geography positions A(x, y, z), all three up to a bound.

    Examples
    --------
    >>> geography_values(5)[3, 2, 1]
    Value('{3|2}')
    """
    family = _TwoRows(bound)
    if kernels.available():
        return Bulk(kernels.geography(bound), family)
    return Bulk(_Filled(_plain_geography(family)), family)


def _plain_euclid(family: _Standard) -> dict[tuple[int, ...], Handle]:
    construct, zero = active().construct, active().compact(0, 0, 0, 0)
    values: dict[tuple[int, ...], Handle] = {}

    def value(p: int, q: int) -> Handle:
        return zero if q == 1 else values[q + p % q, q]

    for p, q in family:
        rest = p % q
        values[p, q] = construct([value(q, rest)], [value(q, q - rest)])
    return values


def _plain_geography(family: _TwoRows) -> dict[tuple[int, ...], Handle]:
    compact, construct = active().compact, active().construct

    def moved(x: int, y: int, z: int) -> list[Handle]:
        # B(x, y, z), which exists only for x >= 1.
        return [compact(x + min(y, z) - 1, 0, 0, 0)] if x else []

    values: dict[tuple[int, ...], Handle] = {}
    for y in range(1, family.bound + 1):
        # A(x, y, z) needs A(x, y - 1, z + 1), so z goes as far as is still wanted.
        for z in range(2 * family.bound + 1 - y):
            for x in range(family.bound + 1):
                left = moved(x, y - 1, z + 1)
                if y > 1:
                    left.append(values[x, y - 1, z + 1])
                values[x, y, z] = construct(left, moved(z + 1, y - 1, x))
    return {at: value for at, value in values.items() if at in family}
