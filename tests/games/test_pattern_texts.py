"""Hostile texts of rules: each ends in an error or in a budget, never in a hang.

Work is bounded by counted nodes; nothing here looks at a clock.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import farstar as fs
from farstar import engine
from farstar.games.patterns import pattern_rules

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "rules"
PIECES = [
    "x.+", ".*", "(xo)+", "?+", "$", "[xo$]", "->", "then", "lines", "all", "unless near x",
    "if touching .", "right = mirror of left", "board graph", "board heaps", "board ring",
    "variant dicotic", "variant impartial", "n -> a+b", "n -> n+1", "2a+3b -> a+b if a < b",
    "n -> a+b+c+d", "\n", "left", "both", "cells x/o .", "start xo", "9" * 30, "|", "=",
    "\x00", "é",
]  # fmt: skip
ERRORS = (fs.NotationError, fs.IllegalPositionError, fs.BudgetExceeded, fs.LoopyError)


def mutated(chance: random.Random, text: str) -> str:
    for _ in range(chance.randint(1, 4)):
        a, b = sorted(chance.choices(range(len(text) + 1), k=2))
        piece = chance.choice(PIECES) + chance.choice(["", " "])
        text = chance.choice(
            [text[:a] + piece + text[a:], text[:a] + text[b:], text[:b] + text[a:b] + text[b:]]
        )
    return text


def try_out(text: str, chance: random.Random) -> str:
    """Return how a text ends."""
    try:
        rules = pattern_rules(text)
        marks = list(getattr(rules, "alphabet", "123"))
        for size in (3, 6):
            row = "".join(chance.choices(marks, k=size))
            board = rules.written.board  # type: ignore[attr-defined]
            state = {"graph": f"cycle {size}", "heaps": (size, size + 3)}.get(board, row)
            with engine.budget(nodes=300):
                position = rules(state)
                _ = position.outcome
                _ = position.loopy_value if rules.may_loop else position.value
    except ERRORS as error:
        end, message = type(error).__name__, str(error.args[0])
    else:
        end, message = "value", ""
    assert "\n" not in message
    return end


def run(seed: int, count: int) -> dict[str, int]:
    chance = random.Random(seed)
    texts = [path.read_text() for path in sorted(EXAMPLES.glob("*.rules"))]
    ends: dict[str, int] = {}
    for _ in range(count):
        end = try_out(mutated(chance, chance.choice(texts)), chance)
        ends[end] = ends.get(end, 0) + 1
    return ends


def test_mutated_texts() -> None:
    ends = run(1, 250)
    assert ends["value"] > 20
    assert ends["NotationError"] > 20


@pytest.mark.long
def test_many_mutated_texts() -> None:
    assert sum(run(2, 1000).values()) == 1000


@pytest.mark.parametrize(
    "text",
    [
        "cells a b c d e f .\nleft " + "?+a -> =+b all " * 150,
        "cells x .\nleft x -> . " + "if near x " * 12,
        pytest.param(
            "cells x .\nleft " + "x.+ -> .+x lines then " * 3 + "x. -> .x", marks=pytest.mark.long
        ),
        "cells x .\nleft " + "x" * 60 + "+ -> " + "." * 60 + "+ all",
        "board heaps\nboth a+b+c+d -> a+b+c+d",
        "board heaps\nboth n -> a+b+c+d | n+1 | 2n",
        pytest.param("board graph\ncells x .\nboth x.+x -> .x+.", marks=pytest.mark.long),
        "cells "
        + " ".join("abcdefghijklmnopqrstuvwxyz")
        + "\nleft [abcdefghijklmnopqrstuvwxyz]+a -> b+c all",
    ],
)
def test_texts_made_to_be_slow(text: str) -> None:
    chance = random.Random(3)
    assert try_out(text, chance)
    try:
        rules = pattern_rules(text)
        state = {"graph": "clique 12", "heaps": (60, 70)}.get(rules.written.board, "x.x" * 20)  # type: ignore[attr-defined]
        with engine.budget(nodes=50):
            _ = rules(state).outcome
    except ERRORS:
        pass
