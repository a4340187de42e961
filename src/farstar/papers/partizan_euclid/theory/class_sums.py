"""The sum of two positions, from their classes alone.

The *class* of a word is its state in the 17-state automaton of `automata`. Of the
153 unordered pairs of classes, 138 determine the outcome of ``g + h``. The table is derived here:

* a position of outcome P is 0, and one that loses with ``*`` for the player to move is ``*``: then
  the automaton answers;
* two positions that one and the same player wins add up to another;
* for each class, bounds on the numbers of `intervals` hold for all its words. They
  are a fixed point: the numbers of ``{x|y}`` grow with those of ``x`` and ``y``, so bounds for a
  class follow from bounds for the classes before it. The interval test is applied to the bounds;
* eight pairs, where a look at the moves is needed, are listed with the reason; two of them stay
  half open.

For the remaining 15 pairs there are words with different outcomes, though who wins moving first may
still be known for one of the players.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from farstar._outcome import Outcome, Player
from farstar.papers.partizan_euclid.theory.automata import State, class_number, far_star_automaton
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.sums.intervals import ZERO, BraceOrder, Decision, Thresholds, decide

__all__ = ["Bounds", "bounds", "decide_classes", "decide_pair"]

_WINDOW = 8
"""Numbers beyond this are as good as unbounded."""

_UNBOUNDED = 10**6

_BY_MOVES = {
    # Class 9 is {z|0} with z in class 5. Right moves to 0 and leaves a negative position. With
    # 1, 14 and 16 Left wins first by the bounds, or by moving to z (5 + 16 is at least 0, below).
    (1, 9): Decision(left_wins_first=True, right_wins_first=True),
    (9, 14): Decision(left_wins_first=True, right_wins_first=True),
    (9, 16): Decision(left_wins_first=True, right_wins_first=True),
    (6, 9): Decision(left_wins_first=None, right_wins_first=True),
    (9, 10): Decision(left_wins_first=None, right_wins_first=True),
    # Left wins first by the bounds. She wins second by induction: a move by Right in class 16
    # leaves 16 or 0 with the same class; a move in the other summand leaves 16 with a position of
    # class 2, 5, 8, 11 or 13, where she wins first, or of class 9, where she moves to class 5.
    (5, 16): Decision(left_wins_first=True, right_wins_first=False),
    (11, 16): Decision(left_wins_first=True, right_wins_first=False),
    (13, 16): Decision(left_wins_first=True, right_wins_first=False),
}


class Bounds(NamedTuple):
    """Bounds on the numbers of all positions of a class; None where there is none."""

    lower: tuple[int | None, int | None, int | None]
    """At most the number ``lower[j]`` of each position."""
    upper: tuple[int | None, int | None, int | None]
    """At least the number ``upper[j]`` of each position."""

    @property
    def weight(self) -> tuple[int | None, int | None]:
        """Integers between which the atomic weight lies, ends included."""
        low, high = self.lower[2], self.upper[2]
        return (None if low is None else low + 1, None if high is None else high - 1)


def bounds(number: int) -> Bounds:
    """Return the bounds for one of the classes 0 to 16.

    Examples
    --------
    >>> bounds(6)
    Bounds(lower=(-4, -3, -3), upper=(0, -2, -1))
    >>> bounds(5).weight, bounds(14).weight
    ((2, None), (0, 0))
    """
    return _all_bounds()[number]


@cache
def _all_bounds() -> tuple[Bounds, ...]:
    least, most = _fixed_point(min), _fixed_point(max)
    bounds = []
    for low, high in zip(least, most, strict=True):
        l0, l1, l2 = (None if n <= -_WINDOW else n for n in low.lower)
        u0, u1, u2 = (None if n >= _WINDOW else n for n in high.upper)
        bounds.append(Bounds((l0, l1, l2), (u0, u1, u2)))
    return tuple(bounds)


def _clipped_braces(x: Thresholds, y: Thresholds) -> Thresholds:
    """Return the numbers of ``{x|y}`` as far as they lie in the window.

    Unlike `intervals.braces` this is the bare definition, which stays monotone when
    `x` and `y` are bounds that no single game has.
    """
    game, window = BraceOrder(x, y), range(-_WINDOW, _WINDOW + 1)
    l0, l1, l2 = (
        max((n for n in window if game.geq(n, j)), default=-_WINDOW - 1) for j in range(3)
    )
    u0, u1, u2 = (min((n for n in window if game.leq(n, j)), default=_WINDOW + 1) for j in range(3))
    return Thresholds((l0, l1, l2), (u0, u1, u2))


def _fixed_point(choose: Callable[[int, int], int]) -> list[Thresholds]:
    """Return bounds on the positions of each class: `choose` is min for lower, max for upper."""
    transitions = far_star_automaton().transitions
    known = {0: (ZERO, _clipped_braces(ZERO, ZERO))}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        a, b = known[number]
        for target, state in (
            (transitions["l"][number], (b, _clipped_braces(b, a))),
            (transitions["r"][number], (a, _clipped_braces(a, b))),
        ):
            before = known.get(target, state)
            after = (_joined(choose, before[0], state[0]), _joined(choose, before[1], state[1]))
            if known.get(target) != after:
                known[target] = after
                waiting.append(target)
    return [known[number][1] for number in range(len(known))]


def _joined(choose: Callable[[int, int], int], s: Thresholds, t: Thresholds) -> Thresholds:
    l0, l1, l2 = map(choose, s.lower, t.lower)
    u0, u1, u2 = map(choose, s.upper, t.upper)
    return Thresholds((l0, l1, l2), (u0, u1, u2))


def _as_thresholds(bound: Bounds) -> Thresholds:
    l0, l1, l2 = (-_UNBOUNDED if n is None else n for n in bound.lower)
    u0, u1, u2 = (_UNBOUNDED if n is None else n for n in bound.upper)
    return Thresholds((l0, l1, l2), (u0, u1, u2))


@cache
def decide_classes(number: int, other: int) -> Decision:
    """Return what the classes of two positions say about their sum.

    Examples
    --------
    >>> decide_classes(5, 16).outcome
    <Outcome.L: 'L'>
    >>> decide_classes(1, 5)
    Decision(left_wins_first=True, right_wins_first=None)
    """
    number, other = min(number, other), max(number, other)
    states = far_star_automaton().states
    first, second = states[number], states[other]
    for known, rest in ((first, second), (second, first)):
        if Outcome.P in known.value[:2]:
            return _decided(rest.value[known.value.index(Outcome.P)])
    if first.value[0] == second.value[0] != Outcome.N:
        return _decided(first.value[0])
    if (number, other) in _BY_MOVES:
        return _BY_MOVES[number, other]
    return decide([_as_thresholds(bounds(number)), _as_thresholds(bounds(other))])


def _decided(outcome: Outcome) -> Decision:
    return Decision(
        left_wins_first=outcome.wins(Player.LEFT, first=True),
        right_wins_first=outcome.wins(Player.RIGHT, first=True),
    )


def decide_pair(word: Word, other: Word) -> Decision:
    """Return what the classes of two words say about the sum of their positions.

    Examples
    --------
    >>> decide_pair(Word("r5e"), Word("")).outcome
    <Outcome.L: 'L'>
    """
    numbers = [n for n in (class_number(word), class_number(other)) if n is not None]
    if len(numbers) == 2:
        return decide_classes(*numbers)
    states: tuple[State, ...] = far_star_automaton().states
    return _decided(states[numbers[0]].value[0] if numbers else Outcome.P)
