"""Finite automata with an answer in every state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from farstar.errors import NotationError

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
