"""Sums of Partizan Euclid positions."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations_with_replacement

from farstar._outcome import Outcome
from farstar.papers import _brute as brute
from farstar.papers._brute import word_value as value
from farstar.papers._cases import Cases, letters, same, true
from farstar.papers._claim import compared
from farstar.papers.beyond._states import proved, question, ups
from farstar.theory import automata, class_sums, intervals
from farstar.theory.words import Word
from farstar.values import Value

_UNDECIDED = {
    *((1, n) for n in (2, 5, 8, 11, 13)),
    *((6, n) for n in (2, 5, 8, 9, 11, 13)),
    *((10, n) for n in (5, 9, 11, 13)),
}
"""The pairs of classes that do not determine the outcome of a sum."""


def _by_class(bound: int) -> dict[int, list[str]]:
    """Return words of each class, at most a dozen with different values."""
    words_of: dict[int, list[str]] = defaultdict(list)
    seen: set[tuple[int, Value]] = set()
    for word in brute.words(bound):
        number = automata.class_number(Word(word))
        if number is None or len(words_of[number]) >= 12 or (number, value(word)) in seen:
            continue
        seen.add((number, value(word)))
        words_of[number].append(word)
    return words_of


@proved("Class pairs", letters("17 classes, words of at most {} letters", 9, 9))
@compared(
    "the decision from bounds by class with outcomes of sums; two outcomes for each other pair"
)
def _class_pairs(bound: int) -> Cases:
    """Exactly 138 of the 153 pairs of classes determine the outcome of `g + h`."""
    words = _by_class(bound)
    decided = 0
    for one, other in combinations_with_replacement(range(17), 2):
        known = class_sums.decide_classes(one, other)
        decided += known.outcome is not None
        seen: set[Outcome] = set()
        for word in words[one]:
            for second in words[other]:
                outcome = (value(word) + value(second)).outcome
                seen.add(outcome)
                if known.outcome is not None:
                    yield same(f"`{word} + {second}`", outcome, known.outcome)
        open_pair = (one, other) in _UNDECIDED or (other, one) in _UNDECIDED
        yield same(f"classes {one} and {other} decide", known.outcome is not None, not open_pair)
        if open_pair:
            yield true(f"classes {one} and {other}: only {seen}", len(seen) > 1)
    yield same("pairs that decide", decided, 138)


_HALF_KNOWN: dict[tuple[int, int], tuple[bool | None, bool | None]] = {
    **dict.fromkeys(((1, 5), (1, 11), (1, 13)), (True, None)),
    **dict.fromkeys(((2, 6), (6, 8), (6, 9), (9, 10)), (None, True)),
    (1, 2): (False, None),
}
"""Whether Left and Right win by moving first, for pairs that do not determine the outcome."""


@proved(
    "Class pairs, what is known of the others",
    letters("17 classes, words of at most {} letters", 9, 9),
)
@compared("the decision from bounds by class with outcomes of sums; for what is unknown, both ways")
def _half_known(bound: int) -> Cases:
    """Left wins first in `1 + 5`, `1 + 11` and `1 + 13` and loses in `1 + 2`; Right wins first
    in `2 + 6`, `6 + 8`, `6 + 9` and `9 + 10`. Of the other seven open pairs the classes tell
    nothing."""
    words = _by_class(bound)
    for pair in sorted((min(p), max(p)) for p in _UNDECIDED):
        known = tuple(class_sums.decide_classes(*pair))
        yield same(f"classes {pair}", known, _HALF_KNOWN.get(pair, (None, None)))
        seen = {
            (not total <= 0, not total >= 0)
            for word in words[pair[0]]
            for second in words[pair[1]]
            for total in (value(word) + value(second),)
        }
        for place, who in enumerate(("Left", "Right")):
            wins = {first[place] for first in seen}
            claimed = {True, False} if known[place] is None else {known[place]}
            yield same(f"{who} wins first in classes {pair}", wins, claimed)


_BETWEEN: dict[int, tuple[str, tuple[int, int, int]]] = {
    **dict.fromkeys((5, 11, 13), (">=", (0, 1, 1))),
    10: ("<=", (-2, -1, -1)),
    16: (">=", (-3, -2, -2)),
}
"""For each class n0, n1 and n2 so that n0.up, n1.up + * and n2.up + *2 are bounds."""


@proved("Bounds by class", letters("words of at most {} letters", 9, 8))
@compared("bounds that are a fixed point over the classes; values by the rules, compared")
def _bounds(bound: int) -> Cases:
    """Positions of the classes 5, 11 and 13 are at least 0, `up + *` and `up + *2`; of 10 at most
    `-2.up`, `-up + *` and `-up + *2`; of 16 at least `-3.up`, `-2.up + *` and `-2.up + *2`."""
    for number, (sign, ns) in _BETWEEN.items():
        bounds = class_sums.bounds(number)
        held = bounds.lower if sign == ">=" else bounds.upper
        yield same(f"bounds of class {number}", held, ns)
    for word in brute.words(bound):
        known = _BETWEEN.get(automata.class_number(Word(word)) or 0)
        if known is None:
            continue
        for star, n in enumerate(known[1]):
            other = ups(n, star)
            fits = value(word) >= other if known[0] == ">=" else value(word) <= other
            yield true(f"`{word}` {known[0]} {other}", fits)


def _decision_agrees(words: tuple[str, ...]) -> Cases:
    total = Value(0)
    for word in words:
        total += value(word)
    name = " + ".join(words)
    first = (not total <= 0, not total >= 0)
    for known in (
        intervals.decide(intervals.thresholds(Word(word)) for word in words),
        intervals.decide_with_one_ply(intervals.profile(Word(word)) for word in words),
    ):
        for claimed, wins, who in zip(known, first, ("Left", "Right"), strict=True):
            if claimed is not None:
                yield same(f"`{name}`: {who} wins moving first", claimed, wins)


@proved(
    "Interval test for sums",
    letters(
        "sums of two words of at most {} letters, of longer ones, and of three shorter ones", 5, 3
    ),
)
@compared("the decisions with outcomes of sums of values by the rules")
def _intervals(bound: int) -> Cases:
    """The six numbers of the summands, and one ply of moves, never decide a sum wrongly."""
    for pair in combinations_with_replacement(list(brute.words(bound)), 2):
        yield from _decision_agrees(pair)
    longer = list(brute.words(bound + 3))
    for one, other in zip(longer[1::4], longer[-1::-5], strict=False):
        yield from _decision_agrees((one, other))
    for triple in combinations_with_replacement(list(brute.words(bound - 2)), 3):
        yield from _decision_agrees(triple)


@question("Sums of many positions", letters("sums of two words of at most {} letters", 5, 4))
@compared("sums of two words: those that intervals and one ply settle, and that some stay open")
def _many(bound: int) -> Cases:
    """Can sums of any number of positions be decided in polynomial time? What the intervals leave
    open needs a comparison of games."""
    left_open = 0
    for pair in combinations_with_replacement(list(brute.words(bound)), 2):
        known = intervals.decide_with_one_ply(intervals.profile(Word(word)) for word in pair)
        if known.outcome is None:
            left_open += 1
        else:
            total = value(pair[0]) + value(pair[1])
            yield same(" + ".join(pair), known.outcome, total.outcome)
    yield true("everything is settled", left_open > 0)
