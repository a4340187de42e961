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
