"""Values with their operators: what `+`, `-` and `>=` do, and which numbers they take."""

from __future__ import annotations

from operator import index

from farstar._equality import no_order, refuse_equality
from farstar._lazy import TYPE_CHECKING
from farstar.engine import Dyadic, Handle, state
from farstar.errors import NotationError
from farstar.values._operations import number

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Self, TypeGuard

    from farstar.values._value import Value


# Fractions are imported only where they are needed: the import takes a third of the time of a
# first value.


def fraction(x: Dyadic) -> Fraction:
    """Return the dyadic number `x` as a Fraction."""
    from fractions import Fraction

    return Fraction(x[0], 1 << x[1])


def dyadic(x: Fraction) -> Dyadic | None:
    """Return `x` as a dyadic pair, or None if its denominator is not a power of two."""
    denominator = x.denominator
    if denominator & (denominator - 1):
        return None
    return x.numerator, denominator.bit_length() - 1


def operand(x: object) -> Handle | None:
    """Return the game equal to the int or Fraction `x`; None for everything else.

    This is what an operator such as ``+`` accepts next to a Value. A bool is not a number here.
    """
    if type(x) is int:
        return state.engine.compact(x, 0, 0, 0)
    n = integer(x)
    if n is not None:
        return state.engine.compact(n, 0, 0, 0)
    pair = dyadic(x) if _is_fraction(x) else None
    return None if pair is None else state.engine.compact(pair[0], pair[1], 0, 0)


def integer(x: object) -> int | None:
    """Return `x` as an int if it is one, or like one; a bool is not."""
    if type(x) is int:
        return x
    if isinstance(x, bool):
        return None
    try:
        return index(x)  # type: ignore[arg-type]
    except TypeError:
        return None


def number_repr(x: object) -> str:
    """Return how an error message shows `x`: Python refuses to write very long integers."""
    bits = 0
    if isinstance(x, int) or _is_fraction(x):
        bits = max(x.numerator.bit_length(), x.denominator.bit_length())
    return repr(x) if bits <= 256 else f"a number of {bits} bits"


def _is_fraction(x: object) -> TypeGuard[Fraction]:
    from fractions import Fraction

    return isinstance(x, Fraction)


def number_handle(x: object) -> Handle:
    """Return the game equal to the number `x`, or say why it is refused."""
    handle = operand(x)
    if handle is not None:
        return handle
    if _is_fraction(x):
        raise NotationError(
            f"expected a dyadic rational (the denominator a power of two), got {number_repr(x)}"
        )
    if isinstance(x, float):
        raise TypeError(f"expected an exact number, got the float {x!r}: use a Fraction")
    raise TypeError(f"expected a Value, an int, a Fraction or text, got {x!r}")


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
        return number(self._handle) != (0, 0)

    def __eq__(self, other: object) -> bool:
        h = _other(other)
        if h is not None:
            return bool(self._handle == h)
        if isinstance(other, str | float):
            raise refuse_equality("a value or an exact number", other, "value.is_equal_to({})")
        return NotImplemented

    def __hash__(self) -> int:
        # An equal int or Fraction has the same hash.
        x = number(self._handle)
        if x is None:
            return hash(self._handle)
        return hash(fraction(x)) if x[1] else hash(x[0])

    def __ge__(self, other: Value | int | Fraction) -> bool:
        h = _other(other)
        return no_order(">=", other, "value") if h is None else state.engine.geq(self._handle, h)

    def __le__(self, other: Value | int | Fraction) -> bool:
        h = _other(other)
        return no_order("<=", other, "value") if h is None else state.engine.geq(h, self._handle)

    def __gt__(self, other: Value | int | Fraction) -> bool:
        h = _other(other)
        if h is None:
            return no_order(">", other, "value")
        return bool(self._handle != h) and state.engine.geq(self._handle, h)

    def __lt__(self, other: Value | int | Fraction) -> bool:
        h = _other(other)
        if h is None:
            return no_order("<", other, "value")
        return bool(self._handle != h) and state.engine.geq(h, self._handle)

    if TYPE_CHECKING:

        @classmethod
        def _of(cls, handle: Handle) -> Self: ...


def _other(other: object) -> Handle | None:
    """Return the handle of the other side of an operator; None if it is not a value."""
    return other._handle if isinstance(other, Operators) else operand(other)


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
