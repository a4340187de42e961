"""Values of words: normal forms, canonical forms without comparisons, counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction

from farstar.games import PartizanEuclid
from farstar.papers import _brute as brute
from farstar.papers._brute import word_value as value
from farstar.papers._cases import Cases, letters, same, sizes, true
from farstar.papers._claim import compared
from farstar.papers.beyond._states import State, checked, proved, question, state
from farstar.theory import automata, canonical, certificates, normal_form
from farstar.theory.words import Word
from farstar.values import Value

_NEW_STATES = (2, 4, 7, 11, 21, 40, 74, 140, 269, 517, 996, 1927, 3740, 7270, 14157, 27612)
_NEW_VALUES = (2, 2, 5, 8, 15, 27, 53, 101, 197, 384, 756)


@proved("The Right region is free", letters("words of at most {} letters", 11, 4))
@compared("states by the rules, after each letter")
def _free(bound: int) -> Cases:
    """On the states of the classes 6, 10 and 16 both letters are injective, with disjoint images;
    so no rule `u -> v` keeps the state of every word."""
    origin: dict[State, tuple[str, State]] = {}
    for word in brute.words(bound):
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
    for word in brute.words(bound):
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
    for word in brute.words(bound):
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
    for word in brute.words(bound):
        if normal_form.is_normal(Word(word)):
            yield same(f"state of `{word}`", seen.setdefault(state(word), word), word)


def _fresh(of: Callable[[str], Hashable], bound: int, *known: Hashable) -> list[int]:
    """Count by the lengths of words what no shorter word brings."""
    seen, counts = set(known), [0] * (bound + 1)
    for word in brute.words(bound):
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
    ends = [end for end in brute.words(6) if not end.startswith("l")]
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
    words = list(brute.words(bound))
    alike: dict[Value, list[str]] = {}
    for i, one in enumerate(words):
        equal = alike.setdefault(value(one), [])
        for other in {*equal[-8:], *words[max(0, i - 8) : i]}:
            answer = canonical.equal_values(Word(one), Word(other))
            yield same(f"`{one} = {other}`", answer, value(one) == value(other))
        equal.append(one)
