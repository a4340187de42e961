"""Sections 4 and 5: observations on outcomes and values, atomic weights, Table 2 and Figure 3."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from farstar._outcome import Outcome
from farstar.errors import IllegalPositionError, NotationError
from farstar.papers import (
    Cases,
    Exhibit,
    Status,
    answer,
    cases,
    compared,
    coprime,
    correction,
    fixed,
    letters,
    numbers,
    numbers_from,
    same,
    sizes,
    true,
)
from farstar.papers.partizan_euclid import PartizanEuclid
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.papers.partizan_euclid.cases import (
    prefixes_up_to,
    standard,
    standard_pairs,
    words,
    words_up_to,
)
from farstar.papers.partizan_euclid.claims import CLAIMS, claim
from farstar.papers.partizan_euclid.theory import (
    class_sums,
    normal_form,
    observations,
    rewriting,
    weights,
)
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.sums.weight_sums import Comb
from farstar.tables import Table
from farstar.values import Value


@claim("Introduction, reductions and values", letters("words of at most {} letters", 9, 4))
@compared("values by the rules, before and after every single reduction")
def _mostly(bound: int) -> Cases:
    """The reductions that keep the outcome mostly do not keep the value."""
    kept = all_steps = 0
    for word in words_up_to(bound):
        for step in rewriting.rewritings(Word(word)):
            kept += brute.word_value(word) == brute.word_value(step.after.letters())
            all_steps += 1
    yield true(f"{kept} of {all_steps} reductions keep the value", 0 < 2 * kept < all_steps)


@claim("Observation 1", coprime(200, 4))
@compared("outcomes by the rules")
def _observation_1(p: int, q: int) -> Cases:
    """A word that begins with `r` has outcome L or R."""
    if observations.wins_for_one_player(Word.from_position(p, q)):
        yield true(f"`E({p},{q})`", brute.outcomes()(p, q) in ("L", "R"))


@claim("Observation 1, reason", words(10))
@compared("all reductions of all words that begin with `r`, and the outcomes of the nine words")
def _observation_1_reason(word: str) -> Cases:
    """The reductions change words that begin with `r` to shorter ones that begin with `r`, or to
    `le`, which has outcome R; the words of Table 1 that begin with `r` have outcome L or R."""
    if not word.startswith("r"):
        return
    for step in rewriting.rewritings(Word(word)):
        after = step.after.letters()
        yield true(f"`{word} -> {after}`", after.startswith("r") or after == "le")
        yield true(f"`{word} -> {after}` is shorter", len(after) < len(word))
    if not rewriting.rewritings(Word(word)):
        yield true(f"`o({word})`", brute.outcomes()(*brute.pair_of(word)) in ("L", "R"))
    yield same("`o(le)`", brute.outcomes()(*brute.pair_of("le")), Outcome.R)


@claim("Observation 2", standard(200, 3))
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
    """If `a > b` and the word of `E(a+b, a)` is `αe`, that of `E(5a+3b, 3a+2b)` is `lllαe`; if
    `a < b` and `E(a+b, a)` has outcome P, `E(2a+b, a+b)` has L, `E(3a+2b, 2a+b)` has N. If `a > 2b`
    the words of `E(2a+b, a+b)` and `E(2a+3b, a+2b)` are `lrαe` and `lrrαe`, where `αe` is that of
    `E(a, a-b)`."""
    word_of, outcome = brute.word_of, brute.outcomes()
    for b, a in cases.coprime_pairs(bound):
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


@claim("Observation 4, value", sizes("`k <= {}`", 60, 4, over=numbers_from(2)), Status.READING)
@compared(
    "values by the rules with both readings of the formula, `* + (k-2).(^*)` and "
    "`* + ((k-2).^ + *)`"
)
@correction(
    "The multiple is one of up + star, `* + (k-2).(up + *)`, so there is a star exactly if `k` is "
    "even. As a multiple of up with a star added, which the same signs often mean, it would fail.",
    lambda k: same(f"`E({k + 1},{k})`", brute.values()(k + 1, k), _STAR + ((k - 2) * _UP + _STAR)),
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


def _fibonacci(bound: int) -> Iterator[tuple[int, int, int]]:
    """Yield ``k``, ``f_k`` and ``f_(k-1)`` for k from 3 on."""
    p, q = 2, 1
    for k in range(3, bound + 1):
        yield k, p, q
        p, q = p + q, p


def _observation_5_printed(bound: int) -> Cases:
    yield same("`E(5,3)`", brute.values()(5, 3), _UP)
    for k, p, q in _fibonacci(bound):
        yield same(f"`E({p},{q})`", brute.values()(p, q), (_UP, _STAR, Value(0))[k % 3])


@claim("Observation 5, values", sizes("indices 3 to {}", 40, 6))
@compared("values by the rules")
@correction("They are 0, `*` and `down`, and `E(5,3) = down`.", _observation_5_printed)
def _observation_5(bound: int) -> Cases:
    """`E(f_3k, f_(3k-1)) = up`, `E(f_(3k+1), f_3k) = *`, `E(f_(3k+2), f_(3k+1)) = 0`;
    `E(5,3) = up`."""
    for k, p, q in _fibonacci(bound):
        value = brute.values()(p, q)
        yield same(f"`E({p},{q})`", value, (Value(0), _STAR, -_UP)[k % 3])
        ups, star = observations.fibonacci_value(k)
        yield same(f"`E({p},{q})`", value, ups * _UP + star * _STAR)


@claim("Observation 5, signature", sizes("indices 3 to {}", 40, 4, over=_fibonacci))
@compared("signatures by the definition")
@correction(
    "It is `l^(k-4) e` for `k >= 4`, and `λ` for `k = 3`.",
    lambda k, p, q: same(f"sig `E({p},{q})`", brute.word_of(p, q) or "λ", "l" * k + "e"),
)
def _observation_5_word(k: int, p: int, q: int) -> Cases:
    """`E(f_k, f_(k-1))` has the signature `l^k e`."""
    claimed = "l" * (k - 4) + "e" if k > 3 else ""
    yield same(f"sig `E({p},{q})`", brute.word_of(p, q), claimed)
    yield same(f"sig `E({p},{q})`", observations.fibonacci_word(k).letters(), claimed)


@claim("Section 5, letters removed", words(11, 2))
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
    for word in words_up_to(bound):
        beta = word.lstrip("r")
        if beta.startswith("l"):
            alike[brute.word_value(word), brute.word_value(beta[1:])].append(word)
    for group in alike.values():
        for tail in group[1:]:
            for alpha in prefixes_up_to(2):
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
    letters("tails `r^a l β e` of at most {} letters", 8, 2, over=words_up_to),
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
    for p, q in cases.coprime_pairs(bound):
        is_p = brute.outcomes()(p, q) is Outcome.P
        seen += is_p and q > 1
        yield same(f"`E({p},{q})` is 0", brute.values()(p, q) == 0, is_p)
    yield true("no P-position that is not over", seen > 0)


@claim("Question 1", sizes("`E(p,q) + E(p',q'), p, p' <= {}`", 26, 5))
@compared("the decision by classes with values by the rules, added up")
@answer(
    "No, unless P = PSPACE: see 'Plain sums are hard' beyond the papers. For a fixed number of "
    "positions it takes polynomial time."
)
def _question_1(bound: int) -> Cases:
    """Is there an efficient way to play sums? Checked: what the classes of two positions decide."""
    known = [(p, q, Word.from_position(p, q)) for p, q in cases.coprime_pairs(bound)]
    for i, (p, q, word) in enumerate(known):
        for r, s, other in known[: i + 1]:
            decided = class_sums.decide_pair(word, other).outcome
            if decided is not None:
                total = brute.values()(p, q) + brute.values()(r, s)
                yield same(f"`E({p},{q}) + E({r},{s})`", total.outcome, decided)


@claim("Question 2", letters("words of at most {} letters", 9), Status.QUESTION)
@compared("normal forms with pairs of values by the rules")
def _question_2(bound: int) -> Cases:
    """Which reductions keep the value, and when? Checked: a complete system for pairs `(gL, g)`."""
    forms: dict[tuple[Value, Value], Word] = {}
    for word in words_up_to(bound):
        p, q = brute.pair_of(word)
        state = (brute.values()(q, p % q), brute.values()(p, q))
        normal = normal_form.normal_form(Word(word))
        yield same(f"normal form of `{word}`", forms.setdefault(state, normal), normal)
    yield same("different normal forms", len(set(forms.values())), len(forms))


@claim("Question 3", coprime(100))
@compared("weights along the word with weights of values by the rules")
@answer(
    "Yes: see 'Weights in closed form' beyond the papers. A weight takes as many additions of "
    "integers as the continued fraction of `q/t` has digits."
)
def _question_3(p: int, q: int) -> Cases:
    """Is there an efficient way to determine the atomic weight of a position from its
    signature?"""
    weight = brute.weight(p, q)
    yield same(f"AW `E({p},{q})`", PartizanEuclid(p, q).atomic_weight(), weight)


TABLE_2 = {
    10: ("{6|2}", "3/2", "2", "0", "-1", "0", "2", "0", "0", "0"),
    11: ("{7|2}", "0", "-3", "0", "4", "3", "0", "-4", "0"),
    12: ("{8|2}", "{2|2}", "1", "0", "-3", "-1", "-1", "0"),
    13: ("{9|2}", "0", "2", "3", "0", "5", "4"),
    14: ("{10|2}", "{3|2}", "-3", "0", "0", "2"),
    15: ("{11|2}", "0", "3/2", "0", "0"),
}
"""The printed entries by p, for q = p + 1, ..., 20."""


def _entries() -> Iterator[tuple[int, int, Value]]:
    for p, row in TABLE_2.items():
        for q, text in enumerate(row, start=p + 1):
            yield p, q, Value(text)


def _table_2_printed(_: int) -> Cases:
    for p, q, weight in _entries():
        yield same(f"AW `E({q},{p})`", str(brute.weight(q, p)), str(weight))


@claim("Table 2", fixed("45 entries"))
@compared("the 45 entries with atomic weights of values by the rules")
@correction(
    "They are the weights of `E(p, q)` with `p < q`, read by the same rule: of `E(p+q, q)`.",
    _table_2_printed,
)
def _table_2(_: int) -> Cases:
    """The atomic weights of `E(q, p)` for `q = 11, ..., 20` and `p = 10, ..., 15`."""
    for p, q, weight in _entries():
        yield same(f"AW `E({p + q},{q})`", brute.weight(p + q, q), weight)
        yield same(f"AW `E({p},{q})`", brute.weight(p, q), weight)
        yield same(f"AW `E({p},{q})`", PartizanEuclid(p, q).atomic_weight(), weight)


def _tables() -> list[Exhibit]:
    # The tables are made by those who know these claims.
    from farstar.papers import exhibits

    return [exhibit for exhibit in exhibits("partizan-euclid") if exhibit.label.startswith("Table")]


def _table_5_printed(_: int) -> Cases:
    labels = [str(exhibit.label) for exhibit in _tables()]
    yield true(f"the paper has {' and '.join(labels)}, no Table 5", "Table 5" in labels)


@claim("Section 5, reference to Table 5", fixed("the tables of the paper"), Status.MISPRINT)
@compared("the tables as they are reproduced, and their cells with brute force")
@correction("Table 2 is meant: Table 1 holds outcomes, Table 2 atomic weights.", _table_5_printed)
def _table_5(_: int) -> Cases:
    """The atomic weights of Table 5 were found by a computer program."""
    outcomes, weights = (exhibit.make() for exhibit in _tables())
    assert isinstance(outcomes, Table)
    assert isinstance(weights, Table)
    for _word, outcome, position in outcomes.rows:
        pair = re.fullmatch(r"E\((\d+),(\d+)\)", str(position))
        assert pair is not None
        searched = brute.outcomes()(int(pair[1]), int(pair[2]))
        yield same(f"Table 1, `{position}`", str(outcome), str(searched))
    for record in weights.records():
        p, q, weight = int(str(record["p"])), int(str(record["q"])), record["atomic weight"]
        if weight is not None:
            yield same(f"Table 2, `E({p},{q})`", weight, brute.weight(p + q, q))


def _figure_3_printed(bound: int) -> Cases:
    for p, q in standard_pairs(bound):
        if p - q != 1 and brute.weight(p, q).mean > 25:
            yield f"AW `E({p},{q})` has mean {brute.weight(p, q).mean}"


@claim("Figure 3", numbers("coprime `q < p < 2q, p <= {}`", 90, 85), Status.READING)
@compared("means of atomic weights of values by the rules")
@correction(
    "This is true up to `p = 84`; from `p = 85` on, further points lie above 25.", _figure_3_printed
)
def _figure_3(_: int) -> Cases:
    """Cutting the means of atomic weights off above 25 removes the points of
    `E(k+1, k), k > 27`."""
    for p, q in standard_pairs(84):
        high = brute.weight(p, q).mean > 25
        yield same(f"`E({p},{q})` is above 25", high, p == q + 1 and q > 27)


def _exotic(examples: dict[str, tuple[int, int]], _: int) -> Cases:
    for text, (p, q) in examples.items():
        yield same(f"AW `E({p},{q})`", str(brute.weight(p, q)), text)
        yield same(f"AW `E({p},{q})`", str(PartizanEuclid(p, q).atomic_weight()), text)


def _number_printed(_: int) -> Cases:
    printed = Value.of(left=[6], right=[Value("19/2")])
    yield true(f"`{{6|9 1/2}}` is the number {printed}", not printed.is_number)


CLAIMS.corrected(
    "Section 5, the weight `{6|9 1/2}`",
    "Among the atomic weights is `{6|9 1/2}`.",
    "its canonical form; weights of values by the rules",
    fixed("two positions"),
    correction="`{6|9/2}` is one, AW `E(203,111)`; `{6|9 1/2}` is the number 7.",
    printed=_number_printed,
    status=Status.MISPRINT,
)(partial(_exotic, {"{6|9/2}": (203, 111), "{10|19/2}": (425, 237)}))


def _no_weight(text: str, comb: Comb | None, examples: dict[str, tuple[int, int]], _: int) -> Cases:
    """Check the examples, and that the weight is none of the combs that occur."""
    yield from _exotic(examples, _)
    value = Value(text)
    if comb is None:
        # A comb has one Left option.
        yield same(f"number of Left's options of `{text}`", len(value.left_options), 2)
        return
    yield same(f"`{text}`", Value(str(comb)), value)
    try:
        word = weights.word_of_weight(comb)
    except (IllegalPositionError, NotationError):
        return
    yield f"`{text}` is the weight of `{word}`"


def _searched(weight: str, _: int) -> Cases:
    pairs, wanted = standard_pairs(300), Value(weight)
    occurs = any(brute.weight(p, q) == wanted for p, q in pairs)
    yield true(f"`{weight}` is no weight of a standard `E(p,q), p <= 300`", occurs)


CLAIMS.corrected(
    "Section 5, the weight tiny-three",
    "Among the atomic weights is tiny-three.",
    "weights of values by the rules",
    fixed("coprime `q < p < 2q, p <= 300`; four positions"),
    correction=(
        "A number plus tiny-three is meant: 8 + tiny-three is AW `E(211,121)`. Tiny-three alone is "
        "the weight of no position, by 'Weights that are no integers' beyond the papers."
    ),
    printed=partial(_searched, "Tiny(3)"),
    status=Status.READING,
)(
    partial(
        _no_weight,
        "Tiny(3)",
        Comb((0, 0), -3),
        {
            "6Tiny(1)": (169, 97),
            "7Tiny(2)": (190, 109),
            "8Tiny(3)": (211, 121),
            "9Tiny(4)": (232, 133),
        },
    )
)


CLAIMS.corrected(
    "Section 5, the weight `8^*`",
    "Among the atomic weights is `8 + up + star`, as one printing has it.",
    "weights of values by the rules",
    fixed("coprime `q < p < 2q, p <= 300`; three positions"),
    correction=(
        "8 + double-up + star is one, AW `E(726,419)`; in another copy the sign is not that of up. "
        "8 + up + star is the weight of no position, by 'Weights that are no integers' beyond the "
        "papers."
    ),
    printed=partial(_searched, "8^*"),
    status=Status.READING,
)(partial(_no_weight, "8^*", None, {"8^^*": (726, 419), "8^": (289, 166), "8*": (106, 57)}))


CLAIMS.holds(
    "Section 5, the weight `{7||6|5}`",
    "Among the atomic weights is `{7||6|5}`.",
    "weights of values by the rules",
    fixed("E(219,122)"),
)(partial(_exotic, {"{7||6|5}": (219, 122)}))
