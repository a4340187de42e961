"""Partial quotients for formulas that most often need only the first few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farstar.theory.quotient_matrices import partial_quotients

if TYPE_CHECKING:
    from collections.abc import Iterator

_SINGLE = 32


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
