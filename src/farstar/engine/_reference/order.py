"""Order, stops and negatives."""

from __future__ import annotations

from farstar.engine._reference.store import (
    Compact,
    Game,
    Question,
    Steps,
    intern,
    left_of,
    negate_compact,
    question,
    right_of,
)


def _compact_geq(g: Compact, h: Compact) -> bool:
    """Compare: numbers first; n.up + *m >= 0 iff n >= 0 (m = 0), 2 (m = 1), 1 (m >= 2)."""
    if g.number != h.number:
        return g.number > h.number
    star = g.star ^ h.star
    return g.up - h.up >= (0 if star == 0 else 2 if star == 1 else 1)


@question
def geq(g: Game, h: Game) -> Steps:
    """Return whether g >= h: no Left option of h is >= g, and no Right option of g is <= h.

    Stops decide most cases. If one of the two is a number and the other is not, nobody needs to
    move in the number (number avoidance).
    """
    if g is h:
        return True
    if g.compact is not None and h.compact is not None:
        return _compact_geq(g.compact, h.compact)
    g_left, g_right = yield stops(g)
    h_left, h_right = yield stops(h)
    if g_right > h_left:
        return True
    if g_left < h_left or g_right < h_right:
        return False
    for option in () if h.is_number else left_of(h):
        if (yield geq(option, g)):
            return False
    for option in () if g.is_number else right_of(g):
        if (yield geq(h, option)):
            return False
    return True


@question
def stops(g: Game) -> Steps:
    """Return the numbers reached when Left, and when Right, moves first and both play well."""
    if g.compact is not None:
        return g.compact.number, g.compact.number
    left, right = [], []
    for option in g.left:
        left.append((yield stops(option))[1])
    for option in g.right:
        right.append((yield stops(option))[0])
    return max(left), min(right)


@question
def negate(g: Game) -> Steps:
    """Return -g: the two players change places."""
    if g.compact is not None:
        return negate_compact(g)
    left, right = [], []
    for option in g.right:
        left.append((yield negate(option)))
    for option in g.left:
        right.append((yield negate(option)))
    return intern(left, right)


def at_least(sign: int, g: Game, h: Game) -> Question:
    """Ask whether g is as good as h for Left (sign 1) or for Right (sign -1)."""
    return geq(g, h) if sign > 0 else geq(h, g)
