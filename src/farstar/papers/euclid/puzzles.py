"""Positions of Euclid and Serial Nim for puzzles."""

from __future__ import annotations

from random import Random

from farstar.web.puzzles import heaps_of


def euclid(random: Random) -> str:
    """Return a position of Euclid."""
    b = random.randint(2, 6)
    return f"Euclid({random.randint(b + 1, 4 * b)},{b})"


serial_nim = heaps_of(["SerialNim"], (1, 4), (1, 3))
