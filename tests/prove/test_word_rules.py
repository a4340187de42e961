"""The transducers of rules written as patterns make the moves that the definition says."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import farstar as fs
from farstar.certificates import theorem_checker
from farstar.games.patterns import pattern_rules, word_rules
from tests.rules.pattern_interpreter import read
from tests.rules.random_patterns import random_rules

MOST_WORDS = 729


def differences(text: str, height: int, longest: int) -> list[str]:
    """Return the boards on which the transducers and the interpreter have different moves."""
    rules = word_rules(text, height=height).to_dict()
    machines = [theorem_checker.transducer(rules, side) for side in ("left", "right")]
    meant = read(text)
    letters = machines[0].letters
    wrong = []
    for length in range(1, longest + 1):
        if len(letters) ** length > MOST_WORDS:
            break
        for word in product(range(len(letters)), repeat=length):
            board = "|".join("".join(letters[a][r] for a in word) for r in range(height))
            for player, machine in enumerate(machines):
                moves = {
                    "|".join("".join(letters[a][r] for a in after) for r in range(height))
                    for after in machine.options(word)
                }
                if moves != meant.moves(board, player):
                    wrong.append(board)
    return wrong


def random_texts(seed: int, count: int) -> list[str]:
    """Return random rules that Farstar reads, for strips, rings and grids."""
    chance = Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        text = random_rules(chance)
        if "board graph" in text or "board heaps" in text:
            continue
        try:
            pattern_rules(text)
        except fs.NotationError:
            continue
        texts.append(text)
    return texts


def compare(seed: int, count: int) -> tuple[int, int]:
    """Compare random rules; return how many were translated, and how many refused."""
    translated = refused = 0
    for text in random_texts(seed, count):
        heights = (1, 2) if "board" not in text else (1,)
        for height in heights:
            try:
                word_rules(text, height=height)
            except fs.NotationError:
                refused += 1
                continue
            assert not differences(text, height, 6), (text, height)
            translated += 1
    return translated, refused


def test_random_rules_have_the_moves_of_the_definition() -> None:
    translated, refused = compare(seed=1, count=16)
    assert translated > 8
    assert refused


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_random_rules(seed: int) -> None:
    translated, _ = compare(seed, count=60)
    assert translated > 25
