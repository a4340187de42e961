"""Words and standard positions: the cases that claims on Partizan Euclid go through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import gcd

from farstar.papers import cases, letters, numbers


def prefixes_up_to(length: int) -> Iterator[str]:
    """Yield all words over l and r with at most `length` letters, the shortest first."""
    for n in range(length + 1):
        for prefix in product("lr", repeat=n):
            yield "".join(prefix)


def words_up_to(length: int) -> Iterator[str]:
    """Yield all words that end in e, with at most `length` letters before it."""
    for prefix in prefixes_up_to(length):
        yield prefix + "e"


def standard_pairs(bound: int) -> Iterator[tuple[int, int]]:
    """Yield the coprime pairs ``(p, q)`` with ``q < p < 2q`` and ``p <= bound``."""
    return ((p, q) for q, p in cases.pairs(bound) if p < 2 * q and gcd(p, q) == 1)


standard = partial(numbers, "coprime `q < p < 2q, p <= {}`", over=standard_pairs)
words = partial(letters, "words of at most {} letters", over=words_up_to)
