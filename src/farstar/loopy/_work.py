"""Keeping the work on graphs within the budget of the thread."""

from __future__ import annotations

import threading

from farstar.engine import bounds, is_out_of_time
from farstar.errors import BudgetExceeded

MAX_VERTICES = 20_000
"""The largest graph that is built."""

_STATES_IN_A_NODE = 64

_local = threading.local()


def charge(states: int) -> None:
    """Count states of graphs against `farstar.engine.budget`; 64 of them are one node.

    Raises
    ------
    BudgetExceeded
        If the time or the nodes of the budget are used up.
    """
    current = bounds()
    if getattr(_local, "bounds", None) is not current:
        _local.bounds, _local.spent = current, 0
    _local.spent += states
    nodes = current[1]
    if nodes is not None and _local.spent > nodes * _STATES_IN_A_NODE:
        raise BudgetExceeded(f"the work on a loopy game passed its budget of {nodes} nodes")
    if is_out_of_time():
        raise BudgetExceeded("the work on a loopy game ran out of time")


def refuse_size(vertices: int) -> None:
    """Raise `BudgetExceeded` for a graph with too many vertices."""
    if vertices > MAX_VERTICES:
        raise BudgetExceeded(f"expected a loopy game of at most {MAX_VERTICES} positions, got more")
