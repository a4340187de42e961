"""Values of words: normal forms and how many there are, canonical forms, runs, rules by class."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction

from farstar.papers import Cases, compared, letters, numbers_from, same, sizes, true
from farstar.papers.beyond.claims import STAR, UP, State, checked, proved, question, state
from farstar.papers.partizan_euclid import PartizanEuclid
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.papers.partizan_euclid.brute_force import word_value as value
from farstar.papers.partizan_euclid.cases import words, words_up_to
from farstar.papers.partizan_euclid.theory import automata, canonical, normal_form
from farstar.papers.partizan_euclid.theory import induction as certificates
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.values import Value

_NEW_STATES = (2, 4, 7, 11, 21, 40, 74, 140, 269, 517, 996, 1927, 3740, 7270, 14157, 27612)
_NEW_VALUES = (2, 2, 5, 8, 15, 27, 53, 101, 197, 384, 756)


@proved("The Right region is free", letters("words of at most {} letters", 11, 4))
@compared("states by the rules, after each letter")
def _free(bound: int) -> Cases:
    """On the states of the classes 6, 10 and 16 both letters are injective, with disjoint images;
    so no rule `u -> v` keeps the state of every word."""
    origin: dict[State, tuple[str, State]] = {}
    for word in words_up_to(bound):
        if automata.class_number(Word(word)) in (6, 10, 16):
            before = state(word)
            for letter in "lr":
                first_letter = (letter, before)
                known = origin.setdefault(state(letter + word), first_letter)
                yield true(f"{letter}{word} has the state of another word", known == first_letter)


@proved(
    "Canonical forms without comparisons",
    letters("all words, and values of words of at most {} letters", 11),
)
@compared(
    "an induction over all normal words, by program; the library's values with values by the rules"
)
def _canonical(bound: int) -> Cases:
    """The canonical form of every word is read off the 30-state automaton, one construction a
    letter."""
    for one in certificates.invariant().obligations():
        yield true(one, one.proved)
    for word in words_up_to(bound):
        yield same(word, PartizanEuclid(*brute.pair_of(word)).value, value(word))


@proved(
    "Normal forms keep the state",
    letters("all words, and states of words of at most {} letters", 11),
)
@compared(
    "both sides of each rule, in front of any word; states by the rules, of words and normal forms"
)
def _keeps(bound: int) -> Cases:
    """The ten rules lead from every word to a normal word with the same state, never a longer
    one."""
    for one in certificates.rule_obligations(certificates.invariant()):
        yield true(one, one.proved)
    for word in words_up_to(bound):
        normal = normal_form.normal_form(Word(word)).letters()
        yield same(f"`{word} -> {normal}`", state(normal), state(word))
        yield true(f"`{word} -> {normal}`", len(normal) <= len(word))
        yield true(f"{normal} is not normal", normal_form.is_normal(Word(normal)))


@proved("Normal forms are complete", letters("normal words of at most {} letters", 12))
@compared("states by the rules, of all normal words")
def _complete(bound: int) -> Cases:
    """Different normal words have different states: words may replace each other behind every
    prefix by an equality of states exactly if their normal forms agree."""
    seen: dict[State, str] = {}
    for word in words_up_to(bound):
        if normal_form.is_normal(Word(word)):
            yield same(f"state of `{word}`", seen.setdefault(state(word), word), word)


def _fresh(of: Callable[[str], Hashable], bound: int, *known: Hashable) -> list[int]:
    """Count by the lengths of words what no shorter word brings."""
    seen, counts = set(known), [0] * (bound + 1)
    for word in words_up_to(bound):
        if (state := of(word)) not in seen:
            seen.add(state)
            counts[len(word) - 1] += 1
    return counts


@proved("New states by length", letters("words of at most {} letters", 11))
@compared("the automaton of normal words with states by the rules")
def _new_states(bound: int) -> Cases:
    """Words of length `n = 1, 2, ...` bring `2, 4, 7, 11, 21, 40, 74, 140, 269, 517, ...` new
    states, as many as there are normal words."""
    counted = normal_form.normal_word_counts(max(bound, len(_NEW_STATES)))
    yield same("the printed numbers", tuple(counted[1 : len(_NEW_STATES) + 1]), _NEW_STATES)
    fresh = _fresh(state, bound)
    for n in range(bound + 1):
        yield same(f"new states of length {n}", fresh[n], counted[n])


def _absorbed() -> Fraction:
    """Return how likely a word that grows by random letters gets into state 8, still normal.

    State 8 is never left, and from every other state some letters end the word or lead there; so
    this is the limit of the share of normal words.
    """
    size = len(normal_form.TRANSITIONS)
    rows: list[dict[int, Fraction]] = []  # each the sum of others, with `size` for a certain 1
    for number, targets in enumerate(normal_form.TRANSITIONS):
        row: dict[int, Fraction] = {size: Fraction(1)} if number == 8 else {}
        for target in targets if number != 8 else ():
            if target is not None:
                row[target] = row.get(target, Fraction(0)) + Fraction(1, 2)
        rows.append(row)
    for number in reversed(range(size)):
        again = rows[number].pop(number, Fraction(0))
        rows[number] = {other: part / (1 - again) for other, part in rows[number].items()}
        for row in rows[:number]:
            share = row.pop(number, Fraction(0))
            for other, part in rows[number].items():
                row[other] = row.get(other, Fraction(0)) + share * part
    return rows[0].get(size, Fraction(0))


@proved("Share of normal words", sizes("`n <= {}`", 300, 50))
@compared(
    "the probability that random letters lead into Right's region, exactly; exact counts, with an "
    "error that falls like `(1.8592/2)^n`"
)
def _share(bound: int) -> Cases:
    """The number of normal words of length `n` is asymptotically `(17/60) 2^n`."""
    yield same("the share", _absorbed(), Fraction(17, 60))
    counts = normal_form.normal_word_counts(bound)
    for n in range(40, bound + 1):
        gap = abs(Fraction(counts[n], 2**n) - Fraction(17, 60))
        yield true(f"`n = {n}`: off by {float(gap)}", gap < Fraction(93, 100) ** n)


@checked("New values by length", letters("words of at most {} letters", 11))
@compared("values by the rules")
def _new_values(bound: int) -> Cases:
    """Words of length `n = 1, 2, ...` bring 2, 2, 5, 8, 15, 27, 53, 101, 197, 384, 756 new
    values."""
    fresh = _fresh(value, bound, Value(0))
    for n, count in zip(range(1, bound + 1), _NEW_VALUES, strict=False):
        yield same(f"new values of length {n}", fresh[n], count)


@proved("Finitely many rules do not suffice", sizes("`m <= {}`", 25, 3))
@compared("normal forms; states by the rules for small `m`")
def _no_finite_set(bound: int) -> Cases:
    """For every `m` there is a word `lll r^m ll Z`, with no reducible proper suffix, whose normal
    form `lll r^(m+1) Z` changes it behind the run: a rule would have to see all of `r^m`."""
    ends = [end for end in words_up_to(6) if not end.startswith("l")]
    for m in range(2, bound + 1):
        for end in ends:
            word, claimed = "lll" + "r" * m + "ll" + end, "lll" + "r" * (m + 1) + end
            irreducible = normal_form.is_normal(Word(word[1:])) and not normal_form.is_normal(
                Word(word)
            )
            if irreducible and normal_form.normal_form(Word(word)) == Word(claimed):
                break
        else:
            yield f"no such word for `m = {m}`"
            continue
        yield same(f"state of `{word}`", state(word), state(claimed)) if m < 12 else None


@question(
    "Equal values", letters("words of at most {} letters: pairs of equal value, and neighbours", 8)
)
@compared("the library's test with values by the rules")
def _equal_values(bound: int) -> Cases:
    """Which words with different states have equal values? No closed description is known; equality
    is decided in time linear in the words."""
    words = list(words_up_to(bound))
    alike: dict[Value, list[str]] = {}
    for i, one in enumerate(words):
        equal = alike.setdefault(value(one), [])
        for other in {*equal[-8:], *words[max(0, i - 8) : i]}:
            answer = canonical.equal_values(Word(one), Word(other))
            yield same(f"`{one} = {other}`", answer, value(one) == value(other))
        equal.append(one)


_RIGHT_REGION = (6, 10, 16)


def _class(word: str) -> int:
    number = automata.class_number(Word(word))
    assert number is not None
    return number


@proved("`E(2k+1, k+1)`", sizes("`k <= {}`", 60, 8, over=numbers_from(2)))
@compared("values by the rules")
def _odd_positions(k: int) -> Cases:
    """`E(2k+1, k+1)`, the word `l r^(k-2) e`, is `{E(k+1, k)|0}`; its atomic weight is `{k-4|2}`
    for `k >= 7`, `2*` for `k = 6` and `3/2` for `k = 5`."""
    value = brute.values()(2 * k + 1, k + 1)
    yield same(f"sig `E({2 * k + 1},{k + 1})`", brute.word_of(2 * k + 1, k + 1), _odd_word(k))
    claimed = Value.of(left=[brute.values()(k + 1, k)], right=[0])
    yield same(f"`E({2 * k + 1},{k + 1})`", value, claimed)
    weight = {5: "3/2", 6: "2*"}.get(k, f"{{{k - 4}|2}}")
    if k >= 5:
        yield same(f"AW `E({2 * k + 1},{k + 1})`", value.atomic_weight(), Value(weight))


def _odd_word(k: int) -> str:
    return "l" + "r" * (k - 2) + "e"


@proved("Runs of `r`", letters("`s` of at most {} letters, `m <= 6`", 8, 6, over=words_up_to))
@compared("canonical forms of values by the rules")
def _runs_of_r(word: str) -> Cases:
    """From the second `r` on, `r^m s` is `{0|b}`, `b` being `r^(m-1) s`, behind the classes 0, 2,
    4, 5, 8, 9, 11 and 13; behind 1, 6, 10, 14 and 16 it is `{a|b}`, `a` being `sL`, canonical as it
    stands."""
    if not normal_form.is_normal(Word(word)):
        return
    number = _class(word)
    a, _ = state(word)
    for m in range(1, 7):
        longer, before = value("r" * m + word), value("r" * (m - 1) + word)
        if number in (1, 14, *_RIGHT_REGION):
            form = [longer.left_options, longer.right_options]
            yield same(f"options of `r{m} {word}`", form, [(a,), (before,)])
        elif m > 1 and number in (0, 2, 4, 5, 8, 9, 11, 13):
            claimed = Value.of(left=[0], right=[before])
            yield same(f"`r{m} {word}`", longer, claimed)


@proved("Runs of `l` in Right's region", letters("`s` of at most {} letters, `m <= 5`", 8, 5))
@compared("canonical forms of values by the rules")
def _runs_of_l(bound: int) -> Cases:
    """Each `l` in front of a word of class 6, 10 or 16 takes `b` to `{b|0}`, canonical as it
    stands, and its atomic weight down by 1."""
    zero = Value(0)
    for word in words_up_to(bound):
        if _class(word) in _RIGHT_REGION:
            for m in range(1, 6):
                searched, before = value("l" * m + word), value("l" * (m - 1) + word)
                form = [searched.left_options, searched.right_options]
                yield same(f"options of `l{m} {word}`", form, [(before,), (zero,)])
                if m > 1:
                    less = before.atomic_weight() - 1
                    yield same(f"`aw(l{m} {word})`", searched.atomic_weight(), less)


@proved("Atomic weights in Right's region", words(10, 5))
@compared("weights of values by the rules")
def _right_weights(word: str) -> Cases:
    """In the classes 6, 10 and 16 the weights of `g` and `gL` are integers, that of `gL` one more:
    an `r` in front keeps the weight of `g`, an `l` takes 1 from it."""
    if _class(word) in _RIGHT_REGION:
        a, b = state(word)
        weight = b.atomic_weight()
        yield true(f"`aw({word}) = {weight}`", weight.is_integer)
        yield same(f"aw of Left's option of `{word}`", a.atomic_weight(), weight + 1)
        yield same(f"`aw(r{word})`", value("r" + word).atomic_weight(), weight)
        yield same(f"`aw(l{word})`", value("l" + word).atomic_weight(), weight - 1)


_BY_CLASS: tuple[tuple[tuple[int, ...], str, str], ...] = (
    ((12,), "lll", ""),
    ((1, 14), "llr", "ll"),
    ((5,), "lllrr", "rr"),
    ((5,), "llrllr", "llrll"),
    ((9,), "rlllr", "llrlr"),
    ((9,), "rlrlr", "llllr"),
    ((11, 13), "rlllrl", "llrlrl"),
    ((11, 13), "rlrlrl", "llllrl"),
    ((13,), "lllllrrr", "lllrrrr"),
)
_ALONE = {0: "e", 2: "re", 4: "lre", 7: "llre", 8: "rlre"}


@checked(
    "Rules by class",
    letters("words of at most {} letters behind each rule", 9, 7, over=words_up_to),
)
@compared(
    "states by the rules, before and after; for the rules of 11 and 13 no proof is known but the "
    "one of the normal forms"
)
def _rules_by_class(word: str) -> Cases:
    """A word of class 0, 2, 4, 7 or 8 may be replaced by `e`, `re`, `lre`, `llre` or `rlre`, and
    `l` before one of class 3 or 15 by `e`; behind 12 `lll` may go, behind 1 and 14 `llr` become
    `ll`, and so on."""
    number = _class(word)
    if number in _ALONE:
        yield same(f"state of `{word}`", state(word), state(_ALONE[number]))
    if number in (3, 15):
        yield same(f"state of `l{word}`", state("l" + word), state("e"))
    for classes, before, after in _BY_CLASS:
        if number in classes:
            rewritten = state(after + word)
            yield same(f"`{before} -> {after}` before `{word}`", state(before + word), rewritten)


@proved("Ends that lose their letters", sizes("`j, k <= {}`", 20, 4))
@compared("states by the rules")
def _ends(bound: int) -> Cases:
    """`ll r^k l e` may be replaced by `e`, `lll r^k e` by `r^k e` for `k = 1` and `k >= 3`, and
    `ll r^j ll r^k e` by `e` for `j >= 1`, `k >= 2`."""
    for k in range(bound + 1):
        run = "r" * k
        yield same(f"state of `ll r{k} le`", state(f"ll{run}le"), state("e"))
        if k == 1 or k >= 3:
            yield same(f"state of `lll r{k} e`", state(f"lll{run}e"), state(f"{run}e"))
        for j in range(1, bound + 1) if k >= 2 else ():
            word = "ll" + "r" * j + "ll" + run + "e"
            yield same(f"state of `{word}`", state(word), state("e"))


def _times(p: list[int], q: list[int]) -> list[int]:
    """Return the product of two polynomials, the lowest coefficient first."""
    product = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            product[i + j] += a * b
    return product


_OCTIC = [1, 0, -1, 0, 0, -1, -1, -1, 1]


def _claimed_polynomial() -> list[int]:
    """Return x^14 (x-2) (x-1)^4 (x+1) (x^2+1) times the octic."""
    product = [0] * 14 + [1]
    for factor in ([-2, 1], *[[-1, 1]] * 4, [1, 1], [1, 0, 1], _OCTIC):
        product = _times(product, factor)
    return product


def _characteristic_polynomial() -> list[int]:
    """Return that of the matrix of the 30-state automaton, by the method of Leverrier."""
    size = len(normal_form.TRANSITIONS)
    matrix = [[0] * size for _ in range(size)]
    for i, targets in enumerate(normal_form.TRANSITIONS):
        for target in targets:
            if target is not None:
                matrix[i][target] += 1
    coefficients = [1]
    power = [[0] * size for _ in range(size)]
    for k in range(1, size + 1):
        # The rows of the product need only the few targets of each state.
        for i in range(size):
            power[i][i] += coefficients[-1]
        power = [
            [sum(n * power[j][c] for j, n in enumerate(row) if n) for c in range(size)]
            for row in matrix
        ]
        trace = sum(power[i][i] for i in range(size))
        coefficients.append(-trace // k)
    return coefficients[::-1]


@proved("Recurrence of the normal words", sizes("`n <= {}`", 100, 40))
@compared("the polynomial of the 30-state automaton, exactly; the counts with the recurrence")
def _recurrence(bound: int) -> Cases:
    """The counts of normal words have the characteristic polynomial
    `x^14 (x-2) (x-1)^4 (x+1) (x^2+1) (x^8-x^7-x^6-x^5-x^2+1)`; the words of Left's region grow like
    `1.859175^n`."""
    polynomial = _claimed_polynomial()
    yield same("the polynomial", _characteristic_polynomial(), polynomial)
    counts = normal_form.normal_word_counts(bound)
    order = len(polynomial) - 1
    for n in range(bound - order + 1):
        rest = sum(c * counts[n + i] for i, c in enumerate(polynomial))
        yield same(f"the recurrence at `n = {n}`", rest, 0)
    for x, sign in ((Fraction(1859175, 10**6), -1), (Fraction(1859176, 10**6), 1)):
        at = sum(c * x**i for i, c in enumerate(_OCTIC))
        yield true(f"the octic at {float(x)}: {float(at)}", at * sign > 0)


@checked("The function `{0|v}`", letters("words of at most {} letters", 9, 4))
@compared("values by the rules")
def _raised(bound: int) -> Cases:
    """For the values `v` of classes 8, 11 and 13 `{0|v} >= v + up + *`, but equality fails: first
    at `rlre`."""
    unequal = []
    for word in words_up_to(bound):
        if _class(word) in (8, 11, 13):
            above, added = Value.of(left=[0], right=[value(word)]), value(word) + UP + STAR
            yield true(f"`{{0|{word}}} >= {word} + up + *`", above >= added)
            if above != added:
                unequal.append(word)
    yield same("the first that is unequal", unequal[0], "rlre")
