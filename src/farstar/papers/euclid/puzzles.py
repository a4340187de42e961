"""Positions of Euclid and Serial Nim for puzzles, and puzzles with all games of Euclid's kind."""

from __future__ import annotations

from random import Random

from farstar.papers.partizan_euclid.puzzles import partizan_euclid
from farstar.web.puzzles import VALUES, Theme, heaps_of


def euclid(random: Random) -> str:
    """Return a position of Euclid."""
    b = random.randint(2, 6)
    return f"Euclid({random.randint(b + 1, 4 * b)},{b})"


def _value(random: Random) -> str:
    return random.choice(VALUES)


serial_nim = heaps_of(["SerialNim"], (1, 4), (1, 3))

EUCLID = Theme(
    "Euclid's games",
    "Partizan Euclid, Euclid and Serial Nim in sums with stars.",
    (partizan_euclid, euclid, serial_nim, _value),
    (3,),
)
