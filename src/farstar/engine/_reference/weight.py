"""Atomic weights."""

from __future__ import annotations

from math import ceil

from farstar.engine._reference.canonical import add, construct, geq, negate, number_bound, stops
from farstar.engine._reference.store import Game, Steps, compact, left_of, question, right_of


@question
def weight(g: Game) -> Steps:
    """Return the atomic weight of an all-small game by the recursion of Winning Ways.

    It is ``{aw(L) - 2 | aw(R) + 2}`` over the options, unless that is an integer. Then compare g
    with a far star: if confused, 0; above it, the greatest integer <| every aw(R) + 2; below it,
    the least integer |> every aw(L) - 2.

    A number has no weight unless it is 0. Here it counts as 0, which makes the result a candidate
    that :func:`atomic_weight` has to check.
    """
    if g.compact is not None:
        return compact(g.compact.up)
    left, right = set(), set()
    for option in g.left:
        left.add((yield add((yield weight(option)), compact(-2))))
    for option in g.right:
        right.add((yield add((yield weight(option)), compact(2))))
    candidate: Game = yield construct(frozenset(left), frozenset(right))
    if candidate.integer is None:
        return candidate
    star = compact(0, 0, (yield far_star(g)))
    if (yield geq(g, star)):
        return (yield outermost_integer(frozenset(right), -1))
    if (yield geq(star, g)):
        return (yield outermost_integer(frozenset(left), 1))
    return compact(0)


@question
def outermost_integer(games: frozenset[Game], sign: int) -> Steps:
    """Return the least integer |> all games (sign 1), or the greatest <| all of them (-1)."""
    bound, fits = yield number_bound(games, sign)
    n = ceil(sign * bound)
    return compact(sign * (n if fits or n != sign * bound else n + 1))


@question
def far_star(g: Game) -> Steps:
    """Return a power of two above every nimber that g can lead to."""
    if g.compact is not None:
        return 2 << g.compact.star.bit_length()
    largest = 2
    for option in (*g.left, *g.right):
        largest = max(largest, (yield far_star(option)))
    return largest


@question
def times_up(w: Game) -> Steps:
    """Return w.up, the Norton product: n.up for an integer, else built from w's options.

    The incentives of up are down and up + *, of which the second is best, so that
    ``w.up = {w^L.up + up + up + * | w^R.up - up - up - *}``.
    """
    if w.integer is not None:
        return compact(0, w.integer, 0)
    left, right = set(), set()
    for option in left_of(w):
        left.add((yield add((yield times_up(option)), compact(0, 2, 1))))
    for option in right_of(w):
        right.add((yield add((yield times_up(option)), compact(0, -2, 1))))
    return (yield construct(frozenset(left), frozenset(right)))


@question
def is_all_small(g: Game) -> Steps:
    """Return whether every follower of g in which one player can move is one where both can."""
    if g.compact is not None:
        return g.compact.number == 0
    for option in (*g.left, *g.right):
        if not (yield is_all_small(option)):
            return False
    return True


@question
def atomic_weight(g: Game) -> Steps:
    """Return the atomic weight, or None.

    In an all-small game the recursion is right. In any other its result w is right if g - w.up
    stays within up + * + kite on both sides, where the kite is ``*N : -1``, with *N a far star.
    """
    if any((yield stops(g))):
        return None
    w = yield weight(g)
    if (yield is_all_small(g)):
        return w
    star = compact(0, 0, (yield far_star(g)))
    below = frozenset(left_of(star))
    kite = yield construct(below, below | {star})
    bound = yield add(compact(0, 1, 1), kite)
    rest = yield add(g, (yield negate((yield times_up(w)))))
    if (yield geq(bound, rest)) and (yield geq(rest, (yield negate(bound)))):
        return w
    return None
