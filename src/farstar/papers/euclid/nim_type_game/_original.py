"""Sections 1 to 4: Grossman's game with all multipliers, and with the multiplier 1 alone."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import gcd, log, pi, sqrt

from farstar.papers import (
    Cases,
    Status,
    cases,
    compared,
    correction,
    fixed,
    numbers,
    pairs,
    same,
    true,
)
from farstar.papers.euclid import brute_force as brute
from farstar.papers.euclid.nim_type_game import claim
from farstar.papers.euclid.theory import cone, continued_fractions, grossman, restricted

_PAIRS = "`a < b <= {}`"
_coprime = partial(numbers, "coprime `a < b <= {}`", over=cases.coprime_pairs)
_PHI = (1 + sqrt(5)) / 2


def _only(a: int, b: int) -> int | None:
    """Return the length of the game by brute force; None if the players can change it."""
    lengths = brute.grossman().lengths(a, b)
    return next(iter(lengths)) if len(lengths) == 1 else None


def _first_choice(digits: tuple[int, ...]) -> int:
    """Return the place of the first quotient that is not 1."""
    return next(i for i, digit in enumerate(digits) if digit != 1)


@claim("Theorem A", numbers("`a <= b <= {}`", 150, over=cases.pairs_or_equal))
@compared("the closed form and the exact comparison with winners by brute force")
def _theorem_a(a: int, b: int) -> Cases:
    """Player 1 wins exactly if the ratio of the larger number to the smaller exceeds `phi`."""
    wins = brute.grossman().wins(a, b)
    yield same(f"`({a},{b})`: Player 1 wins", wins, brute.above_phi(b, a))
    yield same(f"`({a},{b})`: Player 1 wins", wins, grossman.wins(a, b))


@claim("Section 1, winning set", pairs(120))
@compared("the moves, by the rules")
def _winning_set(a: int, b: int) -> Cases:
    """From a pair outside the cone some move leads into it; from a pair inside every move leads
    out."""
    inside = [not brute.above_phi(d, c) for c, d in brute.grossman().moves(a, b)]
    claimed = any(inside) if brute.above_phi(b, a) else not any(inside)
    yield true(f"`({a},{b})`", claimed)


@claim("Section 2 (i)", pairs(120))
@compared("the moves, by the rules, and the library's cone")
def _property_i(a: int, b: int) -> Cases:
    """Off the diagonal there is one direction to move in; from a point of the cone there is one
    legal move, and it leads out of it."""
    yield same(f"`({a},{b})`", (cone.direction(a, b), cone.direction(b, a)), ("down", "left"))
    if cone.contains(a, b):
        moves = brute.grossman().moves(a, b)
        yield same(f"moves from `({a},{b})`", len(moves), 1)
        yield true(f"`({a},{b})`: the move stays inside", not cone.contains(*moves[0]))


@claim("Section 2 (ii)", numbers(_PAIRS, 120))
@compared("points and moves counted")
def _property_ii(bound: int) -> Cases:
    """For every `a` there are exactly `a` points in the cone with `x = a`, and from a point
    outside, above the diagonal, exactly one move leads in."""
    for a in range(1, bound + 1):
        points = [y for y in range(1, 2 * a + 1) if not brute.above_phi(max(a, y), min(a, y))]
        yield same(f"points with `x = {a}`", len(points), a)
        yield same(f"points with `x = {a}`", list(cone.column(a)), points)
    for a, b in cases.pairs(bound):
        if not cone.contains(a, b):
            into = [move for move in brute.grossman().moves(a, b) if cone.contains(*move)]
            yield same(f"moves from `({a},{b})` into the cone", len(into), 1)


@claim("Section 2, the loser", pairs(120))
@compared("lost positions and lengths by brute force")
def _loser(a: int, b: int) -> Cases:
    """The loser has only one legal move at each step and cannot change the length of the game."""
    if not brute.grossman().wins(a, b):
        yield same(f"moves from `({a},{b})`", len(brute.grossman().moves(a, b)), 1)
    yield same(f"lengths from `({a},{b})`", len(brute.grossman().lengths(a, b)), 1)


@claim("Figure 4", fixed("the two games"))
@compared("winners by brute force, and the library's lines of play")
def _figure_4(_: int) -> Cases:
    """`(9,2)` is won by Player 1 and `(11,8)` by Player 2."""
    for a, b, wins, moves in ((9, 2, True, 3), (11, 8, False, 4)):
        yield same(f"`({a},{b})`: Player 1 wins", brute.grossman().wins(a, b), wins)
        yield same(f"moves of `({a},{b})`", len(list(cone.line_of_play(a, b))) - 1, moves)


@claim("Section 3, length", pairs(120))
@compared("lengths by brute force")
def _deterministic(a: int, b: int) -> Cases:
    """With the multiplier 1 alone the game has `a0 + ... + an - 1` moves."""
    total = sum(brute.quotients(b, a)) - 1
    yield same(f"`({a},{b})`", brute.grossman(1).lengths(a, b), {total})
    yield same(f"`({a},{b})`", restricted.length(a, b, 1), total)


@claim("Section 3, winner", pairs(120))
@compared("winners by brute force")
def _deterministic_winner(a: int, b: int) -> Cases:
    """With the multiplier 1 alone Player 1 wins exactly if the sum of the quotients is even."""
    even = sum(brute.quotients(b, a)) % 2 == 0
    yield same(f"`({a},{b})`", brute.grossman(1).wins(a, b), even)
    yield same(f"`({a},{b})`", restricted.wins(a, b, {1}), even)


@claim("Section 3, short and long form", pairs(120))
@compared("both evaluated")
def _forms(a: int, b: int) -> Cases:
    """`[a0, ..., an]` and `[a0, ..., an - 1, 1]` are the same number and have the same sum of
    digits."""
    short = brute.quotients(b, a)
    long = continued_fractions.long_form(short)
    yield same(f"`{b}/{a}`", sum(long), sum(short))
    for digits in (short, long):
        yield same(digits, brute.fraction(digits), Fraction(b, a))


@claim("Section 4, only ones", numbers("coprime `a < b <= {}`", 150, 5))
@compared("all fractions in lowest terms")
def _only_ones(bound: int) -> Cases:
    """In lowest terms, `[1, 1, ..., 1]` occurs only for two consecutive Fibonacci numbers; its
    short form ends in 2."""
    fibonacci = brute.fibonacci_pairs(bound)
    for a, b in cases.pairs(bound):
        if gcd(a, b) == 1:
            ones = set(continued_fractions.long_form(brute.quotients(b, a))) == {1}
            yield same(f"`{b}/{a}`", ones, (a, b) in fibonacci)


@claim("Section 4, moves and quotients", pairs(90))
@compared("continued fractions after each move, by the rules")
def _moves(a: int, b: int) -> Cases:
    """A move with multiplier `m` makes `[a0 - m, a1, ..., an]`, or `[a1, ..., an]` if `m = a0`."""
    first, *rest = brute.quotients(b, a)
    after = {brute.quotients(d, c) for c, d in brute.grossman().moves(a, b)}
    claimed = {(first - m, *rest) for m in range(1, first)} | ({tuple(rest)} if rest else set())
    # A lone quotient 1 ends the game, and (m, 1) is written (m + 1).
    claimed = {continued_fractions.short_form(digits) for digits in claimed}
    yield same(f"moves from `({a},{b})`", after, claimed)


@claim("Theorem 1", pairs(150))
@compared("winners by brute force")
def _theorem_1(a: int, b: int) -> Cases:
    """Player 1 wins exactly if the first quotient that is not 1 has an even index."""
    even = _first_choice(brute.quotients(b, a)) % 2 == 0
    yield same(f"`({a},{b})`: Player 1 wins", brute.grossman().wins(a, b), even)


def _who_chooses_first(a: int, b: int) -> int | None:
    """Return after how many forced moves somebody has a choice; None if nobody ever has."""
    forced = 0
    while len(moves := brute.grossman().moves(a, b)) < 2:
        if not moves:
            return None
        (a, b), forced = moves[0], forced + 1
    return forced


def _theorem_1_second_printed(a: int, b: int) -> Cases:
    forced = _who_chooses_first(a, b)
    winner = "Player 1" if brute.grossman().wins(a, b) else "Player 2"
    yield true(f"`({a},{b})`: nobody ever has a choice, {winner} wins", forced is not None)


@claim("Theorem 1, second sentence", pairs(120, 2), Status.MISSING)
@compared("winners and choices by brute force")
@correction(
    "The first player who faces a quotient of at least 2 wins; with `[1, ..., 1, 2]` "
    "nobody ever has a choice.",
    _theorem_1_second_printed,
)
def _theorem_1_second(a: int, b: int) -> Cases:
    """In other words, the first player who can actually make a non-forced move wins."""
    wins = brute.grossman().wins(a, b)
    forced = _who_chooses_first(a, b)
    if forced is not None:
        yield same(f"`({a},{b})`: Player 1 wins", wins, forced % 2 == 0)
    # Before the first quotient above 1 every move is forced and removes one quotient.
    facing = _first_choice(brute.quotients(b, a))
    yield same(f"`({a},{b})`: Player 1 wins", wins, facing % 2 == 0)


@claim("Theorem 1, proof", pairs(120))
@compared("winning moves by brute force")
def _theorem_1_proof(a: int, b: int) -> Cases:
    """The winner has one winning move at each turn: all of a quotient if the rest is below `phi`,
    all but one of it otherwise."""
    winning = [move for move in brute.grossman().moves(a, b) if not brute.grossman().wins(*move)]
    yield true(f"`({a},{b})`", len(winning) <= 1)
    if winning:
        first, rest = divmod(b, a)
        take = first if rest and not brute.above_phi(a, rest) else first - 1
        claimed = (min(a, b - take * a), max(a, b - take * a))
        yield same(f"winning move from `({a},{b})`", winning[0], claimed)
        yield same(f"multiplier at `({a},{b})`", grossman.winning_multiplier(a, b), take)


@claim("Section 4, what the winner leaves", pairs(120), Status.MISSING)
@compared("all winning moves by brute force, with an exact comparison")
@correction("Or equal numbers, after the last move.", at_the_end=False)
def _left_behind(a: int, b: int, at_the_end: bool = True) -> Cases:
    """The winner always leaves `[1, u0, ..., um]` with `[u0, ..., um] > phi` to the other
    player."""
    for x, y in brute.grossman().moves(a, b):
        if not brute.grossman().wins(x, y):
            forced = x < y < 2 * x and brute.above_phi(x, y - x)
            where = f"`({a},{b})`, leaving `({x},{y})`"
            yield true(where, forced or (at_the_end and x == y))


@claim("Remark after Theorem 1", pairs(200))
@compared("exact comparison with `phi`")
def _remark(a: int, b: int) -> Cases:
    """`x = [a0, ..., an]` exceeds `phi` exactly if the first digit that is not 1 has an even
    index."""
    even = _first_choice(brute.quotients(b, a)) % 2 == 0
    yield same(f"`{b}/{a} > phi`", brute.above_phi(b, a), even)


def _extra_steps(digits: tuple[int, ...]) -> int:
    """Return the number of quotients above 1, but the last, with a rest above phi."""
    rest, steps = Fraction(digits[-1]), 0
    for digit in reversed(digits[:-1]):
        steps += digit >= 2 and brute.above_phi(rest.numerator, rest.denominator)
        rest = digit + 1 / rest
    return steps


@claim("Theorem 2", pairs(120))
@compared("the formula and the library with lengths by brute force")
def _theorem_2(a: int, b: int) -> Cases:
    """The length `L(a, b)` is `n + 1` plus the number of quotients above 1 whose rest exceeds
    `phi`, and lies between `n + 1` and `2n + 1`."""
    digits = brute.quotients(b, a)
    length = _only(a, b)
    yield same(f"`L({a},{b})`", length, len(digits) + _extra_steps(digits))
    yield same(f"`L({a},{b})`", length, grossman.length(a, b))
    yield same(
        f"bounds of `L({a},{b})`", grossman.length_bounds(a, b), (len(digits), 2 * len(digits) - 1)
    )


@claim("Theorem 2, lower bound", pairs(120))
@compared("lengths by brute force")
def _lower(a: int, b: int) -> Cases:
    """`L = n + 1` exactly if the quotients at all even places, or at all odd places, are 1."""
    digits = brute.quotients(b, a)
    ones = set(digits[0::2]) <= {1} or set(digits[1::2]) <= {1}
    yield same(f"`({a},{b})`", _only(a, b) == len(digits), ones)


@claim("Theorem 2, upper bound", pairs(120))
@compared("lengths by brute force")
def _upper(a: int, b: int) -> Cases:
    """`L = 2n + 1` exactly if all quotients are at least 2; then Player 1 wins."""
    digits = brute.quotients(b, a)
    large = min(digits) >= 2
    yield same(f"`({a},{b})`", _only(a, b) == 2 * len(digits) - 1, large)
    if large:
        yield true(f"`({a},{b})`", brute.grossman().wins(a, b))


@claim("Theorem 2, example `(5,13)`", fixed("`(5,13)`"))
@compared("lengths by brute force")
def _example_5_13(_: int) -> Cases:
    """`13/5 = [2,1,1,2]` does not attain the lower bound: `L(5,13) = 5`; the long form is
    `[2,1,1,1,1]`."""
    yield same("`13/5`", brute.quotients(13, 5), (2, 1, 1, 2))
    yield same("`L(5,13)`", _only(5, 13), 5)
    yield same("long form", continued_fractions.long_form((2, 1, 1, 2)), (2, 1, 1, 1, 1))


@claim("Theorem 2, examples", fixed("the two games of Figure 4"))
@compared("lengths by brute force")
def _examples(_: int) -> Cases:
    """`L(9,2) = 3` with `9/2 = [4,2]`, and `L(11,8) = 4` with `11/8 = [1,2,1,2]`."""
    yield same("`9/2`", brute.quotients(9, 2), (4, 2))
    yield same("`11/8`", brute.quotients(11, 8), (1, 2, 1, 2))
    yield same("`L(9,2)`", _only(2, 9), 3)
    yield same("`L(11,8)`", _only(8, 11), 4)
    yield same("extra steps of `9/2`", _extra_steps((4, 2)), 1)


def _reversed(a: int, b: int) -> tuple[int, int]:
    """Return the position with the quotients of b/a read backwards."""
    top, bottom = 1, 0
    for digit in brute.quotients(b, a):
        top, bottom = digit * top + bottom, top
    return bottom, top


@claim("Reverse games, numerator", _coprime(120))
@compared("evaluated continued fractions")
def _reverse_numerator(b: int, a: int) -> Cases:
    """The fraction with the quotients of `b/a` backwards, in lowest terms, has the numerator
    `b`."""
    other, top = _reversed(a, b)
    yield same(f"numerator for `{b}/{a}`", (top, gcd(other, top)), (b, 1))
    yield same(f"reverse of `({a},{b})`", grossman.reverse(a, b), (other, top))


@claim("Reverse games, length", _coprime(120))
@compared("lengths by brute force")
def _reverse_length(b: int, a: int) -> Cases:
    """The reverse game lasts as long if `a0 > 1`; one move less if Player 2 wins; else as long."""
    other, length = _reversed(a, b), _only(a, b)
    if length is None:
        yield f"`({a},{b})` has no length"
        return
    if b // a > 1:
        yield same(f"L{other}", _only(*other), length)
    less = 0 if brute.grossman().wins(a, b) else 1
    yield same(f"L{other}", _only(*other), length - less)


@claim("Reverse games, examples", fixed("the two examples"))
@compared("lengths by brute force")
def _reverse_examples(_: int) -> Cases:
    """`L(7,18) = L(5,18) = 5` and `L(25,43) = L(12,43) = 7`; `43/25 = [1,1,2,1,1,3]`,
    `43/12 = [3,1,1,2,2]`."""
    yield same("reverse of `(7,18)`", _reversed(7, 18), (5, 18))
    yield same("lengths", (_only(7, 18), _only(5, 18)), (5, 5))
    yield same("`18/7`", brute.quotients(18, 7), (2, 1, 1, 3))
    yield same("`43/25`", brute.quotients(43, 25), (1, 1, 2, 1, 1, 3))
    yield same("`43/12`", brute.quotients(43, 12), (3, 1, 1, 2, 2))
    yield same("lengths", (_only(25, 43), _only(12, 43)), (7, 7))


@claim("Section 4, more than 60 %", numbers(_PAIRS, 150, 20))
@compared("winners by brute force, counted")
def _favours(bound: int) -> Cases:
    """Player 1 has more than 60 % chance of winning."""
    won = sum(brute.grossman().wins(a, b) for a, b in cases.pairs(bound))
    total = bound * (bound - 1) // 2
    yield true(f"{won} of {total}", 10 * won > 6 * total)


@claim("Section 4, `1/phi`", numbers(_PAIRS, 800, 10))
@compared("winners by the exact comparison, counted, with `1/phi`")
def _share(bound: int) -> Cases:
    """The share of pairs that Player 1 wins tends to `1/phi`."""
    for n, share in cases.running_means(bound, lambda a, b: brute.above_phi(b, a), 10):
        yield true(f"share {share} at `N = {n}`", abs(share - 1 / _PHI) < 2 / n)


@claim("Section 4, average number of quotients", numbers(_PAIRS, 400, 400))
@compared("averages at `N/2` and N: their difference with that of the logarithms")
def _average_digits(bound: int) -> Cases:
    """The average number of quotients grows like `(12 ln 2 / pi^2) ln N`, about `0.843 ln N`."""
    slope = 12 * log(2) / pi**2
    yield true(f"{slope} is not about 0.843", abs(slope - 0.843) < 0.0005)
    means = dict(cases.running_means(bound, lambda a, b: len(brute.quotients(b, a))))
    rise = (means[bound] - means[bound // 2]) / log(bound / (bound // 2))
    yield true(f"{rise} for each unit of `ln N`", abs(rise - slope) < 0.03)


@claim(
    "Section 4, worst case", numbers("pairs up to {0}; `c <= 6` and up to {0} quotients", 120, 20)
)
@compared("the most quotients among all pairs, and the numbers of `[1, ..., 1, c]`")
def _worst(bound: int) -> Cases:
    """The most quotients come with Fibonacci-like numbers, `[1, ..., 1, c]`, about `2.078 ln N`."""
    low, high, best = 1, 2, 1
    for b in range(2, bound + 1):
        if b == low + high:
            low, high, best = high, b, best + 1
        most = max(len(brute.quotients(b, a)) for a in range(1, b))
        yield true(f"{most} quotients for some `a < {b}`", most <= best)
    yield same(f"quotients of `{high}/{low}`", len(brute.quotients(high, low)), best)
    for c in range(2, 7):
        a, b = 1, c
        for _ in range(bound - 1):
            a, b = b, a + b
        yield same(f"quotients of `[1, ..., 1, {c}]`", len(brute.quotients(b, a)), bound)
        # The number of quotients is log(b)/log(phi) up to a constant that depends on c.
        gap = abs(bound - log(b) / log(_PHI))
        yield true(f"`[1, ..., 1, {c}]`: off by {gap}", gap < 5)
    yield true("`1/ln(phi)` is not about 2.078", abs(1 / log(_PHI) - 2.078) < 0.0005)


@claim("Section 4, average length", fixed("`a < b <= 10000, b = 10000, 9603, 9206, ...`"))
@compared("lengths by Theorem 2, for every `a` and every 397th `b`")
def _average_length(_: int) -> Cases:
    """Games that start with `a < b <= 10000` take about 9 to 10 steps on the average."""
    total = count = 0
    for b in range(10_000, 1, -397):
        total += sum(grossman.length(a, b) for a in range(1, b))
        count += b - 1
    yield true(f"{total / count} steps on the average", 9 <= total / count <= 10)
