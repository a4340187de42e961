"""Partial quotients of huge fractions by a recursive Euclidean algorithm.

The plain algorithm divides the whole numbers once per quotient, which is quadratic with a large
constant in Python. Here the leading halves of the two numbers suggest a batch of quotients, the
batch is applied to the whole numbers at once, and wrong suggestions are taken back.

The suggestions need no error analysis, because every batch is verified: if
``a/b = [q1, ..., qk, c/d]`` with positive ``q`` and ``c > d > 0``, then ``q1, ..., qk`` *are* the
first quotients of ``a/b``, since a continued fraction whose tail exceeds 1 is unique.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Matrix: TypeAlias = tuple[int, int, int, int]
"""``(m00, m01, m10, m11)``, a product of matrices ``(q, 1, 1, 0)``."""

IDENTITY: Matrix = (1, 0, 0, 1)

_LEAF_BITS = 300
_PLAIN_BITS = 3000
_SINGLE = 32


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """Return the matrix product ``m n``."""
    a, b, c, d = m
    e, f, g, h = n
    return (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)


def product(quotients: list[int]) -> Matrix:
    """Return the product of the matrices ``(q, 1, 1, 0)``, by halves so that it stays fast.

    Its first column is the last convergent of ``[q0, q1, ...]``.
    """
    if not quotients:
        return IDENTITY
    level = [_small_product(quotients[i : i + 16]) for i in range(0, len(quotients), 16)]
    while len(level) > 1:
        paired = [multiply(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        if len(level) % 2:
            paired.append(level[-1])
        level = paired
    return level[0]


def _small_product(quotients: list[int]) -> Matrix:
    m00, m01, m10, m11 = IDENTITY
    for q in quotients:
        m00, m01 = m00 * q + m01, m00
        m10, m11 = m10 * q + m11, m10
    return m00, m01, m10, m11


def partial_quotients(a: int, b: int) -> Iterator[int]:
    """Yield the partial quotients of ``a/b`` for ``b >= 0``; none if ``b`` is 0.

    They come in the short form: the last one exceeds 1 unless it is the first.
    """
    while b and b.bit_length() > _PLAIN_BITS:
        q, remainder = divmod(a, b)
        yield q
        a, b = b, remainder
        if b.bit_length() > _PLAIN_BITS:
            quotients, _, a, b = _half(a, b)
            yield from quotients
    while b:
        q, remainder = divmod(a, b)
        yield q
        a, b = b, remainder


def lazy_quotients(numerator: int, denominator: int) -> Iterator[int]:
    """Yield the partial quotients of ``numerator / denominator``, the short form.

    The first ones come one division at a time: the batches of `partial_quotients` are far
    quicker over the whole fraction of huge numbers, but each of them costs many divisions.
    """
    for _ in range(_SINGLE):
        if not denominator:
            return
        quotient, remainder = divmod(numerator, denominator)
        yield quotient
        numerator, denominator = denominator, remainder
    yield from partial_quotients(numerator, denominator)


def _half(a: int, b: int) -> tuple[list[int], Matrix, int, int]:
    """Run Euclid's algorithm on ``a > b > 0`` until about half of the bits of `a` are gone.

    Returns the quotients, the product of their matrices, and the last two numbers ``c > d > 0``.
    The recursion is as deep as the logarithm of the number of bits.
    """
    bits = a.bit_length()
    if bits <= _LEAF_BITS:
        return _leaf(a, b, 1 << (bits + 1) // 2)
    goal = (bits + 1) // 2
    quotients: list[int] = []
    matrix = IDENTITY
    for most in (bits // 2 + 1, 3 * bits // 4):
        if b.bit_length() <= goal + 1:
            break
        # Twice as many leading bits as are to be lost say how to lose them, to a few units.
        window = min(2 * (a.bit_length() - goal), most)
        batch, step, a, b = _batch(a, b, a.bit_length() - window)
        quotients += batch
        matrix = multiply(matrix, step) if matrix != IDENTITY else step
        q, remainder = divmod(a, b)
        if not remainder:
            break
        quotients.append(q)
        matrix = (matrix[0] * q + matrix[1], matrix[0], matrix[2] * q + matrix[3], matrix[2])
        a, b = b, remainder
    return quotients, matrix, a, b


def _batch(a: int, b: int, shift: int) -> tuple[list[int], Matrix, int, int]:
    """Apply to ``(a, b)`` the quotients that their leading bits suggest, as far as they hold."""
    high_a, high_b = a >> shift, b >> shift
    if not 0 < high_b < high_a:
        return [], IDENTITY, a, b
    quotients, matrix, c, d = _half(high_a, high_b)
    if shift:
        m00, m01, m10, m11 = matrix
        mask = (1 << shift) - 1
        low_a, low_b = a & mask, b & mask
        # The inverse of the matrix is +-(m11, -m01, -m10, m00), the sign being its determinant.
        lost_c, lost_d = m11 * low_a - m01 * low_b, m00 * low_b - m10 * low_a
        if len(quotients) % 2:
            lost_c, lost_d = -lost_c, -lost_d
        c, d = (c << shift) + lost_c, (d << shift) + lost_d
    while not c > d > 0:
        q = quotients.pop()
        c, d = q * c + d, c
        m00, m01, m10, m11 = matrix
        matrix = (m01, m00 - q * m01, m11, m10 - q * m11)
    return quotients, matrix, c, d


def _leaf(a: int, b: int, goal: int) -> tuple[list[int], Matrix, int, int]:
    """Run the plain algorithm on ``a > b > 0`` while the remainder is at least `goal`."""
    quotients: list[int] = []
    m00, m01, m10, m11 = IDENTITY
    while True:
        q, remainder = divmod(a, b)
        if remainder < goal:
            return quotients, (m00, m01, m10, m11), a, b
        quotients.append(q)
        a, b = b, remainder
        m00, m01 = m00 * q + m01, m00
        m10, m11 = m10 * q + m11, m10
