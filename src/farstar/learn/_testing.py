"""Testing a conjectured automaton on more words than it was learned from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from farstar import engine
from farstar.errors import BudgetExceeded
from farstar.learn._machine import Machine, Reading


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
