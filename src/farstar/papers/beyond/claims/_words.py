"""Words of Partizan Euclid: thin forms, far star, the 17 classes, atomic weights."""

from __future__ import annotations

from farstar._outcome import Outcome
from farstar._walk import reached
from farstar.papers import (
    Cases,
    cases,
    compared,
    coprime,
    fixed,
    letters,
    numbers,
    same,
    sizes,
    true,
)
from farstar.papers.beyond.claims import STAR_2, proved, state, suffixes, ups
from farstar.papers.euclid.brute_force import quotients
from farstar.papers.partizan_euclid import PartizanEuclid
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.papers.partizan_euclid.brute_force import word_value as value
from farstar.papers.partizan_euclid.cases import standard, words, words_up_to
from farstar.papers.partizan_euclid.theory import all_words, automata, class_sums, intervals
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.values import Value


@proved("The word is a continued fraction", coprime(150, 3))
@compared("the formula and the library with signatures by the definition")
def _continued_fraction(p: int, q: int) -> Cases:
    """With `t = p mod q` and `q/t = [d0; ..., dn]`, the signature of `E(p,q)` is
    `r^(d0-1) l r^(d1-1) l ... l r^(dn-2) e`."""
    if q > 1:
        *first, last = quotients(q, p % q)
        spelt = "".join("r" * (digit - 1) + "l" for digit in first) + "r" * (last - 2) + "e"
        word = brute.word_of(p, q)
        yield same(f"sig `E({p},{q})`", word, spelt)
        yield same(f"sig `E({p},{q})`", Word.from_position(p, q).letters(), word)


@proved("Thin canonical forms", words(10))
@compared("canonical forms of values by the rules")
def _thin(word: str) -> Cases:
    """The canonical form of a word `s` has at most one option a side and at most `|s| + 2`
    followers, each the value of a suffix of `s`, or 0."""
    g = value(word)
    yield true(word, len(g.left_options) <= 1 and len(g.right_options) <= 1)
    followers = set(g.followers())
    yield true(f"`{word}`: {len(followers)} followers", len(followers) <= len(word) + 1)
    yield true(f"followers of `{word}`", followers <= {value(end) for end in suffixes(word)})


@proved("Nimbers among the followers", letters("words of at most {} letters", 11))
@compared("values by the rules")
def _nimbers(bound: int) -> Cases:
    """No follower of a position is `*k`, or `n.up + *k`, with `k >= 2`."""
    excluded = {ups(n, k) for n in range(-bound - 3, bound + 4) for k in range(2, 8)}
    for word in words_up_to(bound):
        yield true(word, value(word) not in excluded)


@proved("`*2` is a far star", letters("words of at most {} letters, `j <= 6`", 9))
@compared("outcomes of sums of values by the rules")
def _far_star(bound: int) -> Cases:
    """`o(g + *j) = o(g + *2)` for every position `g` and every `j >= 2`."""
    heaps = [Value(f"*{j}") for j in range(3, 7)]
    for word in words_up_to(bound):
        far = (value(word) + STAR_2).outcome
        for heap in heaps:
            yield same(f"`{word} + {heap}`", (value(word) + heap).outcome, far)


def _closure(heaps: int) -> list[tuple[str, str]]:
    """Return the outcome vectors with the heaps 0, ..., closed under both letters."""

    def combined(x: str, y: str) -> str:
        outcomes = ""
        for left, right in zip(x, y, strict=True):
            # Left moves to x + *j, or in the heap to {x|y} + *i with i < j; so does Right.
            wins_left = left in "LP" or any(o in "LP" for o in outcomes)
            wins_right = right in "RP" or any(o in "RP" for o in outcomes)
            outcomes += str(Outcome.of(left_wins_first=wins_left, right_wins_first=wins_right))
        return outcomes

    def after(at: tuple[str, str]) -> list[tuple[str, str]]:
        a, b = at
        return [(b, combined(b, a)), (a, combined(a, b))]

    zero = "P" + "N" * heaps
    return reached([(zero, combined(zero, zero))], after)


@proved("The automaton of 17 classes", sizes("heaps up to {}", 12, 3))
@compared("the closure of the state of `e` under both letters, from the definition of outcome")
def _seventeen(bound: int) -> Cases:
    """Outcomes with the heaps `0, ..., j` have 8 states for `j = 0`, 15 for `j = 1` and 17 for
    every `j >= 2`; none of them is P with `*2`, and nothing changes beyond `*2`."""
    for heaps, count in ((0, 8), (1, 15), (2, 17), (bound, 17)):
        yield same(f"states with heaps up to {heaps}", len(_closure(heaps)), count)
        yield same(
            f"library, heaps up to {heaps}", len(automata.Automaton(heaps=heaps).states), count
        )
    for a, b in _closure(bound):
        for vector in (a, b):
            yield true(f"{vector} is P with `*2`", vector[2] != "P")
            yield same(vector, vector[2:], vector[2] * (bound - 1))
    library = automata.far_star_automaton().states
    classes = [("".join(s.left), "".join(s.value)) for s in library]
    yield same("the classes", set(classes), set(_closure(2)))


@proved("Positions with a nim-heap", numbers("coprime `q < p <= {}, k <= 5`", 60))
@compared("outcomes of sums of values by the rules")
def _with_heap(bound: int) -> Cases:
    """The automaton tells `o(E(p,q) + *k)` for every `k`."""
    heaps = [ups(0, k) for k in range(6)]
    for p, q in cases.coprime_pairs(bound):
        word = Word.from_position(p, q)
        for k, heap in enumerate(heaps):
            outcome = (brute.values()(p, q) + heap).outcome
            yield same(f"`E({p},{q}) + *{k}`", automata.outcome_with_heap(word, k), outcome)


@proved("Misère outcomes", coprime(80))
@compared("a search of the game under misère play")
def _misere(p: int, q: int) -> Cases:
    """An automaton on words tells who wins Partizan Euclid if the last player to move loses."""
    position = PartizanEuclid(p, q)
    cases.ASKED.note("misere", "E({},{})", p, q)
    yield same(f"`E({p},{q})`", position.misere_outcome, position.search_misere_outcome())


@proved("Atomic weights along the word", standard(130, 3))
@compared("weights along the word with weights of canonical forms")
def _weights(p: int, q: int) -> Cases:
    """The atomic weight follows letter by letter from those of the options and the class."""
    weight = brute.weight(p, q)
    yield same(f"AW `E({p},{q})`", PartizanEuclid(p, q).atomic_weight(), weight)


@proved("Atomic weights and the far star", letters("words of at most {} letters", 8))
@compared("weights and comparisons of values by the rules")
def _weights_by_comparison(bound: int) -> Cases:
    """`aw(g) >= n` exactly if `g >= (n-1).up + *2`, and `aw(g) <= n` exactly if
    `g <= (n+1).up + *2`."""
    for word in words_up_to(bound):
        g = value(word)
        weight = g.atomic_weight()
        for n in range(-bound - 1, bound + 2):
            yield same(f"`aw({word}) >= {n}`", weight >= n, g >= ups(n - 1, 2))
            yield same(f"`aw({word}) <= {n}`", weight <= n, g <= ups(n + 1, 2))


_CLASS_WEIGHTS: dict[int, tuple[int | None, int | None]] = {
    **dict.fromkeys((0, 3, 4, 7, 12, 14, 15), (0, 0)),
    **dict.fromkeys((1, 16), (-1, -1)),
    **dict.fromkeys((2, 8), (1, 1)),
    6: (-2, -2),
    9: (1, None),
    **dict.fromkeys((5, 11, 13), (2, None)),
    10: (None, -2),
}


@proved("The 17 classes of all words", fixed("words of every length, heaps 0, 1, 2"))
@compared("the automaton of 17 classes with the rules of the game on words, by a certificate")
def _classes_of_all_words(_: int) -> Cases:
    """The class of a word tells who wins it, alone or beside a heap of 1 or 2: proved for all words
    at once, by an automaton that reads a word together with its options."""
    theorem = all_words.prove_automaton(automata.far_star_automaton(), heap=True)
    yield true("the classes are refused", bool(theorem))


@proved("Atomic weights by class", letters("17 classes, words of at most {} letters", 10))
@compared("bounds that are a fixed point over the classes; weights of values by the rules")
def _weights_by_class(bound: int) -> Cases:
    """The weight is 0 in classes 0, 3, 4, 7, 12, 14, 15; `-1` in 1 and 16; `-2` in 6; 1 in 2 and 8;
    at least 1 in 9; at least 2 in 5, 11, 13; at most `-2` in 10."""
    for number, (low, high) in _CLASS_WEIGHTS.items():
        yield same(f"bounds of class {number}", class_sums.bounds(number).weight, (low, high))
    for word in words_up_to(bound):
        low, high = _CLASS_WEIGHTS[automata.far_star_automaton().read(Word(word)).number]
        weight = brute.word_weight(word)
        yield true(f"`aw({word}) = {weight}`", low is None or weight >= low)
        yield true(f"`aw({word}) = {weight}`", high is None or weight <= high)


@proved(
    "Atomic weights on runs of `r`",
    letters("`s` of at most {} letters, `m <= 6`", 7, over=words_up_to),
)
@compared("weights of values by the rules")
def _weights_on_runs(word: str) -> Cases:
    """From the second `r` on, the weight of `r^m s` grows by 1 a letter, is constant, or is 0, as
    the far-star outcome is L, R or N."""
    weights = [brute.word_weight("r" * m + word) for m in range(7)]
    far = [(value("r" * m + word) + STAR_2).outcome for m in range(1, 7)]
    yield same(f"far-star outcomes of `r^m {word}`", set(far), {far[0]})
    for m in range(3, 7):
        step = 1 if far[0] is Outcome.L else 0
        yield same(f"`aw(r{m} {word})`", weights[m], weights[m - 1] + step)
    if far[0] is Outcome.N:
        yield same(f"`aw(r2 {word})`", weights[2], Value(0))


@proved("Comparisons with `n.up + *j` along the word", letters("words of at most {} letters", 8))
@compared("the library's numbers with comparisons of values by the rules")
def _thresholds(bound: int) -> Cases:
    """The largest `n` with `g >= n.up + *j`, and the smallest with `g <= n.up + *j`, follow for
    `j = 0, 1, 2` from those of the options."""
    window = range(-bound - 4, bound + 5)
    for word in words_up_to(bound):
        g, numbers_ = value(word), intervals.thresholds(Word(word))
        for j in range(3):
            low = max(n for n in window if g >= ups(n, j))
            high = min(n for n in window if g <= ups(n, j))
            yield same(f"`{word}, j = {j}`", (numbers_.lower[j], numbers_.upper[j]), (low, high))


@proved("Equalities of states", fixed("five pairs of words"))
@compared("states by the rules: one equality proves the rule")
def _equalities(_: int) -> Cases:
    """Behind every prefix `llle` may replace `e`, `lllre` `re`, `llrle` `e`, `rllre` `le` (rule 5
    of Lemma 13) and `llllle` `lle`."""
    for one, other in (
        ("llle", "e"),
        ("lllre", "re"),
        ("llrle", "e"),
        ("rllre", "le"),
        ("llllle", "lle"),
    ):
        yield same(f"state of {one}", state(one), state(other))
