"""Section 3: paired outcomes, the seven rules, the nine irreducible words, the algorithm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from farstar._outcome import Outcome
from farstar._walk import reached
from farstar.papers import (
    Cases,
    Check,
    Status,
    cases,
    compared,
    correction,
    fixed,
    letters,
    numbers,
    same,
    true,
)
from farstar.papers.euclid.brute_force import quotients
from farstar.papers.euclid.theory import continued_fractions
from farstar.papers.partizan_euclid import PartizanEuclid
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.papers.partizan_euclid.cases import prefixes_up_to, words, words_up_to
from farstar.papers.partizan_euclid.claims import CLAIMS, claim
from farstar.papers.partizan_euclid.theory import all_words, automata, rewriting
from farstar.papers.partizan_euclid.theory.words import Word

Paired = tuple[Outcome, Outcome]

_EIGHT = "the 8 paired outcomes"


def _paired(word: str) -> Paired:
    """Return the paired outcome of a word by the rules of the game."""
    p, q = brute.pair_of(word)
    return brute.outcomes()(q, p % q), brute.outcomes()(p, q)


def _put(letters_in_front: str, x: Paired) -> Paired:
    """Apply letters to a paired outcome, the last letter first (Lemma 11)."""
    for letter in reversed(letters_in_front):
        a, b = x
        x = (b, brute.braces(b, a)) if letter == "l" else (a, brute.braces(a, b))
    return x


_E: Paired = (Outcome.P, Outcome.N)


def _vertices() -> list[Paired]:
    """Return the paired outcomes that occur, found by putting letters in front of e."""
    return reached([_E], lambda x: [_put(letter, x) for letter in "lr"])


def _paired_text(x: Paired) -> str:
    return f"({x[0]},{x[1]})"


@claim("Section 3, `po(e)`", fixed("`e`"))
@compared("outcomes of `E(2,1)` and `E(3,2)`, by the rules, with the automaton")
def _start(_: int) -> Cases:
    """The paired outcome of `e` is `(P,N)`."""
    yield same("`po(e)`", _paired("e"), _E)
    yield same("`po(e)`", automata.paired_outcome(Word("e")), _E)


@claim("Lemma 11", words(11))
@compared("paired outcomes by the rules of the game")
def _lemma_11(word: str) -> Cases:
    """`po(l w) = (o(w), {o(w)|o(wL)})` and `po(r w) = (o(wL), {o(wL)|o(w)})`."""
    for letter in "lr":
        claimed = _put(letter, _paired(word))
        yield same(f"`po({letter}{word})`", _paired(letter + word), claimed)


@claim("Section 3, eight paired outcomes", numbers("coprime `q < p <= {}`", 120, 11))
@compared("paired outcomes of positions, by the rules")
def _eight(bound: int) -> Cases:
    """Of the 16 pairs of outcomes only 8 are paired outcomes of positions."""
    pairs_seen = set()
    for p, q in cases.coprime_pairs(bound):
        if p % q:
            pairs_seen.add((brute.outcomes()(q, p % q), brute.outcomes()(p, q)))
            yield true(f"`E({p},{q})` has a ninth", len(pairs_seen) <= 8)
    yield same("paired outcomes", len(pairs_seen), 8)
    yield same("states of the automaton", len(automata.paired_outcome_automaton().states), 8)


@claim("Figure 2", words(13))
@compared("the automaton with outcomes by the rules")
def _figure_2(word: str) -> Cases:
    """The graph of the paired outcomes, with an arrow `l` and an arrow `r` from each, tells the
    outcome of every word read from its end."""
    yield same(f"`po({word})`", automata.paired_outcome(Word(word)), _paired(word))


@claim("Figure 2, all words", fixed("words of every length"))
@compared("the automaton with the rules of the game on words, by a certificate")
def _figure_2_for_all_words(_: int) -> Cases:
    """The graph tells the outcome of every word: proved for all words at once, by an automaton that
    reads a word together with its options."""
    theorem = all_words.prove_automaton(automata.paired_outcome_automaton(), heap=False)
    yield true("the graph is refused", bool(theorem))


def _composition_printed(bound: int) -> Cases:
    for alpha, beta in product(list(prefixes_up_to(min(bound, 3))), repeat=2):
        yield same(
            f"`α = {alpha or 'λ'}, β = {beta or 'λ'}`: `β∘po(e)`",
            _paired_text(_put(beta, _paired("e"))),
            _paired_text(_paired(alpha + "e")),
        )


@claim("Section 3, words as functions", letters("words of at most {} letters", 10), Status.MISPRINT)
@compared("the composed arrows with paired outcomes by the rules")
@correction("`β∘po(w) = po(βw)`.", _composition_printed)
def _composition(bound: int) -> Cases:
    """For any word `β`, `β∘po(w) = po(αw)`."""
    for word in words_up_to(bound):
        for cut in range(len(word)):
            front, rest = word[:cut], word[cut:]
            yield same(f"`{front}∘po({rest})`", _put(front, _paired(rest)), _paired(word))


@claim("Lemma 12", letters("words of at most {} letters", 8, over=prefixes_up_to))
@compared("the definition of the arrows")
def _lemma_12(alpha: str) -> Cases:
    """`(L,L)` and `(R,R)` stay what they are under every word."""
    for o in (Outcome.L, Outcome.R):
        yield same(f"`{alpha}∘({o},{o})`", _put(alpha, (o, o)), (o, o))


def _equal_everywhere(left: str, right: str) -> Cases:
    for x in _vertices():
        yield same(
            f"`{left}∘{_paired_text(x)}`", _paired_text(_put(left, x)), _paired_text(_put(right, x))
        )


def _rule_on_words(rule: int, bound: int) -> Cases:
    """Apply the library's rule wherever it applies and compare paired outcomes by the rules."""
    for word in words_up_to(bound):
        for step in rewriting.rewritings(Word(word)):
            if step.rule == rule:
                after = step.after.letters()
                yield same(f"`{word} -> {after}`", _paired(after), _paired(word))


def _rule_check(rule: int, left: str, right: str) -> Check:
    """Return the check of a rule: on the arrows, with X for any word, and on words."""

    def check(bound: int) -> Cases:
        for alpha in prefixes_up_to(bound // 2) if "X" in left else ("",):
            one, other = left.replace("X", alpha).rstrip("e"), right.rstrip("e")
            if left.endswith("e"):
                yield same(f"`{one}∘(P,N)`", _put(one, _E), _put(other, _E))
            else:
                yield from _equal_everywhere(one, other)
        yield from _rule_on_words(rule, bound)

    return check


for _rule, _statement, _left, _right, _least in (
    (1, "`l3∘x = x`.", "lll", "", 3),
    (2, "`r2∘x = r∘x`.", "rr", "r", 3),
    (3, "`αrlr∘x = rlr∘x` for every word `α`.", "Xrlr", "rlr", 4),
    (4, "`(rll)2r∘x = r∘x`.", "rllrllr", "r", 8),
    (5, "`rllr∘(P,N) = l∘(P,N)`.", "rllre", "le", 5),
    (6, "`αrll∘(P,N) = rll∘(P,N)` for every word `α`.", "Xrlle", "rlle", 5),
    (7, "`rl∘(P,N) = l∘(P,N)`.", "rle", "le", 3),
):
    _arrows, _from = (
        ("the arrows", "`(P,N)`")
        if _left.endswith("e")
        else ("the arrows from each vertex", _EIGHT)
    )
    CLAIMS.holds(
        f"Lemma 13 rule {_rule}",
        _statement,
        f"{_arrows}; outcomes of words before and after, by the rules of the game",
        letters(f"{_from}, and words of at most {{}} letters", 11, _least),
    )(_rule_check(_rule, _left, _right))


def _six_cycle() -> Iterator[tuple[Paired, list[Paired]]]:
    """Yield each vertex from which r begins the walk round the 6-cycle, with the walk rllrllr."""
    for x in _vertices():
        walk = [x]
        for letter in "rllrllr":
            walk.append(_put(letter, walk[-1]))
        if x[0] != x[1] and len(set(walk[1:7])) == 6:
            yield x, walk


def _rule_4_proof_printed(_: int) -> Cases:
    for x, walk in _six_cycle():
        yield same(
            f"`rllrllr` from `{_paired_text(x)}` ends in", _paired_text(walk[-1]), _paired_text(x)
        )


@claim("Lemma 13 rule 4, proof", fixed(_EIGHT), Status.PROOF)
@compared("the arrows, one after the other")
@correction(
    "Six letters go around the cycle; the seventh ends at `r∘x`, which is what the "
    "rule needs and is `x` itself only where `r` is a loop.",
    _rule_4_proof_printed,
)
def _rule_4_proof(_: int) -> Cases:
    """The walk `rllrllr` goes once around the 6-cycle and ends where it started."""
    for x, walk in _six_cycle():
        yield same(
            f"`rllrllr` from `{_paired_text(x)}`", _paired_text(walk[7]), _paired_text(walk[1])
        )


def _lemma_14_printed(bound: int) -> Cases:
    parts = list(prefixes_up_to(2))
    for beta in prefixes_up_to(min(bound, 2)):
        for x in _vertices():
            for gamma, delta in product(parts, repeat=2):
                if _put(gamma, x) == _put(delta, x):
                    yield same(
                        f"`γ = {gamma or 'λ'}`, `δ = {delta or 'λ'}`, `x = {_paired_text(x)}`, "
                        f"`β = {beta or 'λ'}`: `po(γβe)`",
                        _paired_text(_paired(gamma + beta + "e")),
                        _paired_text(_paired(delta + beta + "e")),
                    )


@claim("Lemma 14", letters("`α` and `β` of at most {} letters, `γ` and `δ` of at most 2", 4, 1))
@compared("paired outcomes by the rules of the game")
@correction("`x` must be `po(βe)`.", _lemma_14_printed)
def _lemma_14(bound: int) -> Cases:
    """If `x` is a paired outcome and `γ∘x = δ∘x`, then `po(αγβe) = po(αδβe)`."""
    parts = list(prefixes_up_to(2))
    for beta in prefixes_up_to(bound):
        x = _paired(beta + "e")
        for gamma, delta in product(parts, repeat=2):
            if gamma < delta and _put(gamma, x) == _put(delta, x):
                for alpha in prefixes_up_to(bound - 1):
                    one, other = alpha + gamma + beta + "e", alpha + delta + beta + "e"
                    yield same(f"`po({one})`", _paired(one), _paired(other))


@claim("Section 3, rules in any order", letters("words of at most {} letters", 9))
@compared("the words that every order leads to, and their outcomes by the rules of the game")
def _any_order(bound: int) -> Cases:
    """The rules may be applied in any order; the outcome is that of the irreducible word."""
    ends: dict[str, frozenset[str]] = {}

    def ends_of(word: str) -> frozenset[str]:
        # Rules shorten words, so this is no deeper than the word is long.
        if word not in ends:
            after = [step.after.letters() for step in rewriting.rewritings(Word(word))]
            ends[word] = frozenset().union(*map(ends_of, after)) if after else frozenset({word})
        return ends[word]

    for word in words_up_to(bound):
        reached = ends_of(word)
        yield same(
            f"ends of `{word}`", sorted(reached), [rewriting.irreducible_word(Word(word)).letters()]
        )
        yield same(f"`o({word})`", _paired(word)[1], _paired(min(reached))[1])


_NINE = ("", "e", "re", "le", "lle", "lre", "rlre", "llre", "rlle")


@claim("Theorem 15", letters("words of at most {} letters", 11, 4))
@compared("words to which no rule applies, and where the algorithm ends")
def _theorem_15(bound: int) -> Cases:
    """There are 9 irreducible words: `λ, e, re, le, lle, lre, rlre, llre, rlle`."""
    irreducible = [word for word in words_up_to(bound) if not rewriting.rewritings(Word(word))]
    yield same("irreducible words", sorted(["", *irreducible]), sorted(_NINE))
    for word in words_up_to(bound):
        reduced = rewriting.irreducible_word(Word(word)).letters()
        yield true(f"`{word}` reduces to `{reduced}`", reduced in _NINE)
        yield true(f"{reduced} has more than 4 letters", len(reduced) <= 4)


def _anywhere(alpha: str) -> bool:
    """Return whether one of the rules 1 to 4 applies to a word without its e."""
    return any(part in alpha for part in ("lll", "rr", "rllrllr")) or "rlr" in alpha[1:]


@claim("Lemma 16", letters("words of at most {} letters", 14, 4, over=prefixes_up_to))
@compared("rules 1 to 4 on all words, with or without `e`")
def _lemma_16(alpha: str) -> Cases:
    """A word with four `r`'s is reducible."""
    if alpha.count("r") >= 4:
        yield true(f"`{alpha}` is irreducible", _anywhere(alpha))


@claim("Table 1", fixed("the nine rows"))
@compared("outcomes and signatures by the rules of the game")
def _table_1(_: int) -> Cases:
    """The nine irreducible words, with their positions and outcomes."""
    for word, outcome, p, q in (
        ("", "P", 2, 1),
        ("e", "N", 3, 2),
        ("re", "L", 4, 3),
        ("le", "R", 5, 3),
        ("lle", "P", 8, 5),
        ("lre", "N", 7, 4),
        ("rlre", "L", 10, 7),
        ("rlle", "R", 11, 8),
        ("llre", "P", 11, 7),
    ):
        cases.ASKED.note("outcome", "E({},{})", p, q)
        yield same(f"sig `E({p},{q})`", brute.word_of(p, q), word)
        yield same(f"`o(E({p},{q}))`", str(PartizanEuclid(p, q).search_outcome()), outcome)
        yield same(f"`o({word or 'λ'})`", str(automata.outcome(Word(word))), outcome)


@claim("Theorem 15, proof, 27 words", letters("words of at most {} letters", 12, 9))
@compared("rules 1 to 4 on all words")
def _twenty_seven(bound: int) -> Cases:
    """Without `e` there are 27 irreducible words: 3 with three `r`'s, 12 with two, 9 with one, 3
    with none."""
    prefixes = [alpha for alpha in prefixes_up_to(bound) if not _anywhere(alpha)]
    counts = [sum(alpha.count("r") == n for alpha in prefixes) for n in range(5)]
    yield same("irreducible words by number of `r`'s", counts, [3, 9, 12, 3, 0])


@claim("Theorem 15, proof, 19 reductions", fixed("the 27 words"))
@compared("the ends of the 27 words, and what the rules make of them")
def _nineteen(_: int) -> Cases:
    """Of the 27, put before `e`, 7 reduce by rule 6, 4 by rules 7 and 1, 4 by rule 5 and 4 by rule
    7."""
    words = [alpha + "e" for alpha in prefixes_up_to(9) if not _anywhere(alpha)]
    kinds = {
        "rllrle": ("rllrle", 4),
        "rllre": ("rllre", 4),
        "rlle": ("rlle", 7),
        "rle": ("rle", 4),
    }
    sorted_out: dict[str, list[str]] = {kind: [] for kind in kinds}
    rest = []
    for word in words:
        kind = next((end for end in kinds if word.endswith(end)), None)
        if kind is None or word == "rlle":
            rest.append(word)
        else:
            sorted_out[kind].append(word)
    for kind, (end, count) in kinds.items():
        yield same(f"words that end in {end}", len(sorted_out[kind]), count)
    yield same("words that stay", sorted(rest), sorted(_NINE[1:]))
    for word in (word for alike in sorted_out.values() for word in alike):
        after = rewriting.irreducible_word(Word(word)).letters()
        yield same(f"`{word} -> {after}`", _paired(after), _paired(word))


_COUNTS = re.compile(r"[lre](\d*)")


def _printed_steps(word: str) -> Iterator[tuple[str, list[int], str]]:
    """Run the algorithm of section 3.1 as printed.

    Yields what is held after each letter is added, the rules that apply there, and what is held
    after the reduction.
    """
    held = ""
    for letter in word:
        held += letter
        rules = [rule for rule in range(1, 8) if _at_end(rule, held) is not None]
        after = held
        for rule in rules[:1]:
            after = _at_end(rule, held) or ""
        yield held, rules, after
        held = after
        if letter == "e" and rules[:1] in ([5], [7]) and held.endswith("llle"):
            yield held, [1], held[:-4] + "e"


def _at_end(rule: int, held: str) -> str | None:
    """Apply a rule to the end of what is held, or return None if it does not apply."""
    pattern, replacement = rewriting.RULES[rule]
    end = pattern.lstrip("X")
    if not held.endswith(end) or (pattern != end and held == end):
        return None
    return replacement if pattern != end else held[: len(held) - len(end)] + replacement


@claim("Algorithm 3.1", numbers("coprime `q < p <= {}`", 130))
@compared("the printed algorithm and the library's with outcomes by the rules of the game")
def _algorithm(bound: int) -> Cases:
    """Reading the word once from the left, and reducing at the end of what was read, finds the
    outcome."""
    table = {word: _paired(word)[1] if word else Outcome.P for word in _NINE}
    for p, q in cases.coprime_pairs(bound):
        end = "".join([after for _, _, after in _printed_steps(brute.word_of(p, q))][-1:])
        outcome = brute.outcomes()(p, q)
        yield same(f"`o(E({p},{q}))`", table.get(end, f"of {end}"), outcome)
        yield same(f"`o(E({p},{q}))`", PartizanEuclid(p, q).outcome_online().outcome, outcome)


@claim("Algorithm 3.1, one rule", words(12))
@compared("the printed algorithm, step by step")
def _one_rule(word: str) -> Cases:
    """At most one rule applies at each step, and no reduction causes another, rule 1 after `e`
    apart."""
    for held, rules, after in _printed_steps(word):
        yield true(f"{held}: rules {rules}", len(rules) <= 1)
        again = [rule for rule in range(1, 8) if _at_end(rule, after) is not None]
        lll_after_e = rules[:1] in ([5], [7]) and again == [1]
        yield true(f"`{after}`: rules {again} again", not again or lll_after_e or not rules)


@claim("Algorithm 3.1, length", letters("words of at most {} letters", 12, 9))
@compared("the printed algorithm, step by step")
def _length(bound: int) -> Cases:
    """What is held reaches at most 8 letters, as `llrllrll` shows; 9 with the letter just added."""
    most, before = 0, 0
    for word in words_up_to(bound):
        for held, _, after in _printed_steps(word):
            before, most = max(before, len(held)), max(most, len(after.rstrip("e")))
        yield true(f"`{word}`: {before} letters", before <= 9 and most <= 8)
    yield same("most letters held", (most, before), (8, 9))
    ends = [after for _, _, after in _printed_steps("llrllrll")]
    yield same("`llrllrll`", len(ends[-1]), 8)
    most = 0
    for word in words_up_to(bound - 1):
        for step in rewriting.reductions(Word(word)):
            size = sum(int(count or 1) for count in _COUNTS.findall(step.after))
            most = max(most, size - step.after.endswith("e"))
    yield true(f"the library's algorithm holds {most} letters after a reduction", most <= 8)


def _nine_letters_printed(word: str) -> Cases:
    for held, rules, _ in _printed_steps(word):
        if len(held) == 9:
            yield true(f"`{held}` is reducible, by rule {rules}", not rules)


@claim("Algorithm 3.1, nine letters", words(12, 9), Status.MISPRINT)
@compared("the printed algorithm, step by step")
@correction("It is reducible.", _nine_letters_printed)
def _nine_letters(word: str) -> Cases:
    """A held word of 9 letters is irreducible in the next step."""
    for held, rules, _ in _printed_steps(word):
        if len(held) == 9:
            yield true(f"{held} is irreducible", bool(rules))


def _steps_printed(bound: int) -> Cases:
    for p, q in cases.coprime_pairs(bound):
        steps = len(quotients(p, q))
        size = len(brute.word_of(p, q))
        # "About as long" is read generously: five letters for each division.
        yield true(f"`E({p},{q})`: {size} letters, {steps} divisions", size <= 5 * steps)


@claim("Algorithm 3.1, time", numbers("coprime `q < p <= {}`", 120, 20), Status.READING)
@compared("the number of letters with the number of divisions")
@correction(
    "The word of `E(p, p-1)` has `p - 2` letters; what the Euclidean algorithm bounds "
    "is the number of runs, two for each division.",
    _steps_printed,
)
def _steps(bound: int) -> Cases:
    """Going through the word takes about as long as the Euclidean algorithm."""
    for p in range(3, bound + 1):
        yield same(f"letters of `E({p},{p - 1})`", len(brute.word_of(p, p - 1)), p - 2)
    for p, q in cases.coprime_pairs(bound):
        runs = len(Word.from_position(p, q).runs)
        yield true(f"`E({p},{q})`: {runs} runs", runs <= 2 * len(quotients(p, q)))


@claim("Introduction, linear time", numbers("coprime `q < p <= {}`", 130, 3))
@compared("the rounds of the printed algorithm with the furthest-integer continued fraction")
def _linear(bound: int) -> Cases:
    """A word reduces to one of nine words of at most 4 letters in time linear in the length of the
    FICF: one round for each of its terms but the last."""
    for p, q in cases.coprime_pairs(bound):
        word = brute.word_of(p, q)
        terms = len(list(continued_fractions.furthest_integer(p, q)))
        yield same(f"letters of `E({p},{q})`", len(word), terms - 1)
        steps = list(_printed_steps(word))
        # The last step after e may be followed by one more, with rule 1.
        yield true(f"`E({p},{q})`: {len(steps)} steps", len(steps) <= terms)
        yield true(f"`E({p},{q})` ends in another word", not steps or steps[-1][2] in _NINE)


@claim("Algorithm 3.1, at most p times", numbers("coprime `q < p <= {}`", 130, 3))
@compared("the printed algorithm, step by step")
def _times(bound: int) -> Cases:
    """Steps 1 and 2 have to be performed at most `p` times."""
    for p, q in cases.coprime_pairs(bound):
        rounds = len(brute.word_of(p, q))
        yield true(f"`E({p},{q})`: {rounds} times", rounds <= p)


def _letters_on_demand(p: int, q: int) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Yield the letters of the word, each with the three integers stored to find it."""
    while q > 1:
        t = p % q
        letter = "e" if 2 * t == q else "l" if 2 * t > q else "r"
        yield letter, (p, q, t)
        if letter == "e":
            return
        p, q = q, t if letter == "l" else q - t


@claim("Algorithm 3.1, memory", numbers("coprime `q < p <= {}`", 130, 20))
@compared("a run of the on-line algorithm that computes each letter when it is needed")
def _memory(bound: int) -> Cases:
    """As an on-line algorithm it stores at most 3 integers no larger than `p` and a string of
    length at most 9."""
    for p, q in cases.coprime_pairs(bound):
        steps = list(_letters_on_demand(p, q))
        word = "".join(letter for letter, _ in steps)
        yield same(f"letters of `E({p},{q})`", word, brute.word_of(p, q))
        largest = max((max(stored) for _, stored in steps), default=p)
        yield true(f"`E({p},{q})`: {largest} is stored", largest <= p)
        held = max((len(before) for before, _, _ in _printed_steps(word)), default=0)
        yield true(f"`E({p},{q})`: a string of length {held}", held <= 9)
