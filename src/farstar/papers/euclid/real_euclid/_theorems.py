"""The theorems and tables, the steps of their proofs, and the formulas around the corollary."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import gcd

from farstar._outcome import Left
from farstar.papers import (
    Cases,
    Status,
    cases,
    compared,
    correction,
    fixed,
    letters,
    numbers,
    numbers_from,
    same,
    sizes,
    true,
)
from farstar.papers.euclid import Euclid, Grossman
from farstar.papers.euclid import brute_force as brute
from farstar.papers.euclid.real_euclid import claim
from farstar.papers.euclid.theory import continued_fractions, euclid, grossman, serial_nim, trees

PAIRS = "`0 < a < b <= {}`"
pairs = partial(numbers, PAIRS, over=cases.pairs)

TABLE_1 = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (0, 2, 1, 0, 2, 1, 3, 3, 4, 4),
    (0, 3, 0, 1, 0, 1, 2, 1, 2, 3),
    (0, 4, 2, 0, 1, 0, 0, 1, 2, 1),
    (0, 5, 1, 1, 0, 1, 0, 0, 0, 1),
    (0, 6, 3, 2, 0, 0, 1, 0, 0, 0),
    (0, 7, 3, 1, 1, 0, 0, 1, 0, 0),
    (0, 8, 4, 2, 2, 0, 0, 0, 1, 0),
    (0, 9, 4, 3, 1, 1, 0, 0, 0, 1),
)
"""The printed Grundy values of Euclid, by a and b from 0."""

TABLE_2 = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (1, 0, 0, 1, 2, 2, 3, 3, 4),
    (2, 0, 0, 0, 1, 1, 1, 2, 2),
    (3, 1, 0, 0, 0, 0, 1, 1, 1),
    (4, 2, 1, 0, 0, 0, 0, 0, 1),
    (5, 2, 1, 0, 0, 0, 0, 0, 0),
    (6, 3, 1, 1, 0, 0, 0, 0, 0),
    (7, 3, 2, 1, 0, 0, 0, 0, 0),
    (8, 4, 2, 1, 1, 0, 0, 0, 0),
)
"""The printed Grundy values of Grossman's game, by a and b from 1."""


def _losing_printed(bound: int) -> Cases:
    for b in range(1, bound + 1):
        for a in range(b):
            lost = not brute.euclid().wins(a, b)
            yield same(f"`({a},{b})` is lost", lost, a > 0 and not brute.above_phi(b, a))


@claim("Introduction, losing positions", numbers("`0 <= a < b <= {}`", 150), Status.MISSING)
@compared("winners by brute force with an exact comparison")
@correction(
    "For `0 < a < b`; `(0, b)` is over and so lost, though `b < phi * 0` fails.", _losing_printed
)
def _losing(bound: int) -> Cases:
    """For `a < b` the position `(a, b)` is lost exactly if `b < phi a`."""
    for a, b in cases.pairs(bound):
        lost = not brute.euclid().wins(a, b)
        yield same(f"`({a},{b})` is lost", lost, not brute.above_phi(b, a))
        yield same(f"`({a},{b})` is lost", lost, not euclid.wins(a, b))
        winning = [
            m for m in range(1, b // a + 1) if not brute.euclid().wins(*sorted((a, b - m * a)))
        ]
        claimed = euclid.winning_multiplier(a, b)
        yield same(f"`({a},{b})`, winning moves", winning, [] if claimed is None else [claimed])
        yield true(f"(0,{b}) is won", not brute.euclid().wins(0, b))


def _misere_printed(b: int) -> Cases:
    for a in range(b + 1):
        won = brute.euclid().wins_misere(a, b)
        if not a:
            yield true(f"`({a},{b})` is won in misère Euclid, no position in Grossman's", not won)
        else:
            yield same(f"`({a},{b})` is won", won, brute.grossman().wins(a, b))


@claim(
    "Introduction, misère Euclid",
    numbers("`0 <= a <= b <= {}`", 120, over=numbers_from(1)),
    Status.MISSING,
)
@compared("winners of both by brute force")
@correction(
    "For positive numbers, and only as to who wins; `(0, b)`, which is a win in misère "
    "Euclid, is not a position of Grossman's game.",
    _misere_printed,
)
def _misere(b: int) -> Cases:
    """Grossman's game is the misère version of Euclid."""
    for a in range(1, b + 1):
        won = brute.euclid().wins_misere(a, b)
        yield same(f"`({a},{b})`", won, brute.grossman().wins(a, b))
        yield same(f"`({a},{b})`", won, euclid.wins(a, b, misere=True))
    yield true(f"(0,{b})", brute.euclid().wins_misere(0, b))


@claim("Introduction, Straffin", pairs(150))
@compared("winners by brute force")
def _straffin(a: int, b: int) -> Cases:
    """For `0 < a < b` both games have the same losing positions."""
    yield same(f"`({a},{b})`", brute.euclid().wins(a, b), brute.grossman().wins(a, b))


@claim("Introduction, different functions", numbers(PAIRS, 20, 2))
@compared("Grundy values by mex")
def _different(bound: int) -> Cases:
    """The Sprague-Grundy functions of the two games are not the same."""
    differing = [
        (a, b)
        for a, b in cases.pairs(bound)
        if brute.euclid().grundy(a, b) != brute.grossman().grundy(a, b)
    ]
    yield true("no difference", bool(differing))


@claim("Introduction, Nivasch", numbers("`0 < a <= b <= {}`", 120, over=cases.pairs_or_equal))
@compared("the formula and the library with Grundy values by mex")
def _nivasch(a: int, b: int) -> Cases:
    """The Grundy value of Grossman's game is `floor(|b/a - a/b|)`."""
    grundy = brute.grossman().grundy(a, b)
    yield same(f"`({a},{b})`", grundy, int(abs(Fraction(b, a) - Fraction(a, b))))
    yield same(f"`({a},{b})`", grundy, grossman.grundy(a, b))


@claim("Table 1", fixed("`a, b <= 9`"))
@compared("the 100 printed cells with Grundy values by mex and with the library")
def _table_1(_: int) -> Cases:
    """Grundy values of Euclid for `a, b <= 9`."""
    for a, row in enumerate(TABLE_1):
        for b, printed in enumerate(row):
            yield same(f"`({a},{b})`", brute.euclid().grundy(a, b), printed)
            yield same(f"`({a},{b})`", euclid.grundy(a, b), printed)


@claim("Table 2", fixed("`1 <= a, b <= 9`"))
@compared("the 81 printed cells with Grundy values by mex and with the library")
def _table_2(_: int) -> Cases:
    """Grundy values of Grossman's game for `1 <= a, b <= 9`."""
    for a, row in enumerate(TABLE_2, start=1):
        for b, printed in enumerate(row, start=1):
            yield same(f"`({a},{b})`", brute.grossman().grundy(a, b), printed)
            yield same(f"`({a},{b})`", grossman.grundy(a, b), printed)


@claim("Figures 1 and 2", numbers("`a <= b <= {}`", 60, 5))
@compared(
    "the library's moves in both games with the rules, and for `a <= b <= 5` with a list of our "
    "own; the copy of the paper that we read has the captions of the figures only"
)
def _figures(bound: int) -> Cases:
    """The moves of both games for `a <= b <= 5`: in Grossman's game those to a 0 are missing."""
    for (a, b), written in _BY_HAND.items():
        yield same(f"moves from `({a},{b})`", _library_moves(Euclid(a, b)), written)
    for a, b in cases.pairs_or_equal(bound):
        moves = _library_moves(Euclid(a, b))
        yield same(f"moves from `({a},{b})`", moves, set(brute.euclid().moves(a, b)))
        rest = {move for move in moves if move[0]}
        yield same(
            f"moves of Grossman's game from `({a},{b})`", _library_moves(Grossman(a, b)), rest
        )


# Written out by hand from the rules of Euclid: the figures themselves were not at hand.
_BY_HAND = {
    (1, 1): {(0, 1)},
    (1, 2): {(1, 1), (0, 1)},
    (1, 3): {(1, 2), (1, 1), (0, 1)},
    (1, 4): {(1, 3), (1, 2), (1, 1), (0, 1)},
    (1, 5): {(1, 4), (1, 3), (1, 2), (1, 1), (0, 1)},
    (2, 2): {(0, 2)},
    (2, 3): {(1, 2)},
    (2, 4): {(2, 2), (0, 2)},
    (2, 5): {(2, 3), (1, 2)},
    (3, 3): {(0, 3)},
    (3, 4): {(1, 3)},
    (3, 5): {(2, 3)},
    (4, 4): {(0, 4)},
    (4, 5): {(1, 4)},
    (5, 5): {(0, 5)},
}


def _library_moves(game: Euclid | Grossman) -> set[tuple[int, int]]:
    after = (move.after for move in game.moves(Left))
    return {(min(g.a, g.b), max(g.a, g.b)) for g in after}


def index(digits: tuple[int, ...]) -> int:
    """Return the largest i with a0 = ... = a(i-1) <= ai, straight from the definition."""
    return max(
        i
        for i, digit in enumerate(digits)
        if len(set(digits[:i])) <= 1 and (i == 0 or digits[i - 1] <= digit)
    )


@claim("Theorem 1, convention", numbers("`0 < a < b <= {}`", 90, 2))
@compared("Grundy values by mex with the formula for both forms of the continued fraction")
def _convention(bound: int) -> Cases:
    """The convention that `an > 1` if `n > 0` is used in Theorem 1: with forms that end in 1 the
    formula would fail, first at `(1,2) = [1, 1]`."""
    failures = []
    for a, b in cases.pairs(bound):
        short = brute.quotients(b, a)
        grundy = brute.euclid().grundy(a, b)
        yield same(f"`({a},{b})`", grundy, b // a - index(short) % 2)
        long = continued_fractions.long_form(short)
        if grundy != b // a - index(long) % 2:
            failures.append((a, b))
    yield same("the first failure of the other form", failures[:1], [(1, 2)])


@claim("Theorem 1", numbers("`0 < a <= b <= {}`", 150, over=cases.pairs_or_equal))
@compared("the formula and the library with Grundy values by mex")
def _theorem_1(a: int, b: int) -> Cases:
    """The Grundy value of Euclid is `floor(b/a)`, less 1 if the largest `i` with
    `a0 = ... = a(i-1) <= ai` is odd.
    """
    largest = index(brute.quotients(b, a))
    grundy = brute.euclid().grundy(a, b)
    yield same(f"`({a},{b})`", grundy, b // a - largest % 2)
    yield same(f"`({a},{b})`", grundy, euclid.grundy(a, b))
    yield same(f"index of `({a},{b})`", euclid.index(a, b), largest)


def _is_constant_from(digits: tuple[int, ...], least: int) -> bool:
    """Return whether all digits are equal and there are more than `least` of them."""
    return len(set(digits)) == 1 and len(digits) > least


def _by_corollary(a: int, b: int, least: int) -> int:
    first = b // a
    above = b * b - first * a * b - a * a > 0
    if first > 1 and _is_constant_from(brute.quotients(b, a), least):
        above = not above
    return first if above else first - 1


@claim("Corollary", pairs(150, 2), Status.READING)
@compared("Grundy values by mex, N beginning with 1 and with 0")
@correction(
    "N must contain 0: `b/a = x_0 = a0` whenever `a` divides `b`.",
    lambda a, b: same(f"`({a},{b})`", brute.euclid().grundy(a, b), _by_corollary(a, b, 1)),
)
def _corollary(a: int, b: int) -> Cases:
    """The Grundy value follows from comparing `b/a` with `lambda_1`; the result is reversed if
    `b/a = x_n` for some `n` in N.
    """
    grundy = brute.euclid().grundy(a, b)
    yield same(f"`({a},{b})`", grundy, _by_corollary(a, b, 0))
    yield same(f"`({a},{b})`", grundy, euclid.grundy_by_ratio(a, b))


@claim("Corollary, `a0 = 1`", pairs(120))
@compared("the corollary with losing positions by brute force")
def _corollary_phi(a: int, b: int) -> Cases:
    """For `a0 = 1` `lambda_1` is `phi`, so the corollary extends the determination of the losing
    positions.
    """
    if b // a == 1:
        yield same(f"`({a},{b})`", brute.euclid().wins(a, b), brute.above_phi(b, a))


@claim("Corollary, note", pairs(150))
@compared("Grundy values by mex")
def _at_most_one(a: int, b: int) -> Cases:
    """The two Sprague-Grundy functions differ by at most one."""
    difference = brute.euclid().grundy(a, b) - brute.grossman().grundy(a, b)
    yield true(f"`({a},{b})`: {difference}", abs(difference) <= 1)


_pairs_or_equal = partial(numbers, "`0 < a <= b <= {}`", over=cases.pairs_or_equal)


def _twin(a: int, b: int) -> tuple[int, int]:
    *digits, last = brute.quotients(b, a)
    value = brute.fraction([*digits, last + 1])
    return value.denominator, value.numerator


@claim("Theorem 2", _pairs_or_equal(90))
@compared("Grundy values by mex")
def _theorem_2(a: int, b: int) -> Cases:
    """The Grundy value of Euclid at `[a0, ..., an]` is that of Grossman's game at
    `[a0, ..., an + 1]`.
    """
    twin = _twin(a, b)
    grundy = brute.euclid().grundy(a, b)
    yield same(f"`({a},{b})` and `{twin}`", grundy, brute.grossman().grundy(*twin))
    yield same(f"twin of `({a},{b})`", euclid.grossman_twin(a, b), twin)


@claim("Theorem 2, proof", numbers("coprime `a < b <= {}`", 90, over=cases.coprime_pairs))
@compared("moves by the rules")
def _isomorphism(b: int, a: int) -> Cases:
    """Raising the last quotient by 1 is an isomorphism of the moves of Euclid, on continued
    fractions, to those of Grossman's game.
    """
    images = {_twin(*_lowest(c, d)) if c else (1, 1) for c, d in brute.euclid().moves(a, b)}
    moves = set(brute.grossman().moves(*_twin(a, b)))
    yield same(f"moves from the twin of `({a},{b})`", moves, images)
    # The image: the last quotient is at least 3, or it is the only one.
    digits = brute.quotients(*_twin(a, b)[::-1])
    yield true(f"{digits} is in the image", len(digits) == 1 or digits[-1] >= 3)
    own = brute.quotients(b, a)
    if len(own) == 1 or own[-1] >= 3:
        value = brute.fraction([*own[:-1], own[-1] - 1])
        before = value.denominator, value.numerator
        yield same(f"`({a},{b})` is an image", _twin(*before) if before[1] else (1, 1), (a, b))


def _lowest(a: int, b: int) -> tuple[int, int]:
    divisor = gcd(a, b)
    return a // divisor, b // divisor


@claim("Remark 1", numbers(PAIRS, 45))
@compared("the ways in both trees after each move, by the rules")
def _remark_1(bound: int) -> Cases:
    """Euclid can be played on the Stern-Brocot and on the Calkin-Wilf tree as Grossman's game
    is.
    """
    breadth = [Fraction(1)]
    for number in range(1, 1 << bound.bit_length()):
        # Below a/b stand a/(a+b) and (a+b)/b, row by row.
        parent = breadth[(number - 1) // 2]
        a, b = parent.numerator, parent.denominator
        breadth.append(Fraction(a, a + b) if number % 2 else Fraction(a + b, b))
    for number, x in enumerate(breadth, start=1):
        place = trees.calkin_wilf_index(x.numerator, x.denominator)
        yield same(f"number of `{x}` in the Calkin-Wilf tree", place, number)
    for a, b in cases.pairs(bound):
        small, large = _twin(a, b)
        cases.ASKED.note("moves", "Grossman({},{})", small, large)
        stern, calkin = trees.stern_brocot_path(large, small), trees.calkin_wilf_path(large, small)
        for m in range(1, b // a + 1):
            # After the move the larger number may have become the smaller one.
            top, bottom = large - m * small, small
            way = trees.after_move(stern, m)
            yield same(f"`({a},{b}), m = {m}`", way, trees.stern_brocot_path(top, bottom))
            yield same(f"end of `{way}`", trees.stern_brocot_fraction(way), _lowest(top, bottom))
            climbed = trees.calkin_wilf_path(top, bottom)
            yield same(f"`({a},{b}), m = {m}`", calkin.climb(m), climbed)


def _remark_2_printed(a: int, b: int) -> Cases:
    row = continued_fractions.long_form(brute.quotients(b, a))
    yield same(f"`({a},{b})` as `{row}`", brute.euclid().grundy(a, b), brute.row_grundy(row))


@claim("Remark 2", pairs(90, 2), Status.READING)
@compared("Grundy values of both by mex")
@correction(
    "This is true for the short form; `(2)` and `(1, 1)` are different rows.", _remark_2_printed
)
def _remark_2(a: int, b: int) -> Cases:
    """Euclid is Serial Nim: nim where only the leftmost pile may be reduced, on the quotients."""
    row = brute.quotients(b, a)
    yield same(f"`({a},{b})`", brute.euclid().grundy(a, b), brute.row_grundy(row))
    yield same(f"row of `({a},{b})`", euclid.heaps(a, b), row)


@claim(
    "Remark 2, Serial Nim",
    letters("piles `<= 4`, rows of at most {}", 6, 3, over=numbers_from(1)),
)
@compared("the formula and the library with Grundy values by mex")
def _serial_nim(length: int) -> Cases:
    """The formula of Theorem 1 holds for every row of positive piles, a last pile of 1 allowed."""
    for row in product(range(1, 5), repeat=length):
        grundy = brute.row_grundy(row)
        yield same(row, grundy, row[0] - index(row) % 2)
        yield same(row, grundy, serial_nim.grundy(row))
        after = {take: (row[0] - take, *row[1:]) for take in range(1, row[0] + 1)}
        winning = [
            take
            for take, left in after.items()
            if not brute.row_grundy(left if left[0] else left[1:])
        ]
        claimed = serial_nim.winning_take(row)
        yield same(f"winning takes of {row}", winning, [] if claimed is None else [claimed])


@claim("Remark 3", _pairs_or_equal(120))
@compared("the formula and the library with Grundy values by mex")
def _remark_3(a: int, b: int) -> Cases:
    """The Grundy value of Grossman's game is `floor(b/a)`, less 1 if the index is odd; less 1 if it
    is even, where all quotients are equal.
    """
    digits = brute.quotients(b, a)
    odd = index(digits) % 2 == 1
    less = not odd if len(set(digits)) == 1 else odd
    grundy = brute.grossman().grundy(a, b)
    yield same(f"`({a},{b})`", grundy, b // a - less)
    yield same(f"`({a},{b})`", grundy, grossman.grundy_by_quotients(a, b))


@claim("Theorem 3", _pairs_or_equal(120))
@compared("the formula and the library with Grundy values by mex")
def _theorem_3(a: int, b: int) -> Cases:
    """The Grundy value of Euclid is `floor(|b/a - a/b|)`, plus `(-1)^n` if all quotients are
    equal.
    """
    digits = brute.quotients(b, a)
    claimed = int(Fraction(b, a) - Fraction(a, b))
    if len(set(digits)) == 1:
        claimed += 1 if len(digits) % 2 else -1
    grundy = brute.euclid().grundy(a, b)
    yield same(f"`({a},{b})`", grundy, claimed)
    yield same(f"`({a},{b})`", grundy, euclid.grundy_by_grossman(a, b))


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
