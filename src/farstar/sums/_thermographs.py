"""Who wins a hot sum, from the thermographs of its components.

For every temperature ``t >= 0`` the walls of a sum S of components G satisfy ``R_t(S) >= sum of
R_t(G)`` and ``L_t(S) >= that with one R_t(G) replaced by L_t(G)``. The left wall only falls and
the right wall only rises with t, by at most 1 a degree, so that the left stop of S is at least
``L_t(S)`` and its right stop at least ``R_t(S) - t``.
"""

from __future__ import annotations

from fractions import Fraction

from farstar.sums._summands import Node, unscaled
from farstar.theory.intervals import Decision
from farstar.values import Thermograph, of_handle


def decide_by_thermographs(node: Node) -> Decision:
    """Return what the thermographs say about a sum with hot components."""
    graphs = [of_handle(part.handle) for part in node.parts if part.is_hot]
    temperatures = {Fraction(0)}
    for graph in graphs:
        for wall in (graph.left_wall, graph.right_wall):
            temperatures.update(t for t in wall.critical_temperatures if t > 0)
    constant = unscaled(node.constant.number)
    left_first = right_first = None
    for t in temperatures:
        low, high, widest = _walls(graphs, t)
        low, high = low + constant, high + constant
        if low + widest > 0:
            left_first = True
        if low - t > 0:
            left_first, right_first = True, False
        if high - widest < 0 and right_first is None:
            right_first = True
        if high + t < 0:
            left_first, right_first = False, True
    return Decision(left_first, right_first)


def _walls(graphs: list[Thermograph], t: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Return the sums of right and of left walls, and the widest gap, at a temperature."""
    low = high = widest = Fraction(0)
    for graph in graphs:
        left, right = graph.left_wall(t), graph.right_wall(t)
        low, high, widest = low + right, high + left, max(widest, left - right)
    return low, high, widest
