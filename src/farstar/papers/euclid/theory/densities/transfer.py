"""Transfer operators of continued fractions, made finite by collocation, with error bounds.

For a set C of digits the operator takes f to the sum of ``(m + x)**-w f(1/(m + x))`` over the m
in C. For w = 2 it is the density of what remains of a random number with density f after its
first digit, cut down to first digits in C.

Functions are polynomials in the Chebyshev basis of [0, 1], and an operator is followed by
interpolation at the n Chebyshev nodes. Two things have to be known about that.

*Interpolation.* The Bernstein ellipse E(r) of [0, 1] is where ``|z| + |z - 1| <= 2a``, ``2a =
(r + 1/r)/2``. If g is analytic there and at most M, its interpolating polynomial misses it on
[0, 1] by at most ``4 M r**(1-n) / (r - 1)``. For a polynomial f with Chebyshev coefficients c and
the image g of f under an operator such an M is ``S * sum |c_k| R**k``. Here ``S`` bounds the sum
of ``|m + z|**-w``, all m >= 1: with ``e = 3/2 - a``, the distance of -1 from the ellipse, it is
``e**-w + e**(1-w)/(w - 1)``. And E(R) has to contain all ``y = 1/(m + z)``. For m = 1, ``|y| +
|y - 1| = (1 + |z|)/|1 + z|``; written in ``|z|`` on an ellipse this falls, so it is largest at the
left end, where it is ``(a + 1/2)/e``; for m >= 2 it is at most ``1 + 2/(1 + e)``.

*Rounding.* The basis costs digits: the coefficients of the n-th Chebyshev polynomial add up to less
than ``6**n``. An entry of a matrix comes from fewer than 10**4 operations on numbers below 10
times that, so its error is below ``10**5 * 6**n`` units of the last place; `noise` allows for a
hundred times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, getcontext
from functools import cache
from operator import mul
from typing import NamedTuple, TypeAlias

from farstar.papers.euclid.theory.densities.decimals import cosines, progression_sums

Vector: TypeAlias = list[Decimal]
Matrix: TypeAlias = list[Vector]

_R = Decimal("3.75")
"""The ellipse for the error of interpolation; about here the bound is best."""


class Digits(NamedTuple):
    """The digits ``first, first + step, ...``, or only the first if the step is 0."""

    first: int
    step: int = 0


ALL = Digits(1, 1)
ONE = Digits(1)


def needed_nodes(digits: int) -> int:
    """Return a number of nodes that gives about so many digits."""
    return 12 + digits * 7 // 4


def needed_precision(nodes: int, digits: int) -> int:
    """Return a precision for which `noise` is below the last of the digits."""
    return digits + 12 + nodes * 4 // 5


def noise(nodes: int) -> Decimal:
    """Return a bound of what rounding does to the value of an image."""
    return Decimal(10) ** (7 - getcontext().prec) * Decimal(6) ** nodes


@cache
def _shifted_chebyshev(count: int) -> tuple[tuple[int, ...], ...]:
    """Return the integer coefficients of the Chebyshev polynomials in 2x - 1."""
    polynomials = [[1], [-1, 2]]
    while len(polynomials) < count:
        last, before = polynomials[-1], polynomials[-2]
        following = [0, *(4 * c for c in last)]
        for i, c in enumerate(last):
            following[i] -= 2 * c
        for i, c in enumerate(before):
            following[i] -= c
        polynomials.append(following)
    return tuple(map(tuple, polynomials[:count]))


class Collocation:
    """Operators as matrices on Chebyshev coefficients, in the decimal context of the caller."""

    def __init__(self, nodes: int, exponent: Decimal) -> None:
        self.nodes = nodes
        self.exponent = exponent
        cosine = cosines(nodes)
        self._points = [(1 + cosine[2 * j + 1]) / 2 for j in range(nodes)]
        self._analysis = [
            [cosine[(2 * j + 1) * k % (4 * nodes)] * (2 if k else 1) / nodes for j in range(nodes)]
            for k in range(nodes)
        ]
        self._basis = [[Decimal(c) for c in row] for row in _shifted_chebyshev(nodes)]

    def matrix(self, digits: Digits) -> Matrix:
        """Return the matrix of the operator of a set of digits, followed by interpolation."""
        values = []
        for point in self._points:
            powers = self._powers(point + digits.first, digits.step)
            values.append([dot(row, powers) for row in self._basis])
        columns = list(zip(*values, strict=True))
        return [[dot(row, column) for column in columns] for row in self._analysis]

    def _powers(self, start: Decimal, step: int) -> Vector:
        if step:
            return progression_sums(start, step, self.exponent, self.nodes)
        powers = [start**-self.exponent]
        for _ in range(self.nodes - 1):
            powers.append(powers[-1] / start)
        return powers

    def constant(self, value: int) -> Vector:
        """Return the coefficients of a constant."""
        return [Decimal(value)] + [Decimal(0)] * (self.nodes - 1)

    def interpolated(self, function: Callable[[Decimal], Decimal]) -> Vector:
        """Return the coefficients of the polynomial that agrees with a function at the nodes."""
        values = [function(point) for point in self._points]
        return [dot(row, values) for row in self._analysis]

    def interpolation_error(self, coefficients: Sequence[Decimal]) -> Decimal:
        """Return how far the interpolated image of a polynomial may be from its image."""
        a = (_R + 1 / _R) / 4
        edge = Decimal("1.5") - a
        w = self.exponent
        sums = edge**-w + edge ** (1 - w) / (w - 1)
        axis = max((a + Decimal("0.5")) / edge, 1 + 2 / (1 + edge))
        outer = axis + (axis * axis - 1).sqrt()
        largest = sum((abs(c) * outer**k for k, c in enumerate(coefficients)), Decimal(0))
        return 4 * sums * largest * _R ** (1 - self.nodes) / (_R - 1)

    def point_row(self, x: Decimal) -> Vector:
        """Return the values of the Chebyshev polynomials at a point."""
        t = 2 * x - 1
        row = [Decimal(1), t]
        while len(row) < self.nodes:
            row.append(2 * t * row[-1] - row[-2])
        return row[: self.nodes]

    def digit_row(self, digits: Digits) -> Vector:
        """Return the values at 0 of the images of the Chebyshev polynomials."""
        powers = self._powers(Decimal(digits.first), digits.step)
        return [dot(row, powers) for row in self._basis]


def dot(row: Iterable[Decimal], column: Iterable[Decimal]) -> Decimal:
    """Return the sum of the products, as far as the shorter one goes."""
    return sum(map(mul, row, column), Decimal(0))


def apply(matrix: Matrix, vector: Vector) -> Vector:
    """Return the image of a vector."""
    return [dot(row, vector) for row in matrix]


def apply_left(vector: Vector, matrix: Matrix) -> Vector:
    """Return the product of a row and a matrix."""
    return [dot(vector, column) for column in zip(*matrix, strict=True)]


def times(a: Matrix, b: Matrix) -> Matrix:
    """Return the product of two matrices."""
    columns = list(zip(*b, strict=True))
    return [[dot(row, column) for column in columns] for row in a]


def plus(*vectors: Vector) -> Vector:
    """Return the sum of some vectors."""
    return [sum(entries, Decimal(0)) for entries in zip(*vectors, strict=True)]


def minus(a: Matrix, b: Matrix) -> Matrix:
    """Return the difference of two matrices."""
    return [difference(x, y) for x, y in zip(a, b, strict=True)]


def difference(x: Vector, y: Vector) -> Vector:
    """Return the difference of two vectors."""
    return [s - t for s, t in zip(x, y, strict=True)]


def size(vector: Vector) -> Decimal:
    """Return the sum of the absolute values: no smaller than the polynomial ever is."""
    return sum((abs(entry) for entry in vector), Decimal(0))


def integral(coefficients: Vector) -> Decimal:
    """Return the integral over [0, 1] of a polynomial in the Chebyshev basis."""
    even = (c / (1 - 4 * k * k) for k, c in enumerate(coefficients[::2]))
    return sum(even, Decimal(0))


def dominant(
    step: Callable[[Vector], Vector], start: Vector, digits: int
) -> tuple[Decimal, Vector]:
    """Return the largest eigenvalue of a positive operator and its function, mean coefficient 1."""
    f, value, small = start, Decimal(0), Decimal(10) ** (-digits - 6)
    for _ in range(20 + 4 * digits):
        image = step(f)
        last, value = value, image[0]
        f = [c / value for c in image]
        if abs(value - last) < small:
            break
    return value, f


def solve(matrix: Matrix, vector: Vector) -> Vector:
    """Return the x with matrix x = vector, by elimination with row exchanges."""
    rows = [[*row, b] for row, b in zip(matrix, vector, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        head = rows[i]
        for j in range(i + 1, n):
            factor = rows[j][i] / head[i]
            if factor:
                row = rows[j]
                rows[j] = [
                    *row[: i + 1],
                    *(a - factor * b for a, b in zip(row[i + 1 :], head[i + 1 :], strict=True)),
                ]
    solution = [Decimal(0)] * n
    for i in reversed(range(n)):
        known = dot(rows[i][i + 1 : n], solution[i + 1 :])
        solution[i] = (rows[i][n] - known) / rows[i][i]
    return solution


def solve_fixed_point(matrix: Matrix, vector: Vector) -> Vector:
    """Return the x with x = vector + matrix x."""
    system = [[-entry for entry in row] for row in matrix]
    for i, row in enumerate(system):
        row[i] += 1
    return solve(system, vector)
