"""Ranks that show that play ends: what the checker accepts falls with every move of short words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import Budget, Refused, Transducer
from farstar.errors import NotationError
from farstar.games.patterns import word_rules
from farstar.prove._game import WordGame
from farstar.prove._rank import find_rank
from tests.prove.games import covering

LETTERS = "ab."


def random_machines(chance: Random) -> list[Transducer] | None:
    """Return the transducers of random rules, which may loop; None if a rule changes nothing."""
    rules = []
    for _ in range(chance.choice([1, 1, 2])):
        size = chance.choice([1, 2, 2, 3])
        before, after = ("".join(chance.choices(LETTERS, k=size)) for _ in range(2))
        if chance.random() < 0.3:
            before, after = f"{before}({before})+", f"{after}({after})+"
        elif chance.random() < 0.2:
            before, after = f"${before}", f"={after}"
        rules.append(f"{before} -> {after}")
    ring = "board ring\n" if chance.random() < 0.25 else ""
    try:
        data = word_rules(f"{ring}cells a b .\nboth {' '.join(rules)}").to_dict()
    except NotationError:
        return None
    return [theorem_checker.transducer(data, side) for side in ("left", "right")]


def short_moves(machine: Transducer) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for length in range(1, 5):
        for word in product(range(len(LETTERS)), repeat=length):
            for after in machine.options(word):
                yield word, after


def rank_of(rank: Any, word: tuple[int, ...]) -> list[int]:
    """Return the levels of a word by their definition."""
    text = [LETTERS_OF[a] for a in word]
    levels = []
    for level in rank:
        total = 0
        for window, weight in level["weights"]:
            for end in range(len(window) - 1, len(text)):
                if text[end - len(window) + 1 : end + 1] == window:
                    place = level["moment"] * (end + 1) if level["moment"] else 1
                    total += weight * place
        levels.append(total)
    return levels


LETTERS_OF = [".", "a", "b"]
"""The marks in the order in which rules list them, the blank one first."""


def falls(rank: Any, machine: Transducer) -> bool:
    return all(rank_of(rank, after) < rank_of(rank, word) for word, after in short_moves(machine))


def test_ranks_that_are_found_fall() -> None:
    chance = Random(4)
    found = 0
    for _ in range(50):
        machines = random_machines(chance)
        rank = machines and find_rank(machines)
        if machines and rank is not None:
            assert machines[0].letters == LETTERS_OF
            assert falls(rank, machines[0])
            found += 1
    assert found > 15


def test_random_ranks_are_accepted_only_if_they_fall() -> None:
    chance = Random(6)
    accepted = refused = 0
    for _ in range(300):
        machines = random_machines(chance)
        if not machines:
            continue
        rank = [
            {
                "moment": chance.choice([0, 0, 1, -1]),
                "weights": [
                    [[chance.choice(LETTERS) for _ in range(size)], chance.randint(-2, 2)]
                    for size in chance.choices([1, 1, 2], k=2)
                ],
            }
            for _ in range(chance.choice([1, 2]))
        ]
        for level in rank:  # each window once, as the checker reads them
            windows = {tuple(window): n for window, n in level["weights"]}  # type: ignore[attr-defined]
            level["weights"] = [[list(window), n] for window, n in windows.items()]
        try:
            theorem_checker.check_rank(rank, machines, Budget())
        except Refused:
            refused += 1
            continue
        accepted += 1
        assert falls(rank, machines[0]), rank
    assert accepted > 3
    assert refused > 100


def test_rules_of_many_letters_have_a_rank() -> None:
    """The moves of short words do not show rules that are longer."""
    for numbers in ((7, 8), (12, 13), (17, 18), (20, 23)):
        rules = covering([numbers[0]], [numbers[1]])
        assert find_rank(WordGame(rules).machines) is not None
