"""Positions of Geography for puzzles."""

from __future__ import annotations

from random import Random


def geography(random: Random) -> str:
    """Return a position of Geography on two rows."""
    return f"A({random.randint(0, 3)},{random.randint(1, 4)},{random.randint(0, 3)})"
