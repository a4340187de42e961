"""Values as the solver sees them, and quick bounds on their sums.

For an infinitesimal ``g`` and ``j = 0, 1`` let ``lower[j]`` be the largest ``n`` with
``g >= n.up + *j`` and ``upper[j]`` the smallest ``n`` with ``g <= n.up + *j``; ``lower[2] + 1``
and ``upper[2] - 1`` are the integers next to the atomic weight. These are the numbers of
`farstar.sums.intervals`, here for any value.

If a summand is hot, stops are used instead. The right stop of a sum is at least the sum of the
right stops, and at most that with one of them replaced by a left stop: ``R(G) + R(H) <= R(G + H) <=
R(G) + L(H)``, and in the same way for the left stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from farstar.engine import Dyadic, Engine, Handle
from farstar.errors import NotAtomicError
from farstar.sums.intervals import Thresholds

UNBOUNDED = 10**30
"""Stands for a weight that does not exist."""


def of_ups(up: int, star: int) -> Thresholds:
    """Return the numbers of ``up.(up) + *star``."""
    plain, starred = _least(star), _least(star ^ 1)
    return Thresholds((up - plain, up - starred, up - 1), (up + plain, up + starred, up + 1))


def _least(star: int) -> int:
    """Return the least n with ``n.up + *star >= 0``."""
    return 0 if star == 0 else 2 if star == 1 else 1


def ups_options(up: int, star: int) -> list[tuple[int, int]]:
    """Return the Left options of ``up.(up) + *star`` as pairs of the same kind.

    Negate the ups for the Right options. Of a nimber's options only two matter for an interval,
    so those of a large nimber are not listed: the others lie between the same ups.
    """
    if up > 0:
        return [(0, 0), (0, 1)] if (up, star) == (1, 1) else [(0, 0)]
    if up < 0:
        return [(up + 1, star ^ 1)]
    return [(0, i) for i in range(min(star, 3))]


def of_infinitesimal(engine: Engine, g: Handle) -> Thresholds:
    """Return the numbers of an infinitesimal."""
    weights = weight_bounds(engine, g)

    def at_least(n: int, star: int) -> bool:
        return engine.geq(g, engine.compact(0, 0, n, star))

    def at_most(n: int, star: int) -> bool:
        return engine.geq(engine.compact(0, 0, -n, star), g)

    if weights is None:
        l0, l1 = (_largest(at_least, star) for star in (0, 1))
        u0, u1 = (_largest(at_most, star) for star in (0, 1))
        return Thresholds((l0, l1, -UNBOUNDED), (-u0, -u1, UNBOUNDED))
    floor, ceiling = weights
    # A weight that is two ahead wins, and no game is at least n.up + *j for n above its weight.
    l0, l1 = (_down(at_least, floor, star) for star in (0, 1))
    u0, u1 = (_down(at_most, -ceiling, star) for star in (0, 1))
    return Thresholds((l0, l1, floor - 1), (-u0, -u1, ceiling + 1))


def weight_bounds(engine: Engine, g: Handle) -> tuple[int, int] | None:
    """Return the integers next to the atomic weight, or None if there is none."""
    try:
        weight = engine.atomic_weight(g)
    except NotAtomicError:
        return None
    left, right = engine.stops(weight)
    floor, ceiling = right[0] >> right[1], -(-left[0] >> left[1])
    if not engine.geq(weight, engine.compact(floor, 0, 0, 0)):
        floor -= 1
    if not engine.geq(engine.compact(ceiling, 0, 0, 0), weight):
        ceiling += 1
    return floor, ceiling


def _down(holds: Callable[[int, int], bool], n: int, star: int) -> int:
    """Return the largest number that satisfies the condition: `n`, or at most two less."""
    if holds(n, star):
        return n
    return n - 1 if holds(n - 1, star) else n - 2


def _largest(holds: Callable[[int, int], bool], star: int) -> int:
    """Return the largest number that satisfies the condition, which exists for infinitesimals."""
    low, step = -1, 1
    while not holds(low, star):
        low, step = low - step, 2 * step
    high, step = low + 1, 1
    while holds(high, star):
        low, high, step = high, high + step, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle, star) else (low, middle)
    return low


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


class BoundsVerdict(NamedTuple):
    """What follows from the bounds; None where they decide nothing."""

    at_least_zero: bool | None
    """Whether Left wins moving second."""
    at_most_zero: bool | None
    """Whether Right wins moving second."""
    estimate: Number
    """The larger, the better for Left; for ordering moves only."""


def judge_by_bounds(node: Node) -> BoundsVerdict:
    """Return what the bounds say about a sum."""
    for part in node.parts:
        if part.is_hot:
            return _by_stops(node)
    value = node.constant.number
    if value:
        return BoundsVerdict(value > 0, value < 0, value)
    return _by_numbers(node)


def _by_stops(node: Node) -> BoundsVerdict:
    low = high = node.constant.number
    widest: Number = 0
    for part in node.parts:
        if part.is_hot:
            low += part.right_stop
            high += part.left_stop
            if part.spread > widest:
                widest = part.spread
    # Moving first, a player can secure the widest gap in their favour.
    return BoundsVerdict(
        True if low > 0 else False if high - widest < 0 else None,
        True if high < 0 else False if low + widest > 0 else None,
        low + high,
    )


def _by_numbers(node: Node) -> BoundsVerdict:
    """Return what ups and stars say: best sums with an even or odd number of stars."""
    _, up, star = node.constant
    # The best sum takes the better number of each part, plain or starred. For the other parity
    # of stars one part has to change: the one that loses least.
    best = least = weight = ceiling = up
    best_gap = least_gap = 2 if star < 2 else 0
    stars = least_stars = star & 1 if star < 2 else 0
    if star > 1:
        best, least = up - 1, up + 1
    for part in node.parts:
        low, low_stars, low_gap, floor, high, high_stars, high_gap, top = part.sorted_bounds
        best += low
        stars ^= low_stars
        if low_gap < best_gap:
            best_gap = low_gap
        weight += floor
        least += high
        least_stars ^= high_stars
        if high_gap < least_gap:
            least_gap = high_gap
        ceiling += top
    even, odd = (best - best_gap, best) if stars else (best, best - best_gap)
    top_even, top_odd = (least + least_gap, least) if least_stars else (least, least + least_gap)
    # n.up is >= 0 for n >= 0 and not <= 0 for n >= 1; n.up + * is >= 0 for n >= 2 and not <= 0
    # for n >= -1; a weight of 2 wins, and one of 1 wins moving first.
    at_least_zero = at_most_zero = None
    if weight >= 2 or even >= 0 or odd >= 2:
        at_least_zero = True
    elif ceiling <= -1 or top_even <= -1 or top_odd <= 1:
        at_least_zero = False
    if ceiling <= -2 or top_even <= 0 or top_odd <= -2:
        at_most_zero = True
    elif weight >= 1 or even >= 1 or odd >= -1:
        at_most_zero = False
    return BoundsVerdict(at_least_zero, at_most_zero, weight + ceiling)
