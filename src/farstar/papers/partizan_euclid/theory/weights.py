"""Atomic weights of Partizan Euclid in closed form: a few counters along the digits.

The word of ``E(p, q)``, ``t = p mod q``, spells the continued fraction ``q/t = [d0; d1, ..., dn]``.
Read from its last digit to its first, it takes a machine with a counter or two through the states

* S0, S1, S2 and T0, T1, T2, those of the paired outcomes before anything is decided, of which T
  carries the number ``n`` of r's that it began with,
* R, where Right wins for good: the weight falls by 1 with every digit,
* L, where Left wins for good: a weight ``w`` and a *lead* ``x`` of it, the amount by which it is
  ahead of the weight of Left's option,
* X, where the weight is not an integer. It is left again with the next digit.

So a weight takes as many additions of integers as there are digits, and a run of ones, however
long, takes one step. The weights that are not integers are *combs* ``{M0|{M1|...{Mk|N}}}`` of
integers: either ``{M|2}``, ``M >= 1``, or combs with ``M0 >= ... >= Mk >= N - 1`` and ``N >= 2k +
3``, and each of these occurs. Proofs: ``docs/weights.md``.

References
----------
.. [1] N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013), Question 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from farstar._arguments import integer, integers, shown
from farstar._walk import reached
from farstar.errors import NotationError
from farstar.papers.partizan_euclid.theory.automata import far_star_automaton, merge_states
from farstar.papers.partizan_euclid.theory.words import Letter, Word
from farstar.sums.weight_sums import Comb, Weight

__all__ = [
    "IntegralityAutomaton",
    "integrality_automaton",
    "weight",
    "weight_of_digits",
    "word_of_weight",
]


_State: TypeAlias = Literal["S0", "S1", "S2", "T0", "T1", "T2", "R", "L", "X"]


class _Machine:
    """The state after some digits, from the last one on."""

    __slots__ = ("base", "is_nested", "lead", "state", "teeth", "weight")

    def __init__(self, last: int) -> None:
        self.state: _State = "S0" if last == 2 else "T0"
        # The weight of S1, R and L; the number n of T; behind X the weight before it.
        self.weight = last - 2
        self.lead = 0
        # A comb, tooth by tooth from the inside out; each new tooth raises all that is there by 2.
        self.teeth: list[int] = []
        self.base = 0
        # Whether the comb is the weight of Left's option; else that weight is an integer.
        self.is_nested = False

    def put(self, digit: int) -> None:
        """Read one more digit."""
        state = self.state
        if state == "L":
            self._put_left(digit)
        elif state == "R":
            self.weight -= 1
        elif state == "X":
            self.state, self.weight, self.lead = "L", self.weight + digit, digit + 1
            self.is_nested = True
        elif state == "S0":
            self.state, self.weight = "S1", -1
        elif state == "S1":
            if digit == 1:
                self.state = "S2"
            else:
                self.state, self.weight = "R", self.weight - 1
        elif state == "S2":
            if digit == 1:
                self.state = "S0"
            else:
                self.state, self.weight = "T0", digit - 1
        elif state == "T0":
            if digit == 1:
                self.state = "T1"
            else:
                self.state, self.lead = "L", digit - 2
                self.weight += digit - 2
        elif state == "T1":
            if digit == 1:
                self.state = "T2"
            else:
                self.state, self.weight = "S1", -1 if self.weight == 1 else 0
        else:
            self.state = "T0"
            self.weight += digit - 1

    def _put_left(self, digit: int) -> None:
        lead = self.lead
        if lead >= 3 and digit == 1:
            if not self.is_nested:
                self.teeth, self.base = [], self.weight - lead + 2
            # Teeth are kept as they will be when all later ones are there: less 2 for each.
            self.teeth.append(self.weight - 2 - 2 * len(self.teeth))
            self.state = "X"
            return
        self.lead = digit - lead if lead <= 2 else digit - 2
        self.weight += self.lead
        self.is_nested = False

    def put_ones(self, count: int) -> None:
        """Read a run of the digit 1."""
        if self.state == "R":
            self.weight -= count
            return
        if self.state in ("L", "X"):
            while count and (self.state == "X" or self.lead >= 3):
                self.put(1)
                count -= 1
            if count and self.state == "L":
                # Two more digits give the same lead again, and a weight that is 1 more.
                self.weight += count // 2
                self.is_nested = False
                if count % 2:
                    self.put(1)
            return
        # Three digits lead back to the same state.
        for _ in range(count if count < 6 else 3 + count % 3):
            self.put(1)

    def result(self) -> Weight:
        """Return the weight of what was read."""
        if self.state in ("S0", "S2", "T2"):
            return 0
        if self.state == "T1":
            n = self.weight
            return n - 1 if n <= 2 else Comb((n - 2,), 2)
        if self.state == "X":
            depth = len(self.teeth) - 1
            teeth = tuple(tooth + 2 * depth for tooth in reversed(self.teeth))
            return Comb(teeth, self.base + 2 * depth)
        return self.weight


def weight_of_digits(digits: Iterable[int]) -> Weight:
    """Return the weight for the digits of ``q/t = [d0; d1, ..., dn]``, ``dn >= 2``.

    Examples
    --------
    >>> weight_of_digits([3, 2]), weight_of_digits([1, 8]), weight_of_digits([100])
    (-1, Comb(teeth=(4,), end=2), 98)
    """
    row = integers(digits, 1, "each digit")
    if not row or row[-1] < 2:
        raise NotationError(f"expected digits of which the last is at least 2, got {shown(row)}")
    machine = _Machine(row[-1])
    for digit in reversed(row[:-1]):
        machine.put(digit)
    return machine.result()


def weight(word: Word) -> Weight:
    """Return the atomic weight of the position with this signature.

    Examples
    --------
    >>> weight(Word("r98e")), weight(Word("rlle")), weight(Word("l1000000rlre"))
    (98, -2, 500001)
    >>> print(weight(Word("lr6e")), weight(Word.from_position(211, 121)))
    {4|2} {8|{8|5}}
    """
    if word.is_empty:
        return 0
    runs = word.runs
    last = 2
    if runs and runs[-1].letter == "r":
        last += runs[-1].length
        runs = runs[:-1]
    machine = _Machine(last)
    ones = 0
    for letter, length in reversed(runs):
        if letter == "l":
            ones = length
        else:
            # The digit whose r's these are is the last of the run of l's behind them.
            machine.put_ones(ones - 1)
            machine.put(length + 1)
            ones = 0
    machine.put_ones(ones)
    return machine.result()


def word_of_weight(weight: Weight) -> Word:
    """Return a word with this atomic weight: a shortest one of its kind, as the proof has it.

    Raises
    ------
    NotationError
        If no position of Partizan Euclid has this weight.

    Examples
    --------
    >>> word_of_weight(-3), word_of_weight(5), word_of_weight(Comb((8, 8), 5))
    (Word('lrl2e'), Word('r5e'), Word('lrl2r8lre'))
    >>> word_of_weight(Comb((3,), 5))
    Traceback (most recent call last):
        ...
    farstar.errors.NotationError: expected a weight of Partizan Euclid, got {3|5}
    """
    if isinstance(weight, int):
        return Word.from_runs(_integer_runs(weight))
    teeth, end = integers(weight.teeth, 1, "each tooth"), integer(weight.end, 2, "the end")
    if len(teeth) == 1 and end == 2 and teeth[0] >= 1:
        return Word.from_runs([("l", 1), ("r", teeth[0] + 2)])
    falling = all(before >= after for before, after in pairwise(teeth))
    if not teeth or not falling or teeth[-1] < end - 1 or end < 2 * len(teeth) + 1:
        raise NotationError(f"expected a weight of Partizan Euclid, got {weight}")
    return Word.from_runs(_comb_runs(teeth, end))


def _integer_runs(weight: int) -> list[tuple[Letter, int]]:
    if weight >= 0:
        return [("r", weight)]
    if weight == -1:
        return [("l", 1)]
    return [("l", -2 - weight), ("r", 1), ("l", 2)]


def _comb_runs(teeth: tuple[int, ...], end: int) -> Iterator[tuple[Letter, int]]:
    for before, after in pairwise(teeth):
        yield "l", 1
        yield "r", before - after + 1
        yield "l", 1
    yield "l", 1
    yield "r", teeth[-1] - end + 5
    yield "l", 1
    yield "r", end - 2 * len(teeth)


class IntegralityAutomaton(NamedTuple):
    """The least automaton that reads a word from its ``e`` and tells whether its weight is whole.

    Examples
    --------
    >>> automaton = integrality_automaton()
    >>> len(automaton.l), [i for i, whole in enumerate(automaton.is_integer) if not whole]
    (19, [13, 18])
    """

    l: tuple[int, ...]  # noqa: E741  the letter is the name of the table
    """For each state, the one after a letter l."""
    r: tuple[int, ...]
    """For each state, the one after a letter r."""
    is_integer: tuple[bool, ...]
    """Whether the words that end in a state have integer weights."""


_Finite: TypeAlias = tuple[str | int, int]
"""A state with its counter cut off: a class with n or nothing, or a place in Left's region."""


def _finite_step(state: _Finite, letter: Letter) -> _Finite:
    """Return the state after one letter; counters from 3 on are not told apart."""
    place, counter = state
    if place == "L":
        if letter == "r":
            return "L", min(counter + 1, 3)
        return ("L", 1 - counter) if counter <= 2 else ("X", 0)
    if place == "X":
        return ("L", 0) if letter == "r" else ("L", 2)
    assert isinstance(place, int)
    after = far_star_automaton().transitions[letter][place]
    if after in (8, 13):
        return "L", 0
    if after == 5:
        return 5, counter if place == 12 else min(counter + 1, 3)
    return after, counter if after in (9, 12) else 1


@cache
def integrality_automaton() -> IntegralityAutomaton:
    """Return the automaton of 19 states, made least by merging states that no word tells apart.

    Its states are numbered in the order in which they are met, words by length and l before r. The
    states 16, 8, 11, 14, 17 are the leads -1, 0, 1, 2 and more in Left's region, 18 is where the
    weight is a comb there, and 13 is where it is ``{M|2}``.
    """
    start: _Finite = (0, 1)
    states = reached([start], lambda s: [_finite_step(s, "l"), _finite_step(s, "r")])
    number = {state: i for i, state in enumerate(states)}
    steps = [(number[_finite_step(s, "l")], number[_finite_step(s, "r")]) for s in states]
    whole = [state != ("X", 0) and state != (9, 3) for state in states]
    rows, representatives = merge_states(steps, whole)
    lefts, rights = zip(*rows, strict=True)
    return IntegralityAutomaton(lefts, rights, tuple(whole[i] for i in representatives))
