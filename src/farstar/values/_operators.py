"""Arithmetic and order of values: what `+`, `-` and `>=` do."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING
from farstar.engine import Handle, state
from farstar.values import _operations_shape as shape
from farstar.values._coerce import fraction, operand

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Self

    from farstar.values._value import Value


class Operators:
    """The operators of a `Value` with other values, ints and Fractions.

    Where there is a native engine its `Cell` answers first, if it knows the answer already; then
    nothing here is called. Whatever a cell does not know, and everything with another engine,
    comes here, so that this class alone says what the operators mean.
    """

    __slots__ = ()

    _handle: Handle

    def __add__(self, other: Value | int | Fraction) -> Self:
        h = _other(other)
        return NotImplemented if h is None else self._of(state.engine.add(self._handle, h))

    __radd__ = __add__

    def __sub__(self, other: Value | int | Fraction) -> Self:
        h = _other(other)
        if h is None:
            return NotImplemented
        engine = state.engine
        return self._of(engine.add(self._handle, engine.negate(h)))

    def __rsub__(self, other: int | Fraction) -> Self:
        h = _other(other)
        if h is None:
            return NotImplemented
        engine = state.engine
        return self._of(engine.add(engine.negate(self._handle), h))

    def __neg__(self) -> Self:
        return self._of(state.engine.negate(self._handle))

    def __bool__(self) -> bool:
        return shape.number(self._handle) != (0, 0)

    def __eq__(self, other: object) -> bool:
        h = _other(other)
        return NotImplemented if h is None else bool(self._handle == h)

    def __hash__(self) -> int:
        # That of an equal int or Fraction.
        number = shape.number(self._handle)
        if number is None:
            return hash(self._handle)
        return hash(fraction(number)) if number[1] else hash(number[0])

    def __ge__(self, other: Value | int | Fraction) -> bool:
        h = _other(other)
        return NotImplemented if h is None else state.engine.geq(self._handle, h)

    def __le__(self, other: Value | int | Fraction) -> bool:
        h = _other(other)
        return NotImplemented if h is None else state.engine.geq(h, self._handle)

    def __gt__(self, other: Value | int | Fraction) -> bool:
        h = _other(other)
        if h is None:
            return NotImplemented
        return bool(self._handle != h) and state.engine.geq(self._handle, h)

    def __lt__(self, other: Value | int | Fraction) -> bool:
        h = _other(other)
        if h is None:
            return NotImplemented
        return bool(self._handle != h) and state.engine.geq(h, self._handle)

    if TYPE_CHECKING:

        @classmethod
        def _of(cls, handle: Handle) -> Self: ...


def _other(other: object) -> Handle | None:
    """Return the handle of the other side of an operator; None if it is not a value."""
    return other._handle if isinstance(other, Operators) else operand(other)
