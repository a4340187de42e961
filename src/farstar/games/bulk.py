"""Whole families of positions at once: values and atomic weights as read-only mappings.

On the native engine a table is made in one call, at well under a microsecond a position, and
keeps four bytes for each; values are wrapped only when they are looked up. On the reference engine
the same mappings are filled position by position.

Examples
--------
>>> from farstar.games import bulk
>>> values = bulk.partizan_euclid_values(100)
>>> len(values), values[11, 8]
(1521, Value('vv*'))
>>> weights = bulk.partizan_euclid_atomic_weights(100)
>>> weights[99, 98], max(weights.counts().values())
(Value('96'), 270)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from math import gcd

from farstar._outcome import Outcome
from farstar.engine import Handle, active, kernels
from farstar.errors import BudgetExceeded
from farstar.theory._arguments import integer, shown
from farstar.theory.automata import (
    FAR,
    Automaton,
    far_star_automaton,
    outcome,
    paired_outcome_automaton,
)
from farstar.theory.canonical import complete_automaton
from farstar.theory.words import Word
from farstar.values import Value
from farstar.values._value import wrap

__all__ = [
    "Bulk",
    "geography_values",
    "partizan_euclid_atomic_weights",
    "partizan_euclid_census",
    "partizan_euclid_values",
]

_LARGEST_CENSUS = 10**9
_MOST_THREADS = 1024


class Bulk(Mapping[tuple[int, ...], Value]):
    """A value for each position of a family, by its parameters."""

    def __init__(self, table: kernels.Table, positions: _Family) -> None:
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
    """A table filled one position at a time: what the kernels are checked against."""

    def __init__(self, handles: dict[tuple[int, ...], Handle]) -> None:
        self._handles = handles

    def __len__(self) -> int:
        return len(self._handles)

    def __getitem__(self, position: tuple[int, ...], /) -> Handle:
        return self._handles[position]

    def counts(self) -> list[tuple[Handle, int]]:
        found: dict[Handle, int] = {}
        for handle in self._handles.values():
            found[handle] = found.get(handle, 0) + 1
        return sorted(found.items(), key=lambda item: -item[1])


def partizan_euclid_values(bound: int) -> Bulk:
    """Return the values of all coprime standard positions of Partizan Euclid up to a bound.

    Natively they are made without comparing games, by the automaton of normal forms.

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
        return Bulk(kernels.euclid_weights(bound, _rows(far_star_automaton(), FAR)), family)
    weight = active().atomic_weight
    values = _plain_euclid(family)
    return Bulk(_Filled({at: weight(value) for at, value in values.items()}), family)


def partizan_euclid_census(bound: int, *, jobs: int = 1) -> dict[Outcome, int]:
    """Count the outcomes of all positions ``(p, q)`` of Partizan Euclid with ``q < p <= bound``.

    Positions in which q divides p, where nobody can move, count as P. Natively whole subtrees of
    words that share one outcome are counted at once, so the time grows like ``bound**1.67``.

    Parameters
    ----------
    bound : int
        At most a billion.
    jobs : int
        How many threads share the work.

    Examples
    --------
    >>> {str(outcome): n for outcome, n in partizan_euclid_census(1000).items()}
    {'P': 37737, 'L': 248676, 'R': 176382, 'N': 36705}
    """
    integer(bound, 0, "a bound")
    integer(jobs, 1, "the number of jobs")
    if bound > _LARGEST_CENSUS:
        raise BudgetExceeded(f"expected a bound of at most {_LARGEST_CENSUS}, got {shown(bound)}")
    automaton = paired_outcome_automaton()
    if kernels.available():
        rows = _rows(automaton, 0)
        counts = kernels.euclid_census(bound, rows, threads=min(jobs, _MOST_THREADS))
        return {Outcome(letter): count for letter, count in counts.items()}
    found = dict.fromkeys((Outcome.P, Outcome.L, Outcome.R, Outcome.N), 0)
    for p in range(2, bound + 1):
        for q in range(1, p):
            found[outcome(Word.from_position(p, q))] += 1
    return found


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


def _rows(automaton: Automaton, heap: int) -> list[tuple[int, int, str]]:
    """Return the automaton as the kernels read it, with the outcomes beside one heap."""
    after_l, after_r = automaton.transitions["l"], automaton.transitions["r"]
    return [
        (after_l[state.number], after_r[state.number], str(state.value[heap]))
        for state in automaton.states
    ]


def _plain_euclid(family: _Standard) -> dict[tuple[int, ...], Handle]:
    construct, zero = active().construct, active().compact(0, 0, 0, 0)
    found: dict[tuple[int, ...], Handle] = {}

    def value(p: int, q: int) -> Handle:
        return zero if q == 1 else found[q + p % q, q]

    for p, q in family:
        rest = p % q
        found[p, q] = construct([value(q, rest)], [value(q, q - rest)])
    return found


def _plain_geography(family: _TwoRows) -> dict[tuple[int, ...], Handle]:
    compact, construct = active().compact, active().construct

    def moved(x: int, y: int, z: int) -> list[Handle]:
        # B(x, y, z), which exists only for x >= 1.
        return [compact(x + min(y, z) - 1, 0, 0, 0)] if x else []

    found: dict[tuple[int, ...], Handle] = {}
    for y in range(1, family.bound + 1):
        # A(x, y, z) needs A(x, y - 1, z + 1), so z goes as far as is still wanted.
        for z in range(2 * family.bound + 1 - y):
            for x in range(family.bound + 1):
                left = moved(x, y - 1, z + 1)
                if y > 1:
                    left.append(found[x, y - 1, z + 1])
                found[x, y, z] = construct(left, moved(z + 1, y - 1, x))
    return {at: value for at, value in found.items() if at in family}
