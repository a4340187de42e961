"""Positions of Stairs for puzzles, and puzzles with nothing else."""

from __future__ import annotations

from random import Random

from farstar.web.puzzles import VALUES, Theme


def stairs(random: Random) -> str:
    """Return a position of Stairs."""
    return f"Stairs({random.randint(1, 20)})"


def _value(random: Random) -> str:
    return random.choice(VALUES)


STAIRS = Theme("Stairs", "How far down should one go?", (stairs, _value), (3, 4))
