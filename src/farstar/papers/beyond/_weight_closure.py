"""All that the recursion of atomic weights can do, as finitely many abstract states.

The recursion needs four integers of a weight w that is no integer: its floor and its ceiling, and
``first = 1 + max{n <| w}`` and ``last = min{n |> w} - 1``. All four are w if it is an integer. An
integer fits into ``{x - 2|y + 2}`` exactly if ``last(x) <= first(y) + 2``.

Integers are known as far as needed: as a constant or an interval, or as such plus one unknown
``n >= 8``. In the two regions that are never left only differences matter, so there the weight is
moved to 0, and what is beyond 8 is not told apart. A comparison that is not certain ends the
program, so whatever closes is true of all words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf
from typing import NamedTuple

from farstar._outcome import Outcome
from farstar._walk import reached
from farstar.theory.automata import FAR, far_star_automaton, merge_states
from farstar.theory.words import Letter

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
        """Tell whether it is at most the other, which has to be certain."""
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
