"""Atomic weights of Partizan Euclid in closed form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from math import inf
from random import Random
from typing import NamedTuple

from farstar._outcome import Outcome
from farstar._walk import reached
from farstar.papers import Cases, cases, compared, fixed, numbers, same, sizes, true
from farstar.papers.beyond import densities
from farstar.papers.beyond.claims import checked, proved, state
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.papers.partizan_euclid import value_of_weight
from farstar.papers.partizan_euclid.cases import words, words_up_to
from farstar.papers.partizan_euclid.theory import automata, weights
from farstar.papers.partizan_euclid.theory.automata import FAR, far_star_automaton, merge_states
from farstar.papers.partizan_euclid.theory.words import Letter, Word
from farstar.sums.weight_sums import Comb
from farstar.values import Value

# All that the recursion of atomic weights can do, as finitely many abstract states.
#
# The recursion needs four integers of a weight w that is no integer: its floor and its ceiling, and
# first = 1 + max{n <| w} and last = min{n |> w} - 1. All four are w if it is an integer. An integer
# fits into {x - 2|y + 2} exactly if last(x) <= first(y) + 2.
#
# Integers are known as far as needed: as a constant or an interval, or as such plus one unknown
# n >= 8. In the two regions that are never left only differences matter, so there the weight is
# moved to 0, and numbers beyond 8 are not distinguished. A comparison that is not certain ends the
# program, so whatever closes is true of all words.

LARGE = 8
LEFT, RIGHT = frozenset({8, 11, 13}), frozenset({6, 10, 16})
"""The classes that Left, or Right, wins for good."""


class UndecidedError(Exception):
    """A comparison whose answer is not the same for all words of a state."""


class Some(NamedTuple):
    """An integer between `low` and `high`, plus `unknown` times the unknown n >= 8."""

    low: float
    high: float
    unknown: int = 0

    def plus(self, by: int) -> Some:
        """Return it moved by an integer."""
        return Some(self.low + by, self.high + by, self.unknown)

    def minus(self, other: Some) -> Some:
        """Return the difference."""
        unknown = self.unknown - other.unknown
        return Some(self.low - other.high, self.high - other.low, unknown)

    def bounds(self) -> tuple[float, float]:
        """Return what it is at least and at most, whatever n is."""
        if not self.unknown:
            return self.low, self.high
        if self.unknown > 0:
            return self.low + LARGE * self.unknown, inf
        return -inf, self.high + LARGE * self.unknown

    def at_most(self, other: Some) -> bool:
        """Return whether it is at most the other, which has to be certain."""
        low, high = other.minus(self).bounds()
        if low >= 0:
            return True
        if high < 0:
            return False
        raise UndecidedError(f"{self} <= {other}")


def exactly(n: int) -> Some:
    """Return a constant."""
    return Some(n, n)


class Abstract(NamedTuple):
    """A weight by its four integers, and whether it is one itself."""

    floor: Some
    ceiling: Some
    last: Some
    first: Some
    is_integer: bool

    @classmethod
    def integer(cls, n: Some) -> Abstract:
        """Return an integer weight."""
        return cls(n, n, n, n, True)

    def map(self, change: Callable[[Some], Some]) -> Abstract:
        """Return the weight with all four integers changed."""
        floor, ceiling, last, first, is_integer = self
        return Abstract(change(floor), change(ceiling), change(last), change(first), is_integer)


class AbstractState(NamedTuple):
    """A class with the weights of Left's option and of the position."""

    word_class: int
    left: Abstract
    weight: Abstract

    @property
    def lead(self) -> tuple[float, float]:
        """How far the weight is ahead of Left's option, at least and at most."""
        return self.weight.floor.minus(self.left.first).bounds()


class Closure(NamedTuple):
    """The states that words can reach, and where the letters l and r lead from each."""

    states: list[AbstractState]
    steps: list[tuple[int, int]]


def braces(x: Abstract, y: Abstract, far: Outcome) -> Abstract:
    """Return the weight of a game from those of its options and its outcome with a far star."""
    low, high = x.last.plus(-1), y.first.plus(1)
    if low.at_most(high):
        if far is Outcome.N:
            if not (low.at_most(exactly(0)) and exactly(0).at_most(high)):
                raise UndecidedError("0 has to fit where the far star is confused with the game")
            return Abstract.integer(exactly(0))
        return Abstract.integer(high if far is Outcome.L else low)
    return Abstract(high, low, y.ceiling.plus(1), x.floor.plus(-1), False)


def close() -> Closure:
    """Return all states, from the word e on."""
    zero = Abstract.integer(exactly(0))
    states = reached([AbstractState(0, zero, zero)], lambda s: [_put("l", s), _put("r", s)])
    numbers = {state: number for number, state in enumerate(states)}
    return Closure(states, [(numbers[_put("l", s)], numbers[_put("r", s)]) for s in states])


@cache
def _put(letter: Letter, state: AbstractState) -> AbstractState:
    """Return the state after one more letter in front."""
    automaton = far_star_automaton()
    x, y = (state.weight, state.left) if letter == "l" else (state.left, state.weight)
    after = automaton.transitions[letter][state.word_class]
    weight = braces(x, y, automaton.states[after].value[FAR])
    return _plain(AbstractState(after, x, weight))


def _plain(state: AbstractState) -> AbstractState:
    """Return the state with nothing in it that does not matter."""
    word_class, left, weight = state
    if word_class in LEFT | RIGHT:
        # One of the two is an integer, and is moved to 0.
        base = weight.floor if weight.is_integer else left.floor
        if base.low != base.high or not (weight.is_integer or left.is_integer):
            raise UndecidedError(f"where to begin in {state}")
        moved = (one.map(lambda n: _cut(n.minus(base))) for one in (left, weight))
        return AbstractState(word_class, *moved)
    if word_class == 5 and weight.floor.unknown == 0 and weight.floor.low >= LARGE:
        return AbstractState(5, left, Abstract.integer(Some(0, 0, 1)))
    if word_class == 5 and weight.floor == Some(1, 1, 1):
        # One more r: n + 1 is as good as n.
        return AbstractState(5, left, Abstract.integer(Some(0, 0, 1)))
    return state


def _cut(n: Some) -> Some:
    low, high = n.bounds()
    return Some(
        -inf if low < -LARGE else min(low, LARGE), inf if high > LARGE else max(high, -LARGE)
    )


def least_automaton(closure: Closure) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the least automaton that tells integers from other weights: steps, and states."""
    whole = [state.weight.is_integer for state in closure.states]
    rows, representatives = merge_states(closure.steps, whole)
    return rows, [place for place, i in enumerate(representatives) if not whole[i]]


@proved("Four integers of a weight", words(9, 5))
@compared("integers that lie between the games, by comparing them")
def _four_integers(word: str) -> Cases:
    """The weight of `{x|y}` follows from four integers each of `aw(x)` and `aw(y)`: floor, ceiling,
    the first and the last integer that are confused with it; an integer fits into
    `{aw(x)-2|aw(y)+2}` exactly if the last of `aw(x)` is at most the first of `aw(y)`, plus 2."""
    a, b = (part.atomic_weight() for part in state(word))
    for x, y in ((a, b), (b, a)):
        middle = Value.of(left=[x - 2], right=[y + 2])
        fits = _last(x) <= _first(y) + 2
        yield same(f"an integer in `{middle}`", middle.is_integer, fits)
        if not fits:
            low = next(n for n in _around(middle) if Value(n) <= middle)
            yield same(f"floor of `{middle}`", low, _first(y) + 1)
            yield same(f"ceiling of `{middle}`", _ceiling(middle), _last(x) - 1)
            yield same(f"first of `{middle}`", _first(middle), _floor(x) - 1)
            yield same(f"last of `{middle}`", _last(middle), _ceiling(y) + 1)


def _around(weight: Value) -> range:
    """Return integers about a weight, from above downwards."""
    top = int(weight.left_stop) + 3
    return range(top, int(weight.right_stop) - 4, -1)


def _floor(weight: Value) -> int:
    return next(n for n in _around(weight) if Value(n) <= weight)


def _ceiling(weight: Value) -> int:
    return next(n for n in reversed(_around(weight)) if Value(n) >= weight)


def _first(weight: Value) -> int:
    """Return 1 + max{n <| w}; w itself for an integer."""
    return 1 + next(n for n in _around(weight) if not Value(n) >= weight)


def _last(weight: Value) -> int:
    return next(n for n in reversed(_around(weight)) if not Value(n) <= weight) - 1


@proved("Weights in closed form", words(12, 6))
@compared("closed forms with the weights of values by the rules")
def _closed_form(word: str) -> Cases:
    """In Left's region a weight `w` ahead of Left's option by `D` goes to `w + 1` with `r` (ahead
    by `D + 1`) and with `l` to `w + 1 - D` (ahead by `1 - D`) if `D <= 2`; else `l` makes it no
    integer, from where `r` leads back to `w`, ahead by 0, and `l` to `w + 1`, ahead by 2. Elsewhere
    weights are fixed by the class, by the number of letters `r` before `e`, or fall by 1 with each
    `l`."""
    yield same(f"aw `{word}`", value_of_weight(weights.weight(Word(word))), brute.word_weight(word))


@proved("Weights along long words", sizes("{} random words of at most 120 letters", 150))
@compared("closed forms with the recursion of weights on games, letter by letter")
def _long_words(bound: int) -> Cases:
    """The same for long words, and for words by their digits."""
    random = Random(16)
    for _ in range(bound):
        share = random.choice((0.2, 0.35, 0.5, 0.65, 0.8, 0.9))
        word = "".join(
            "r" if random.random() < share else "l" for _ in range(random.randint(13, 120))
        )
        weight = weights.weight(Word(word + "e"))
        yield same(f"aw `{word}e`", value_of_weight(weight), _recursion(word))
        yield same(f"aw `{word}e` by digits", weights.weight_of_digits(_digits(word)), weight)


def _digits(word: str) -> list[int]:
    *runs, last = (len(run) for run in word.split("l"))
    return [run + 1 for run in runs] + [last + 2]


def _recursion(word: str) -> Value:
    """Return the weight by the theorem of Winning Ways, comparing games."""
    cases.ASKED.note("weight", "E({},{})", *brute.pair_of(word + "e"))
    automaton = automata.far_star_automaton()
    at, a, b = automaton.states[0], Value(0), Value(0)
    for letter in reversed(word):
        at = automaton.advance(at, "l" if letter == "l" else "r")
        x, y = (b, a) if letter == "l" else (a, b)
        weight = Value.of(left=[x - 2], right=[y + 2])
        if weight.is_integer:
            far = str(at.value[automata.FAR])
            weight = Value({"N": 0, "L": _first(y) + 1, "R": _last(x) - 1}[far])
        a, b = x, weight
    return b


@proved("The automaton of integer weights", fixed("95 abstract states"))
@compared(
    "the closure of the recursion under both letters, with one unknown and intervals, made least; "
    "the automaton made from the closed form"
)
def _automaton(_: int) -> Cases:
    """Whether the weight is an integer is decided by an automaton of exactly 19 states, of which 13
    and 18 are not. In Left's region the states 16, 8, 11, 14 and 17 are the leads -1, 0, 1, 2 and 3
    or more."""
    closure = close()
    yield same("states", len(closure.states), 95)
    for number, abstract in enumerate(closure.states):
        word_class, left, weight = abstract
        if word_class in LEFT and weight.is_integer:
            low, _high = abstract.lead
            yield true(f"lead of state {number}", low >= (-1 if left.is_integer else 2))
        if word_class in RIGHT:
            facts = left.is_integer and weight.is_integer and abstract.lead == (-1, -1)
            yield true(f"Right's region in state {number}", facts)
        if not weight.is_integer:
            yield true(f"class {word_class} without an integer", word_class in LEFT | {9})
    rows, broken = least_automaton(closure)
    automaton = weights.integrality_automaton()
    yield same("steps", rows, list(zip(automaton.l, automaton.r, strict=True)))
    yield same("states without integers", broken, [13, 18])
    whole = [i not in broken for i in range(len(rows))]
    yield same("integers", list(automaton.is_integer), whole)
    state_of = {0: 0}
    for i in range(len(closure.steps)):
        for step in (0, 1):
            state_of[closure.steps[i][step]] = rows[state_of[i]][step]
    leads = {-1: 16, 0: 8, 1: 11, 2: 14}
    for i, (word_class, _left, weight) in enumerate(closure.states):
        if word_class in LEFT and weight.is_integer:
            lead = closure.states[i].lead[0]
            yield same(f"lead {lead} of state {i}", state_of[i], leads.get(int(min(lead, 3)), 17))
        elif word_class in LEFT:
            yield same(f"state {i} without an integer", state_of[i], 18)


@proved("Weights that are no integers", sizes("`M_0 <= {}, k <= 2`", 10, 8))
@compared("the word built for each such game, and its weight by the rules")
def _combs(bound: int) -> Cases:
    """They are exactly `{M|2}`, `M >= 1`, and `{M_0|{M_1|...{M_k|N}}}` with
    `M_0 >= ... >= M_k >= N - 1` and `N >= 2k + 3`, canonical unless they are numbers; those are the
    ones with `M_0 = M_k = N - 1`."""
    for comb in _all_combs(bound):
        word = weights.word_of_weight(comb)
        yield same(f"aw `{word}`", weights.weight(word), comb)
        game = value_of_weight(comb)
        if comb.teeth[0] <= 8:
            yield same(f"aw `{word}`", _recursion(word.letters()[:-1]), game)
        number = comb.number
        yield same(f"`{comb}` is a number", game.is_number, number is not None)
        if number is None:
            form = [game.left_options, len(game.right_options)]
            yield same(f"options of `{comb}`", form, [(Value(comb.teeth[0]),), 1])
        else:
            yield same(f"`{comb}`", game, Value(number))
    for text in words_up_to(9):
        weight = weights.weight(Word(text))
        if isinstance(weight, Comb):
            yield true(
                f"`{weight}` is listed", weights.weight(weights.word_of_weight(weight)) == weight
            )


def _all_combs(bound: int) -> list[Comb]:
    combs = [Comb((m,), 2) for m in range(1, bound + 1)]
    for end in range(3, bound + 2):
        rows: list[tuple[int, ...]] = [(m,) for m in range(end - 1, bound + 1)]
        while rows and end >= 2 * len(rows[0]) + 1:
            combs += [Comb(row, end) for row in rows]
            rows = [(m, *row) for row in rows for m in range(row[0], bound + 1)]
            if len(rows[0]) > 3:
                break
    return combs


_COMBS = ("0.12682884543655863634", "0.15606204603261044153")
_FRACTIONS = ("0.010476937766986", "0.012478727037448")


@proved("Share of integer weights", numbers("coprime `q < p <= {}`", 250, 150))
@compared("the digits; weights of positions, counted")
def _shares(bound: int) -> Cases:
    """The share of integer weights tends to 0.92742831991427182 among coprime standard positions
    and to 0.91070103304008993 among all, that of other numbers to 0.010476937766986 and
    0.012478727037448. Where Left wins, 0.12682884543655863... and 0.15606204603261044... are no
    integers."""
    shares = densities.integer_weight_shares()
    known = ("0.92742831991427182", "0.91070103304008993")
    for share, text in zip(shares, known, strict=True):
        yield same("share of integers", str(share.value), text)
        yield same("error bound", share.status, "proved")
        yield true(f"error {share.error}", share.error < Decimal("1e-17"))
    for name, shares_of, digits in (
        ("no integers", densities.comb_weight_shares(digits=20), _COMBS),
        ("other numbers", densities.fraction_weight_shares(), _FRACTIONS),
    ):
        yield same(name, tuple(str(share.value) for share in shares_of), digits)
    counts: Counter[tuple[bool, bool]] = Counter()
    for p, q in cases.coprime_pairs(bound):
        if q > 1:
            weight = weights.weight(Word.from_position(p, q))
            counts[p < 2 * q, isinstance(weight, int)] += 1
    for name, share, which in (
        ("standard", shares.standard, (True,)),
        ("all", shares.every, (True, False)),
    ):
        total = sum(n for (standard, _), n in counts.items() if standard in which)
        whole = sum(counts[standard, True] for standard in which)
        # The undecided positions, whose share falls like N**-0.334, nearly all have integers.
        gap = whole / total - float(share.value)
        yield true(f"{name} positions: off by {gap}", abs(gap) < 0.05 * bound**-0.334)


@checked("Size of weights", sizes("{} random fractions of 2,000 digits", 20, 5))
@compared("the number; weights of random long fractions")
def _size(bound: int) -> Cases:
    """In Left's region the weight is the sum of the digits less 0.915028412129 for each of them, up
    to what is small beside their number, for almost all positions; in Right's region it is less
    than minus the number of its digits by 1 or 2."""
    loss = densities.weight_loss_per_digit(digits=12)
    yield same("loss", str(loss.value), "0.915028412129")
    random, most = Random(3), 2000
    excess = 0.0
    for _ in range(bound):
        # Left's region from the beginning; digits as in the Gauss measure.
        digits = [int(1 / (2 ** random.random() - 1)) for _ in range(most)]
        weight = weights.weight_of_digits([*digits, 2, 3])
        whole = weight if isinstance(weight, int) else weight.teeth[0]
        excess += (sum(digits) - whole) / most / bound
    # Digits that follow each other are not independent, but nearly so.
    yield true(f"loss {excess}", abs(excess - float(loss.value)) < 0.05)
