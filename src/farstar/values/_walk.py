"""Walks over the canonical form of a game, with explicit stacks and a bound on the work."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING
from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

MAX_WORK = 10_000_000
"""Options that one walk may look at before it gives up."""


def compact_birthday(numerator: int, exponent: int, up: int, star: int) -> int:
    """Return the birthday of a number plus ups plus a nimber, without walking down to zero.

    ``n.up + *m`` is ``{0 | (n-1).up + *(m^1)}``, except ``up* = {0,*|0}``; so `n` steps lead to a
    nimber, and never to less than a star. A number ``m/2**k`` between the integers a and a + 1
    (in absolute value) is born after a + 1 integers and k halvings.
    """
    size = abs(numerator) >> exponent
    number = size + exponent + 1 if exponent else size
    if up == 0:
        return number + star
    steps = abs(up)
    return number + steps + max(1, star ^ (steps & 1))


def options(g: Handle) -> tuple[tuple[Handle, ...], tuple[Handle, ...]]:
    """Return the options of `g`, having refused what has too many followers to walk over."""
    engine = state.engine
    parts = engine.as_compact(g)
    if parts is not None:
        _refuse_long(parts)
    return engine.options(g)


def _refuse_long(parts: tuple[int, int, int, int]) -> None:
    # A compact value has one follower more than its birthday, and *m has m options a side.
    followers = compact_birthday(*parts) + 1
    if followers > MAX_WORK or parts[3] ** 2 > MAX_WORK:
        raise BudgetExceeded(
            f"expected at most {MAX_WORK} steps over the followers of a value, "
            f"got one part with {_count(followers)} of them"
        )


def _count(n: int) -> str:
    return str(n) if n.bit_length() < 64 else f"more than 2**{n.bit_length() - 1}"


def fold(
    root: Handle,
    leaf: Callable[[Handle], T | None],
    combine: Callable[[Handle, list[T], list[T]], T],
) -> T:
    """Compute a result for `root` from those of its options, each follower once.

    Parameters
    ----------
    root : Handle
        The game.
    leaf : callable
        Gives the result of a follower directly, or None if its options are needed.
    combine : callable
        Gets a follower and the results of its Left and of its Right options.
    """
    memo: dict[Handle, T] = {}
    stack: list[tuple[Handle, tuple[tuple[Handle, ...], tuple[Handle, ...]] | None]]
    stack = [(root, None)]
    work = 0
    while stack:
        g, sides = stack.pop()
        if g in memo:
            continue
        if sides is None:
            done = leaf(g)
            if done is not None:
                memo[g] = done
                continue
            sides = options(g)
            missing = [h for side in sides for h in side if h not in memo]
            work += len(missing) + 1
            if work > MAX_WORK:
                raise BudgetExceeded(f"expected at most {MAX_WORK} steps over the followers")
            if missing:
                stack.append((g, sides))
                stack.extend((h, None) for h in missing)
                continue
        left, right = sides
        memo[g] = combine(g, [memo[h] for h in left], [memo[h] for h in right])
    return memo[root]


def followers(root: Handle) -> list[Handle]:
    """Return `root` and everything that can be reached from it, breadth first, each once."""
    seen = {root: None}
    queue = [root]
    work = 0
    for g in queue:
        for side in options(g):
            work += len(side)
            for h in side:
                if h not in seen:
                    seen[h] = None
                    queue.append(h)
        if work > MAX_WORK:
            raise BudgetExceeded(f"expected at most {MAX_WORK} steps over the followers")
    return queue


def skeleton(root: Handle) -> list[Handle]:
    """Return the followers of `root` after their options, taking compact values as wholes."""
    as_compact = state.engine.as_compact
    order: list[Handle] = []

    def leaf(g: Handle) -> bool | None:
        if as_compact(g) is None:
            return None
        order.append(g)
        return True

    def combine(g: Handle, left: list[bool], right: list[bool]) -> bool:
        order.append(g)
        return True

    fold(root, leaf, combine)
    return order
