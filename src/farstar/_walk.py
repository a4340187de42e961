"""Walks that need no recursion: what can be reached, and results from those of the followers."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import TypeVar

    K = TypeVar("K", bound=Hashable)
    T = TypeVar("T")


def reached(starts: Iterable[K], after: Callable[[K], Iterable[K]]) -> list[K]:
    """Return what can be reached from some places, these included, each once and nearest first.

    Examples
    --------
    >>> reached([12], lambda n: [n // 2, n // 3] if n else [])
    [12, 6, 4, 3, 2, 1, 0]
    """
    places = list(dict.fromkeys(starts))
    seen = set(places)
    for place in places:  # it grows
        for following in after(place):
            if following not in seen:
                seen.add(following)
                places.append(following)
    return places


def settle(
    root: K,
    known: dict[K, T],
    followers: Callable[[K], Sequence[K]],
    work: Callable[[K, Sequence[K]], T],
) -> T:
    """Return the result of `root`; `known` gets its result, and before it those of its followers.

    Examples
    --------
    >>> known = {}
    >>> settle(4, known, range, lambda n, before: 1 + sum(known[m] for m in before))
    16
    """
    stack = [root]
    pending: dict[K, Sequence[K]] = {}
    while stack:
        top = stack[-1]
        if top in known:
            stack.pop()
            continue
        after = pending.pop(top, None)
        if after is None:
            after = followers(top)
            missing = [key for key in after if key not in known]
            if missing:
                pending[top] = after
                stack += missing
                continue
        known[top] = work(top, after)
        stack.pop()
    return known[root]


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the ones of a number that is read as a set, in order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
