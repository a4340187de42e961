"""The steps of the proofs, and the formulas around the corollary."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd

from farstar._outcome import Left
from farstar.papers import _cases as cases
from farstar.papers._claim import Status, compared, correction, same, true
from farstar.papers._ranges import Cases, numbers, sizes
from farstar.papers.euclid import Euclid
from farstar.papers.euclid import _brute as brute
from farstar.papers.euclid.real_euclid import claim
from farstar.papers.euclid.real_euclid._theorems import PAIRS, index, pairs


@claim("Section 2, moves", pairs(90))
@compared("moves by the rules")
def _moves(a: int, b: int) -> Cases:
    """Moves keep the greatest common divisor; from `[a0, ..., an]`, `n > 0`, there are `a0` of them
    in both games, from `[a0]` there are `a0` in Euclid and `a0 - 1` in Grossman's game.
    """
    digits = brute.quotients(b, a)
    last = 1 if len(digits) == 1 else 0
    moves = brute.euclid().moves(a, b)
    counts = (len(moves), len(brute.grossman().moves(a, b)))
    yield same(f"moves from `({a},{b})`", counts, (digits[0], digits[0] - last))
    yield true(f"`({a},{b})`", all(gcd(*move) == gcd(a, b) for move in moves))


@claim(
    "Theorem 1, proof, parity of the index",
    numbers("`0 < a < b <= {}, n > 0`", 150, 3, over=cases.pairs),
)
@compared("indices from the definition")
def _parity(a: int, b: int) -> Cases:
    """If the index is odd then `a0 <= a1`; if it is even then `a0 >= a1`."""
    digits = brute.quotients(b, a)
    if len(digits) > 1:
        odd = index(digits) % 2 == 1
        yield true(f"`({a},{b})`", digits[0] <= digits[1] if odd else digits[0] >= digits[1])


def _single_quotient_printed(bound: int) -> Cases:
    for a, b in cases.pairs(bound):
        digits = brute.quotients(b, a)
        yield true(f"`({a},{b}) = {list(digits)}` has no `a1`", len(digits) > 1)


@claim("Theorem 1, proof, a single quotient", numbers("`0 < a < b <= {}`", 120, 2), Status.PROOF)
@compared("quotients, values by mex")
@correction(
    "Positions `[a0]` have no `a1` and need a separate argument: their moves lead to "
    "`[0], [1], ..., [a0 - 1]`, with the values `0, 1, ..., a0 - 1`.",
    _single_quotient_printed,
)
def _single_quotient(bound: int) -> Cases:
    """If `I(p)` is even, then `a0 >= a1`, and the value 0 is reached from `[1, a1, ..., an]` or
    `[a1, ..., an]`.
    """
    for b in range(2, bound + 1):
        after = {move.after.grundy for move in Euclid(1, b).moves(Left)}
        yield same(f"values of the options of `[{b}]`", after, set(range(b)))
        yield same(f"value of `[{b}]`", brute.row_grundy((b,)), b)


def _last_sentence(bound: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the positions that reach the end of the proof, each with its k: k + 1 = a1."""
    for a, b in cases.pairs(bound):
        digits = brute.quotients(b, a)
        if len(digits) > 1 and index(digits) % 2 == 0:
            k = digits[1] - 1
            q, higher = (k, *digits[1:]), (k + 1, *digits[1:])
            if 0 < k < digits[0] and index(q) % 2 and index(higher) % 2 == 0:
                yield digits, k


def _last_sentence_printed(digits: tuple[int, ...], k: int) -> str | None:
    q = (k, *digits[1:])
    where = f"`p = {digits}, k = {k}`: `I(q) = {index(q)}` for `q = {q}`"
    return true(where, index(q) % 2 == 0)


@claim("Theorem 1, proof, last sentence", numbers(PAIRS, 120, 12, _last_sentence), Status.MISPRINT)
@compared("indices from the definition, values by mex")
@correction(
    "A prime is missing: `I(q')` is even, where `q' = [k + 1, a1, ..., an]`; `I(q)` is odd there.",
    _last_sentence_printed,
)
def _last_sentence_corrected(digits: tuple[int, ...], k: int) -> Cases:
    """If `k + 1 = a1`, then as `I(q)` is even, `I(q'')` is odd and the value `k` is reached."""
    yield same(f"`p = {digits}`: `I(q)` is odd", index((k, *digits[1:])) % 2, 1)
    yield same(f"`p = {digits}`: `I(q'')` is odd", index(digits[1:]) % 2, 1)
    yield same(f"value of {digits[1:]}", brute.row_grundy(digits[1:]), k)


@claim("Corollary, proof", pairs(150))
@compared("exact comparisons")
def _corollary_proof(a: int, b: int) -> Cases:
    """Where not all quotients are equal, `b/a > lambda_1` exactly if the index is even; where all
    are, `x_n < lambda_1` exactly if `n` is even.
    """
    digits = brute.quotients(b, a)
    above = b * b - digits[0] * a * b - a * a > 0
    even = index(digits) % 2 == 0
    yield same(f"`({a},{b})`", above, not even if len(set(digits)) == 1 else even)


@claim("Corollary, formula for `x_n`", sizes("`a0 <= 9, n <= {}`", 30))
@compared("evaluated continued fractions with the recurrence and with exact powers")
def _x_n(bound: int) -> Cases:
    """`[a0, ..., a0]` with `n + 1` digits is `q_(n+1)/q_n`, where `q_0 = 1`, `q_1 = a0` and
    `q_(i+2) = a0 q_(i+1) + q_i`; so `x_n` is the quotient of the differences of the powers `n + 2`
    and `n + 1` of `lambda_1` and `lambda_2`.
    """
    for first in range(1, 10):
        low, high = 1, first
        # Powers of lambda_1 = (a0 + root)/2 as u + v root, with root^2 = a0^2 + 4; lambda_2 is the
        # conjugate, so that a difference of their powers is 2 v root.
        half, square = Fraction(1, 2), first * first + 4
        powers = [(Fraction(1), Fraction(0))]
        for _ in range(bound + 2):
            u, v = powers[-1]
            powers.append((u * first * half + v * half * square, u * half + v * first * half))
        for n in range(bound + 1):
            value = brute.fraction([first] * (n + 1))
            yield same(f"`a0 = {first}, n = {n}`", value, Fraction(high, low))
            by_powers = powers[n + 2][1] / powers[n + 1][1]
            yield same(f"`a0 = {first}, n = {n}` by powers", value, by_powers)
            low, high = high, first * high + low


def _remark_4_printed(bound: int) -> Cases:
    for a, b in cases.pairs(bound):
        digits = brute.quotients(b, a)
        if len(set(digits)) == 1:
            yield same(f"`a/b` for `({a},{b})`", Fraction(a, b), brute.fraction(digits))


@claim("Remark 4", numbers(PAIRS, 120, 2), Status.MISPRINT)
@compared("evaluated continued fractions")
@correction("`b/a = x_n` is meant.", _remark_4_printed)
def _remark_4(bound: int) -> Cases:
    """Whether `a/b = x_n` for some `n` is visible from the continued fraction of `b/a`."""
    constants = set()
    for first in range(1, bound + 1):
        value = Fraction(first)
        while value.numerator <= bound:
            constants.add(value)
            value = first + 1 / value
    for a, b in cases.pairs(bound):
        digits = brute.quotients(b, a)
        constant = len(set(digits)) == 1 or (digits[-1] == 2 and set(digits[:-1]) == {1})
        yield same(f"`{b}/{a}` is some `x_n`", Fraction(b, a) in constants, constant)
