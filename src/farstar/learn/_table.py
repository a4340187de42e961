"""Learning the least automaton from an oracle by an observation table.

A row stands for a word that is read first, a column for one that is read after it, and the entry
is the oracle's answer for both together. Rows that differ belong to different states, by the
theorem of Myhill and Nerode. The table is *closed* when each row followed by a letter equals
some row; then it is an automaton. A word for which that automaton is wrong has an end that tells
two rows apart that were taken for one, and this end becomes a column.

References
----------
.. [1] D. Angluin, Learning regular sets from queries and counterexamples, Inform. and Comput. 75
   (1987) 87-106.
.. [2] R. L. Rivest, R. E. Schapire, Inference of finite automata using homing sequences, Inform.
   and Comput. 103 (1993) 299-347.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from farstar import engine
from farstar.errors import BudgetExceeded
from farstar.learn._machine import Machine, Reading


class ObservationTable:
    """The rows and columns that are known so far, all rows different.

    The oracle is `ask`; with more rows than `most_states`, learning stops.
    """

    def __init__(
        self, letters: Sequence[str], ask: Callable[[Reading], str], most_states: int
    ) -> None:
        self._letters = letters
        self._ask = ask
        self._most = most_states
        self._columns: list[Reading] = [()]
        self._words: list[Reading] = [()]

    def _row(self, word: Reading) -> tuple[str, ...]:
        return tuple(self._ask(word + column) for column in self._columns)

    def close(self) -> Machine:
        """Add rows until the table is closed, and return its automaton."""
        numbers = {self._row(word): number for number, word in enumerate(self._words)}
        targets: dict[str, list[int]] = {letter: [] for letter in self._letters}
        for word in self._words:
            for letter in self._letters:
                after = (*word, letter)
                row = self._row(after)
                if row not in numbers:
                    self._grow()
                    numbers[row] = len(self._words)
                    self._words.append(after)
                targets[letter].append(numbers[row])
        answers = tuple(map(self._ask, self._words))
        return Machine({letter: tuple(to) for letter, to in targets.items()}, answers)

    def _grow(self) -> None:
        if len(self._words) >= self._most:
            raise BudgetExceeded(
                f"more than {self._most} states are needed: perhaps no finite automaton gives "
                "these answers; a larger limit on states may help"
            )

    def refine(self, machine: Machine, wrong: Reading) -> None:
        """Add the column that a wrong word gives.

        Replace the first letters of the word by the word that stands for their state. With no
        letter replaced the answer is right, and with all of them it is wrong; bisection finds
        a letter at which it becomes wrong, and what follows that letter tells two rows apart.
        """

        def is_right(count: int) -> bool:
            stand_in = self._words[machine.read(wrong[:count])]
            return self._ask(stand_in + wrong[count:]) == self._ask(wrong)

        low, high = 0, len(wrong)
        while high - low > 1:
            middle = (low + high) // 2
            if is_right(middle):
                low = middle
            else:
                high = middle
        self._columns.append(wrong[high:])


# Testing an automaton on more words than it was learned from.


@dataclass(frozen=True)
class Plan:
    """Which words a conjecture is tested on."""

    length: int
    """All words of at most this length are tested."""
    samples: int
    """So many longer words are drawn at random."""
    longest: int
    """The length of the longest of these."""
    seed: int


def word_count(letters: int, length: int) -> int:
    """Return the number of words of at most a length."""
    return sum(letters**n for n in range(length + 1))


def counterexample(
    machine: Machine, letters: Sequence[str], ask: Callable[[Reading], str], plan: Plan
) -> Reading | None:
    """Return the first word of the plan for which an automaton answers wrongly.

    Short words come first, so the counterexample is a shortest one among those up to
    `Plan.length`.
    """
    layer: list[tuple[Reading, int]] = [((), 0)]
    for length in range(plan.length + 1):
        for word, state in layer:
            _look_at_the_clock(word)
            if ask(word) != machine.answers[state]:
                return word
        if length < plan.length:
            layer = [
                ((*word, letter), machine.transitions[letter][state])
                for word, state in layer
                for letter in letters
            ]
    for word in samples(letters, plan):
        _look_at_the_clock(word)
        if ask(word) != machine.answer(word):
            return word
    return None


def samples(letters: Sequence[str], plan: Plan) -> list[Reading]:
    """Return the random words of a plan, the same ones each time."""
    random = Random(plan.seed)
    return [
        tuple(random.choices(letters, k=random.randint(plan.length + 1, plan.longest)))
        for _ in range(plan.samples)
    ]


def _look_at_the_clock(word: Reading) -> None:
    if engine.is_out_of_time():
        raise BudgetExceeded(f"out of time while testing words of {len(word)} letters")
