"""Who wins ``E(p, q)``, and ``E(p, q)`` plus a nim-heap: two automata that read a word backwards.

Behind every word stands a pair ``(a, b)``: the value of Left's option and the value of the
position. The word ``e`` is ``(0, *)``; a letter in front takes

* ``l``: ``(a, b)`` to ``(b, {b|a})``,
* ``r``: ``(a, b)`` to ``(a, {a|b})``.

The outcome of ``{x|y}`` follows from those of ``x`` and ``y``, and the outcomes of ``{x|y} + *j``
follow from those of ``x + *i`` and ``y + *i`` for ``i <= j``. So the outcomes of ``a + *j`` and
``b + *j`` for ``j = 0, ..., heaps`` are the state of an automaton. Nothing is typed in here: the
states are found by closing the state of ``e`` under the two letters, and numbered in the order in
which they are found (words by length, then ``l`` before ``r``).

With heap 0 alone there are 8 states, the paired outcomes of McKay and Nowakowski. With heaps
0, 1, 2 there are 17, and larger heaps add none: in no state is ``a + *2`` or ``b + *2`` won by the
previous player, so ``*2`` is a far star and stands for every larger heap. The number of that
state is called the *class* of the word.

References
----------
.. [1] N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013), Lemmas 1
   and 11, Figure 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from farstar._arguments import integer
from farstar._outcome import Outcome, Player
from farstar.papers.partizan_euclid.theory.words import Letter, Run, Word

if TYPE_CHECKING:
    from farstar.figures import AutomatonDiagram

__all__ = [
    "Automaton",
    "Outcomes",
    "RunRead",
    "State",
    "class_number",
    "far_star_automaton",
    "merge_states",
    "misere_outcome",
    "outcome",
    "outcome_with_heap",
    "paired_outcome",
    "paired_outcome_automaton",
]

Outcomes: TypeAlias = tuple[Outcome, ...]
"""The outcomes of ``g + *j`` for ``j = 0, 1, ...``."""

FAR = 2
"""The heap that stands for every larger one."""


class State(NamedTuple):
    """A state of an automaton, with the shortest word that leads to it."""

    number: int
    word: Word
    left: Outcomes
    """The outcomes of Left's option plus each heap."""
    value: Outcomes
    """The outcomes of the position plus each heap."""


class RunRead(NamedTuple):
    """One run read by an automaton."""

    run: Run
    before: State
    after: State


class Automaton:
    """An automaton that reads a word from its ``e`` leftwards, a whole run at a time.

    Parameters
    ----------
    heaps : int
        The largest nim-heap whose sums are followed.
    end : Outcome
        Who wins at the end of the game: for misère play, which has no heaps here, N.

    Examples
    --------
    >>> automaton = Automaton(heaps=0)
    >>> len(automaton.states)
    8
    >>> state = automaton.read(Word("rlle"))
    >>> str(state.left[0]), str(state.value[0])
    ('R', 'R')
    """

    states: tuple[State, ...]
    """The states; the first is that of ``e``."""
    transitions: dict[Letter, tuple[int, ...]]
    """For each letter, the number of the next state by the number of the present one."""

    def __init__(self, *, heaps: int, end: Outcome = Outcome.P) -> None:
        zero = (end, *[Outcome.N] * integer(heaps, 0, "the largest heap"))
        self.states, self.transitions = _closure(zero)
        self._orbits = {
            letter: tuple(_orbit(targets, start) for start in range(len(targets)))
            for letter, targets in self.transitions.items()
        }

    def advance(self, state: State, letter: Letter, length: int = 1) -> State:
        """Return the state after `length` more letters in front; any length costs the same."""
        return self.states[self._after(state.number, letter, length)]

    def _after(self, number: int, letter: Letter, length: int) -> int:
        path, tail = self._orbits[letter][number]
        if length >= len(path):
            length = tail + (length - tail) % (len(path) - tail)
        return path[length]

    def read(self, word: Word) -> State:
        """Return the state of a word, which must not be empty."""
        _refuse_empty(word)
        number = 0
        for letter, length in reversed(word.runs):
            number = self._after(number, letter, length)
        return self.states[number]

    def diagram(self) -> AutomatonDiagram:
        """Return what `farstar.plot` draws of it."""
        from farstar.papers.partizan_euclid.figures import automaton_diagram

        return automaton_diagram(self)

    def rows(self, heap: int) -> list[tuple[int, int, str]]:
        """Return for each state where the letters lead, and the outcome beside a nim-heap.

        Examples
        --------
        >>> paired_outcome_automaton().rows(0)[:2]
        [(1, 2, 'N'), (3, 1, 'R')]
        """
        after_l, after_r = self.transitions["l"], self.transitions["r"]
        return [
            (after_l[state.number], after_r[state.number], str(state.value[heap]))
            for state in self.states
        ]

    def walk(self, word: Word) -> Iterator[RunRead]:
        """Yield what happens at each run of a word, from its ``e`` leftwards.

        Examples
        --------
        >>> for step in paired_outcome_automaton().walk(Word("l3r2l3re")):
        ...     print(step.run, "".join(step.before.value), "".join(step.after.value))
        r N L
        l3 L L
        r2 L L
        l3 L L
        """
        _refuse_empty(word)
        state = self.states[0]
        for run in reversed(word.runs):
            after = self.advance(state, run.letter, run.length)
            yield RunRead(run, state, after)
            state = after


def _refuse_empty(word: Word) -> None:
    if word.is_empty:
        raise ValueError("expected a word that ends in e, got the empty word")


def _prefixed(x: Outcomes, y: Outcomes) -> Outcomes:
    """Return the outcomes of ``{x|y} + *j`` from those of ``x + *j`` and ``y + *j``.

    A player moves in the game, to ``x`` or ``y``, or in the heap, to a smaller one.
    """
    outcomes: list[Outcome] = []
    for left, right in zip(x, y, strict=True):
        outcomes.append(
            _BY_FIRST_MOVES[
                any(o in _LEFT_WINS_SECOND for o in (left, *outcomes)),
                any(o in _RIGHT_WINS_SECOND for o in (right, *outcomes)),
            ]
        )
    return tuple(outcomes)


_LEFT_WINS_SECOND, _RIGHT_WINS_SECOND = (
    tuple(outcome for outcome in Outcome if outcome.wins(player, first=False)) for player in Player
)
_BY_FIRST_MOVES = {
    (left, right): Outcome.of(left_wins_first=left, right_wins_first=right)
    for left in (False, True)
    for right in (False, True)
}
"""The outcome, by whether Left wins moving first, and whether Right does."""


def _closure(zero: Outcomes) -> tuple[tuple[State, ...], dict[Letter, tuple[int, ...]]]:
    """Close the state of ``e`` under both letters, given the outcomes at the end."""
    start = (zero, _prefixed(zero, zero))
    numbers = {start: 0}
    states = [State(0, Word("e"), *start)]
    targets: dict[Letter, list[int]] = {"l": [], "r": []}
    for state in states:
        a, b = state.left, state.value
        for letter, pair in (("l", (b, _prefixed(b, a))), ("r", (a, _prefixed(a, b)))):
            if pair not in numbers:
                numbers[pair] = len(states)
                states.append(State(len(states), state.word.prepend(letter), *pair))
            targets[letter].append(numbers[pair])  # type: ignore[index]
    return tuple(states), {letter: tuple(to) for letter, to in targets.items()}


def _orbit(targets: tuple[int, ...], start: int) -> tuple[tuple[int, ...], int]:
    """Return the states met from `start` on, and where in that list the cycle begins."""
    path = [start]
    while targets[path[-1]] not in path:
        path.append(targets[path[-1]])
    return tuple(path), path.index(targets[path[-1]])


@cache
def paired_outcome_automaton() -> Automaton:
    """Return the 8-state automaton of paired outcomes (Figure 2)."""
    return Automaton(heaps=0)


@cache
def _misere_automaton() -> Automaton:
    return Automaton(heaps=0, end=Outcome.N)


@cache
def far_star_automaton() -> Automaton:
    """Return the 17-state automaton that follows the sums with the heaps 0, 1 and 2."""
    return Automaton(heaps=FAR)


def merge_states(
    steps: Sequence[tuple[int, int]], marks: Sequence[bool]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the least automaton with the answers of another one, by Moore's algorithm.

    Parameters
    ----------
    steps : sequence of pairs of int
        Where each state leads by either letter; it starts in state 0.
    marks : sequence of bool
        The answer in each state.

    Returns
    -------
    rows : list of pairs of int
        Where the states of the least automaton lead, numbered in the order in which they are met.
    representatives : list of int
        For each of them a state of the first automaton.

    Examples
    --------
    >>> merge_states([(1, 2), (2, 1), (1, 2)], [True, False, True])
    ([(1, 0), (0, 1)], [0, 1])
    """
    parts = [int(mark) for mark in marks]
    while True:
        seen = [(parts[i], parts[x], parts[y]) for i, (x, y) in enumerate(steps)]
        names = {part: name for name, part in enumerate(dict.fromkeys(seen))}
        if len(names) == len(set(parts)):
            break
        parts = [names[part] for part in seen]
    order = [0]
    for state in order:
        for target in steps[state]:
            if parts[target] not in [parts[other] for other in order]:
                order.append(target)
    number = {parts[state]: place for place, state in enumerate(order)}
    return [(number[parts[steps[i][0]]], number[parts[steps[i][1]]]) for i in order], order


def paired_outcome(word: Word) -> tuple[Outcome, Outcome]:
    """Return the outcomes of Left's option and of the position, for a word that ends in ``e``.

    Examples
    --------
    >>> "".join(paired_outcome(Word("llre")))
    'NP'
    """
    state = paired_outcome_automaton().read(word)
    return state.left[0], state.value[0]


def outcome(word: Word) -> Outcome:
    """Return the outcome of the position with this signature.

    Examples
    --------
    >>> [str(outcome(Word(text))) for text in ("", "e", "le", "lle", "re")]
    ['P', 'N', 'R', 'P', 'L']
    >>> str(outcome(Word.from_position(10**1000 + 1, 10**1000)))
    'L'
    """
    return Outcome.P if word.is_empty else paired_outcome(word)[1]


def misere_outcome(word: Word) -> Outcome:
    """Return the misère outcome of the position with this signature.

    Both players can move except at the end, so the outcome of ``{x|y}`` follows from those of
    ``x`` and ``y`` as in normal play; only the end differs, where the player to move wins.

    Examples
    --------
    >>> str(misere_outcome(Word("rlle"))), str(misere_outcome(Word("")))
    ('L', 'N')
    """
    return Outcome.N if word.is_empty else _misere_automaton().read(word).value[0]


def outcome_with_heap(word: Word, heap: int) -> Outcome:
    """Return the outcome of the position with this signature plus a nim-heap.

    Examples
    --------
    >>> [str(outcome_with_heap(Word("le"), heap)) for heap in (0, 1, 2, 10**100)]
    ['R', 'N', 'R', 'R']
    """
    integer(heap, 0, "the nim-heap")
    if word.is_empty:
        return Outcome.N if heap else Outcome.P
    return far_star_automaton().read(word).value[min(heap, FAR)]


def class_number(word: Word) -> int | None:
    """Return the class of a word, a state of the 17-state automaton; None for the empty word.

    Examples
    --------
    >>> class_number(Word("e")), class_number(Word("rlrllrre")), class_number(Word(""))
    (0, 16, None)
    """
    return None if word.is_empty else far_star_automaton().read(word).number
