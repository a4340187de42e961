"""What positions and sums have in common: measures of the value, and making sums."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from farstar.values import Thermograph, Value

if TYPE_CHECKING:
    from farstar.sums import Sum


class Valued:
    """Something that has a value."""

    __slots__ = ()

    @property
    def value(self) -> Value:
        """The value under normal play."""
        raise NotImplementedError(f"expected {type(self).__name__} to define value")

    @property
    def mean(self) -> Fraction:
        """The mean of the value."""
        return self.value.mean

    @property
    def temperature(self) -> Fraction:
        """The temperature of the value."""
        return self.value.temperature

    @property
    def left_stop(self) -> Fraction:
        """The number at which play stops when Left starts."""
        return self.value.left_stop

    @property
    def right_stop(self) -> Fraction:
        """The number at which play stops when Right starts."""
        return self.value.right_stop

    def thermograph(self) -> Thermograph:
        """Return the thermograph of the value."""
        return self.value.thermograph()

    def atomic_weight(self) -> Value:
        """Return the atomic weight of the value, or raise `NotAtomicError`."""
        return self.value.atomic_weight()

    def __add__(self, other: Any) -> Sum:
        from farstar.sums import plus

        total: Sum = plus(self, 1, other)
        return total

    def __radd__(self, other: Any) -> Sum:
        from farstar.sums import plus

        total: Sum = plus(self, 1, other)
        return total

    def __sub__(self, other: Any) -> Sum:
        from farstar.sums import plus

        total: Sum = plus(self, -1, other)
        return total

    def __rsub__(self, other: Any) -> Sum:
        from farstar.sums import plus

        total: Sum = plus(-self, 1, other)
        return total

    def __neg__(self) -> Sum:
        from farstar.sums import times

        total: Sum = times(-1, self)
        return total

    def __pos__(self) -> Valued:
        return self

    def __mul__(self, n: int) -> Sum:
        from farstar.sums import times

        total: Sum = times(n, self)
        return total

    __rmul__ = __mul__
