"""The winner, the tables, Theorem 1 and its corollary."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from farstar._outcome import Left
from farstar.games import Euclid, Grossman
from farstar.papers import _brute as brute
from farstar.papers._cases import Cases, fixed, numbers, numbers_from, same, true
from farstar.papers._claim import Status, compared, correction
from farstar.papers.real_euclid._paper import claim
from farstar.theory import continued_fractions, euclid, grossman

_PAIRS = "`0 < a < b <= {}`"
_pairs = partial(numbers, _PAIRS, over=brute.pairs)

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
    for a, b in brute.pairs(bound):
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


@claim("Introduction, Straffin", _pairs(150))
@compared("winners by brute force")
def _straffin(a: int, b: int) -> Cases:
    """For `0 < a < b` both games have the same losing positions."""
    yield same(f"`({a},{b})`", brute.euclid().wins(a, b), brute.grossman().wins(a, b))


@claim("Introduction, different functions", numbers(_PAIRS, 20, 2))
@compared("Grundy values by mex")
def _different(bound: int) -> Cases:
    """The Sprague-Grundy functions of the two games are not the same."""
    differing = [
        (a, b)
        for a, b in brute.pairs(bound)
        if brute.euclid().grundy(a, b) != brute.grossman().grundy(a, b)
    ]
    yield true("no difference", bool(differing))


@claim("Introduction, Nivasch", numbers("`0 < a <= b <= {}`", 120, over=brute.pairs_or_equal))
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
    "the library's moves in both games, for `a <= b <= 5` with those of the figures, written out"
)
def _figures(bound: int) -> Cases:
    """The moves of both games for `a <= b <= 5`: in Grossman's game those to a 0 are missing."""
    for (a, b), drawn in _DRAWN.items():
        yield same(f"moves from `({a},{b})`", _library_moves(Euclid(a, b)), drawn)
    for a, b in brute.pairs_or_equal(bound):
        moves = _library_moves(Euclid(a, b))
        yield same(f"moves from `({a},{b})`", moves, set(brute.euclid().moves(a, b)))
        rest = {move for move in moves if move[0]}
        yield same(
            f"moves of Grossman's game from `({a},{b})`", _library_moves(Grossman(a, b)), rest
        )


_DRAWN = {
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


def _theorem_1_printed(a: int, b: int) -> Cases:
    digits = continued_fractions.long_form(brute.quotients(b, a))
    claimed = b // a - index(digits) % 2
    yield same(f"`({a},{b})` from `{digits}`", brute.euclid().grundy(a, b), claimed)


@claim("Theorem 1, either form", _pairs(90, 2), Status.READING)
@compared("Grundy values by mex")
@correction(
    "The convention `an > 1` for `n > 0` is needed: the formula holds for the short form.",
    _theorem_1_printed,
)
def _theorem_1_short(a: int, b: int) -> Cases:
    """The formula of Theorem 1, applied to a continued fraction that ends in 1."""
    claimed = b // a - index(brute.quotients(b, a)) % 2
    yield same(f"`({a},{b})`", brute.euclid().grundy(a, b), claimed)


@claim("Theorem 1", numbers("`0 < a <= b <= {}`", 150, over=brute.pairs_or_equal))
@compared("the formula and the library with Grundy values by mex")
def _theorem_1(a: int, b: int) -> Cases:
    """The Grundy value of Euclid is `floor(b/a)`, less 1 if the largest `i` with `a0 = ... = a(i-1)
    <= ai` is odd."""
    largest = index(brute.quotients(b, a))
    grundy = brute.euclid().grundy(a, b)
    yield same(f"`({a},{b})`", grundy, b // a - largest % 2)
    yield same(f"`({a},{b})`", grundy, euclid.grundy(a, b))
    yield same(f"index of `({a},{b})`", euclid.index(a, b), largest)


def _is_constant_from(digits: tuple[int, ...], least: int) -> bool:
    """Tell whether all digits are equal and there are more than `least` of them."""
    return len(set(digits)) == 1 and len(digits) > least


def _by_corollary(a: int, b: int, least: int) -> int:
    first = b // a
    above = b * b - first * a * b - a * a > 0
    if first > 1 and _is_constant_from(brute.quotients(b, a), least):
        above = not above
    return first if above else first - 1


@claim("Corollary", _pairs(150, 2), Status.READING)
@compared("Grundy values by mex, N beginning with 1 and with 0")
@correction(
    "N must contain 0: `b/a = x_0 = a0` whenever `a` divides `b`.",
    lambda a, b: same(f"`({a},{b})`", brute.euclid().grundy(a, b), _by_corollary(a, b, 1)),
)
def _corollary(a: int, b: int) -> Cases:
    """The Grundy value follows from comparing `b/a` with `lambda_1`; the result is reversed if `b/a
    = x_n` for some `n` in N."""
    grundy = brute.euclid().grundy(a, b)
    yield same(f"`({a},{b})`", grundy, _by_corollary(a, b, 0))
    yield same(f"`({a},{b})`", grundy, euclid.grundy_by_ratio(a, b))


@claim("Corollary, `a0 = 1`", _pairs(120))
@compared("the corollary with losing positions by brute force")
def _corollary_phi(a: int, b: int) -> Cases:
    """For `a0 = 1` `lambda_1` is `phi`, so the corollary extends the determination of the losing
    positions."""
    if b // a == 1:
        yield same(f"`({a},{b})`", brute.euclid().wins(a, b), brute.above_phi(b, a))


@claim("Corollary, note", _pairs(150))
@compared("Grundy values by mex")
def _at_most_one(a: int, b: int) -> Cases:
    """The two Sprague-Grundy functions differ by at most one."""
    difference = brute.euclid().grundy(a, b) - brute.grossman().grundy(a, b)
    yield true(f"`({a},{b})`: {difference}", abs(difference) <= 1)
