"""Polynomials in n with rational coefficients, interpolated by differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise


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
        text = ""
        for power in range(self.degree, -1, -1):
            coefficient = self.coefficients[power]
            if not coefficient:
                continue
            name = "" if power == 0 else "n" if power == 1 else f"n^{power}"
            size = str(abs(coefficient))
            body = size if not name else name if size == "1" else f"{size}*{name}"
            if text:
                text += f" {'-' if coefficient < 0 else '+'} {body}"
            else:
                text = f"{'-' if coefficient < 0 else ''}{body}"
        return text or "0"


def interpolated(
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
