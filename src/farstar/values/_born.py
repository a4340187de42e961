"""All the values born by a given day."""

from __future__ import annotations

from collections.abc import Sequence

from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded
from farstar.values import order
from farstar.values._coerce import shown
from farstar.values._value import Value, wrap

LAST_DAY = 3


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
        raise ValueError(f"expected a day from 0 to {LAST_DAY}, got {shown(n)}")
    if n > LAST_DAY:
        raise BudgetExceeded(
            f"expected a day from 0 to {LAST_DAY}, got {shown(n)}: "
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
