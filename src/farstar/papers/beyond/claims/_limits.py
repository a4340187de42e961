"""Limits over all positions: how often who wins, and for how long."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import gcd, isqrt, log, log2, pi, sqrt

from farstar._outcome import Outcome
from farstar.papers import Cases, cases, compared, coprime, fixed, numbers, pairs, same, sizes, true
from farstar.papers.beyond import densities
from farstar.papers.beyond.claims import checked, proved, sketched
from farstar.papers.euclid import brute_force as euclid_brute
from farstar.papers.euclid.theory import grossman
from farstar.papers.partizan_euclid import PartizanEuclid
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.papers.partizan_euclid.theory import automata
from farstar.papers.partizan_euclid.theory.words import Word

_INVERSE_PHI = (Decimal(5).sqrt() - 1) / 2


@proved(
    "Parity of the sum of the quotients",
    numbers("coprime `a < b <= {}`", 200, over=cases.coprime_pairs),
)
@compared("sums of quotients with inverses")
def _parity(b: int, a: int) -> Cases:
    """For coprime `a < b` with inverse `c` of `a` modulo `b`, the sum of the quotients of `b/a` is
    even exactly if `a + c` is odd (`b` odd), or `a c = 1` modulo `2b` (`b` even)."""
    inverse = pow(a, -1, b)
    claimed = (a + inverse) % 2 == 1 if b % 2 else a * inverse % (2 * b) == 1
    yield same(f"`{b}/{a}`", sum(euclid_brute.quotients(b, a)) % 2 == 0, claimed)


@proved("Winning probability for `k = 1`", numbers("`a < b <= {}`", 300, 20))
@compared("winners by the sum of the quotients, counted, with the error of order `1/sqrt(N)`")
def _one_half(bound: int) -> Cases:
    """With the multiplier 1 alone the share of pairs that Player 1 wins tends to `1/2`."""
    for n, share in cases.running_means(
        bound, lambda a, b: sum(euclid_brute.quotients(b, a)) % 2 == 0, 20
    ):
        yield true(f"share {share} at `N = {n}`", abs(share - 0.5) < 1 / sqrt(n))


@proved("Exact counts of won pairs", numbers("`N <= {}, k = 2, ..., 5`", 40))
@compared("the count with winners by brute force")
def _counts(bound: int) -> Cases:
    """A walk over the few beginnings without a stop counts the pairs that Player 1 wins with the
    multipliers up to `k`."""
    for k in range(2, 6):
        won = 0
        for b in range(2, bound + 1):
            won += sum(euclid_brute.grossman(k).wins(a, b) for a in range(1, b))
            yield same(f"`N = {b}, k = {k}`", densities.win_count(b, k), won)


_DIGITS = {
    2: "0.568132167092323865279",
    5: "0.606409242164663804200",
    20: "0.617256158482730484128",
}


@proved("Winning probabilities to twenty digits", fixed("three values, `N = 1000`"))
@compared(
    "a fitted solution of the functional equation, with a bound on its error, and exact counts"
)
def _digits(_: int) -> Cases:
    """`P_2 = .568132167092323865279`, `P_5 = .606409242164663804200`,
    `P_20 = .617256158482730484128`."""
    for k, text in _DIGITS.items():
        limit = densities.win_probability(k, digits=20)
        yield true(f"`P_{k}`: error {limit.error}", limit.error < Decimal("1e-20"))
        gap = abs(limit.value - Decimal(text))
        yield true(f"`P_{k} = {limit.value}`", gap <= limit.error + Decimal("1e-21"))
        share = Decimal(densities.win_count(1000, k)) / (1000 * 999 // 2)
        yield true(f"share {share} for `k = {k}`", abs(share - limit.value) < Decimal("0.001"))


def _bounds(k: int) -> tuple[Decimal, Decimal]:
    """Return proved bounds of P_k."""
    least, most = densities.golden_gap_bounds(k)
    return _INVERSE_PHI - most, _INVERSE_PHI - least


@proved("Winning probabilities rise to `1/phi`", sizes("`k <= {}`", 14, 4))
@compared("the bounds, and the computed limits between them")
def _rise(bound: int) -> Cases:
    """`P_k < P_(k+1) < 1/phi` for all `k`, and `P_k` tends to `1/phi`: explicit bounds for `k` and
    `k + 1` do not overlap."""
    before = Decimal("0.5")
    for k in range(2, bound + 1):
        low, high = _bounds(k)
        yield true(f"bounds for `k = {k}`", before < low < high < _INVERSE_PHI)
        limit = densities.win_probability(k, digits=6)
        yield true(f"`P_{k} = {limit.value}`", low - limit.error < limit.value < high + limit.error)
        before = high
    low, high = _bounds(10_000)
    yield true("`P_10000`", _INVERSE_PHI - low < Decimal("1e-8"))


@proved("Rate of the winning probabilities", fixed("`k = 10, 20, 40, 80`"))
@compared("computed limits")
def _rate(_: int) -> Cases:
    """`1/phi - P_k = C2/(k+1)^2 + C3/(k+1)^3 + O(1/k^4)` with `C2 = 0.275591099565...` and
    `C3 = 1.790826989275...`."""
    second, third = densities.golden_gap_coefficients()
    yield same("`C2`", str(second), "0.27559109956551020855")
    yield same("`C3`", str(third), "1.79082698927592411155")
    # C2 is also (5 pi^2/6) times an alternating sum over the sums of divisors.
    divisors = (sum(d for d in range(1, n + 1) if n % d == 0) for n in range(1, 60))
    total = sum(
        (-((-1) ** n) * s * _INVERSE_PHI ** (2 * n) for n, s in enumerate(divisors, 1)), Decimal(0)
    )
    gap = float(second) - 5 * pi**2 / 6 * float(total)
    yield true(f"the sum over divisors: off by {gap}", abs(gap) < 1e-12)
    for k in (10, 20, 40, 80):
        period = k + 1
        missing = _INVERSE_PHI - densities.win_probability(k, digits=12).value
        rest = missing * period**2 - second - third / period
        yield true(f"`k = {k}`: {rest * period**2}", abs(rest) * period**2 < 12)


def _above_count(digits: tuple[int, ...]) -> int:
    """Return how many of the rests [ak, ..., an] exceed phi."""
    count, top, bottom = 0, 1, 0
    for digit in reversed(digits):
        top, bottom = digit * top + bottom, top
        count += euclid_brute.above_phi(top, bottom)
    return count


@proved("The winner's moves", pairs(100))
@compared("lengths by brute force")
def _moves(a: int, b: int) -> Cases:
    """The length of Grossman's game is `2M`, less 1 if `b/a > phi`, where `M` counts the rests
    `[ak, ..., an]` that exceed `phi`: the winner makes exactly M moves."""
    claimed = 2 * _above_count(euclid_brute.quotients(b, a)) - euclid_brute.above_phi(b, a)
    yield same(f"`L({a},{b})`", euclid_brute.grossman().lengths(a, b), {claimed})


@sketched("Mean length of Grossman's game", numbers("`a < b <= {}`", 300, 50))
@compared("lengths by Theorem 2 of the nim-type game, summed up")
def _mean_length(bound: int) -> Cases:
    """The mean length over `a < b <= N` is `(24/pi^2) ln(phi) ln N - 1.1207176471... + o(1)`; the
    digits of the constant are numerical."""
    for n, mean in cases.running_means(bound, grossman.length, 50):
        gap = abs(mean - densities.mean_length(n))
        yield true(f"`N = {n}`: {mean}, off by {gap}", gap < 5 * log(n) / n)


@proved(
    "Mean lengths with multipliers up to `k`",
    numbers("`a < b <= {}, k = 1, ..., 5`", 50, over=cases.pairs),
)
@compared("lengths by the rules with the sums of the quotients")
def _lengths_up_to_k(a: int, b: int) -> Cases:
    """With the multipliers up to `k` the length is `2/(k+1)` times the sum of the quotients, less
    up to `m + 1` or plus up to `2m`, where `m` is their number. So its mean over `a < b <= N` is
    `12/((k+1) pi^2) (ln N)^2 + O(ln N (ln ln N)^2)`."""
    digits = euclid_brute.quotients(b, a)
    for k in range(1, 6):
        (length,) = euclid_brute.grossman(k).lengths(a, b)
        gap = length - Fraction(2 * sum(digits), k + 1)
        yield true(
            f"`({a},{b})`, k = {k}: off by {gap}", -len(digits) - 1 <= gap <= 2 * len(digits)
        )


@proved("Shares of Grundy values", numbers("`a < b <= {}, g <= 8`", 120, 20))
@compared("pairs counted by their Grundy values by mex, with the limits")
def _grundy_shares(bound: int) -> Cases:
    """In Euclid and in Grossman's game the share of the pairs `a < b <= N` with the Grundy value
    `g` tends to `1/lambda_g - 1/lambda_(g+1)`, where `lambda_g = (g + sqrt(g^2 + 4))/2`: .381966
    for 0, .203820 for 1, .111438 for 2, .... In Grossman's game a value of at least `g >= 1`
    occurs for `floor(b/lambda_g)` numbers `a < b`."""
    both = {"Euclid": euclid_brute.euclid(), "Grossman": euclid_brute.grossman()}
    counts: dict[str, Counter[int]] = {name: Counter() for name in both}
    for b in range(2, bound + 1):
        for name, game in both.items():
            values = [game.grundy(a, b) for a in range(1, b)]
            counts[name].update(values)
            if name == "Grossman":
                for g in range(1, 9):
                    claimed = (isqrt(b * b * (g * g + 4)) - g * b) // 2
                    found = sum(value >= g for value in values)
                    yield same(f"`b = {b}`: values of at least {g}", found, claimed)
    total = bound * (bound - 1) // 2
    for name, counted in counts.items():
        for g in range(9):
            gap = abs(counted[g] / total - (_one_over_lambda(g) - _one_over_lambda(g + 1)))
            yield true(f"{name}, value {g}: off by {gap}", gap < 2 * log(bound) / bound)


def _one_over_lambda(g: int) -> float:
    return (sqrt(g * g + 4) - g) / 2


_TRANSITIONS = {
    "S0": ("S1", "S1"),
    "S1": ("S2", "R"),
    "S2": ("S0", "T0"),
    "T0": ("T1", "L"),
    "T1": ("T2", "S1"),
    "T2": ("T0", "T0"),
    "L": ("L", "L"),
    "R": ("R", "R"),
}
_OUTCOMES = {"S0": "N", "S1": "R", "S2": "P", "T0": "L", "T1": "N", "T2": "P", "L": "L", "R": "R"}


@proved("The outcome by quotients", coprime(200, 3))
@compared("the states with outcomes by the rules")
def _by_quotients(p: int, q: int) -> Cases:
    """The outcome of `E(p,q)` depends only on which quotients of `q/(p mod q)` are 1 and on whether
    the last is 2: eight states, two of them final."""
    if q > 1:
        *first, last = euclid_brute.quotients(q, p % q)
        at = "S0" if last == 2 else "T0"
        for digit in reversed(first):
            at = _TRANSITIONS[at][digit > 1]
        yield same(f"`o(E({p},{q}))`", str(brute.outcomes()(p, q)), _OUTCOMES[at])


def _census(bound: int) -> Counter[Outcome]:
    """Count the outcomes of all positions q < p <= bound, by the rules."""
    counts: Counter[Outcome] = Counter()
    outcome = brute.outcomes()
    for p in range(2, bound + 1):
        counts.update(outcome(p, q) for q in range(1, p))
    return counts


@proved("Shares of L and R", numbers("`q < p <= {}`", 400, 100))
@compared(
    "a fitted solution of the equations, with a bound on its error; outcomes by the rules, "
    "counted, less the main term of the P-positions"
)
def _shares(bound: int) -> Cases:
    """Among all positions of Partizan Euclid the share of L tends to `0.57220169304489521...`, that
    of R to `0.42779830695510478...`; P and N have density 0."""
    left, right = densities.outcome_shares()
    for limit, text in ((left, "0.57220169304489521458"), (right, "0.42779830695510478542")):
        yield true(f"{limit}", abs(limit.value - Decimal(text)) < Decimal("1e-19"))
        yield true(f"error {limit.error}", limit.error < Decimal("1e-20"))
    counts = _census(bound)
    half, less = bound * (bound + 1) / 2, densities.predicted_census(bound)[Outcome.P]
    for outcome, share in ((Outcome.L, left.value), (Outcome.R, right.value)):
        gap = counts[outcome] - (float(share) * half - less)
        yield true(f"{counts[outcome]} positions {outcome}: off by {gap}", abs(gap) < bound)


@sketched("Number of P- and N-positions", numbers("`q < p <= {}`", 400, 100))
@compared("outcomes by the rules, counted")
def _exponent(bound: int) -> Cases:
    """P- and N-positions with `q < p <= N` both number about `0.37906882 N^1.66581621`; the digits
    of the factor are numerical."""
    for size in (bound // 2, bound):
        counts, claimed = _census(size), densities.predicted_census(size)[Outcome.P]
        # The P-positions with q | p are more than N, so N-positions are fewer by about N.
        for outcome, less in ((Outcome.P, 0), (Outcome.N, size)):
            gap = counts[outcome] - (claimed - less)
            yield true(f"{outcome} at `N = {size}`: off by {gap}", abs(gap) < size / 2)
    ratio = _census(bound)[Outcome.P] / _census(bound // 2)[Outcome.P]
    exponent = log(ratio) / log(bound / (bound // 2))
    yield true(f"exponent {exponent}", abs(exponent - 1.6658) < 0.02)


@proved("Shares with a nim-heap", numbers("coprime `q < p <= {}`", 400, 200))
@compared("outcomes of the automaton, counted")
def _with_heap(bound: int) -> Cases:
    """With `*k` beside them, for any `k`, positions have the same limit shares of L and R; with
    `*2` or more none has outcome P."""
    counts: list[Counter[Outcome]] = [Counter() for _ in range(3)]
    for p, q in cases.coprime_pairs(bound):
        if q > 1:
            state = automata.far_star_automaton().read(Word.from_position(p, q))
            for k in range(3):
                counts[k][state.value[k]] += 1
    total = counts[0].total()
    yield same("P-positions with `*2`", counts[2][Outcome.P], 0)
    for k in (1, 2):
        for outcome in (Outcome.L, Outcome.R):
            share = (counts[k][outcome] - counts[0][outcome]) / total
            # The difference is of order N^(1.6658 - 2).
            yield true(f"`*{k}`, {outcome}: differs by {share}", abs(share) < bound**-0.3342)


@checked("Integer atomic weights", numbers("coprime `q < p <= {}`", 250, 150))
@compared("weights along the word, counted")
def _integer_weights(bound: int) -> Cases:
    """About 0.927 of the coprime standard positions, and about 0.911 of all coprime positions, have
    an integer atomic weight."""
    whole: Counter[bool] = Counter()
    total: Counter[bool] = Counter()
    for p, q in cases.coprime_pairs(bound):
        if q > 1:
            total[p < 2 * q] += 1
            whole[p < 2 * q] += PartizanEuclid(p, q).atomic_weight().is_integer
    share = whole[True] / total[True]
    yield true(f"share {share} of standard positions", abs(share - 0.928) < 0.01)
    share = whole.total() / total.total()
    yield true(f"share {share} of all positions", abs(share - 0.912) < 0.01)


@proved("Length of the word", coprime(150, 3))
@compared("signatures by the definition")
def _word_length(p: int, q: int) -> Cases:
    """The number of letters `l` is the number of quotients of `p/q` less 2; the word has
    `d0 + ... + dn - 1` letters, `e` included."""
    if q > 1:
        word = brute.word_of(p, q)
        yield same(f"`l`'s of `E({p},{q})`", word.count("l"), len(euclid_brute.quotients(p, q)) - 2)
        total = sum(euclid_brute.quotients(q, p % q)) - 1
        yield same(f"letters of `E({p},{q})`", len(word), total)
        yield true(f"`l`'s of `E({p},{q})`", word.count("l") <= log2(p) / log2(1.5))


@proved("Misère Grossman", numbers("`a <= b <= {}`", 100))
@compared("winners by brute force")
def _misere_grossman(bound: int) -> Cases:
    """Normal and misère play of Grossman's game have different winners exactly at multiples of two
    consecutive Fibonacci numbers (Gurvich, 2007)."""
    fibonacci = {(1, 1), *euclid_brute.fibonacci_pairs(bound)}
    for a, b in cases.pairs_or_equal(bound):
        game, divisor = euclid_brute.grossman(), gcd(a, b)
        differs = game.wins(a, b) != game.wins_misere(a, b)
        yield same(f"`({a},{b})`", differs, (a // divisor, b // divisor) in fibonacci)
        yield same(f"`({a},{b})`", grossman.is_fibonacci(a, b), differs)
