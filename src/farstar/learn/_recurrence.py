"""Guessing rules for a sequence: periods, linear recurrences and formulas in n.

Each guess is fitted to as few terms as possible and tested on all others. `spare` counts the
terms that a guess explains though it was not fitted to them; with too few of them there is no
guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, zip_longest
from typing import Any, TypeAlias

Term: TypeAlias = Fraction | str
"""A number, or the text of something that is none."""

_PRIME = 2**61 - 1
_LEAST_SPARE = 4
_MOST_ORDER = 200
_MOST_DEGREE = 20
_MOST_MODULUS = 24
_MOST_EXCEPTIONS = 12


def signed_sum(terms: Iterable[tuple[Fraction, str]]) -> str:
    """Return a sum of coefficients with names, or without one, as text.

    Examples
    --------
    >>> signed_sum([(Fraction(-1), "n^2"), (Fraction(0), "n"), (Fraction(1, 2), "")])
    '-n^2 + 1/2'
    """
    text = ""
    for coefficient, name in terms:
        if coefficient:
            size = str(abs(coefficient))
            body = size if not name else name if size == "1" else f"{size}*{name}"
            minus = coefficient < 0
            text += f" {'-' if minus else '+'} {body}" if text else f"{'-' if minus else ''}{body}"
    return text or "0"


@dataclass(frozen=True)
class Polynomial:
    """A polynomial in n.

    Examples
    --------
    >>> p = Polynomial((Fraction(1), Fraction(0), Fraction(1, 2)))
    >>> print(p, p(4), p.degree)
    1/2*n^2 + 1 9 2
    """

    coefficients: tuple[Fraction, ...]
    """Those of 1, n, n^2, ...; the last is not 0."""

    @property
    def degree(self) -> int:
        """The degree; -1 for the polynomial 0."""
        return len(self.coefficients) - 1

    def __call__(self, n: int) -> Fraction:
        """Return the value at n."""
        value = Fraction(0)
        for coefficient in reversed(self.coefficients):
            value = value * n + coefficient
        return value

    def __str__(self) -> str:
        powers = [f"n^{power}" for power in range(len(self.coefficients))]
        names = ["", "n", *powers[2:]]
        return signed_sum(zip(reversed(self.coefficients), names[self.degree :: -1], strict=True))


@dataclass(frozen=True)
class Periodicity:
    """The terms repeat, or repeat with the same amount added each time."""

    first: int
    """The index from which on this holds."""
    period: int
    saltus: Fraction
    """What is added after each period."""
    spare: int

    def __str__(self) -> str:
        added = f" + {self.saltus}" if self.saltus > 0 else f" - {-self.saltus}"
        tail = added if self.saltus else ""
        return f"a(n+{self.period}) = a(n){tail} for n >= {self.first}"


@dataclass(frozen=True)
class Recurrence:
    """A linear recurrence with constant coefficients."""

    first: int
    """The index from which on this holds."""
    coefficients: tuple[Fraction, ...]
    """Those of a(n-1), a(n-2), ..."""
    spare: int

    def __str__(self) -> str:
        terms = [(c, f"a(n-{i})") for i, c in enumerate(self.coefficients, start=1)]
        return f"a(n) = {signed_sum(terms)} for n >= {self.first}"


@dataclass(frozen=True)
class Formula:
    """A polynomial in n for each remainder of n modulo some number."""

    first: int
    """The index from which on this holds."""
    polynomials: tuple[Polynomial, ...]
    """The polynomial for n = 0, 1, 2, ... modulo their number."""
    spare: int

    def __str__(self) -> str:
        modulus = len(self.polynomials)
        if modulus == 1:
            text = f"a(n) = {self.polynomials[0]}"
        else:
            text = "a(n) = " + ", ".join(
                f"{polynomial} if n = {remainder} mod {modulus}"
                for remainder, polynomial in enumerate(self.polynomials)
            )
        return f"{text} for n >= {self.first}"


def periodicity(terms: Sequence[Term], offset: int) -> Periodicity | None:
    """Return the least period, with the terms before it; it must cover half of the terms."""
    count = len(terms)
    for period in range(1, count // 2):
        last, before = terms[-1], terms[-1 - period]
        saltus = Fraction(0)
        if last != before:
            if isinstance(last, str) or isinstance(before, str):
                continue
            saltus = last - before
        first = count - period
        while first > 0 and _rises(terms[first - 1], terms[first - 1 + period], saltus):
            first -= 1
        if 2 * first <= count and count - first >= 2 * period + 2:
            return Periodicity(first + offset, period, saltus, count - first - period)
    return None


def _rises(before: Term, after: Term, saltus: Fraction) -> bool:
    if isinstance(before, str) or isinstance(after, str):
        return not saltus and before == after
    return after == before + saltus


def recurrence(terms: Sequence[Fraction], offset: int) -> Recurrence | None:
    """Return the shortest linear recurrence, if enough terms confirm it.

    Its order is found modulo a large prime, its coefficients from the first terms as fractions,
    and all terms are tested.
    """
    if any(term.denominator % _PRIME == 0 for term in terms):
        return None
    # So many terms settle every order that is allowed.
    begun = terms[: 2 * _MOST_ORDER + _LEAST_SPARE]
    order = len(_massey([t.numerator * pow(t.denominator, -1, _PRIME) for t in begun], _PRIME))
    if order > _MOST_ORDER or len(begun) - 2 * order < _LEAST_SPARE:
        return None
    fitted = _massey(terms[: 2 * order], None)
    if len(fitted) != order or not all(
        terms[n] == sum(c * terms[n - i] for i, c in enumerate(fitted, start=1))
        for n in range(order, len(terms))
    ):
        return None
    spare = len(terms) - 2 * order
    return Recurrence(order + offset, tuple(Fraction(c) for c in fitted), spare)


def _massey(terms: Sequence[Any], prime: int | None) -> list[Any]:
    """Return the shortest recurrence of the terms, by the algorithm of Berlekamp and Massey.

    The terms are fractions, or integers modulo a prime.
    """

    def reduced(number: Any) -> Any:
        return number if prime is None else number % prime

    current: list[Any] = []
    previous: list[Any] = []
    failed, error_then = -1, None
    for i, term in enumerate(terms):
        error = reduced(term - sum(c * terms[i - 1 - j] for j, c in enumerate(current)))
        if not error:
            continue
        if error_then is None:
            current, failed, error_then = [0] * (i + 1), i, error
            continue
        scale = error / error_then if prime is None else error * pow(error_then, -1, prime)
        change = [0] * (i - failed - 1) + [scale] + [-scale * c for c in previous]
        summed = [reduced(a + b) for a, b in zip_longest(change, current, fillvalue=0)]
        if i - len(current) > failed - len(previous):
            previous, failed, error_then = current, i, error
        current = summed
    return current


def formula(terms: Sequence[Fraction], offset: int) -> Formula | None:
    """Return a polynomial for each remainder modulo the least number that will do.

    A few terms at the beginning may be exceptions.
    """
    count = len(terms)
    for modulus in range(1, min(_MOST_MODULUS, count // 4) + 1):
        for first in range(min(_MOST_EXCEPTIONS, count // 4) + 1):
            fitted = _fitted(terms[first:], offset + first, modulus)
            if fitted is not None:
                return Formula(offset + first, *fitted)
    return None


def _fitted(
    terms: Sequence[Fraction], first: int, modulus: int
) -> tuple[tuple[Polynomial, ...], int] | None:
    polynomials: list[Polynomial] = []
    spare = 0
    for remainder in range(modulus):
        start = (remainder - first) % modulus
        chosen = terms[start::modulus]
        # At least two terms must confirm each polynomial.
        most_degree = min(len(chosen) - 3, _MOST_DEGREE)
        begun = chosen[: most_degree + 3]
        polynomial = _interpolated(begun, first + start, modulus, most_degree)
        if polynomial is None or any(
            polynomial(first + start + i * modulus) != term
            for i, term in enumerate(chosen[len(begun) :], start=len(begun))
        ):
            return None
        polynomials.append(polynomial)
        spare += len(chosen) - 1 - polynomial.degree
    return (tuple(polynomials), spare) if spare >= _LEAST_SPARE else None


def _interpolated(
    terms: Sequence[Fraction], first: int, step: int, most_degree: int
) -> Polynomial | None:
    """Return the polynomial of least degree with these values at first, first + step, ...

    There is none if its degree would be too large.
    """
    differences: list[Fraction] = []
    row = list(terms)
    while any(row):
        if len(differences) > most_degree:
            return None
        differences.append(row[0])
        row = [b - a for a, b in pairwise(row)]
    # Newton's form, from the highest difference down: p -> p * (n - x_k) / ((k + 1) step) + d_k.
    coefficients: list[Fraction] = []
    for k in range(len(differences) - 1, -1, -1):
        point = first + k * step
        scale = Fraction(1, (k + 1) * step)
        raised = [Fraction(0), *coefficients]
        lowered = [*coefficients, Fraction(0)]
        coefficients = [(a - point * b) * scale for a, b in zip(raised, lowered, strict=True)] or [
            Fraction(0)
        ]
        coefficients[0] += differences[k]
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return Polynomial(tuple(coefficients))
