"""Sections 4 and 5: observations on outcomes and values."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, partial

from farstar._outcome import Outcome
from farstar.games import PartizanEuclid
from farstar.papers import _brute as brute
from farstar.papers._cases import Cases, letters, numbers, numbers_from, same, sizes, true
from farstar.papers._claim import Status, compared, correction
from farstar.papers.partizan_euclid._paper import claim
from farstar.theory import class_sums, normal_form, observations, rewriting
from farstar.theory.words import Word
from farstar.values import Value

_coprime = partial(numbers, "coprime `q < p <= {}`", over=brute.coprime_pairs)


@claim("Introduction, reductions and values", letters("words of at most {} letters", 9, 4))
@compared("values by the rules, before and after every single reduction")
def _mostly(bound: int) -> Cases:
    """The reductions that keep the outcome mostly do not keep the value."""
    kept = all_steps = 0
    for word in brute.words(bound):
        for step in rewriting.rewritings(Word(word)):
            kept += brute.word_value(word) == brute.word_value(step.after.letters())
            all_steps += 1
    yield true(f"{kept} of {all_steps} reductions keep the value", 0 < 2 * kept < all_steps)


@claim("Observation 1", _coprime(200, 4))
@compared("outcomes by the rules")
def _observation_1(p: int, q: int) -> Cases:
    """A word that begins with `r` has outcome L or R."""
    if observations.wins_for_one_player(Word.from_position(p, q)):
        yield true(f"`E({p},{q})`", brute.outcomes()(p, q) in ("L", "R"))


@claim("Observation 2", numbers("coprime `q < p < 2q, p <= {}`", 200, 3, over=brute.standard_pairs))
@compared("outcomes by the rules")
def _observation_2(p: int, q: int) -> Cases:
    """A standard position with outcome N or P has `p/2 < q <= 2p/3`."""
    if brute.outcomes()(p, q) in ("N", "P"):
        yield true(f"`E({p},{q})`", 2 * p >= 3 * q and 2 * q > p)
        yield true(f"`E({p},{q})`", observations.may_be_next_or_previous(p, q))


def _observation_3_1_printed(bound: int) -> Cases:
    for b in range(1, bound + 1):
        for a in range(1, b + 1):
            o = brute.outcomes()
            if o(a + b, a) == o(5 * a + 3 * b, 3 * a + 2 * b):
                yield f"`a = {a}, b = {b}`: outcomes agree though `a > b` fails"


@claim("Observation 3 (1)", numbers("`a, b <= {}`", 70), Status.SUPERFLUOUS)
@compared("outcomes by the rules")
@correction("True for all positive `a` and `b`.", _observation_3_1_printed)
def _observation_3_1(bound: int) -> Cases:
    """If `a > b > 0` then `E(a+b, a)` and `E(5a+3b, 3a+2b)` have the same outcome."""
    for a in range(1, bound + 1):
        for b in range(1, bound + 1):
            one, other = observations.triple_left_twins(a, b)
            yield same((a, b), brute.outcomes()(*one), brute.outcomes()(*other))


def _observation_3_2_printed(bound: int) -> Cases:
    for b in range(1, bound + 1):
        for a in range(2 * b + 1, 3 * bound + 1):
            if brute.outcomes()(2 * a + b, a + b) == "P":
                p, q = 2 * a + 3 * b, a + 2 * b
                yield same(f"`E({p},{q})` as a game", str(brute.values()(p, q)), "P")


@claim("Observation 3 (2)", numbers("`b <= {0}`, `a <= 3 * {0}`", 40, 5), Status.MISPRINT)
@compared("outcomes by the rules")
@correction(
    "`o(E(2a+3b, a+2b)) = P` is meant; in fact the two outcomes agree whenever "
    "`a > 2b`, and that is needed.",
    _observation_3_2_printed,
)
def _observation_3_2(bound: int) -> Cases:
    """If `a > 2b` and `E(2a+b, a+b)` has outcome P, then `E(2a+3b, a+2b) = P`."""
    for b in range(1, bound + 1):
        for a in range(2 * b + 1, 3 * bound + 1):
            one, other = observations.withdrawn_right_twins(a, b)
            yield same((a, b), brute.outcomes()(*one), brute.outcomes()(*other))
    needed = any(
        brute.outcomes()(2 * a + b, a + b) != brute.outcomes()(2 * a + 3 * b, a + 2 * b)
        for b in range(1, bound + 1)
        for a in range(b, 2 * b + 1)
    )
    yield true("`a > 2b` is not needed", needed)


@claim("Observation 3, proof", numbers("coprime `a, b <= {}`", 60, 5))
@compared("words and outcomes by the rules")
def _observation_3_proof(bound: int) -> Cases:
    """If `a > b` and the word of `E(a+b, a)` is `αe`, that of `E(5a+3b, 3a+2b)` is `lllαe`; if `a <
    b` and `E(a+b, a)` has outcome P, `E(2a+b, a+b)` has L, `E(3a+2b, 2a+b)` has N. If `a > 2b` the
    words of `E(2a+b, a+b)` and `E(2a+3b, a+2b)` are `lrαe` and `lrrαe`, where `αe` is that of `E(a,
    a-b)`."""
    word_of, outcome = brute.word_of, brute.outcomes()
    for b, a in brute.coprime_pairs(bound):
        # Here a < b, and below the two change places.
        if outcome(a + b, a) == "P":
            searched = f"{outcome(2 * a + b, a + b)}{outcome(3 * a + 2 * b, 2 * a + b)}"
            yield same(f"`a = {a}, b = {b}`", searched, "LN")
        a, b = b, a
        where = f"`a = {a}, b = {b}`"
        searched = word_of(5 * a + 3 * b, 3 * a + 2 * b)
        yield same(where, searched, "lll" + word_of(a + b, a))
        if a > 2 * b:
            rest = word_of(a, a - b)
            yield same(where, word_of(2 * a + b, a + b), "lr" + rest)
            yield same(where, word_of(2 * a + 3 * b, a + 2 * b), "lrr" + rest)


_UP, _STAR = Value("^"), Value("*")


def _observation_4_printed(k: int) -> Cases:
    claimed = (k - 2) * _UP + _STAR
    yield same(f"`E({k + 1},{k})`", brute.values()(k + 1, k), claimed)


@claim("Observation 4, value", sizes("`k <= {}`", 60, 4, over=numbers_from(2)), Status.MISPRINT)
@compared("values by the rules with the formula, read with one star and read as `* + (k-2).(^*)`")
@correction(
    "The star belongs to the multiple: `* + (k-2).(up + *)`, so there is a star "
    "exactly if `k` is even.",
    _observation_4_printed,
)
def _observation_4(k: int) -> Cases:
    """`E(k+1, k)` has the value `* + (k-2)^*`, for `k >= 2`."""
    value = brute.values()(k + 1, k)
    yield same(f"`E({k + 1},{k})`", value, _STAR + (k - 2) * (_UP + _STAR))
    ups, star = observations.consecutive_value(k)
    yield same(f"`E({k + 1},{k})`", value, ups * _UP + star * _STAR)


@claim("Observation 4, signature", sizes("`k <= {}`", 60, 2, over=numbers_from(2)))
@compared("signatures by the definition")
@correction(
    "It is that of `E(k+3, k+2)`; `E(k+1, k)` has `r^(k-2) e`.",
    lambda k: same(f"sig `E({k + 1},{k})`", brute.word_of(k + 1, k), "r" * k + "e"),
)
def _observation_4_word(k: int) -> Cases:
    """The signature `r^k e` is that of `E(k+1, k)`."""
    yield same(f"sig `E({k + 1},{k})`", brute.word_of(k + 1, k), "r" * (k - 2) + "e")
    claimed = observations.consecutive_word(k).letters()
    yield same(f"sig `E({k + 1},{k})`", brute.word_of(k + 1, k), claimed)


@cache
def _fibonacci(k: int) -> int:
    return k if k < 2 else _fibonacci(k - 1) + _fibonacci(k - 2)


def _observation_5_printed(bound: int) -> Cases:
    yield same("`E(5,3)`", brute.values()(5, 3), _UP)
    claimed = {0: _UP, 1: _STAR, 2: Value(0)}
    for k in range(3, bound + 1):
        p, q = _fibonacci(k), _fibonacci(k - 1)
        yield same(f"`E({p},{q})`", brute.values()(p, q), claimed[k % 3])


@claim("Observation 5, values", sizes("indices 3 to {}", 40, 6))
@compared("values by the rules")
@correction("They are 0, `*` and `down`, and `E(5,3) = down`.", _observation_5_printed)
def _observation_5(bound: int) -> Cases:
    """`E(f_3k, f_(3k-1)) = up`, `E(f_(3k+1), f_3k) = *`, `E(f_(3k+2), f_(3k+1)) = 0`; `E(5,3) =
    up`."""
    claimed = {0: Value(0), 1: _STAR, 2: -_UP}
    for k in range(3, bound + 1):
        p, q = _fibonacci(k), _fibonacci(k - 1)
        value = brute.values()(p, q)
        yield same(f"`E({p},{q})`", value, claimed[k % 3])
        ups, star = observations.fibonacci_value(k)
        yield same(f"`E({p},{q})`", value, ups * _UP + star * _STAR)


def _observation_5_word_printed(k: int) -> Cases:
    p, q = _fibonacci(k), _fibonacci(k - 1)
    yield same(f"sig `E({p},{q})`", brute.word_of(p, q) or "λ", "l" * k + "e")


@claim("Observation 5, signature", sizes("indices 3 to {}", 40, 4, over=numbers_from(3)))
@compared("signatures by the definition")
@correction("It is `l^(k-4) e` for `k >= 4`, and `λ` for `k = 3`.", _observation_5_word_printed)
def _observation_5_word(k: int) -> Cases:
    """`E(f_k, f_(k-1))` has the signature `l^k e`."""
    p, q = _fibonacci(k), _fibonacci(k - 1)
    claimed = "l" * (k - 4) + "e" if k > 3 else ""
    yield same(f"sig `E({p},{q})`", brute.word_of(p, q), claimed)
    yield same(f"sig `E({p},{q})`", observations.fibonacci_word(k).letters(), claimed)


@claim(
    "Section 5, letters removed", letters("words of at most {} letters", 11, 2, over=brute.words)
)
@compared("letters of the options, by the rules")
def _letters_removed(word: str) -> Cases:
    """Left's move from a word with an `l` removes exactly one `l`; Right's move from a word with
    two `l`'s removes exactly one `r`, or exactly two `l`'s."""
    p, q = brute.pair_of(word)
    count = word.count("l")
    if count:
        left = brute.word_of(q, p % q)
        yield same(f"`l`'s after Left's move from `{word}`", left.count("l"), count - 1)
    if count >= 2:
        right = brute.word_of(q, q - p % q)
        one_r = right == word[1:] and word[0] == "r"
        yield true(
            f"Right's move from `{word}` to `{right}`", one_r or right.count("l") == count - 2
        )


@claim("Observation 6", letters("tails `r^a l β e` of at most {} letters", 8, 3))
@compared("values by the rules; the library's test by tails")
def _observation_6(bound: int) -> Cases:
    """`α l r^a l β e` and `α l r^b l γ e` are equal if `r^a l β e = r^b l γ e` and `β e = γ e`."""
    alike: dict[tuple[Value, Value], list[str]] = defaultdict(list)
    for word in brute.words(bound):
        beta = word.lstrip("r")
        if beta.startswith("l"):
            alike[brute.word_value(word), brute.word_value(beta[1:])].append(word)
    for group in alike.values():
        for tail in group[1:]:
            for alpha in brute.prefixes(2):
                one, other = f"{alpha}l{group[0]}", f"{alpha}l{tail}"
                yield same(f"{one} and {other}", brute.word_value(one), brute.word_value(other))
                yield true(
                    f"{one} and {other}", observations.equal_by_tails(Word(one), Word(other))
                )


def _observation_6_proof_printed(word: str) -> Cases:
    tail = word.lstrip("r")
    if tail.startswith("l"):
        p, q = brute.pair_of("ll" + word)
        right = brute.values()(q, q - p % q)
        yield same(f"`gR` of `g = ll{word}`", right, brute.word_value(tail[1:]))


@claim(
    "Observation 6, proof",
    letters("tails `r^a l β e` of at most {} letters", 8, 2, over=brute.words),
    Status.PROOF,
)
@compared("values of Right's options of `l l r^a l β e`, by the rules")
@correction("`gR = gLL = r^a l β e`.", _observation_6_proof_printed)
def _observation_6_proof(word: str) -> Cases:
    """If `α = l`, then `gR = β e`."""
    if "l" in word:
        p, q = brute.pair_of("ll" + word)
        yield same(f"`gR` of `g = ll{word}`", brute.values()(q, q - p % q), brute.word_value(word))


@claim("Section 5, P-positions", numbers("coprime `q < p <= {}`", 120, 8))
@compared("outcomes with values, both by the rules")
def _p_positions(bound: int) -> Cases:
    """There are many P-positions that are not over, and all have the value 0."""
    seen = 0
    for p, q in brute.coprime_pairs(bound):
        is_p = brute.outcomes()(p, q) is Outcome.P
        seen += is_p and q > 1
        yield same(f"`E({p},{q})` is 0", brute.values()(p, q) == 0, is_p)
    yield true("no P-position that is not over", seen > 0)


@claim("Question 1", sizes("`E(p,q) + E(p',q'), p, p' <= {}`", 26, 5), Status.QUESTION)
@compared("the decision by classes with values by the rules, added up")
def _question_1(bound: int) -> Cases:
    """Is there an efficient way to play sums? Here: what the classes of two positions decide."""
    known = [(p, q, Word.from_position(p, q)) for p, q in brute.coprime_pairs(bound)]
    for i, (p, q, word) in enumerate(known):
        for r, s, other in known[: i + 1]:
            decided = class_sums.decide_pair(word, other).outcome
            if decided is not None:
                total = brute.values()(p, q) + brute.values()(r, s)
                yield same(f"`E({p},{q}) + E({r},{s})`", total.outcome, decided)


@claim("Question 2", letters("words of at most {} letters", 9), Status.QUESTION)
@compared("normal forms with pairs of values by the rules")
def _question_2(bound: int) -> Cases:
    """Which reductions keep the value, and when? Here: a complete system for pairs `(gL, g)`."""
    forms: dict[tuple[Value, Value], Word] = {}
    for word in brute.words(bound):
        p, q = brute.pair_of(word)
        state = (brute.values()(q, p % q), brute.values()(p, q))
        normal = normal_form.normal_form(Word(word))
        yield same(f"normal form of `{word}`", forms.setdefault(state, normal), normal)
    yield same("different normal forms", len(set(forms.values())), len(forms))


@claim("Question 3", _coprime(100), Status.QUESTION)
@compared("weights along the word with weights of values by the rules")
def _question_3(p: int, q: int) -> Cases:
    """Is there an efficient way from the signature to the atomic weight? Here: along the word."""
    weight = brute.weight(p, q)
    yield same(f"AW `E({p},{q})`", PartizanEuclid(p, q).atomic_weight(), weight)
