"""Quick bounds on a sum: from stops, and from ups and stars.

The right stop of a sum is at least the sum of the right stops, and at most that with one of them
replaced by a left stop: ``R(G) + R(H) <= R(G + H) <= R(G) + L(H)``, and in the same way for the
left stop. If nothing is hot, the numbers of `farstar.sums._numbers` are used.
"""

from __future__ import annotations

from typing import NamedTuple

from farstar.sums._summands import Node, Number


class Glance(NamedTuple):
    """What the bounds say; None where they say nothing."""

    at_least_zero: bool | None
    """Whether Left wins moving second."""
    at_most_zero: bool | None
    """Whether Right wins moving second."""
    estimate: Number
    """The larger, the better for Left; for ordering moves only."""


def glance(node: Node) -> Glance:
    """Return what the bounds say about a sum."""
    for part in node.parts:
        if part.is_hot:
            return _by_stops(node)
    value = node.constant.number
    if value:
        return Glance(value > 0, value < 0, value)
    return _by_numbers(node)


def _by_stops(node: Node) -> Glance:
    low = high = node.constant.number
    widest: Number = 0
    for part in node.parts:
        if part.is_hot:
            low += part.right_stop
            high += part.left_stop
            if part.spread > widest:
                widest = part.spread
    # Moving first, a player can be sure of the widest gap in his favour.
    return Glance(
        True if low > 0 else False if high - widest < 0 else None,
        True if high < 0 else False if low + widest > 0 else None,
        low + high,
    )


def _by_numbers(node: Node) -> Glance:
    """Return what ups and stars say: best sums with an even or odd number of stars."""
    _, up, star = node.constant
    # The best sum takes of each part the better of its two numbers, plain or starred; for the
    # other parity of stars one part has to change, and the one that loses least does.
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
    return Glance(at_least_zero, at_most_zero, weight + ceiling)
