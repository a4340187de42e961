"""Atomic weights along the word, without the canonical form of the position.

The atomic weight of ``G = {x|y}`` follows from those of ``x`` and ``y`` and from how G compares
with the far star, which the 17-state automaton knows. Put ``G0 = {aw(x) - 2 | aw(y) + 2}``. If G0
is not an integer it is the weight. If it is, the weight is 0 when G is confused with the far star,
the greatest integer that is less than or confused with ``aw(y) + 2`` when G is above it, and the
least integer that is greater than or confused with ``aw(x) - 2`` when G is below it.

Most classes of the automaton have one weight for all their words. On a run of one letter the
weights settle after two letters and then change by the same integer, so runs of any length cost
the same.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays,
   chapter 8.
"""

from __future__ import annotations

from typing import TypeAlias

from farstar._outcome import Outcome
from farstar.theory.automata import FAR, State, far_star_automaton
from farstar.theory.canonical import ConstructionStep, construction
from farstar.theory.words import Letter, Word
from farstar.values import Value

CLASS_WEIGHTS: dict[int, int] = {
    **dict.fromkeys((0, 3, 4, 7, 12, 14, 15), 0),
    **dict.fromkeys((1, 16), -1),
    **dict.fromkeys((2, 8), 1),
    6: -2,
}
"""The weight of every position of a class, where it is one and the same."""

Weight: TypeAlias = int | Value
"""A weight: an int if it is an integer, which most weights are."""


def atomic_weight(word: Word) -> Value:
    """Return the atomic weight of the position with this signature.

    Examples
    --------
    >>> atomic_weight(Word("r98e")), atomic_weight(Word("lr6e")), atomic_weight(Word("rlle"))
    (Value('98'), Value('{4|2}'), Value('-2'))
    """
    if word.is_empty:
        return Value(0)
    reader = _Reader()
    for step in construction(word):
        reader.put(step)
    return Value(reader.b) if isinstance(reader.b, int) else reader.b


class _Reader:
    """Holds the weights of Left's option and of the position, for the word read so far."""

    def __init__(self) -> None:
        self.automaton = far_star_automaton()
        self.state: State = self.automaton.states[0]
        self.a: Weight = 0
        self.b: Weight = 0

    def put(self, step: ConstructionStep) -> None:
        """Read the letters of one step."""
        letter, length, action, _ = step
        if letter == "r":
            self.put_right_run(length)
        elif action == "U" and length > 4:
            # Two letters take (a, b) to ({0|a}, {0|b}), and from the second time on both
            # weights are integers that grow by 1.
            pairs, odd = divmod(length, 2)
            for _ in range(4):
                self.put_one("l")
            self.a, self.b = moved(self.a, pairs - 2), moved(self.b, pairs - 2)
            self.state = self.automaton.advance(self.state, "l", 2 * pairs - 4)
            if odd:
                self.put_one("l")
        elif action == "D" and length > 2:
            # Each l takes b to {b|0}, whose weight is an integer and 1 less than that of b.
            self.put_one("l")
            self.put_one("l")
            self.a, self.b = moved(self.a, 2 - length), moved(self.b, 2 - length)
            self.state = self.automaton.advance(self.state, "l", length - 2)
        else:
            for _ in range(length):
                self.put_one("l")

    def put_right_run(self, length: int) -> None:
        """Read a run of r: after two letters the weight grows by 1 a letter, or stays."""
        for _ in range(min(length, 2)):
            self.put_one("r")
        if length > 2:
            self.state = self.automaton.advance(self.state, "r", length - 2)
            if self.state.value[FAR] is Outcome.L:
                self.b = moved(self.b, length - 2)

    def put_one(self, letter: Letter) -> None:
        """Read one letter."""
        self.state = self.automaton.advance(self.state, letter)
        x, y = (self.b, self.a) if letter == "l" else (self.a, self.b)
        constant = CLASS_WEIGHTS.get(self.state.number)
        weight = weight_of_braces(x, y, self.state.value[FAR]) if constant is None else constant
        self.a, self.b = x, weight


def moved(weight: Weight, by: int) -> Weight:
    """Return an integer weight moved by an integer; it must be one, as the theorems say."""
    if not isinstance(weight, int):
        raise AssertionError(f"expected an integer weight on a run, got {weight}")
    return weight + by


def weight_of_braces(x: Weight, y: Weight, far: Outcome) -> Weight:
    """Return the weight of ``{x|y}`` from those of `x` and `y` and the outcome with a far star.

    Examples
    --------
    >>> weight_of_braces(0, 5, Outcome.L), weight_of_braces(6, 0, Outcome.L)
    (6, Value('{4|2}'))
    """
    if isinstance(x, int) and isinstance(y, int):
        # An integer lies strictly between x - 2 and y + 2 exactly if they differ by 2 or more.
        if y - x < -2:
            return Value.of(left=[x - 2], right=[y + 2])
        return 0 if far is Outcome.N else y + 1 if far is Outcome.L else x - 1
    left, right = _value(x) - 2, _value(y) + 2
    middle = Value.of(left=[left], right=[right])
    if not middle.is_integer:
        return middle
    if far is Outcome.N:
        return 0
    return _greatest_below(right) if far is Outcome.L else _least_above(left)


def _value(weight: Weight) -> Value:
    return Value(weight) if isinstance(weight, int) else weight


def _greatest_below(bound: Value) -> int:
    """Return the greatest integer that is less than or confused with `bound`."""
    n = bound.left_stop.__floor__() + 1
    while bound <= n:
        n -= 1
    return n


def _least_above(bound: Value) -> int:
    """Return the least integer that is greater than or confused with `bound`."""
    n = bound.right_stop.__ceil__() - 1
    while bound >= n:
        n += 1
    return n
