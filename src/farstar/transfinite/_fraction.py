"""Quotients of surreal numbers with finitely many terms, such as 1/(omega+1).

Such a quotient has infinitely many terms itself. It is kept as numerator and denominator, in
lowest terms unless these take long to find. To find them, numbers are read as polynomials: the
exponents are combinations of powers of omega with rational coefficients, and a variable stands
for each of these powers.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from farstar._equality import refuse_inexact
from farstar._outcome import Outcome, Relation
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.transfinite._surreal import Surreal, SurrealLike, WiderNumber, from_terms
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.transfinite._nimber import Nimber

_MOST_DEGREE = 64
"""Numbers with higher powers are not reduced further than by a common term."""

_MOST_WORK = 5_000
"""Products of terms that one reduction may take; longer ones are left."""

_Monomial = tuple[int, ...]
_Polynomial = Mapping[_Monomial, Fraction]


class SurrealFraction(WiderNumber):
    """A quotient of two surreal numbers, which may have infinitely many terms.

    Parameters
    ----------
    numerator, denominator : SurrealFraction, Surreal, Value, Fraction, int or str
        Numbers; the denominator is not 0. In text, a quotient is written ``1/(omega+1)``.

    Raises
    ------
    IllegalPositionError
        If the denominator is 0.

    Examples
    --------
    >>> x = fs.SurrealFraction(1, "omega+1")
    >>> x, x < fs.Surreal("1/omega"), x + 1
    (SurrealFraction('1', 'omega+1'), True, SurrealFraction('omega+2', 'omega+1'))
    >>> print(x, x * x, fs.SurrealFraction("omega^2-1", "omega+1"))
    1/(omega+1) 1/(omega^2+2omega+1) omega-1
    >>> [str(term) for term in x.expansion(3)]
    ['omega^(-1)', '-omega^(-2)', 'omega^(-3)']
    >>> fs.SurrealFraction("1/(omega+1) - 1/omega") == x - fs.Surreal("1/omega")
    True
    """

    __slots__ = ("denominator", "numerator")
    _noun = "quotient of surreal numbers"
    numerator: Surreal
    """The numerator, whose coefficients are integers without a common factor with the others."""

    denominator: Surreal
    """The denominator, which is positive."""

    def __init__(
        self,
        numerator: SurrealFraction | SurrealLike,
        denominator: SurrealFraction | SurrealLike = 1,
    ) -> None:
        (a, b), (c, d) = _parts(numerator), _parts(denominator)
        top, bottom = a * d, b * c
        if not bottom:
            raise IllegalPositionError("expected a divisor other than 0, got 0")
        top, bottom = _reduced(top, bottom)
        object.__setattr__(self, "numerator", top)
        object.__setattr__(self, "denominator", bottom)

    def __reduce__(self) -> tuple[Any, ...]:
        return SurrealFraction, (self.numerator, self.denominator)

    @property
    def finite(self) -> Surreal | None:
        """The number as a sum of finitely many terms, or None if it has infinitely many.

        Examples
        --------
        >>> fs.SurrealFraction("omega^2-1", "omega-1").finite
        Ordinal('omega+1')
        """
        if len(self.denominator.terms) > 1:
            return None
        return self.numerator / self.denominator

    @property
    def sign(self) -> int:
        """1, 0 or -1."""
        return self.numerator.sign

    @property
    def outcome(self) -> Outcome:
        """Who wins: Left a positive number, Right a negative one, the second player zero."""
        return self.numerator.outcome

    def expansion(self, count: int) -> list[Surreal]:
        """Return the first terms of its Conway normal form.

        Examples
        --------
        >>> fs.SurrealFraction("omega", "omega-2").expansion(3)
        [Ordinal('1'), Surreal('2omega^(-1)'), Surreal('4omega^(-2)')]
        """
        found: list[Surreal] = []
        rest = self.numerator
        (exponent, coefficient), *_ = self.denominator.terms
        while rest and len(found) < count:
            leading, c = rest.terms[0]
            found.append(from_terms([(leading - exponent, c / coefficient)]))
            rest = rest - found[-1] * self.denominator
        return found

    # Order. Denominators are positive, so that products can be compared.

    def compare(self, other: SurrealFraction | Nimber | SurrealLike) -> Relation:
        """Return how it compares with another number, or with any short value.

        Examples
        --------
        >>> x = fs.SurrealFraction(1, "omega+1")
        >>> str(x.compare("1/omega - 1/omega^2")), str(x.compare(fs.Value("*"))), x > fs.Value("^")
        ('>', '>', True)
        """
        if isinstance(other, Value) and not other.is_number:
            for stop, relation in (
                (other.left_stop, Relation.GREATER),
                (other.right_stop, Relation.LESS),
            ):
                if self.compare(stop) is relation:
                    return relation
            if (whole := self.finite) is not None:
                return whole.compare(other)
            return Relation.CONFUSED
        if not isinstance(other, SurrealFraction | Surreal | Value | Fraction | int | str):
            return -other.compare(self)
        difference = self - other
        return (Relation.EQUAL, Relation.GREATER, Relation.LESS)[difference.sign]

    def _related(self, other: object, *relations: Relation) -> bool:
        if isinstance(other, SurrealFraction | Surreal | Value | Fraction | int):
            return self.compare(other) in relations
        refuse_inexact(other, "number")
        unknown: bool = NotImplemented
        return unknown

    def __eq__(self, other: object) -> bool:
        return self._related(other, Relation.EQUAL)

    def __lt__(self, other: object) -> bool:
        return self._related(other, Relation.LESS)

    def __le__(self, other: object) -> bool:
        return self._related(other, Relation.LESS, Relation.EQUAL)

    def __gt__(self, other: object) -> bool:
        return self._related(other, Relation.GREATER)

    def __ge__(self, other: object) -> bool:
        return self._related(other, Relation.GREATER, Relation.EQUAL)

    def __hash__(self) -> int:
        whole = self.finite
        if whole is not None:
            return hash(whole)
        # Equal quotients have the same leading term, also where they were not reduced.
        return hash(tuple(self.expansion(1)))

    def __bool__(self) -> bool:
        return bool(self.numerator)

    # Arithmetic.

    def __pos__(self) -> SurrealFraction:
        return self

    def __neg__(self) -> SurrealFraction:
        return SurrealFraction(-self.numerator, self.denominator)

    def __abs__(self) -> SurrealFraction:
        return -self if self.sign < 0 else self

    def __add__(self, other: SurrealFraction | SurrealLike) -> SurrealFraction:
        y = _fraction(other)
        return SurrealFraction(
            self.numerator * y.denominator + y.numerator * self.denominator,
            self.denominator * y.denominator,
        )

    def __radd__(self, other: SurrealLike) -> SurrealFraction:
        return self + other

    def __sub__(self, other: SurrealFraction | SurrealLike) -> SurrealFraction:
        return self + -_fraction(other)

    def __rsub__(self, other: SurrealLike) -> SurrealFraction:
        return -self + other

    def __mul__(self, other: SurrealFraction | SurrealLike) -> SurrealFraction:
        y = _fraction(other)
        return SurrealFraction(self.numerator * y.numerator, self.denominator * y.denominator)

    def __rmul__(self, other: SurrealLike) -> SurrealFraction:
        return self * other

    def __truediv__(self, other: SurrealFraction | SurrealLike) -> SurrealFraction:
        y = _fraction(other)
        return SurrealFraction(self.numerator * y.denominator, self.denominator * y.numerator)

    def __rtruediv__(self, other: SurrealLike) -> SurrealFraction:
        return _fraction(other) / self

    def __pow__(self, n: int) -> SurrealFraction:
        """Return a power to an integer."""
        if isinstance(n, bool) or not isinstance(n, int):
            raise IllegalPositionError(f"expected an integer as exponent, got {n!r}")
        if n < 0:
            return SurrealFraction(self.denominator**-n, self.numerator**-n)
        return SurrealFraction(self.numerator**n, self.denominator**n)

    # Text.

    def __str__(self) -> str:
        return self._text(str)

    def unicode(self) -> str:
        """Return the number with the letter ω.

        Examples
        --------
        >>> fs.SurrealFraction("2omega", "omega+1").unicode()
        '2ω/(ω+1)'
        """
        return self._text(Surreal.unicode)

    def _text(self, write: Any) -> str:
        whole = self.finite
        if whole is not None:
            return str(write(whole))
        top = write(self.numerator)
        before = f"({top})" if len(self.numerator.terms) > 1 else top
        return f"{before}/({write(self.denominator)})"

    def latex(self) -> str:
        r"""Return the number in LaTeX.

        Examples
        --------
        >>> print(fs.SurrealFraction(1, "omega+1").latex())
        \frac{1}{\omega+1}
        """
        whole = self.finite
        if whole is not None:
            return whole.latex()
        return rf"\frac{{{self.numerator.latex()}}}{{{self.denominator.latex()}}}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __repr__(self) -> str:
        return f"SurrealFraction({str(self.numerator)!r}, {str(self.denominator)!r})"


def _fraction(number: SurrealFraction | SurrealLike) -> SurrealFraction:
    return number if isinstance(number, SurrealFraction) else SurrealFraction(number)


def _parts(number: SurrealFraction | SurrealLike) -> tuple[Surreal, Surreal]:
    """Return numerator and denominator."""
    if isinstance(number, str):
        from farstar.transfinite._notation import read_quotient

        number = read_quotient(number)
    if isinstance(number, SurrealFraction):
        return number.numerator, number.denominator
    return Surreal(number), Surreal(1)


# Lowest terms.


def _reduced(top: Surreal, bottom: Surreal) -> tuple[Surreal, Surreal]:
    """Return numerator and denominator without a common factor; the denominator is positive."""
    if not top:
        return top, Surreal(1)
    # The least power of omega in either becomes 1, and coefficients integers.
    least = min(top.terms[-1][0], bottom.terms[-1][0])
    shift = from_terms([(-least, Fraction(1))])
    polynomials, powers = _polynomials(top * shift, bottom * shift)
    if polynomials is not None:
        above, below = _without_common_factor(*polynomials, len(powers))
        top, bottom = _number(above, powers), _number(below, powers)
        least = min(top.terms[-1][0], bottom.terms[-1][0])
        shift = from_terms([(-least, Fraction(1))])
    else:
        with contextlib.suppress(IllegalPositionError):
            return top / bottom, Surreal(1)
    top, bottom = top * shift, bottom * shift
    coefficients = [Fraction(c) for number in (top, bottom) for _, c in number.terms]
    common_denominator = math.lcm(*(c.denominator for c in coefficients))
    common_numerator = math.gcd(*(int(c * common_denominator) for c in coefficients))
    scale = Fraction(common_denominator, common_numerator) * bottom.sign
    return top * scale, bottom * scale


def _without_common_factor(
    a: _Polynomial, b: _Polynomial, variables: int
) -> tuple[_Polynomial, _Polynomial]:
    """Return two polynomials over their common divisor, or as they are if that takes long."""
    work = _Work()
    try:
        common = _gcd(a, b, variables, work)
        return _quotient(a, common, work), _quotient(b, common, work)
    except BudgetExceeded:
        return a, b


class _Work:
    """Counts products of terms."""

    def __init__(self) -> None:
        self.left = _MOST_WORK

    def spend(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise BudgetExceeded(f"the reduction of a quotient passed its {_MOST_WORK} steps")


def _polynomials(
    *numbers: Surreal,
) -> tuple[tuple[_Polynomial, _Polynomial] | None, list[tuple[Surreal, Fraction]]]:
    """Return two numbers as polynomials, None if the degrees are too high, and the variables.

    A variable is a power of omega, given by its exponent y with a unit u: it stands for
    omega^(u omega^y).
    """
    exponents = [exponent for number in numbers for exponent, _ in number.terms]
    keys = sorted({y for exponent in exponents for y, _ in exponent.terms}, reverse=True)
    units = [
        Fraction(
            1,
            math.lcm(*(Fraction(c).denominator for e in exponents for y, c in e.terms if y == key)),
        )
        for key in keys
    ]
    lowest = [min(Fraction(dict(e.terms).get(key, Fraction(0))) for e in exponents) for key in keys]
    made = []
    for number in numbers:
        polynomial = {}
        for exponent, coefficient in number.terms:
            parts = dict(exponent.terms)
            monomial = tuple(
                int((Fraction(parts.get(key, Fraction(0))) - low) / unit)
                for key, unit, low in zip(keys, units, lowest, strict=True)
            )
            if sum(monomial) > _MOST_DEGREE:
                return None, []
            polynomial[monomial] = Fraction(coefficient)
        made.append(polynomial)
    return (made[0], made[1]), list(zip(keys, units, strict=True))


def _number(polynomial: _Polynomial, powers: list[tuple[Surreal, Fraction]]) -> Surreal:
    return from_terms(
        (
            from_terms([(key, unit * n) for (key, unit), n in zip(powers, monomial, strict=True)]),
            coefficient,
        )
        for monomial, coefficient in polynomial.items()
    )


def _gcd(a: _Polynomial, b: _Polynomial, variables: int, work: _Work) -> _Polynomial:
    """Return the greatest common divisor of two polynomials, up to a constant factor."""
    if not a or not b:
        return a or b
    if variables == 0:
        return {(): Fraction(1)}
    contents = []
    parts = []
    for polynomial in (a, b):
        rows = _rows(polynomial)
        content: _Polynomial = {}
        for row in rows.values():
            content = _gcd(content, row, variables - 1, work)
        contents.append(content)
        parts.append({n: _quotient(row, content, work) for n, row in rows.items()})
    common = _gcd(contents[0], contents[1], variables - 1, work)
    first, second = parts
    if max(first) < max(second):
        first, second = second, first
    while second:
        rest = _remainder(first, second, work)
        content = {}
        for row in rest.values():
            content = _gcd(content, row, variables - 1, work)
        first = second
        second = {n: _quotient(row, content, work) for n, row in rest.items()}
    if max(first) == 0:
        first = {0: {(0,) * (variables - 1): Fraction(1)}}
    return {
        (n, *monomial): c
        for n, row in first.items()
        for monomial, c in _product(row, common, work).items()
    }


_Rows = dict[int, _Polynomial]


def _rows(polynomial: _Polynomial) -> _Rows:
    """Return the coefficients of the powers of the first variable."""
    rows: dict[int, dict[_Monomial, Fraction]] = {}
    for (n, *rest), c in polynomial.items():
        rows.setdefault(n, {})[tuple(rest)] = c
    return dict(rows)


def _remainder(a: _Rows, b: _Rows, work: _Work) -> _Rows:
    """Return the remainder of a multiple of `a` by a polynomial in the coefficients."""
    degree = max(b)
    rest = dict(a)
    while rest and max(rest) >= degree:
        top = max(rest)
        leading, factor = rest[top], b[degree]
        next_rest: _Rows = {}
        for n in {*rest, *(m + top - degree for m in b)}:
            row = _product(rest.get(n, {}), factor, work)
            minus = _product(b.get(n - top + degree, {}), leading, work)
            difference = dict(row)
            for monomial, c in minus.items():
                difference[monomial] = difference.get(monomial, Fraction(0)) - c
            kept = {monomial: c for monomial, c in difference.items() if c}
            if kept:
                next_rest[n] = kept
        rest = next_rest
    return rest


def _product(a: _Polynomial, b: _Polynomial, work: _Work) -> _Polynomial:
    work.spend(len(a) * len(b))
    total: dict[_Monomial, Fraction] = {}
    for x, c in a.items():
        for y, d in b.items():
            monomial = tuple(map(int.__add__, x, y))
            total[monomial] = total.get(monomial, Fraction(0)) + c * d
    return {monomial: c for monomial, c in total.items() if c}


def _quotient(a: _Polynomial, b: _Polynomial, work: _Work) -> _Polynomial:
    """Return the quotient of a polynomial by one that divides it."""
    leading = max(b)
    rest, found = dict(a), {}
    while rest:
        work.spend(len(b))
        top = max(rest)
        step = tuple(map(int.__sub__, top, leading))
        factor = rest[top] / b[leading]
        found[step] = factor
        for monomial, c in b.items():
            at = tuple(map(int.__add__, monomial, step))
            value = rest.get(at, Fraction(0)) - factor * c
            if value:
                rest[at] = value
            else:
                rest.pop(at, None)
    return found
