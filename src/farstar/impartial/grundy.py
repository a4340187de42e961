"""Nimbers: the least excluded number, sums, products, powers, inverses and roots.

The nimbers below 2^(2^k) are a field under nim addition, which is addition without carry, and nim
multiplication, in which a Fermat power F = 2^(2^k) times a smaller number is the ordinary product
and F times F is F + F/2.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 6.
.. [2] H. W. Lenstra, Nim multiplication, IHES/M/78/211 (1978).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from farstar._arguments import integer
from farstar.errors import BudgetExceeded, IllegalPositionError

_NATIVE_BITS = 64
"""Products of numbers of so many bits are computed in the core."""

_SMALL = 8
"""Products of numbers of so many bits are remembered."""

_MOST_BITS = 1 << 14


def mex(numbers: Iterable[int]) -> int:
    """Return the least natural number that is not among `numbers`.

    Examples
    --------
    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    present = set(numbers)
    least = 0
    while least in present:
        least += 1
    return least


def nim_sum(*numbers: int) -> int:
    """Return the sum without carry in base two.

    Examples
    --------
    >>> nim_sum(3, 5), nim_sum()
    (6, 0)
    """
    total = 0
    for number in numbers:
        total ^= _nimber(number)
    return total


def nim_product(*numbers: int) -> int:
    """Return the nim product; that of no numbers is 1.

    Examples
    --------
    >>> nim_product(2, 2), nim_product(4, 4), nim_product(8, 8), nim_product(5, 7, 9)
    (3, 6, 13, 3)
    """
    total = 1
    for number in numbers:
        total = _product(total, _nimber(number))
    return total


def ugly_product(x: int, y: int) -> int:
    """Return the ugly product, a product that distributes over nim addition.

    For a power n of 2 and k < n it is k/2 rounded down, plus n if k is odious (has an odd number
    of binary ones); for k = n it is n/2 rounded up.

    References
    ----------
    Berlekamp, Conway and Guy, *Winning Ways*, chapter 14.

    Examples
    --------
    >>> [ugly_product(14, n) for n in range(1, 9)]
    [14, 13, 3, 13, 3, 0, 14, 7]
    """
    total = 0
    for i in _bits(_nimber(x)):
        for j in _bits(_nimber(y)):
            if i == j:
                total ^= 1 << max(i - 1, 0)
            else:
                low, high = sorted((i, j))
                total ^= (1 << high) ^ (1 << (low - 1) if low else 0)
    return total


def _bits(number: int) -> list[int]:
    return [i for i in range(number.bit_length()) if number >> i & 1]


def nim_power(base: int, exponent: int) -> int:
    """Return the nim product of `exponent` factors `base`; a negative exponent inverts.

    Examples
    --------
    >>> nim_power(2, 3), nim_power(4, 15), nim_power(3, -1)
    (1, 1, 2)
    """
    factor = nim_inverse(base) if exponent < 0 else _nimber(base)
    left = abs(exponent)
    total = 1
    while left:
        if left & 1:
            total = _product(total, factor)
        factor = _product(factor, factor)
        left >>= 1
    return total


def nim_inverse(number: int) -> int:
    """Return the nimber whose nim product with `number` is 1.

    Raises
    ------
    IllegalPositionError
        If `number` is 0.

    Examples
    --------
    >>> [nim_inverse(n) for n in range(1, 8)]
    [1, 3, 2, 15, 12, 9, 11]
    """
    if _nimber(number) == 0:
        raise IllegalPositionError("expected a nimber other than 0 to invert, got 0")
    # With n = aF + b the product of n and its conjugate aF + (a + b) lies in the smaller field.
    factors = []
    while number > 1:
        bits = _half(number)
        high, low = number >> bits, number & ((1 << bits) - 1)
        conjugate = high << bits | (high ^ low)
        factors.append(conjugate)
        number = _product(number, conjugate)
    inverse = number
    for factor in reversed(factors):
        inverse = _product(inverse, factor)
    return inverse


def nim_quotient(dividend: int, divisor: int) -> int:
    """Return the nimber whose nim product with `divisor` is `dividend`.

    Examples
    --------
    >>> nim_quotient(6, 4)
    4
    """
    return _product(_nimber(dividend), nim_inverse(divisor))


def nim_square_root(number: int) -> int:
    """Return the nimber whose nim square is `number`; there is one only.

    Examples
    --------
    >>> [nim_square_root(n) for n in range(8)]
    [0, 1, 3, 2, 7, 6, 4, 5]
    """
    return _square_root(_nimber(number))


def _nimber(number: int) -> int:
    checked = integer(number, 0, "a nimber")
    if checked.bit_length() > _MOST_BITS:
        raise BudgetExceeded(
            f"expected nimbers of at most {_MOST_BITS} bits, got {checked.bit_length()} bits"
        )
    return checked


def _half(number: int) -> int:
    """Return the greatest power of two below the number of bits, which is at least 2."""
    return 1 << ((number.bit_length() - 1).bit_length() - 1)


def _product(a: int, b: int) -> int:
    if a < 2 or b < 2:
        return a * b
    if not (a | b) >> _NATIVE_BITS:
        from farstar.engine import kernels

        if kernels.available():
            return kernels.nim_product(a, b)
    return _plain_product(a, b)


def _plain_product(a: int, b: int) -> int:
    if a < 2 or b < 2:
        return a * b
    if a.bit_length() <= _SMALL and b.bit_length() <= _SMALL:
        return _small_product(a, b) if a <= b else _small_product(b, a)
    return _split_product(a, b)


@lru_cache(maxsize=1 << 16)
def _small_product(a: int, b: int) -> int:
    return _split_product(a, b)


def _split_product(a: int, b: int) -> int:
    bits = _half(max(a, b))
    mask = (1 << bits) - 1
    a1, a0, b1, b0 = a >> bits, a & mask, b >> bits, b & mask
    low = _product(a0, b0)
    if not a1 or not b1:
        return _product(a1, b0) << bits | low if a1 else _product(a0, b1) << bits | low
    high = _product(a1, b1)
    middle = _product(a1 ^ a0, b1 ^ b0) ^ low
    return middle << bits | (low ^ _product(high, 1 << (bits - 1)))


def _square_root(number: int) -> int:
    if number < 2:
        return number
    # The square of aF + b is a^2 F + (b^2 + a^2 F/2).
    bits = _half(number)
    high, low = number >> bits, number & ((1 << bits) - 1)
    root = _square_root(high)
    return root << bits | _square_root(low ^ _product(high, 1 << (bits - 1)))
