"""Nimbers of any ordinal below omega^(omega^13), as a field.

Nim addition adds ordinals in Cantor normal form without carry: the coefficients of equal powers of
omega are added as finite nimbers. For multiplication, let p be the odd prime number k, where 3 is
number 0. Then the p-th power of omega^(omega^k * p^j) is omega^(omega^k * p^(j-1)) if j > 0, and
otherwise an element a_p, the least ordinal that is no p-th power of smaller ones: a_3 = 2, a_5 = 4,
a_7 = omega+1, and so on. As long as no exponent of such a power reaches p, the product of these
powers and of a finite nimber is the ordinary one.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 6.
.. [2] H. W. Lenstra, Nim multiplication, IHES/M/78/211 (1978).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from farstar._equality import is_number_or_text, refuse_equality
from farstar._immutable import Immutable
from farstar._outcome import Outcome, Relation
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.grundy import nim_product
from farstar.transfinite._surreal import Ordinal, Surreal, SurrealLike, WiderNumber, from_terms
from farstar.values import Value, star

if TYPE_CHECKING:
    from farstar.transfinite._fraction import SurrealFraction

Digits: TypeAlias = tuple[tuple[int, int, int], ...]
"""A power of omega: triples k, j, d for the d-th power of omega^(omega^k * p^j), sorted."""

Element: TypeAlias = dict[Digits, int]
"""The finite nimber before each power of omega."""

PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)

_ROOTS = {
    3: "2",
    5: "4",
    7: "omega+1",
    11: "omega^omega+1",
    13: "omega+4",
    17: "16",
    19: "omega^3+4",
    23: "omega^(omega^3)+1",
    29: "omega^(omega^2)+4",
    31: "omega^omega+1",
    37: "omega^3+4",
    41: "omega^omega+1",
    43: "omega^(omega^2)+1",
}
"""The least ordinal below omega^(omega^k) without a p-th root there, from Conway's book."""

_MOST_PRODUCTS = 2_000_000
"""A product multiplies at most so many terms."""

_LARGEST_DEGREE = 20_000
"""Inverses and roots are found in fields of at most so many dimensions."""


class Nimber(Immutable):
    """A nimber: a heap of Nim whose size may be any ordinal below omega^(omega^13).

    Parameters
    ----------
    heap : Ordinal, int or str
        The size of the heap.

    Examples
    --------
    >>> omega = fs.Nimber("omega")
    >>> omega + 3, omega + omega, omega**3, (omega + 1) * omega**2
    (Nimber('omega+3'), Nimber('0'), Nimber('2'), Nimber('omega^2+2'))
    >>> 1 / omega, omega.square_root(), 1 / omega * omega
    (Nimber('3omega^2'), Nimber('2omega^2'), Nimber('1'))
    """

    __slots__ = ("_heap",)
    _noun = "nimber"
    _heap: Ordinal

    def __init__(self, heap: SurrealLike) -> None:
        if isinstance(heap, str):
            heap = heap.strip().removeprefix("*") or 1
        object.__setattr__(self, "_heap", Ordinal(heap))

    def __reduce__(self) -> tuple[type[Nimber], tuple[Ordinal]]:
        return Nimber, (self._heap,)

    @property
    def heap(self) -> Ordinal:
        """The size of the heap."""
        return self._heap

    @property
    def outcome(self) -> Outcome:
        """Who wins: the first player, unless the heap is empty."""
        return Outcome.N if self._heap else Outcome.P

    @property
    def birthday(self) -> Ordinal:
        """The day on which it is born: the size of the heap."""
        return self._heap

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Nimber):
            return self._heap == other._heap
        if isinstance(other, Value) or is_number_or_text(other):
            advice = "nimber == Nimber({})" if isinstance(other, str) else "nimber.compare({})"
            raise refuse_equality("another nimber", other, advice)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((Nimber, self._heap))

    def compare(self, other: Nimber | SurrealFraction | SurrealLike) -> Relation:
        """Return how it compares with another nimber, a number, or a short value.

        A short game cannot tell an infinite nimber from a finite one that is larger than its
        birthday, a remote star: none of its followers has such a nimber as its value.

        Examples
        --------
        >>> omega = fs.Nimber("omega")
        >>> [str(omega.compare(fs.Value(text))) for text in ("^", "*3", "1/2", "{1|-1}")]
        ['<', '||', '<', '||']
        """
        if isinstance(other, Nimber):
            return Relation.EQUAL if self == other else Relation.CONFUSED
        if not isinstance(other, Value):
            # A nimber lies below every positive number, and above every negative one.
            number = other if isinstance(other, WiderNumber) else Surreal(other)
            return -number.compare(0) if number else self.compare(Value(0))
        if self._heap.is_finite:
            return star(int(self._heap.number)).compare(other)
        return star(2 * other.birthday + 2).compare(other)

    def __bool__(self) -> bool:
        return bool(self._heap)

    def __neg__(self) -> Nimber:
        return self

    def __add__(self, other: Nimber | SurrealLike) -> Nimber:
        total = {exponent: int(c) for exponent, c in self._heap.terms}
        for exponent, c in _heap(other).terms:
            total[exponent] = total.get(exponent, 0) ^ int(c)
        return Nimber(from_terms((e, Fraction(c)) for e, c in total.items() if c))

    __radd__ = __sub__ = __rsub__ = __add__

    def __mul__(self, other: Nimber | SurrealLike) -> Nimber:
        return _nimber(_product(_element(self._heap), _element(_heap(other))))

    __rmul__ = __mul__

    def __truediv__(self, other: Nimber | SurrealLike) -> Nimber:
        divisor = Nimber(_heap(other))
        if not divisor:
            raise IllegalPositionError("expected a nimber other than 0 to divide by, got 0")
        return self * _nimber(_inverse(_element(divisor._heap)))

    def __rtruediv__(self, other: Nimber | SurrealLike) -> Nimber:
        return Nimber(_heap(other)) / self

    def __pow__(self, exponent: int) -> Nimber:
        base = _element((self if exponent >= 0 else 1 / self)._heap)
        left = abs(exponent)
        total: Element = {(): 1}
        while left:
            if left & 1:
                total = _product(total, base)
            base = _square(base)
            left >>= 1
        return _nimber(total)

    def square_root(self) -> Nimber:
        """Return the nimber whose square it is; there is one only.

        Examples
        --------
        >>> root = fs.Nimber("omega^omega").square_root()
        >>> root, root * root
        (Nimber('11omega^(3omega)'), Nimber('omega^omega'))
        """
        *_, last = _conjugates(_element(self._heap))
        return _nimber(last)

    def __str__(self) -> str:
        return self._star(str(self._heap))

    def unicode(self) -> str:
        """Return the nimber with the letter ω."""
        return self._star(self._heap.unicode())

    def latex(self) -> str:
        r"""Return the nimber in LaTeX.

        Examples
        --------
        >>> print(fs.Nimber("omega+1").latex())
        {\ast}(\omega+1)
        """
        text = self._heap.latex()
        bare = self._heap.is_finite or text == r"\omega"
        return rf"{{\ast}}{text if bare else f'({text})'}" if self._heap else "0"

    def _star(self, text: str) -> str:
        if not self._heap:
            return "0"
        if self._heap == 1:
            return "*"
        bare = self._heap.is_finite or text in {"omega", "ω"}
        return f"*{text}" if bare else f"*({text})"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __repr__(self) -> str:
        return f"Nimber({str(self._heap)!r})"


def _heap(number: Nimber | SurrealLike) -> Ordinal:
    return number._heap if isinstance(number, Nimber) else Ordinal(number)


# From ordinals to elements and back.


def _element(ordinal: Ordinal) -> Element:
    return {_digits(exponent): int(c) for exponent, c in ordinal.terms}


def _digits(exponent: Surreal) -> Digits:
    """Return the digits of the exponent of omega, in base p for each power of omega."""
    digits = []
    for power, coefficient in exponent.terms:
        if not power.is_rational or power >= len(PRIMES):
            raise BudgetExceeded(
                f"expected ordinals below omega^(omega^{len(PRIMES)}) in products of nimbers, "
                f"got the exponent {exponent}"
            )
        k = int(power.number)
        left, j = int(coefficient), 0
        while left:
            left, d = divmod(left, PRIMES[k])
            if d:
                digits.append((k, j, d))
            j += 1
    return tuple(sorted(digits))


def _nimber(element: Mapping[Digits, int]) -> Nimber:
    return Nimber(from_terms((_exponent(e), Fraction(c)) for e, c in element.items()))


def _exponent(digits: Digits) -> Surreal:
    return from_terms((Ordinal(k), Fraction(d * PRIMES[k] ** j)) for k, j, d in digits)


# The field.


def _product(first: Element, second: Element) -> Element:
    if len(first) * len(second) > _MOST_PRODUCTS:
        raise BudgetExceeded(f"expected at most {_MOST_PRODUCTS} products of terms of nimbers")
    total: Element = {}
    for left, a in first.items():
        for right, b in second.items():
            _add(total, _power_product(left, right), nim_product(a, b))
    return total


def _square(element: Element) -> Element:
    """Return the square: twice any product of two terms is 0."""
    total: Element = {}
    for power, a in element.items():
        _add(total, _power_product(power, power), nim_product(a, a))
    return total


def _add(total: Element, element: Iterable[tuple[Digits, int]], factor: int) -> None:
    """Add a multiple of an element to another one."""
    for power, c in element:
        coefficient = total.get(power, 0) ^ nim_product(c, factor)
        if coefficient:
            total[power] = coefficient
        else:
            total.pop(power, None)


@cache
def _power_product(left: Digits, right: Digits) -> tuple[tuple[Digits, int], ...]:
    """Return the product of two powers of omega."""
    digits = {(k, j): d for k, j, d in left}
    for k, j, d in right:
        digits[k, j] = digits.get((k, j), 0) + d
    factors: list[Element] = []
    # A digit that reaches p is carried to the next smaller power, or becomes a factor a_p.
    for k in range(len(PRIMES)):
        places = [j for kk, j in digits if kk == k]
        for j in range(max(places, default=-1), -1, -1):
            d = digits.get((k, j), 0)
            if d >= PRIMES[k]:
                digits[k, j] = d - PRIMES[k]
                if j:
                    digits[k, j - 1] = digits.get((k, j - 1), 0) + 1
                else:
                    factors.append(_root(PRIMES[k]))
    power = tuple(sorted((k, j, d) for (k, j), d in digits.items() if d))
    total: Element = {power: 1}
    for factor in factors:
        total = _product(total, factor)
    return tuple(total.items())


@cache
def _root(prime: int) -> Element:
    return _element(Ordinal(_ROOTS[prime]))


def _conjugates(element: Element) -> list[Element]:
    """Return the element, its square, the square of that, and so on, before they repeat."""
    met = [element]
    while (square := _square(met[-1])) != element:
        met.append(square)
        if len(met) > _LARGEST_DEGREE:
            raise BudgetExceeded(
                f"expected a nimber in a field of degree at most {_LARGEST_DEGREE}"
            )
    return met


def _inverse(element: Element) -> Element:
    """Return the inverse, the product of all conjugates but the element over its norm, 1.

    In the field with 2^n elements x^(2^n - 2) inverts x, and 2^n - 2 is the sum of 2, 4, ...,
    2^(n-1).
    """
    total: Element = {(): 1}
    for conjugate in _conjugates(element)[1:]:
        total = _product(total, conjugate)
    return total
