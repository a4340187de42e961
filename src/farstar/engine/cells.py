"""The cells of the native engine: handles with operators that need no frame of Python."""

from __future__ import annotations

from typing import Any

__all__ = ["native_cell"]


def native_cell(operators: type) -> Any:
    """Return the class of native cells, or None if there is no native engine.

    Its operators answer what the native engine knows at once; whatever it does not know, and what
    concerns another engine, they hand on to the methods of `operators`.

    Examples
    --------
    >>> from farstar.values._operators import Operators
    >>> cell = native_cell(Operators)
    >>> cell is None or hasattr(cell, "__add__")
    True
    """
    try:
        from farstar import _core
    except ImportError:
        return None
    _core.set_operators(operators)
    return _core._Cell  # type: ignore[attr-defined]
