"""Partial quotients one at a time, for formulas that need only the first few."""

from __future__ import annotations

from collections.abc import Iterator


def lazy_quotients(numerator: int, denominator: int) -> Iterator[int]:
    """Yield the partial quotients of ``numerator / denominator``, the short form.

    The Euclidean algorithm gives the short form by itself: its last quotient exceeds 1 unless it
    is the only one.
    """
    while denominator:
        quotient, remainder = divmod(numerator, denominator)
        yield quotient
        numerator, denominator = denominator, remainder
