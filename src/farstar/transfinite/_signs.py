"""Sign expansions and birthdays of surreal numbers.

The sign expansion of a number lists, day by day, on which side of all numbers born before it lies.
That of omega^y is a plus, then for each plus of y, if p pluses stand before it, omega^(p+1) pluses,
and for each minus omega^(p+1) minuses. With a coefficient r every sign of r but the first is
repeated omega^p times, if y has p pluses. In a sum the expansions of the terms follow one another;
from the exponent of a term those minuses are left out that an earlier exponent shares with it.

References
----------
.. [1] H. Gonshor, An Introduction to the Theory of Surreal Numbers, Cambridge (1986), chapter 5.
"""

from __future__ import annotations

from fractions import Fraction

from farstar.errors import IllegalPositionError
from farstar.transfinite._surreal import Ordinal, Surreal, from_terms

Run = tuple[int, Ordinal]
"""A sign, 1 or -1, and how often it is repeated."""


class SignExpansion(tuple[Run, ...]):
    """The runs of a sign expansion: pairs of a sign, 1 or -1, and a length.

    Examples
    --------
    >>> fs.Surreal("omega/2").sign_expansion()
    SignExpansion(((1, Ordinal('omega')), (-1, Ordinal('omega'))))
    """

    __slots__ = ()

    @property
    def length(self) -> Ordinal:
        """How many signs there are, as an ordinal."""
        total = Ordinal(0)
        for _, length in self:
            total = total.ordinary_sum(length)
        return total

    def __str__(self) -> str:
        pieces = []
        for sign, length in self:
            text = str(length)
            bare = length.is_finite or text == "omega"
            pieces.append(f"{'+' if sign > 0 else '-'}^{text if bare else f'({text})'}")
        return " ".join(pieces)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({tuple(self)!r})"


def sign_expansion(number: Surreal) -> SignExpansion:
    """Return the runs of the sign expansion."""
    for _, coefficient in number.terms:
        if not _is_dyadic(coefficient):
            raise IllegalPositionError(
                f"expected dyadic coefficients, since others have infinitely many runs of signs, "
                f"got {coefficient}"
            )
    return SignExpansion(_expansion(number)[0])


def birthday(number: Surreal) -> Ordinal:
    """Return the length of the sign expansion, which may have infinitely many runs.

    The signs of a coefficient that is not dyadic are an endless sequence, so if they are repeated
    omega^p times there are omega^(p+1) of them.
    """
    return _expansion(number)[1]


def _expansion(number: Surreal) -> tuple[list[Run], Ordinal]:
    """Return the runs, without those of coefficients that are not dyadic, and the whole length."""
    runs: list[Run] = []
    length = Ordinal(0)
    earlier: list[list[Run]] = []
    after_dyadic = True
    for exponent, coefficient in number.terms:
        signs = _expansion(exponent)[0] if _has_runs(exponent) else None
        if signs is None:
            raise IllegalPositionError(
                f"expected exponents with dyadic coefficients, got {str(exponent)!r}"
            )
        reduced = _reduced(signs, earlier, after_dyadic=after_dyadic)
        pluses = _count(reduced, 1)
        own = _power_runs(reduced)
        repeated = from_terms([(pluses, Fraction(1))])
        assert isinstance(repeated, Ordinal)
        for sign, times in _rational_runs(abs(coefficient)):
            _append(own, sign, repeated.ordinary_product(times))
        after_dyadic = _is_dyadic(coefficient)
        own_length = SignExpansion(own).length
        if not after_dyadic:
            own_length = own_length.ordinary_sum(_omega_power(pluses + 1))
        length = length.ordinary_sum(own_length)
        for sign, times in own:
            _append(runs, sign if coefficient > 0 else -sign, times)
        earlier.append(signs)
    return runs, length


def _has_runs(number: Surreal) -> bool:
    return all(_is_dyadic(c) and _has_runs(e) for e, c in number.terms)


def _omega_power(exponent: Surreal) -> Ordinal:
    power = from_terms([(exponent, Fraction(1))])
    assert isinstance(power, Ordinal)
    return power


def _is_dyadic(number: Fraction) -> bool:
    return number.denominator & (number.denominator - 1) == 0


def _power_runs(exponent: list[Run]) -> list[Run]:
    """Return the runs of omega to the power of a number with these runs."""
    runs: list[Run] = [(1, Ordinal(1))]
    pluses = Ordinal(0)
    for sign, length in exponent:
        if sign > 0:
            # The sum of omega^(p+1), omega^(p+2), ... over a run of pluses is its last power.
            pluses = pluses.ordinary_sum(length)
            _append(runs, 1, _omega_power(pluses))
        else:
            _append(runs, -1, _omega_power(pluses + 1).ordinary_product(length))
    return runs


def _rational_runs(number: Fraction) -> list[Run]:
    """Return the runs of a positive number without its first sign; none if it is not dyadic."""
    if not _is_dyadic(number):
        return []
    whole = -(-number.numerator // number.denominator)
    runs: list[Run] = []
    if whole > 1:
        _append(runs, 1, Ordinal(whole - 1))
    low, high = Fraction(whole - 1), Fraction(whole)
    at = high
    while at != number:
        sign = 1 if number > at else -1
        _append(runs, sign, Ordinal(1))
        low, high = (at, high) if sign > 0 else (low, at)
        at = (low + high) / 2
    return runs


def _append(runs: list[Run], sign: int, length: Ordinal) -> None:
    if not length:
        return
    if runs and runs[-1][0] == sign:
        length = runs.pop()[1].ordinary_sum(length)
    runs.append((sign, length))


def _count(runs: list[Run], sign: int) -> Ordinal:
    total = Ordinal(0)
    for run_sign, length in runs:
        if run_sign == sign:
            total = total.ordinary_sum(length)
    return total


def _reduced(signs: list[Run], earlier: list[list[Run]], *, after_dyadic: bool) -> list[Run]:
    """Return an exponent without the minuses that it shares with earlier exponents.

    A minus is left out if an earlier exponent agrees with this one up to and including it. If the
    coefficient before is not dyadic, the minus that follows the whole exponent before is left out
    as well.
    """
    shared = max((_common(signs, other) for other in earlier), default=Ordinal(0))
    extra = None
    if earlier and not after_dyadic:
        before = SignExpansion(earlier[-1]).length
        if _common(signs, earlier[-1]) == before:
            extra = before
    reduced: list[Run] = []
    start = Ordinal(0)
    for sign, length in signs:
        end = start.ordinary_sum(length)
        kept = length
        if sign < 0:
            removed = shared if shared < end else end
            kept = _difference(end, removed) if removed > start else length
            if extra is not None and start <= extra < end and extra >= removed:
                kept = _without_one(kept)
        _append(reduced, sign, kept)
        start = end
    return reduced


def _without_one(length: Ordinal) -> Ordinal:
    """Return what remains of a run without its first sign."""
    return _difference(length, Ordinal(1))


def _difference(whole: Ordinal, part: Ordinal) -> Ordinal:
    """Return the ordinal that follows `part` in `whole`: part + result is whole."""
    for place, (exponent, c) in enumerate(whole.terms):
        if place >= len(part.terms):
            return _tail(whole, place)
        if part.terms[place] != (exponent, c):
            other, d = part.terms[place]
            if other == exponent:
                return _ordinal([(exponent, c - d), *whole.terms[place + 1 :]])
            return _tail(whole, place)
    return Ordinal(0)


def _tail(whole: Ordinal, place: int) -> Ordinal:
    return _ordinal(list(whole.terms[place:]))


def _ordinal(terms: list[tuple[Surreal, Fraction]]) -> Ordinal:
    made = from_terms(terms)
    assert isinstance(made, Ordinal)
    return made


def _common(first: list[Run], second: list[Run]) -> Ordinal:
    """Return how many signs two expansions share from their beginning."""
    total = Ordinal(0)
    for (sign, length), (other_sign, other_length) in zip(first, second, strict=False):
        if sign != other_sign:
            return total
        shorter = length if length < other_length else other_length
        total = total.ordinary_sum(shorter)
        if length != other_length:
            return total
    return total
