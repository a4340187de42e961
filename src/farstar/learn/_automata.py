"""Finite automata with an answer in every state: learning them, and the rewrite rules they allow.

The least automaton is learned from an oracle by an observation table [1]_, [2]_. A row stands for a
word that is read first, a column for one that is read after it, and the entry is the oracle's
answer for both together. Rows that differ belong to different states, by the theorem of Myhill and
Nerode. The table is *closed* when each row followed by a letter equals some row; then it is an
automaton. A word for which that automaton is wrong has an end that distinguishes two rows that were
taken for one, and this end becomes a column.

Two words are interchangeable *where reading begins* if they lead to the same state, and
*everywhere* if they take each state to the same state. The second kind of rule comes from the
monoid of transformations [3]_: its elements are listed by their least words, and a word that is not
least, though all its parts are, is the left side of a rule. These rules are complete: two words act
alike exactly if they are rewritten to the same word.

References
----------
.. [1] D. Angluin, Learning regular sets from queries and counterexamples, Inform. and Comput. 75
   (1987) 87-106.
.. [2] R. L. Rivest, R. E. Schapire, Inference of finite automata using homing sequences, Inform.
   and Comput. 103 (1993) 299-347.
.. [3] V. Froidure, J.-E. Pin, Algorithms for computing finite semigroups, in: Foundations of
   Computational Mathematics, Springer (1997) 112-126.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from farstar import engine
from farstar.errors import BudgetExceeded, NotationError

Reading: TypeAlias = tuple[str, ...]
"""The letters of a word in the order in which they are read."""


@dataclass(frozen=True)
class Machine:
    """A finite automaton that reads letters and has an answer in every state.

    The states are numbered in the order in which they are first reached, by shorter words first
    and then in the order of the letters. So two least automata are equal exactly if they give the
    same answers.

    Examples
    --------
    >>> parity = Machine({"0": (0, 1), "1": (1, 0)}, ("even", "odd"))
    >>> parity.answer("1101"), parity.words
    ('odd', ((), ('1',)))
    """

    transitions: Mapping[str, tuple[int, ...]]
    """For each letter, the number of the next state by the number of the present one."""
    answers: tuple[str, ...]
    """The answer of each state."""

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that it reads."""
        return tuple(self.transitions)

    def __len__(self) -> int:
        return len(self.answers)

    def read(self, letters: Sequence[str], state: int = 0) -> int:
        """Return the number of the state after some letters.

        Raises
        ------
        NotationError
            If there is a letter that the automaton does not read.
        """
        for letter in letters:
            if letter not in self.transitions:
                known = ", ".join(self.transitions)
                raise NotationError(f"expected one of the letters {known}, got {letter!r}")
            state = self.transitions[letter][state]
        return state

    def answer(self, letters: Sequence[str]) -> str:
        """Return the answer for a word, given in the order of reading."""
        return self.answers[self.read(letters)]

    @property
    def words(self) -> tuple[Reading, ...]:
        """The first word that leads to each state, in the order of reading."""
        return tuple(word for word, _ in self._tree())

    def _tree(self) -> Iterator[tuple[Reading, int]]:
        reached: list[tuple[Reading, int]] = [((), 0)] if self.answers else []
        seen = {0}
        for word, state in reached:
            yield word, state
            for letter, targets in self.transitions.items():
                if targets[state] not in seen:
                    seen.add(targets[state])
                    reached.append(((*word, letter), targets[state]))

    def renumbered(self) -> Machine:
        """Return the same automaton, its states numbered as they are first reached."""
        order = [state for _, state in self._tree()]
        place = {state: number for number, state in enumerate(order)}
        return Machine(
            {
                letter: tuple(place[targets[state]] for state in order)
                for letter, targets in self.transitions.items()
            },
            tuple(self.answers[state] for state in order),
        )

    def separating_length(self) -> int | None:
        """Return how many letters tell any two states apart; None if two never differ.

        Examples
        --------
        >>> Machine({"0": (0, 1), "1": (1, 0)}, ("even", "odd")).separating_length()
        0
        """
        parts: list[object] = list(self.answers)
        length = 0
        while len(set(parts)) < len(self):
            marks = [
                (parts[i], *(parts[to[i]] for to in self.transitions.values()))
                for i in range(len(self))
            ]
            names = {mark: name for name, mark in enumerate(dict.fromkeys(marks))}
            if len(names) == len(set(parts)):
                return None
            parts = [names[mark] for mark in marks]
            length += 1
        return length


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
        self._rows: dict[Reading, list[str]] = {}

    def _row(self, word: Reading) -> tuple[str, ...]:
        row = self._rows.setdefault(word, [])
        row += [self._ask(word + column) for column in self._columns[len(row) :]]
        return tuple(row)

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


MOST_ELEMENTS = 3000
"""No rules are listed for larger monoids."""


class Rule(NamedTuple):
    """A word and the shorter or earlier one that can replace it, in the order of reading."""

    word: Reading
    replacement: Reading


def starting_rules(machine: Machine) -> tuple[Rule, ...]:
    """Return the rules that hold where reading begins.

    They reduce every word to the first one of its state.
    """
    words = machine.words
    return tuple(
        Rule((*word, letter), words[targets[state]])
        for state, word in enumerate(words)
        for letter, targets in machine.transitions.items()
        if words[targets[state]] != (*word, letter)
    )


def everywhere_rules(machine: Machine) -> tuple[Rule, ...] | None:
    """Return the rules that hold everywhere in a word; None if the monoid is too large."""
    identity = tuple(range(len(machine)))
    least: dict[tuple[int, ...], Reading] = {identity: ()}
    action: dict[Reading, tuple[int, ...]] = {(): identity}
    rules: list[Rule] = []
    waiting: list[Reading] = [()]
    for word in waiting:
        for letter, targets in machine.transitions.items():
            longer = (*word, letter)
            if word and longer[1:] not in action:
                # A part of it is rewritten already.
                continue
            moved = tuple(targets[state] for state in action[word])
            if moved in least:
                rules.append(Rule(longer, least[moved]))
                continue
            if len(least) >= MOST_ELEMENTS:
                return None
            least[moved] = longer
            action[longer] = moved
            waiting.append(longer)
    return tuple(rules)
