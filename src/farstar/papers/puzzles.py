"""Parts of puzzles with the games of the papers."""

from __future__ import annotations

from random import Random

from farstar.web.puzzles import VALUES, Theme, heaps_of


def partizan_euclid(random: Random) -> str:
    """Return a position of Partizan Euclid."""
    q = random.randint(4, 13)
    return f"E({random.randint(q + 1, 3 * q)},{q})"


def euclid(random: Random) -> str:
    """Return a position of Euclid."""
    b = random.randint(2, 6)
    return f"Euclid({random.randint(b + 1, 4 * b)},{b})"


def geography(random: Random) -> str:
    """Return a position of Geography on two rows."""
    return f"A({random.randint(0, 3)},{random.randint(1, 4)},{random.randint(0, 3)})"


def _value(random: Random) -> str:
    return random.choice(VALUES)


serial_nim = heaps_of(["SerialNim"], (1, 4), (1, 3))

EUCLID = Theme(
    "Euclid's games",
    "Partizan Euclid, Euclid and Serial Nim in sums with stars.",
    (partizan_euclid, euclid, serial_nim, _value),
    (3,),
)
