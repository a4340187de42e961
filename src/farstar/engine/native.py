"""The native engine: the C++ core behind the interface of both engines."""

from __future__ import annotations

from farstar import _core
from farstar._lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class NativeEngine:
    """Canonical forms in the process-wide native store.

    The methods are the functions of the extension module themselves, so that a call from the hot
    path costs one look-up and no Python frame.
    """

    name = "native"

    compact = staticmethod(_core.compact)
    as_compact = staticmethod(_core.as_compact)
    construct = staticmethod(_core.construct)
    construct_known = staticmethod(_core.construct_known)
    options = staticmethod(_core.options)
    negate = staticmethod(_core.negate)
    add = staticmethod(_core.add)
    geq = staticmethod(_core.geq)
    stops = staticmethod(_core.stops)
    thermograph = staticmethod(_core.thermograph)
    atomic_weight = staticmethod(_core.atomic_weight)
    set_budget = staticmethod(_core.set_budget)
    nodes_left = staticmethod(_core.nodes_left)
    size = staticmethod(_core.size)
    stats = staticmethod(_core.stats)
    collect = staticmethod(_core.collect)
    sum_search = _core.SumSearch


def native_cell(operators: type) -> Any:
    """Return the class of native cells: handles with operators that need no frame of Python.

    The operators answer what the native engine has cached; everything else, and whatever concerns
    another engine, is passed on to the methods of `operators`.
    """
    _core.set_operators(operators)
    return _core._Cell  # type: ignore[attr-defined]
