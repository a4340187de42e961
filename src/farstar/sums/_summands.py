"""Values as the solver sees them: each summand once, and sums of summands in normal form."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from farstar.engine import Dyadic, Engine, Handle
from farstar.errors import NotAtomicError
from farstar.sums._numbers import of_infinitesimal

Number: TypeAlias = int | Fraction
"""A number in units of ``2**-UNIT_BITS``, as an int if possible, which the core can take."""

UNIT_BITS = 32


class Constant(NamedTuple):
    """``number + up.(up) + *star``, which needs no search."""

    number: Number = 0
    up: int = 0
    star: int = 0

    def plus(self, other: Constant) -> Constant:
        """Return the sum."""
        return Constant(self.number + other.number, self.up + other.up, self.star ^ other.star)


class Summand:
    """A value with the mean 0 that is not just ups and a nimber."""

    def __init__(self, summands: Summands, handle: Handle, order: int) -> None:
        self.summands = summands
        self.handle = handle
        self.order = order
        self.opposite: Summand | None = None
        left, right = summands.engine.stops(handle)
        self.left_stop, self.right_stop = number(left), number(right)
        self.is_hot = left != right
        self.spread = self.left_stop - self.right_stop

    @cached_property
    def sorted_bounds(self) -> tuple[int, int, int, int, int, int, int, int]:
        """The bounds by ups and stars, if the value is not hot, prepared for addition.

        The better of the plain and the starred lower number, whether it is the starred one, by how
        much it is better, and the floor of the weight; then the same for the upper numbers.
        """
        (a, b, c), (d, e, f) = of_infinitesimal(self.summands.engine, self.handle)
        return (max(a, b), int(b > a), abs(a - b), c + 1, min(d, e), int(e < d), abs(d - e), f - 1)

    @cached_property
    def weight(self) -> Handle | None:
        """The atomic weight, or None if there is none."""
        if self.is_hot:
            return None
        try:
            return self.summands.engine.atomic_weight(self.handle)
        except NotAtomicError:
            return None

    @cached_property
    def after_moves(self) -> tuple[tuple[AfterMove, ...], tuple[AfterMove, ...]]:
        """What Left's moves leave, and what Right's moves leave."""
        take_apart = self.summands.take_apart
        left, right = self.summands.engine.options(self.handle)
        return tuple(map(take_apart, left)), tuple(map(take_apart, right))


class AfterMove(NamedTuple):
    """A value taken apart: what needs a search, if anything, and a constant."""

    part: Summand | None
    constant: Constant


class Node(NamedTuple):
    """A sum: parts in a fixed order, no two of them opposite, and a constant."""

    parts: tuple[Summand, ...]
    constant: Constant


_ORDER = attrgetter("order")


class Summands:
    """Keeps one `Summand` for each value that occurs."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._taken_apart_values: dict[Handle, AfterMove] = {}
        self._parts: dict[Handle, Summand] = {}

    def take_apart(self, g: Handle) -> AfterMove:
        """Return a value taken apart."""
        parts = self._taken_apart_values.get(g)
        if parts is None:
            parts = self._taken_apart_values[g] = self._split(g)
        return parts

    def _split(self, g: Handle) -> AfterMove:
        engine = self.engine
        compact = engine.as_compact(g)
        if compact is not None:
            numerator, exponent, up, star = compact
            return AfterMove(None, Constant(number((numerator, exponent)), up, star))
        (numerator, exponent), *_ = engine.thermograph(g)[0]
        if not numerator:
            return AfterMove(self._part(g), Constant())
        # Values that differ by a number are the same part.
        moved = engine.add(g, engine.compact(-numerator, exponent, 0, 0))
        return AfterMove(self._part(moved), Constant(number((numerator, exponent))))

    def _part(self, g: Handle) -> Summand:
        part = self._parts.get(g)
        if part is None:
            part = self._parts[g] = Summand(self, g, len(self._parts))
            opposite = self._parts.get(self.engine.negate(g))
            if opposite is not None:
                part.opposite, opposite.opposite = opposite, part
        return part

    def node(self, values: Iterable[Handle]) -> Node:
        """Return the sum of values, with opposite ones cancelled."""
        parts: list[Summand] = []
        constant = Constant()
        for g in values:
            after = self.take_apart(g)
            constant = constant.plus(after.constant)
            _put(parts, after.part)
        parts.sort(key=_ORDER)
        return Node(tuple(parts), constant)

    def after(self, node: Node, place: int, after: AfterMove) -> Node:
        """Return the sum after a move in one part."""
        parts = [*node.parts[:place], *node.parts[place + 1 :]]
        if after.part is not None:
            _put(parts, after.part)
            parts.sort(key=_ORDER)
        shift = after.constant
        constant = node.constant
        if shift != _ZERO:
            constant = constant.plus(shift)
        return Node(tuple(parts), constant)

    def handle(self, node: Node) -> Handle:
        """Return the constant of a sum as a value."""
        scaled, up, star = node.constant
        value = unscaled(scaled)
        exponent = value.denominator.bit_length() - 1
        return self.engine.compact(value.numerator, exponent, up, star)


_ZERO = Constant()


def _put(parts: list[Summand], part: Summand | None) -> None:
    if part is None:
        return
    if part.opposite is not None and part.opposite in parts:
        parts.remove(part.opposite)
    else:
        parts.append(part)


def number(x: Dyadic) -> Number:
    """Return a dyadic number in units, as an int if it is an integer.

    Examples
    --------
    >>> number((3, 1)) == 3 * 2 ** (UNIT_BITS - 1), number((3, UNIT_BITS + 1))
    (True, Fraction(3, 2))
    """
    numerator, exponent = x
    if exponent <= UNIT_BITS:
        return numerator << (UNIT_BITS - exponent)
    return Fraction(numerator, 1 << (exponent - UNIT_BITS))


def unscaled(n: Number) -> Fraction:
    """Return the number itself."""
    return Fraction(n) / (1 << UNIT_BITS)
