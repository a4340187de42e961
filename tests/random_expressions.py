"""Expressions at random: values, loops, positions and sums."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

ATOMS = ("0", "1", "-2", "3/4", "*", "*2", "*5", "^", "v*", "^^", "+-1", "{3||2|1}", "{2|-1}")
LOOPS = ("on", "off", "over", "dud", "a{0|a}")


def random_expression(random: Random, positions: Sequence[str], depth: int = 2) -> str:
    """Return a value, a position among some, a form of values, or a sum of such."""
    chance = random.random()
    if depth == 0 or chance < 0.35:
        return random.choice(LOOPS if random.random() < 0.1 else ATOMS)
    if chance < 0.55:
        sides = (
            ",".join(random.choice(ATOMS) for _ in range(random.randint(0, 2))) for _ in range(2)
        )
        return f"{{{'|'.join(sides)}}}"
    if chance < 0.8:
        return random.choice([start for start in positions if len(start) < 40])
    parts = [random_expression(random, positions, depth - 1) for _ in range(2)]
    return random.choice((" + ", " - ")).join(parts)
