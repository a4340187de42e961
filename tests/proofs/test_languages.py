"""Both checkers read random rules as a plain interpreter does."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.proofs.corpus import is_accepted, text_of
from tests.proofs.plain_rules import (
    NoGameError,
    TooLargeError,
    heap_moves,
    outcome,
    random_board,
    random_heap_rule,
    random_pattern,
)

Verdicts = Callable[[Sequence[str]], list[str]]


def family(position: Any, left: list[str], right: list[str], play: str, result: str) -> str:
    """Return a certificate of the outcome of one position."""
    return text_of(
        {
            "forms": [],
            "none": [],
            "play": play,
            "positions": [[0, position]],
            "results": [result],
            "rules": [{"left": left, "right": right}],
            "what": "outcome",
        }
    )


def random_game(generator: random.Random) -> tuple[Any, list[str], list[str]]:
    """Return a position with random rules for both players."""
    if generator.random() < 0.5:
        rules = [random_pattern(generator) for _ in range(generator.randint(2, 4))]
        return random_board(generator), rules[::2], rules[1::2]
    size = generator.randint(1, 2)
    rules = [random_heap_rule(generator) for _ in range(30)]
    rules = [rule for rule in rules if len(rule.split(" -> ")[0]) == 3 * size - 2][:3]
    count = generator.randint(1, 2)
    heaps = [[generator.randint(0, 5) for _ in range(size)] for _ in range(count)]
    return heaps, rules[::2], rules[1::2]


@pytest.mark.parametrize("count", [80, pytest.param(400, marks=pytest.mark.long)])
def test_random_rules_against_a_plain_interpreter(count: int, verdicts: Verdicts) -> None:
    generator = random.Random(count)
    texts, expected = [], []
    for _ in range(count):
        position, left, right = random_game(generator)
        play = generator.choice(("normal", "misere"))
        start = position if isinstance(position, str) else tuple(map(tuple, position))
        try:
            result = outcome(start, left, right, misere=play == "misere")
        except TooLargeError:
            continue
        except NoGameError:
            texts.append(family(position, left, right, play, generator.choice("LRNP")))
            expected.append(False)
            continue
        texts += [family(position, left, right, play, claim) for claim in "LRNP"]
        expected += [claim == result for claim in "LRNP"]
    answers = verdicts(texts)
    wrong = [
        (text, answer)
        for text, answer, is_true in zip(texts, answers, expected, strict=True)
        if answer.startswith("proved: ") != is_true
    ]
    assert wrong == []
    for text, is_true in zip(texts, expected, strict=True):
        assert is_accepted(text) in (is_true, None), text
    assert sum(expected) > count // 5


def test_the_plain_interpreter_by_hand() -> None:
    assert outcome("..", ["?.? -> =x="], ["?.? -> =x="], misere=False) == "P"
    assert outcome("x", ["x$$ -> .=="], [], misere=False) == "L"
    assert heap_moves(((5,), (1,)), "n -> a, n-1-a for a in range(1, n-1)") == {
        ((1,), (1,), (3,)),
        ((1,), (2,), (2,)),
    }
    assert heap_moves(((7, 2),), "p, q -> (q, p % q) if p % q > 0") == {((2, 1),)}
    with pytest.raises(NoGameError):
        heap_moves(((1, 0),), "p, q -> (q, p % q)")
