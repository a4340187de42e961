"""Properties read off the canonical form: birthday, temper, all-smallness, misère outcome.

Numbers, multiples of up and nimbers are never walked: a closed formula answers for them.
"""

from __future__ import annotations

from farstar._outcome import Outcome
from farstar.engine import Dyadic, Handle, state
from farstar.values._walk import compact_birthday, fold, followers


def number(g: Handle) -> Dyadic | None:
    """Return `g` as a dyadic number, or None if it is not a number."""
    parts = state.engine.as_compact(g)
    if parts is None or parts[2] or parts[3]:
        return None
    return parts[0], parts[1]


def birthday(g: Handle) -> int:
    """Return the depth of the canonical form."""

    def leaf(h: Handle) -> int | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else compact_birthday(*parts)

    return fold(g, leaf, lambda _, left, right: 1 + max((*left, *right)))


def follower_count(g: Handle) -> int:
    """Return how many different followers there are, `g` included."""
    parts = state.engine.as_compact(g)
    if parts is not None:
        return compact_birthday(*parts) + 1
    return len(followers(g))


def is_all_small(g: Handle) -> bool:
    """Tell whether every follower but zero has options on both sides."""

    def leaf(h: Handle) -> bool | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else parts[0] == 0

    # Only numbers have a side without options, and numbers are compact.
    return fold(g, leaf, lambda _, left, right: all(left) and all(right))


EVEN, ODD, NEITHER = 0, 1, 2


def temper(g: Handle) -> int:
    """Return `EVEN`, `ODD` or `NEITHER`."""

    def leaf(h: Handle) -> int | None:
        parts = state.engine.as_compact(h)
        if parts is None:
            return None
        _, _, up, star = parts
        return star if up == 0 and star < 2 else NEITHER

    def combine(_: Handle, left: list[int], right: list[int]) -> int:
        tempers = {*left, *right}
        if tempers == {EVEN}:
            return ODD
        return EVEN if tempers == {ODD} else NEITHER

    return fold(g, leaf, combine)


def misere_outcome(g: Handle) -> Outcome:
    """Return who wins the canonical form if a player who cannot move wins."""

    def leaf(h: Handle) -> Outcome | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else _compact_misere(*parts)

    def combine(_: Handle, left: list[Outcome], right: list[Outcome]) -> Outcome:
        return Outcome.of(
            left_wins_first=any(o in (Outcome.L, Outcome.P) for o in left),
            right_wins_first=any(o in (Outcome.R, Outcome.P) for o in right),
        )

    return fold(g, leaf, combine)


def _compact_misere(numerator: int, exponent: int, up: int, star: int) -> Outcome:
    # With a number other than zero, play ends at that number, where its owner has to move.
    if numerator:
        return Outcome.R if numerator > 0 else Outcome.L
    if up == 0:
        return Outcome.P if star == 1 else Outcome.N
    if up < 0:
        return -_compact_misere(0, 0, -up, star)
    # From n.up + *m Left can only go to 0 and lose, except from up* = {0,*|0}.
    if up == 1 and star == 1:
        return Outcome.L
    if (up == 1 and star > 1) or (up == 2 and star == 0):
        return Outcome.P
    return Outcome.R
