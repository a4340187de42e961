"""Surreal numbers that are finite sums of rational multiples of powers of omega, and ordinals.

Every surreal number has a Conway normal form, a sum of terms r * omega^y with real coefficients r
and decreasing exponents y, which are surreal numbers themselves. Here the sum is finite, the
coefficients are rational, and the exponents are numbers of the same kind. An ordinal is such a
number whose coefficients are positive integers and whose exponents are ordinals: this is its
Cantor normal form, and the sum and the product of surreal numbers are its natural ones.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapters 0 to 3.
.. [2] H. Gonshor, An Introduction to the Theory of Surreal Numbers, Cambridge (1986).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from farstar._equality import refuse_inexact
from farstar._immutable import Immutable
from farstar._outcome import Outcome, Relation
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.transfinite._fraction import SurrealFraction
    from farstar.transfinite._nimber import Nimber
    from farstar.transfinite._signs import SignExpansion

_MOST_TERMS = 4096
"""The terms of a number, and those that are multiplied out, are at most so many."""

_MOST_NESTED = 64
"""Exponents are nested at most so deeply."""

Term: TypeAlias = "tuple[Surreal, Fraction]"
"""An exponent and its coefficient."""

SurrealLike: TypeAlias = "Surreal | Value | Fraction | int | str"
"""What a surreal number is made of: a short value must be a number."""


class WiderNumber(Immutable):
    """A number that knows how to calculate with surreal numbers, which leave it to it."""

    __slots__ = ()


class Surreal(Immutable):
    """A surreal number with finitely many terms and rational coefficients.

    A number that is an ordinal is an `Ordinal`, whatever it was computed from.

    Parameters
    ----------
    number : Surreal, Value, Fraction, int or str
        The number. In text ``omega``, ``w`` or ``ω`` is the first infinite ordinal, and ``^`` a
        power: ``omega^2+3``, ``omega/2``, ``3omega^(1/2) - 1/omega``.

    Raises
    ------
    NotationError
        If text cannot be read.
    IllegalPositionError
        If a short value is not a number.

    Examples
    --------
    >>> root = fs.Surreal("omega^(1/2)")
    >>> root * root, root / 2 < fs.Ordinal("omega"), (root + 1) * (root - 1)
    (Ordinal('omega'), True, Surreal('omega-1'))
    >>> fs.Surreal("1/omega") > 0, fs.Surreal("1/omega") < fs.Value("1/1024")
    (True, True)
    """

    __slots__ = ("_depth", "_hash", "_terms")
    _noun = "surreal number"
    _depth: int
    _hash: int
    _terms: tuple[Term, ...]

    def __new__(cls, number: SurrealLike = 0) -> Surreal:
        """Return the number, as an `Ordinal` if it is one."""
        made = _number(number)
        if not isinstance(made, cls):
            raise IllegalPositionError(f"expected an ordinal, got {str(made)!r}")
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return from_terms, (self._terms,)

    # What it is.

    @property
    def terms(self) -> tuple[tuple[Surreal, Fraction], ...]:
        """The exponents of omega, in decreasing order, each with its coefficient.

        Examples
        --------
        >>> fs.Surreal("omega/2 - 3").terms
        ((Ordinal('1'), Fraction(1, 2)), (Ordinal('0'), Fraction(-3, 1)))
        """
        return self._terms

    @property
    def sign(self) -> int:
        """1, 0 or -1."""
        if not self._terms:
            return 0
        return 1 if self._terms[0][1] > 0 else -1

    @property
    def outcome(self) -> Outcome:
        """Who wins: Left a positive number, Right a negative one, the second player zero.

        Examples
        --------
        >>> str(fs.Surreal("1/omega - 1/omega^2").outcome)
        'L'
        """
        return (Outcome.P, Outcome.L, Outcome.R)[self.sign]

    @property
    def is_ordinal(self) -> bool:
        """Whether it is an ordinal."""
        return isinstance(self, Ordinal)

    @property
    def is_generalised_ordinal(self) -> bool:
        """Whether it is a sum of ordinals and their negatives.

        Examples
        --------
        >>> fs.Surreal("omega^2 - 3omega + 1").is_generalised_ordinal
        True
        >>> fs.Surreal("omega/2").is_generalised_ordinal
        False
        """
        return all(e.is_ordinal and c.denominator == 1 for e, c in self._terms)

    @property
    def is_rational(self) -> bool:
        """Whether it is an ordinary rational number."""
        return all(not exponent._terms for exponent, _ in self._terms)

    @property
    def is_infinite(self) -> bool:
        """Whether its absolute value is greater than every integer."""
        return bool(self._terms) and self._terms[0][0].sign > 0

    @property
    def is_infinitesimal(self) -> bool:
        """Whether its absolute value is less than every positive rational number.

        Examples
        --------
        >>> fs.Surreal("1/omega").is_infinitesimal, fs.Surreal("1/1000").is_infinitesimal
        (True, False)
        """
        return not self._terms or self._terms[0][0].sign < 0

    @property
    def number(self) -> Fraction:
        """The number as a Fraction, if it is rational.

        Raises
        ------
        IllegalPositionError
            If it is not.
        """
        if not self.is_rational:
            raise IllegalPositionError(f"expected a rational number, got {str(self)!r}")
        return self._terms[0][1] if self._terms else Fraction(0)

    @property
    def birthday(self) -> Ordinal:
        """The day on which it is born: the length of its sign expansion.

        Examples
        --------
        >>> [str(fs.Surreal(text).birthday) for text in ("3/4", "1/3", "omega-1", "omega/2")]
        ['3', 'omega', 'omega+1', '2omega']
        """
        from farstar.transfinite._signs import birthday

        return birthday(self)

    def sign_expansion(self) -> SignExpansion:
        """Return the runs of equal signs of its sign expansion, with their lengths.

        Raises
        ------
        IllegalPositionError
            If there are infinitely many runs: a coefficient is not dyadic.

        Examples
        --------
        >>> print(fs.Surreal("omega - 1/4").sign_expansion())
        +^omega -^1 +^2
        """
        from farstar.transfinite._signs import sign_expansion

        return sign_expansion(self)

    # Order.

    def compare(self, other: SurrealFraction | Nimber | SurrealLike) -> Relation:
        """Return how it compares with another number, or with any short value.

        A number x that is not a stop of a short game G is greater than G if it is greater than
        its Left stop, less if it is less than its Right stop, and confused with G in between.

        Examples
        --------
        >>> third = fs.Surreal("1/3")
        >>> [str(third.compare(text)) for text in ("omega", "1/4")]
        ['<', '>']
        >>> str(third.compare(fs.Value("+-1"))), str(third.compare(fs.Value("{1/2|1/4} + *2")))
        ('||', '||')
        """
        if isinstance(other, Value) and not other.is_number:
            return self._compare_with_game(other)
        if not isinstance(other, Surreal | Value | Fraction | int | str):
            return -other.compare(self)
        difference = self - other
        return (Relation.EQUAL, Relation.GREATER, Relation.LESS)[difference.sign]

    def _compare_with_game(self, game: Value) -> Relation:
        if self > game.left_stop:
            return Relation.GREATER
        if self < game.right_stop:
            return Relation.LESS
        if game.right_stop < self < game.left_stop:
            return Relation.CONFUSED
        return Value(self.number).compare(game)

    def _related(self, other: object, *relations: Relation) -> bool:
        if isinstance(other, Surreal | Value | Fraction | int):
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
        return self._hash

    def __bool__(self) -> bool:
        return bool(self._terms)

    # Arithmetic.

    def __pos__(self) -> Surreal:
        return self

    def __neg__(self) -> Surreal:
        return from_terms([(exponent, -c) for exponent, c in self._terms])

    def __abs__(self) -> Surreal:
        return -self if self.sign < 0 else self

    def __add__(self, other: SurrealLike) -> Surreal:
        if isinstance(other, WiderNumber):
            return NotImplemented
        return from_terms([*self._terms, *_number(other)._terms])

    def __radd__(self, other: SurrealLike) -> Surreal:
        return self + other

    def __sub__(self, other: SurrealLike) -> Surreal:
        if isinstance(other, WiderNumber):
            return NotImplemented
        return self + -_number(other)

    def __rsub__(self, other: SurrealLike) -> Surreal:
        return -self + other

    def __mul__(self, other: SurrealLike) -> Surreal:
        if isinstance(other, WiderNumber):
            return NotImplemented
        factor = _number(other)
        _require_room(len(self._terms) * len(factor._terms))
        return from_terms([(a + b, c * d) for a, c in self._terms for b, d in factor._terms])

    def __rmul__(self, other: SurrealLike) -> Surreal:
        return self * other

    def __truediv__(self, other: SurrealLike) -> Surreal:
        """Return the quotient, if it has finitely many terms.

        Raises
        ------
        IllegalPositionError
            If the divisor is 0, or no quotient with at most as many terms as are allowed exists.
        """
        if isinstance(other, WiderNumber):
            return NotImplemented
        divisor = _number(other)
        if not divisor:
            raise IllegalPositionError("expected a divisor other than 0, got 0")
        (exponent, coefficient), *rest = divisor._terms
        quotient: list[Term] = []
        remainder = self
        # Each step removes the leading term. Without further terms in the divisor none is added.
        while remainder and (not rest or len(quotient) <= _MOST_QUOTIENT):
            leading, c = remainder._terms[0]
            step = (leading - exponent, c / coefficient)
            quotient.append(step)
            remainder = remainder - from_terms([step]) * divisor
        if remainder:
            raise IllegalPositionError(
                f"expected a quotient with at most {_MOST_QUOTIENT} terms, "
                f"got {self} / ({divisor}); use fs.SurrealFraction"
            )
        return from_terms(quotient)

    def __rtruediv__(self, other: SurrealLike) -> Surreal:
        return _number(other) / self

    def __pow__(self, exponent: SurrealLike) -> Surreal:
        """Return a power: of any number to an integer, of a power of omega to any number.

        Examples
        --------
        >>> fs.Surreal("omega+1") ** 2, fs.Ordinal("omega") ** fs.Surreal("-1/2")
        (Ordinal('omega^2+2omega+1'), Surreal('omega^(-1/2)'))
        """
        to = _number(exponent)
        if len(self._terms) == 1 and self._terms[0][1] == 1:
            return from_terms([(self._terms[0][0] * to, Fraction(1))])
        if not to.is_rational or to.number.denominator != 1:
            raise IllegalPositionError(
                f"expected an integer as exponent of {self}, got {str(to)!r}"
            )
        n = int(to.number)
        return _integer_power(self if n >= 0 else 1 / self, abs(n))

    def __rpow__(self, base: SurrealLike) -> Surreal:
        return _number(base) ** self

    # Text.

    def __str__(self) -> str:
        from farstar.transfinite._notation import ASCII, written

        return written(self, ASCII)

    def unicode(self) -> str:
        """Return the number with the letter ω.

        Examples
        --------
        >>> fs.Surreal("omega^2+3").unicode()
        'ω^2+3'
        """
        from farstar.transfinite._notation import UNICODE, written

        return written(self, UNICODE)

    def latex(self) -> str:
        r"""Return the number in LaTeX.

        Examples
        --------
        >>> print(fs.Surreal("omega^(omega+1)/2-1").latex())
        \frac{1}{2}\omega^{\omega+1}-1
        """
        from farstar.transfinite._notation import LATEX, written

        return written(self, LATEX)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Ordinal(Surreal):
    """An ordinal number below epsilon 0, in Cantor normal form.

    ``+``, ``*`` and ``**`` are the natural operations, those of surreal numbers, and ``-`` leaves
    the ordinals; the ordinary ones, which depend on the order, have names of their own.

    Examples
    --------
    >>> omega = fs.Ordinal("omega")
    >>> 1 + omega, fs.Ordinal(1).ordinary_sum(omega), omega.ordinary_product(2)
    (Ordinal('omega+1'), Ordinal('omega'), Ordinal('2omega'))
    >>> fs.Ordinal(2).ordinary_product(omega), fs.Ordinal(2).ordinary_power(omega)
    (Ordinal('omega'), Ordinal('omega'))
    >>> fs.Ordinal("omega - 1")
    Traceback (most recent call last):
    ...
    farstar.errors.IllegalPositionError: expected an ordinal, got 'omega-1'
    """

    __slots__ = ()
    _noun = "ordinal"

    if TYPE_CHECKING:

        def __new__(cls, number: SurrealLike = 0) -> Ordinal:
            """Return the ordinal."""

    @property
    def is_finite(self) -> bool:
        """Whether it is a natural number."""
        return not self.is_infinite

    @property
    def is_limit(self) -> bool:
        """Whether it is neither 0 nor a successor."""
        return bool(self._terms) and bool(self._terms[-1][0])

    def ordinary_sum(self, other: SurrealLike) -> Ordinal:
        """Return the ordinal of this one followed by the other.

        Examples
        --------
        >>> fs.Ordinal("omega^2+omega+5").ordinary_sum("omega+1")
        Ordinal('omega^2+2omega+1')
        """
        second = Ordinal(other)
        if not second:
            return self
        leading = second._terms[0][0]
        return _ordinal([*(t for t in self._terms if t[0] >= leading), *second._terms])

    def ordinary_product(self, other: SurrealLike) -> Ordinal:
        """Return the ordinal of as many copies of this one as the other says.

        Examples
        --------
        >>> fs.Ordinal("omega+1").ordinary_product("omega+2")
        Ordinal('omega^2+2omega+1')
        """
        second = Ordinal(other)
        if not self or not second:
            return Ordinal(0)
        leading, coefficient = self._terms[0]
        total: list[Term] = []
        for exponent, c in second._terms:
            if exponent:
                total.append((Ordinal(leading).ordinary_sum(exponent), c))
            else:
                total += [(leading, coefficient * c), *self._terms[1:]]
        return _ordinal(total)

    def ordinary_power(self, other: SurrealLike) -> Ordinal:
        """Return the ordinary power.

        Examples
        --------
        >>> fs.Ordinal("omega+1").ordinary_power(2), fs.Ordinal(3).ordinary_power("omega^2+1")
        (Ordinal('omega^2+omega+1'), Ordinal('3omega^omega'))
        >>> fs.Ordinal("2omega+1").ordinary_power("omega")
        Ordinal('omega^omega')
        """
        exponent = Ordinal(other)
        if not exponent or self == 1:
            return Ordinal(1)
        if not self:
            return self
        limit = [(e, c) for e, c in exponent._terms if e]
        finite = int(exponent._terms[-1][1]) if len(limit) < len(exponent._terms) else 0
        total = Ordinal(1)
        if limit and self.is_finite:
            # n^omega is omega, so n^(omega^e c) is omega^(omega^(e-1) c), and e-1 is e if infinite.
            lowered = [(e if e.is_infinite else e - 1, c) for e, c in limit]
            total = _ordinal([(_ordinal(lowered), Fraction(1))])
        elif limit:
            # The limit of a^n for a = omega^e c + ... is that of omega^(e n).
            leading = Ordinal(self._terms[0][0])
            total = _ordinal([(leading.ordinary_product(_ordinal(limit)), Fraction(1))])
        return total.ordinary_product(_ordinary_integer_power(self, finite))


_MOST_QUOTIENT = 256
"""The terms of a quotient by a number with several terms are at most so many."""


def from_terms(terms: Iterable[Term]) -> Surreal:
    """Return the sum of terms, which may have equal exponents, in any order."""
    together: dict[Surreal, Fraction] = {}
    for exponent, coefficient in terms:
        together[exponent] = together.get(exponent, Fraction(0)) + coefficient
    _require_room(len(together))
    kept = [(e, c) for e, c in together.items() if c]
    ordered = tuple(sorted(kept, key=lambda term: term[0], reverse=True))
    return _made(ordered)


def _made(terms: tuple[Term, ...]) -> Surreal:
    """Return the number with terms in decreasing order, as an ordinal if it is one."""
    depth = 1 + max((exponent._depth for exponent, _ in terms if exponent), default=0)
    if depth > _MOST_NESTED:
        raise BudgetExceeded(f"expected exponents nested at most {_MOST_NESTED} deep")
    is_ordinal = all(
        isinstance(exponent, Ordinal) and c > 0 and c.denominator == 1 for exponent, c in terms
    )
    made = object.__new__(Ordinal if is_ordinal else Surreal)
    object.__setattr__(made, "_terms", terms)
    object.__setattr__(made, "_depth", depth if terms else 0)
    # A rational number is equal to the Fraction, and has its hash.
    is_rational = all(not exponent._terms for exponent, _ in terms)
    key: object = terms if not is_rational else terms[0][1] if terms else 0
    object.__setattr__(made, "_hash", hash(key))
    return made


def _ordinal(terms: Iterable[Term]) -> Ordinal:
    made = from_terms(terms)
    assert isinstance(made, Ordinal)
    return made


def _number(number: SurrealLike) -> Surreal:
    if isinstance(number, Surreal):
        return number
    if isinstance(number, str):
        from farstar.transfinite._notation import read_number

        return read_number(number)
    if isinstance(number, Value):
        if not number.is_number:
            raise IllegalPositionError(f"expected a number, got {str(number)!r}")
        number = number.number
    if isinstance(number, bool) or not isinstance(number, int | Fraction):
        _refuse(number)
    return _made(((_ZERO, Fraction(number)),) if number else ())


def _refuse(given: object) -> NoReturn:
    raise TypeError(f"expected a number, a short value or text, got {given!r}")


def _require_room(terms: int) -> None:
    if terms > _MOST_TERMS:
        raise BudgetExceeded(f"expected a number with at most {_MOST_TERMS} terms, got {terms}")


def _integer_power(base: Surreal, exponent: int) -> Surreal:
    total = Surreal(1)
    while exponent:
        if exponent & 1:
            total = total * base
        exponent >>= 1
        base = base * base if exponent else base
    return total


def _ordinary_integer_power(base: Ordinal, exponent: int) -> Ordinal:
    total = Ordinal(1)
    while exponent:
        if exponent & 1:
            total = total.ordinary_product(base)
        exponent >>= 1
        base = base.ordinary_product(base) if exponent else base
    return total


_ZERO = _made(())
