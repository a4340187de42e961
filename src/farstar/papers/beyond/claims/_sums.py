"""Sums of Partizan Euclid positions, with minus signs too."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod
from random import Random

from farstar._outcome import Outcome, Player
from farstar.papers import Cases, cases, compared, letters, same, sizes, true
from farstar.papers.beyond.claims import proved, question, ups
from farstar.papers.euclid.theory.continued_fractions import continued_fraction
from farstar.papers.partizan_euclid.brute_force import word_value as value
from farstar.papers.partizan_euclid.cases import words_up_to
from farstar.papers.partizan_euclid.theory import (
    automata,
    class_sums,
    hardness,
    intervals,
    plain_sums,
    quantified,
    weights,
)
from farstar.papers.partizan_euclid.theory.hardness import Instance, Switch
from farstar.papers.partizan_euclid.theory.quantified import Formula, Literal
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.sums.intervals import decide, decide_with_one_ply
from farstar.sums.weight_sums import Comb
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
    for word in words_up_to(bound):
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
    for word in words_up_to(bound):
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
        decide(intervals.thresholds(Word(word)) for word in words),
        decide_with_one_ply(intervals.profile(Word(word)) for word in words),
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
    for pair in combinations_with_replacement(list(words_up_to(bound)), 2):
        yield from _decision_agrees(pair)
    longer = list(words_up_to(bound + 3))
    for one, other in zip(longer[1::4], longer[-1::-5], strict=False):
        yield from _decision_agrees((one, other))
    for triple in combinations_with_replacement(list(words_up_to(bound - 2)), 3):
        yield from _decision_agrees(triple)


@question("Sums of many positions", letters("sums of two words of at most {} letters", 5, 4))
@compared("sums of two words: those that intervals and one ply settle, and that some stay open")
def _many(bound: int) -> Cases:
    """By 'Plain sums are hard' no method takes polynomial time for all sums, unless P equals
    PSPACE. Is there one for sums without minus signs whose weights are integers that add up to -1,
    0 or 1? The intervals do not even decide all sums of two positions."""
    left_open = 0
    for pair in combinations_with_replacement(list(words_up_to(bound)), 2):
        known = decide_with_one_ply(intervals.profile(Word(word)) for word in pair)
        if known.outcome is None:
            left_open += 1
        else:
            total = value(pair[0]) + value(pair[1])
            yield same(" + ".join(pair), known.outcome, total.outcome)
    yield true("everything is settled", left_open > 0)


@proved(
    "Few positions",
    letters("sums of two words of at most {} letters, and of longer ones with huge runs", 5, 3),
)
@compared("outcomes by the cut with sums played out by the rules, and the number of sums")
def _few(bound: int) -> Cases:
    """For each fixed number of positions it takes polynomial time to decide who wins a sum without
    minus signs, with numbers in binary: after the cut, a word with `k` letters l has at most
    `(k+1)(M+1)+1` suffixes, where `M` is the number of letters l and e in the sum."""
    random = Random(1)
    pairs = [
        tuple(Word(word) for word in pair)
        for pair in combinations_with_replacement(list(words_up_to(bound)), 2)
    ]
    for _ in range(30 * bound):
        pairs.append(
            tuple(
                Word(f"{random.choice(['', 'l', 'll'])}r{random.choice([1, 2, 10**20])}{last}")
                for last in random.sample(["e", "le", "lle", "lre", "lrle"], 2)
            )
        )
    for words in pairs:
        name = " + ".join(map(str, words))
        # The rules know nothing about runs: they are played with the numbers as they are.
        played = tuple(sorted((q, p % q, 1) for p, q in (word.pair for word in words)))
        cases.ASKED.note("sum", "{}", " + ".join(f"E({w.pair[0]},{w.pair[1]})" for w in words))
        for player in Player:
            wins = _wins(played, player is Player.LEFT)
            yield same(name, plain_sums.wins_moving_first(words, player), wins)
        suffixes = [1 + word.length for word in plain_sums.cut_words(words)]
        yield true(f"{name}: {suffixes}", 2 * prod(suffixes) <= plain_sums.most_sums(words))
        _wins.cache_clear()


@proved("Positions of weight `{a|{b|c}}`", sizes("`c <= 11`, `a - b` and `b - c` below {}", 6, 2))
@compared("weights of words")
def _positions(bound: int) -> Cases:
    """For `a >= b >= c - 1` and `c >= 6`, `p/q = [1; 1, a-b+2, 1, b-c+6, c-2]` has the atomic
    weight `{a|{b|c}}`; `E(m+3, m+2)` has weight `m`."""
    for c in range(6, 12):
        for b in range(c - 1, c - 1 + bound):
            for a in range(b, b + bound):
                p, q = weights.word_of_weight(Comb((a, b), c)).pair
                digits = (1, 1, a - b + 2, 1, b - c + 6, c - 2)
                yield same(f"`{p}/{q}`", continued_fraction(p, q), digits)
                cases.ASKED.note("weight", "E({},{})", p, q)
                weight = weights.weight(Word.from_position(p, q))
                yield same(f"aw `E({p},{q})`", weight, Comb((a, b), c))
    for m in range(7 * bound):
        cases.ASKED.note("weight", "E({},{})", m + 3, m + 2)
        yield same(f"aw `E({m + 3},{m + 2})`", weights.weight(Word.from_position(m + 3, m + 2)), m)


@cache
def _wins(positions: tuple[tuple[int, int, int], ...], is_left: bool) -> bool:
    """Return whether a player wins moving first in a sum of (q, t, sign), by the rules."""
    for i, (q, t, sign) in enumerate(positions):
        if i and positions[i - 1] == positions[i]:
            continue
        # A minus sign lets the players change places.
        over = t if is_left == (sign > 0) else q - t
        rest = [*positions[:i], *positions[i + 1 :]]
        if q % over:
            rest.append((over, q % over, sign))
        if not _wins(tuple(sorted(rest)), not is_left):
            return True
    return False


def _block_value(gaps: tuple[int, ...], literals: tuple[int, ...]) -> int:
    """Return what a block of switches is worth to Left, after the better choice of Right's."""
    odd = sum(gap for place, gap in enumerate(gaps) if sum(literals[:place]) % 2)
    return min(odd, sum(gaps) - odd)


@proved("Formulas as scores", sizes("blocks; formulas with one variable and {} clauses", 2, 1))
@compared("scores by trying all moves; truth by trying all values")
def _formulas(bound: int) -> Cases:
    """Left, moving first in the sum of switches `{a|{b|c}}` made from a quantified formula, reaches
    the target exactly if the formula is true. So it is PSPACE-complete to tell what she reaches,
    for integers in unary."""
    for u, v, w in product((0, 1), repeat=3):
        yield same(f"gaps (1,1), {u}", _block_value((1, 1), (u,)), u)
        yield same(f"gaps (1,1,1), {u}{v}", _block_value((1, 1, 1), (u, v)), u | v)
        worth = _block_value((1, 3, 1, 3), (u, v, w))
        yield true(f"gaps (1,3,1,3), {u}{v}{w}", (worth == 4) == (u != v != w) and worth <= 4)
        some = any((u ^ v or u ^ d) and (not d or w) for d in (0, 1))
        yield same(f"a clause of three, {u}{v}{w}", some, bool(u or v or w))
    clauses: list[tuple[Literal, ...]] = [(("x", True),), (("x", False),)]
    clauses.append((*clauses[0], *clauses[1]))
    for exists in (True, False):
        for count in range(1, bound + 1):
            for chosen in combinations_with_replacement(clauses, count):
                formula = Formula(((exists, "x"),), chosen)
                instance = quantified.to_instance(formula)
                if len(instance.switches) > 10:
                    continue
                reached = hardness.left_stop(instance.switches) >= instance.target
                yield same(f"{formula}", reached, quantified.is_true(formula))


@proved("Plain sums are hard", sizes("{} small instances", 14, 3))
@compared("sums played out by the rules; the way back")
def _reduction(bound: int) -> Cases:
    """Left, moving first, wins the sum of the positions made from switches `{a|{b|c}}` and a target
    exactly if she reaches the target in the sum of the switches; the sum has no minus signs, or
    one. So it is PSPACE-complete to tell who wins a sum without minus signs, even for numbers in
    unary."""
    random = Random(1)
    for number in range(bound):
        switches = []
        for _ in range(2):
            c = random.randint(-1, 0)
            switches.append(Switch(c + 2, c + 1, c))
        # Just in reach, or just out of it.
        target = hardness.left_stop(tuple(switches)) + number % 2
        instance, answer = Instance(tuple(switches), target), number % 2 == 0
        with_minus = hardness.to_euclid(instance)
        plain = quantified.to_positions(instance)
        plus = " + ".join(f"E({p},{q})" for p, q in with_minus.plus)
        cases.ASKED.note("sum", "{} - E({},{})", plus, *with_minus.minus)
        cases.ASKED.note("sum", "{}", " + ".join(f"E({p},{q})" for p, q in plain))
        signed = [*((1, pair) for pair in with_minus.plus), (-1, with_minus.minus)]
        for terms in (signed, [(1, pair) for pair in plain]):
            played = sorted((q, p % q, sign) for sign, (p, q) in terms)
            yield same(f"{instance}", _wins(tuple(played), True), answer)
            _wins.cache_clear()
        for back in (hardness.from_euclid(with_minus), quantified.from_positions(plain)):
            yield same(f"{instance}", hardness.left_stop(back.switches) >= back.target, answer)
    for _ in range(20 * bound):
        numbers = sorted((random.randint(-(10**30), 10**30) for _ in range(3)), reverse=True)
        one = Instance((Switch(*numbers), Switch(3, 2, 1)), random.randint(-(10**30), 10**30))
        back = hardness.from_euclid(hardness.to_euclid(one))
        low = sum(switch.c for switch in one.switches)
        yield same(f"{one}", back.target, one.target - low)
        moved = hardness.left_stop(back.switches) + low
        yield same(f"{one}", moved, hardness.left_stop(one.switches))
