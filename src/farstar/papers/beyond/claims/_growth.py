"""How positions of each kind grow in number, and what is met on the average."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from math import log

from farstar.papers import Cases, cases, compared, fixed, numbers, numbers_from, same, sizes, true
from farstar.papers.beyond import densities
from farstar.papers.beyond.claims import STAR, STAR_2, checked, proved, sketched
from farstar.papers.euclid.brute_force import euclid, grossman, quotients
from farstar.papers.partizan_euclid import PartizanEuclid
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.papers.partizan_euclid.cases import standard_pairs
from farstar.papers.partizan_euclid.theory import automata

_PHI = (1 + Decimal(5).sqrt()) / 2


@proved("Mean number of quotients", numbers("`a < b <= {}`", 300, 50))
@compared("quotients by long division, counted")
def _mean_quotients(bound: int) -> Cases:
    """The mean number of quotients of `b/a` over `a < b <= N` is
    `(12 ln 2/pi^2) ln N - 0.4346485740... + o(1)`, so that of the letters `l` of a word is 2
    less."""
    law = densities.mean_quotients_law()
    digits = Decimal("-0.43464857407696267862")
    yield true(f"kappa `= {law.offset}`", abs(law.offset.value - digits) <= Decimal("1e-20"))
    for n, mean in cases.running_means(bound, lambda a, b: len(quotients(b, a)), 50):
        claimed = float(law.slope.value) * log(n) + float(law.offset.value)
        yield true(f"`N = {n}`: {mean}, not {claimed}", abs(mean - claimed) < 5 * log(n) / n)


def _digits_read(top: int, bottom: int) -> int:
    """Return how many quotients of top/bottom settle the outcome of words that end in them."""
    word = ""
    for count, digit in enumerate(quotients(top, bottom), start=1):
        # Two r's do to outcomes what one does, so that long runs may be cut short.
        short = "r" * (min(digit, 3) - 2) + "e" if count == 1 else "r" * (min(digit, 2) - 1) + "l"
        word = short + word
        p, q = brute.pair_of(word)
        if (brute.outcomes()(q, p % q), brute.outcomes()(p, q)) in (("L", "L"), ("R", "R")):
            return count
    raise AssertionError(f"{top}/{bottom} has too few quotients")


_POINTS = 3000
_LARGE = 10**40
"""Fractions with such a denominator have quotients enough."""


def _beginnings(bound: int, period: int) -> int:
    """Count the runs of quotients that are 0 or 1 modulo `period`, by their denominators."""
    count, stack = 0, [(1, 0)]
    while stack:
        x, y = stack.pop()
        count += 1
        for first in (period, 1):
            stack += [(m * x + y, x) for m in range(first, (bound - y) // x + 1, period)]
    return count


@sketched("Beginnings that decide nothing", sizes("`x <= {}`", 1200, 400))
@compared("the eigenvalue equation with beginnings, counted up to `x/4` and `x`")
def _open_beginnings(bound: int) -> Cases:
    """With the multipliers up to `k` the beginnings of continued fractions that leave the winner
    open number about `x^w` up to the denominator `x`, with `w = 1.7424` for `k = 2` and 1.6034 for
    `k = 3`; so shares of pairs up to N are `P_k` up to `O(N^(w-2))`. The digits are numerical."""
    for k, text in ((2, "1.7424"), (3, "1.6034")):
        exponent = densities.undecided_exponent(k, digits=4)
        yield same(f"`w` for `k = {k}`", str(exponent.value), text)
        ratio = _beginnings(bound, k + 1) / _beginnings(bound // 4, k + 1)
        growth = log(ratio) / log(4)
        yield true(f"growth {growth} for `k = {k}`", abs(growth - float(exponent.value)) < 0.03)


@proved("Quotients until the outcome is decided", fixed(f"{_POINTS} points"))
@compared(
    "the solution of the equations, with a bound on its error, and the mean over the quotients of "
    "`1/x` for evenly spread `x < 1/2`, with outcomes by the rules"
)
def _until_decided(_: int) -> Cases:
    """Read from the last quotient of `q/(p mod q)` on, the outcome is decided after
    `4.2246898757...` quotients on the average."""
    expected = densities.digits_until_decided(digits=12)
    claimed = Decimal("4.224689875743998")
    yield true(f"{expected}", abs(expected.value - claimed) <= expected.error)
    step = int(_LARGE / _PHI)
    points = (place * step % _LARGE // 2 for place in range(1, _POINTS + 1))
    mean = sum(_digits_read(_LARGE, point) for point in points) / _POINTS
    yield true(f"mean {mean}", abs(mean - float(expected.value)) < 0.1)


def _by_class(bound: int) -> Counter[int]:
    """Count the positions q < p <= bound of each class, those with q | p left out."""
    counts: Counter[int] = Counter()
    letters = automata.far_star_automaton().transitions
    # The coprime pairs (q, p mod q) are a tree: r makes (q + t, t), l makes (q + t, q).
    stack = [(2, 1, 0)]
    while stack:
        q, t, number = stack.pop()
        if q + t <= bound:
            counts[number] += sum(bound // p for p in range(q + t, bound + 1, q))
            stack.append((q + t, t, letters["r"][number]))
            stack.append((q + t, q, letters["l"][number]))
    return counts


_SLACK = {
    **dict.fromkeys((0, 2, 4, 7, 8), 0.08),
    **dict.fromkeys((1, 3, 5, 9, 12), 0.35),
    **dict.fromkeys((14, 15), 1.5),
}
"""How far the counts are from the main term, in units of N ln N, at most."""


@sketched("Number of positions of each class", sizes("`q < p <= {}`", 1000, 300))
@compared("the constants with positions of each class, counted")
def _classes(bound: int) -> Cases:
    """Of class `i` there are about `C_i N^1.66581621` positions `q < p <= N`, with
    `C_0 = 0.112355`, `C_5 = 0.462993`, `...`; only the classes 10 and 13 have a positive share. The
    digits are numerical."""
    constants = densities.class_growth_constants(digits=6)
    yield same("classes that grow faster", set(range(17)) - set(constants), {10, 13})
    for number, text in ((0, "0.112355"), (5, "0.462993"), (8, "0.015601"), (15, "0.155164")):
        yield same(f"`C_{number}`", str(constants[number].value), text)
    delta, counts = float(densities.growth_exponent(digits=8).value), _by_class(bound)
    for number, slack in _SLACK.items():
        gap = counts[number] - float(constants[number].value) * bound**delta
        most = slack * bound * log(bound)
        yield true(f"class {number} at `N = {bound}`: off by {gap}", abs(gap) < most)


@sketched("P- and N-positions beside a nim-heap", numbers("`q < p <= {}`", 150, 60))
@compared("sums of the constants of the classes; outcomes of sums of values by the rules, counted")
def _beside_a_heap(bound: int) -> Cases:
    """With `*` there are about `0.14496 N^1.66581621` P-positions and `0.99365 N^1.66581621`
    N-positions; with `*2` or more no P-position and `0.82865 N^1.66581621` N-positions."""
    constants = densities.class_growth_constants(digits=6)
    sums: dict[tuple[int, str], float] = {}
    for state in automata.far_star_automaton().states:
        for heap in (1, 2):
            if state.number in constants:
                key = heap, str(state.value[heap])
                sums[key] = sums.get(key, 0) + float(constants[state.number].value)
    for key, claimed in (((1, "P"), 0.14496), ((1, "N"), 0.99365), ((2, "N"), 0.82865)):
        yield true(f"{key}: {sums[key]}", abs(sums[key] - claimed) < 2e-5)
    yield true("P-positions with `*2`", (2, "P") not in sums)
    delta = float(densities.growth_exponent(digits=8).value)
    for heap, value in ((1, STAR), (2, STAR_2)):
        counts: Counter[str] = Counter()
        for p, q in cases.coprime_pairs(bound):
            if q > 1:
                counts[str((brute.values()(p, q) + value).outcome)] += bound // p
        for outcome in "PN":
            gap = counts[outcome] - sums.get((heap, outcome), 0) * bound**delta
            yield true(f"{outcome} with `*{heap}`: off by {gap}", abs(gap) < 2 * bound * log(bound))


@checked("Means of the atomic weights", fixed("coprime `q < p < 2q, p <= 150`"))
@compared("weights along the word, counted")
def _means(_: int) -> Cases:
    """Of the 3428 coprime standard positions with `p <= 150` the mean of the atomic weight is
    positive for 1881, zero for 548 and negative for 999; the least is `-7`, at `E(128,79)`."""
    means = [(PartizanEuclid(p, q).atomic_weight().mean, p, q) for p, q in standard_pairs(150)]
    signs = Counter((mean > 0) - (mean < 0) for mean, _, _ in means)
    yield same("positive, zero, negative", (signs[1], signs[0], signs[-1]), (1881, 548, 999))
    yield same("the least", min(means), (-7, 128, 79))


@proved("Misère Euclid", numbers("`a <= b <= {}`", 100, over=numbers_from(1)))
@compared("winners by brute force")
def _misere_euclid(b: int) -> Cases:
    """Normal and misère play of Euclid have different winners exactly where the numbers are equal
    or one of them is 0."""
    game = euclid()
    for a in range(b + 1):
        differs = game.wins(a, b) != game.wins_misere(a, b)
        yield same(f"`({a},{b})`", differs, a in (0, b))
        if a:
            yield same(f"`({a},{b})`", game.wins_misere(a, b), grossman().wins(a, b))
