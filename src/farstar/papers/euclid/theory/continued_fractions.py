"""Continued fractions of rationals: ordinary, nearest-integer and furthest-integer.

The *ordinary* one, ``p/q = a0 + 1/(a1 + 1/(a2 + ...))``, has a short form (last digit above 1
unless it is the only one) and a long form (the last digit ``a`` split into ``a - 1, 1``).

The nearest-integer and the furthest-integer continued fractions (NICF, FICF) are *semi-regular*:
every step takes an integer ``n`` next to ``x`` and writes ``x = n + 1/y`` or ``x = n - 1/y``. The
NICF takes the nearer integer, the FICF the farther one. Where both are equally far, both take the
lower. The FICF of ``p/q`` spells the signature of the Partizan Euclid position ``E(p, q)``: a plus
sign is the letter ``l``, a minus sign the letter ``r``, and the tie is the final ``e``.

References
----------
.. [1] N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013), section 1.
.. [2] O. Perron, Die Lehre von den Kettenbrüchen, Teubner, 1913.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from farstar._arguments import integer, shown
from farstar._digits import to_text
from farstar.errors import IllegalPositionError
from farstar.papers.euclid.theory.quotient_matrices import partial_quotients, product

__all__ = [
    "Term",
    "continued_fraction",
    "convergents",
    "evaluate",
    "evaluate_semiregular",
    "furthest_integer",
    "long_form",
    "nearest_integer",
    "quotients",
    "short_form",
    "written_out",
]


class Term(NamedTuple):
    """One step ``integer + sign/(what follows)`` of a semi-regular continued fraction."""

    integer: int
    sign: int
    """1 or -1; 0 for the last term, which nothing follows."""


def _fraction(p: object, q: object) -> tuple[int, int]:
    if not isinstance(p, int) or isinstance(p, bool):
        raise IllegalPositionError(f"expected the numerator to be an integer, got {shown(p)}")
    return int(p), integer(q, 1, "the denominator")


def quotients(p: int, q: int) -> Iterator[int]:
    """Yield the digits of the short continued fraction of ``p/q`` one after the other.

    The work is done in batches: 100,000-digit numbers take well under a second.

    Examples
    --------
    >>> list(quotients(11, 8))
    [1, 2, 1, 2]
    """
    return partial_quotients(*_fraction(p, q))


def continued_fraction(p: int, q: int) -> tuple[int, ...]:
    """Return the short continued fraction of ``p/q``, which need not be in lowest terms.

    Examples
    --------
    >>> continued_fraction(11, 8), continued_fraction(22, 16), continued_fraction(-1, 3)
    ((1, 2, 1, 2), (1, 2, 1, 2), (-1, 1, 2))
    """
    return tuple(quotients(p, q))


def _digits(digits: Iterable[int]) -> tuple[int, ...]:
    row = tuple(digits)
    if not row:
        raise IllegalPositionError("expected at least one digit of a continued fraction, got none")
    for digit in row[1:]:
        integer(digit, 1, "each digit after the first")
    return row


def long_form(digits: Iterable[int]) -> tuple[int, ...]:
    """Return the other way to write a short continued fraction: it ends in 1.

    Examples
    --------
    >>> long_form([1, 2, 1, 2]), long_form([3]), long_form([1, 1])
    ((1, 2, 1, 1, 1), (2, 1), (1, 1))
    """
    row = _digits(digits)
    if len(row) > 1 and row[-1] == 1:
        return row
    return (*row[:-1], row[-1] - 1, 1)


def short_form(digits: Iterable[int]) -> tuple[int, ...]:
    """Return the way to write a continued fraction that ends in no 1, a lone digit apart.

    Examples
    --------
    >>> short_form([1, 2, 1, 1, 1]), short_form([1])
    ((1, 2, 1, 2), (1,))
    """
    row = _digits(digits)
    if len(row) > 1 and row[-1] == 1:
        return (*row[:-2], row[-2] + 1)
    return row


def convergents(digits: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the convergents ``(p, q)`` of a continued fraction, each in lowest terms.

    Examples
    --------
    >>> list(convergents([1, 2, 1, 2]))
    [(1, 1), (3, 2), (4, 3), (11, 8)]
    """
    return _prefixes(Term(digit, 1) for digit in digits)


def _prefixes(terms: Iterable[Term]) -> Iterator[tuple[int, int]]:
    """Yield the values ``(p, q)`` of the prefixes of a semi-regular continued fraction."""
    p_before, q_before, p, q, sign = 0, 1, 1, 0, 1
    for term in terms:
        p_before, p = p, term.integer * p + sign * p_before
        q_before, q = q, term.integer * q + sign * q_before
        yield p, q
        sign = term.sign


def evaluate(digits: Iterable[int]) -> tuple[int, int]:
    """Return the rational ``(p, q)``, in lowest terms, that has these digits.

    Examples
    --------
    >>> evaluate([1, 2, 1, 2])
    (11, 8)
    """
    p, _, q, _ = product(list(_digits(digits)))
    return p, q


def evaluate_semiregular(terms: Iterable[Term]) -> tuple[int, int]:
    """Return the rational ``(p, q)`` that has these terms.

    Examples
    --------
    >>> evaluate_semiregular(nearest_integer(11, 8)), evaluate_semiregular(furthest_integer(11, 8))
    ((11, 8), (11, 8))
    """
    value = (1, 0)
    for prefix in _prefixes(terms):
        value = prefix
    if not value[1]:
        raise IllegalPositionError("expected at least one term of a continued fraction, got none")
    return value


def nearest_integer(p: int, q: int) -> Iterator[Term]:
    """Yield the nearest-integer continued fraction of ``p/q``; of two nearest, the lower.

    It comes from the ordinary one: the nearer integer lies above exactly if the next digit is 1,
    and ``a + 1/(1 + 1/x) = (a + 1) - 1/(x + 1)``.

    Examples
    --------
    >>> [tuple(term) for term in nearest_integer(11, 8)]
    [(1, 1), (3, -1), (3, 0)]
    """
    digits = quotients(p, q)
    carry = 0
    digit = next(digits)
    for following in digits:
        if following == 1:
            yield Term(digit + carry + 1, -1)
            # The short form never ends in 1, so there is another digit.
            digit, carry = next(digits), 1
        else:
            yield Term(digit + carry, 1)
            digit, carry = following, 0
    yield Term(digit + carry, 0)


def furthest_integer(p: int, q: int) -> Iterator[Term]:
    """Yield the furthest-integer continued fraction of ``p/q``; of two furthest, the lower.

    After the first step every term but the last is ``1 + ...`` or ``2 - ...``, and the last is 2
    (an integer is a single term). There can be as many terms as `q` is large, so take them from
    the iterator with care.

    Examples
    --------
    >>> [tuple(term) for term in furthest_integer(11, 8)]
    [(2, -1), (1, 1), (1, 1), (1, 1), (2, 0)]
    """
    digits = quotients(p, q)
    whole = next(digits)
    below, above = Term(whole, 1), Term(whole + 1, -1)
    digit = next(digits, None)
    if digit is None:
        yield Term(whole, 0)
        return
    # x = whole + 1/y: while y > 2 the farther integer is above, and y falls by 1 each time.
    for following in chain(digits, (None,)):
        minuses = digit - (2 if following is None else 1)
        for _ in range(minuses):
            yield above
            below, above = Term(1, 1), Term(2, -1)
        yield below
        below, above = Term(1, 1), Term(2, -1)
        if following is not None:
            digit = following
    yield Term(2, 0)


_MOST_WRITTEN = 12


def written_out(terms: Iterable[Term], most: int = _MOST_WRITTEN) -> str:
    """Return a continued fraction as a fraction with `most` signs; dots stand for the rest.

    Examples
    --------
    >>> written_out(nearest_integer(11, 8)), written_out(furthest_integer(11, 8))
    ('1 + 1/(3 - 1/3)', '2 - 1/(1 + 1/(1 + 1/(1 + 1/2)))')
    >>> written_out(furthest_integer(100, 99), most=3)
    '2 - 1/(2 - 1/(2 - 1/...))'
    """
    first = list(islice(terms, most + 2))
    is_long = len(first) > most + 1
    text = "..." if is_long else ""
    for place in range(most - 1 if is_long else len(first) - 1, -1, -1):
        integer_, sign = first[place]
        if not sign:
            text = to_text(integer_)
            continue
        # A fraction or a sum below the line needs parentheses; a number does not.
        inner = text if text == "..." or not first[place + 1].sign else f"({text})"
        text = f"{to_text(integer_)} {'+' if sign > 0 else '-'} 1/{inner}"
    return text
