"""Positions of Partizan Euclid for puzzles."""

from __future__ import annotations

from random import Random


def partizan_euclid(random: Random) -> str:
    """Return a position of Partizan Euclid."""
    q = random.randint(4, 13)
    return f"E({random.randint(q + 1, 3 * q)},{q})"
