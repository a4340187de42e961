"""Positions of Partizan Euclid for puzzles, and puzzles with all games of Euclid's kind."""

from __future__ import annotations

from random import Random

from farstar.papers.euclid.puzzles import euclid, serial_nim
from farstar.web.puzzles import VALUES, Theme


def partizan_euclid(random: Random) -> str:
    """Return a position of Partizan Euclid."""
    q = random.randint(4, 13)
    return f"E({random.randint(q + 1, 3 * q)},{q})"


def _value(random: Random) -> str:
    return random.choice(VALUES)


EUCLID = Theme(
    "Euclid's games",
    "Partizan Euclid, Euclid and Serial Nim in sums with stars.",
    (partizan_euclid, euclid, serial_nim, _value),
    (3,),
)
