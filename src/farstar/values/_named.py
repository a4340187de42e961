"""Values that have names, nimbers, ups, switches and tinies; and all that are born by a day."""

from __future__ import annotations

from collections.abc import Sequence

from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded, NotationError
from farstar.values import order
from farstar.values._operators import integer, number_repr
from farstar.values._value import Value, ValueLike, wrap

LAST_DAY = 3


def star(n: int = 1) -> Value:
    """Return the nimber ``*n``, the value of a Nim heap of n counters.

    Examples
    --------
    >>> fs.star(), fs.star(2) + fs.star(3), fs.star(0)
    (Value('*'), Value('*'), Value('0'))
    """
    heap = integer(n)
    if heap is None or heap < 0:
        raise NotationError(f"expected a heap of at least 0 counters, got {number_repr(n)}")
    return wrap(state.engine.compact(0, 0, 0, heap))


def up(n: int = 1) -> Value:
    """Return n copies of up, ``{0|*}``; of down for a negative n.

    Examples
    --------
    >>> fs.up(), fs.up(3) + fs.star(), fs.up(-2)
    (Value('^'), Value('^3*'), Value('vv'))
    """
    count = integer(n)
    if count is None:
        raise NotationError(f"expected an integer multiple of up, got {number_repr(n)}")
    return wrap(state.engine.compact(0, 0, count, 0))


def switch(a: ValueLike, b: ValueLike | None = None) -> Value:
    """Return the game ``{a|b}``; with one argument ``{a|-a}``.

    Examples
    --------
    >>> fs.switch(3, 1), fs.switch(2)
    (Value('{3|1}'), Value('+-2'))
    """
    left = Value(a)
    return Value.of(left=[left], right=[-left if b is None else b])


def tiny(g: ValueLike) -> Value:
    """Return tiny-G, ``{0||0|-G}``; its negative is miny-G.

    Examples
    --------
    >>> fs.tiny(2), -fs.tiny(2), fs.tiny(2) > 0
    (Value('Tiny(2)'), Value('Miny(2)'), True)
    """
    return Value.of(left=[0], right=[Value.of(left=[0], right=[-Value(g)])])


def born_by_day(n: int) -> tuple[Value, ...]:
    """Return every value whose birthday is at most `n`, for n <= 3.

    Parameters
    ----------
    n : int
        The day, from 0 to 3. There are 1, 4, 22 and 1474 values.

    Raises
    ------
    BudgetExceeded
        For later days: the values born by day 4 are too many to list.

    Examples
    --------
    >>> fs.born_by_day(1)
    (Value('-1'), Value('0'), Value('1'), Value('*'))
    >>> len(fs.born_by_day(2))
    22
    """
    if type(n) is not int or n < 0:
        raise ValueError(f"expected a day from 0 to {LAST_DAY}, got {number_repr(n)}")
    if n > LAST_DAY:
        raise BudgetExceeded(
            f"expected a day from 0 to {LAST_DAY}, got {number_repr(n)}: "
            "more than 3 * 10**12 values are born by day 4"
        )
    games: list[Handle] = [state.engine.compact(0, 0, 0, 0)]
    for _ in range(n):
        games = _next_day(games)
    return tuple(map(wrap, order.sort_options(games)))


def _next_day(games: Sequence[Handle]) -> list[Handle]:
    # A set of options is worth its undominated ones, so antichains are enough.
    construct = state.engine.construct
    sets = _antichains(games)
    return list({construct(left, right): None for left in sets for right in sets})


def _antichains(games: Sequence[Handle]) -> list[list[Handle]]:
    geq = state.engine.geq
    chains: list[list[Handle]] = [[]]
    for g in games:
        chains += [
            [*chain, g] for chain in chains if not any(geq(g, h) or geq(h, g) for h in chain)
        ]
    return chains
