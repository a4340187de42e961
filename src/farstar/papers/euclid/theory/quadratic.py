"""Exact numbers r + s sqrt(d): fractions and quadratic surds, with their continued fractions.

>>> golden = Quadratic.parse("(1+sqrt(5))/2")
>>> golden, golden * golden == golden + 1, int(golden)
(Quadratic('(1+sqrt(5))/2'), True, 1)
>>> periodic_continued_fraction(golden + 2)
((3,), (1,))
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt

from farstar._arguments import shown
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError

__all__ = ["Quadratic", "periodic_continued_fraction"]

_MOST_CHARACTERS = 200
_MOST_DIGITS = 12
_MOST_QUOTIENTS = 100_000
_TOKEN = re.compile(r"\s*(sqrt|[0-9]+|[-+*/()])\s*")


@dataclass(frozen=True, slots=True, repr=False)
class Quadratic:
    """The number ``rational + root * sqrt(radicand)``.

    The radicand is an integer without square factors, greater than 1; it is 0 for a fraction.
    Make numbers by `of` or `parse`.

    Examples
    --------
    >>> Quadratic.of(Fraction(1, 2), Fraction(1, 2), 20)
    Quadratic('(1+2*sqrt(5))/2')
    >>> Quadratic.of(3) / 2 < Quadratic.parse("sqrt(3)")
    True
    """

    rational: Fraction
    """The rational part."""
    root: Fraction
    """The factor of the square root."""
    radicand: int
    """What the square root is taken of."""

    @classmethod
    def of(cls, rational: int | Fraction, root: int | Fraction = 0, radicand: int = 0) -> Quadratic:
        """Return ``rational + root * sqrt(radicand)`` with its least radicand.

        Raises
        ------
        IllegalPositionError
            If the radicand is negative.
        BudgetExceeded
            If it has more than twelve digits.
        """
        if radicand < 0:
            raise IllegalPositionError(f"expected a root of a number from 0 on, got {radicand}")
        if radicand >= 10**_MOST_DIGITS:
            raise BudgetExceeded(
                f"expected a root of a number of at most {_MOST_DIGITS} digits, got "
                f"{shown(radicand)}"
            )
        square, rest = _square_part(radicand)
        factor = Fraction(root) * square
        if rest <= 1:
            return cls(Fraction(rational) + factor * rest, Fraction(0), 0)
        return _reduced(Fraction(rational), factor, rest)

    @classmethod
    def parse(cls, text: str) -> Quadratic:
        """Return the number written with integers, ``+ - * /``, ``sqrt`` and parentheses.

        Raises
        ------
        NotationError
            If the text is not such a number.

        Examples
        --------
        >>> Quadratic.parse("sqrt(8)/4"), Quadratic.parse("7/3")
        (Quadratic('sqrt(2)/2'), Quadratic('7/3'))
        """
        return _Reader(text).whole()

    @property
    def is_rational(self) -> bool:
        """Whether it is a fraction."""
        return not self.root

    @property
    def sign(self) -> int:
        """Its sign: 1, 0 or -1."""
        a, b = self.rational, self.root
        if a >= 0 and b >= 0:
            return int(bool(a or b))
        if a <= 0 and b <= 0:
            return -1
        # One is positive and one negative: the larger square decides, and they are not equal.
        return 1 if (a * a > b * b * self.radicand) == (a > 0) else -1

    def __add__(self, other: object) -> Quadratic:
        x = _number(other)
        if x is None:
            return NotImplemented
        radicand = self._common(x)
        return _reduced(self.rational + x.rational, self.root + x.root, radicand)

    def __neg__(self) -> Quadratic:
        return Quadratic(-self.rational, -self.root, self.radicand)

    def __sub__(self, other: object) -> Quadratic:
        x = _number(other)
        return NotImplemented if x is None else self + -x

    def __mul__(self, other: object) -> Quadratic:
        x = _number(other)
        if x is None:
            return NotImplemented
        d = self._common(x)
        return _reduced(
            self.rational * x.rational + self.root * x.root * d,
            self.rational * x.root + self.root * x.rational,
            d,
        )

    def __truediv__(self, other: object) -> Quadratic:
        x = _number(other)
        if x is None:
            return NotImplemented
        norm = x.rational**2 - x.root**2 * x.radicand
        if not norm:
            raise IllegalPositionError("expected a number other than 0 to divide by, got 0")
        return self * Quadratic(x.rational / norm, -x.root / norm, x.radicand)

    def __lt__(self, other: object) -> bool:
        x = _number(other)
        return NotImplemented if x is None else (self - x).sign < 0

    def __gt__(self, other: object) -> bool:
        x = _number(other)
        return NotImplemented if x is None else (self - x).sign > 0

    def __int__(self) -> int:
        """Return the largest integer that is not greater."""
        bottom = self.rational.denominator * self.root.denominator
        p = self.rational.numerator * self.root.denominator
        q = self.root.numerator * self.rational.denominator
        square = isqrt(q * q * self.radicand)
        return (p + (square if q >= 0 else -square - 1)) // bottom

    def _common(self, other: Quadratic) -> int:
        if self.radicand and other.radicand and self.radicand != other.radicand:
            raise IllegalPositionError(
                f"expected multiples of one square root, got sqrt({self.radicand}) and "
                f"sqrt({other.radicand})"
            )
        return self.radicand or other.radicand

    def __str__(self) -> str:
        if self.is_rational:
            return str(self.rational)
        bottom = self.rational.denominator * self.root.denominator
        bottom //= gcd(self.rational.denominator, self.root.denominator)
        p, q = (int(part * bottom) for part in (self.rational, self.root))
        factor = {1: "", -1: "-"}.get(q, f"{q}*")
        top = f"{factor}sqrt({self.radicand})"
        if p:
            top = f"{p}{'+' if q > 0 else ''}{top}"
        if bottom == 1:
            return top
        return f"({top})/{bottom}" if p else f"{top}/{bottom}"

    def __repr__(self) -> str:
        return f"Quadratic({str(self)!r})"


def periodic_continued_fraction(x: Quadratic) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the quotients of a positive number before the period, and those of the period.

    The period of a fraction is empty. That of every other such number is not, by a theorem of
    Lagrange.

    Raises
    ------
    BudgetExceeded
        If there are more than 100,000 quotients.

    Examples
    --------
    >>> periodic_continued_fraction(Quadratic.parse("sqrt(7)"))
    ((2,), (1, 1, 1, 4))
    >>> periodic_continued_fraction(Quadratic.of(Fraction(43, 30)))
    ((1, 2, 3, 4), ())
    """
    places: dict[Quadratic, int] = {}
    quotients: list[int] = []
    while x not in places:
        if len(quotients) >= _MOST_QUOTIENTS:
            raise BudgetExceeded(f"expected a period within {_MOST_QUOTIENTS} quotients, got none")
        places[x] = len(quotients)
        whole = int(x)
        quotients.append(whole)
        rest = x - whole
        if not rest.sign:
            return tuple(quotients), ()
        x = Quadratic.of(1) / rest
    start = places[x]
    return tuple(quotients[:start]), tuple(quotients[start:])


def _square_part(n: int) -> tuple[int, int]:
    """Return s and r with n = s**2 * r, r without square factors."""
    whole = isqrt(n)
    if whole * whole == n:
        return whole, 1
    square, k = 1, 2
    # A square factor with a root beyond the cube root of n would be all of n but a small factor.
    rest = n
    while k * k * k <= rest:
        while rest % (k * k) == 0:
            rest //= k * k
            square *= k
        k += 1
    for small in range(1, k):
        root = isqrt(rest // small)
        if root > 1 and root * root * small == rest:
            return square * root, small
    return square, rest


def _reduced(rational: Fraction, root: Fraction, radicand: int) -> Quadratic:
    return Quadratic(rational, root, radicand if root else 0)


def _number(x: object) -> Quadratic | None:
    if isinstance(x, Quadratic):
        return x
    return Quadratic.of(x) if isinstance(x, int | Fraction) else None


class _Reader:
    """Reads a number by the usual precedence of operators."""

    def __init__(self, text: str) -> None:
        if len(text) > _MOST_CHARACTERS:
            raise NotationError(
                f"expected a number of at most {_MOST_CHARACTERS} characters, got {len(text)}"
            )
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise self._fault("a number such as 3/2 or (1+sqrt(5))/2", place)
            self.tokens.append((match[1], match.start(1)))
            place = match.end()
        self.tokens.append(("", len(text)))
        self.at = 0

    def whole(self) -> Quadratic:
        x = self._sum()
        if self._next():
            raise self._fault("an operator or the end", self.tokens[self.at][1])
        return x

    def _next(self) -> str:
        return self.tokens[self.at][0]

    def _take(self, *wanted: str) -> str:
        token = self._next()
        if token and token in wanted:
            self.at += 1
            return token
        return ""

    def _sum(self) -> Quadratic:
        negative = self._take("+", "-") == "-"
        x = self._product()
        x = -x if negative else x
        while operator := self._take("+", "-"):
            term = self._product()
            x = x + term if operator == "+" else x - term
        return x

    def _product(self) -> Quadratic:
        x = self._factor()
        while operator := self._take("*", "/"):
            factor = self._factor()
            x = x * factor if operator == "*" else x / factor
        return x

    def _factor(self) -> Quadratic:
        token, place = self.tokens[self.at]
        self.at += 1
        if token.isdigit():
            return Quadratic.of(int(token))
        if token == "(":
            return self._closed()
        if token == "sqrt" and self._take("("):
            inner = self._closed()
            if not inner.is_rational or inner.rational.denominator != 1:
                raise self._fault("an integer under the root", place)
            return Quadratic.of(0, 1, int(inner.rational))
        raise self._fault("a number", place)

    def _closed(self) -> Quadratic:
        x = self._sum()
        if not self._take(")"):
            raise self._fault("a closing parenthesis", self.tokens[self.at][1])
        return x

    def _fault(self, wanted: str, place: int) -> NotationError:
        rest = self.text[place : place + 20]
        return NotationError(f"expected {wanted}, got {rest!r}", self.text, place)
