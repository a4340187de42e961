"""What a value holds: one handle of an engine."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING
from farstar.engine import Handle
from farstar.values._operators import Operators

if TYPE_CHECKING:
    from typing import Self


class PythonCell(Operators):
    """A handle with the operators that are written in Python."""

    __slots__ = ("__weakref__", "_handle")

    _handle: Handle

    @classmethod
    def _of(cls, handle: Handle) -> Self:
        """Return a cell that holds a handle."""
        cell = object.__new__(cls)
        _set_handle(cell, handle)
        return cell


_set_handle = PythonCell.__dict__["_handle"].__set__


def _fastest() -> type[PythonCell]:
    try:
        from farstar.engine.native import native_cell
    except ImportError:
        return PythonCell

    class NativeCell(native_cell(Operators), Operators):  # type: ignore[misc]
        """A handle whose operators answer at once what the native engine knows already."""

        __slots__ = ()
        __hash__ = Operators.__hash__

    return NativeCell


if TYPE_CHECKING:
    _Fastest = PythonCell
else:
    _Fastest = _fastest()


class Cell(_Fastest):
    """A handle with the fastest operators available."""

    __slots__ = ()
