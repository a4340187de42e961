"""Numbers that are known up to an error."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal
from typing import Literal, NamedTuple

from farstar._arguments import integer
from farstar.errors import BudgetExceeded
from farstar.theory.densities._decimals import precision

_MOST_DIGITS = 60


class Estimate(NamedTuple):
    """A number with a bound of its error.

    Examples
    --------
    >>> third = Estimate(Decimal("0.333334"), Decimal("0.000001"), "proved")
    >>> print(third), Decimal(1) / 3 in third, Decimal("0.3334") in third
    0.333334 +- 0.000001
    (None, True, False)
    """

    value: Decimal
    """The number, rounded."""
    error: Decimal
    """How far the true number is away, at most; 0 for a number that is exact."""
    status: Literal["proved", "numerical"]
    """Whether the error bound is proved, or only what two computations suggest."""

    def __str__(self) -> str:
        return f"{self.value} +- {self.error:f}" if self.error else str(self.value)

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, Decimal | int):
            return False
        with precision(len(self.value.as_tuple().digits) + 50):
            return abs(number - self.value) <= self.error


def wanted_digits(digits: object) -> int:
    """Return the wanted number of digits if it is a sensible one."""
    wanted = integer(digits, 1, "the number of digits")
    if wanted > _MOST_DIGITS:
        raise BudgetExceeded(f"expected at most {_MOST_DIGITS} digits, got {digits!r}")
    return wanted


def rounded(value: Decimal, error: Decimal, digits: int, *, proved: bool) -> Estimate:
    """Return the estimate with so many digits behind the point, its rounding in the error."""
    unit = Decimal(1).scaleb(-digits)
    with precision(digits + 60):
        short = value.quantize(unit, ROUND_HALF_EVEN)
        total = abs(value - short) + error
        bound = total.quantize(unit / 100, ROUND_CEILING)
    return Estimate(short, bound, "proved" if proved else "numerical")


def from_two(coarse: Decimal, fine: Decimal, digits: int) -> Estimate:
    """Return what two computations suggest: ten times their difference is the error."""
    error = 10 * abs(fine - coarse) + Decimal(10) ** (-digits - 2)
    return rounded(fine, error, digits, proved=False)
