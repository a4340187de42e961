"""The built-in games: each position is a class, each ruleset a file that begins with its rules.

>>> import farstar as fs
>>> fs.Euclid(9, 2).grundy
4
"""

from farstar.games.amazons import Amazons
from farstar.games.clobber import Clobber
from farstar.games.domineering import Domineering
from farstar.games.euclid import Euclid, Grossman
from farstar.games.geography import Geography, ModularNim, PartizanGeography
from farstar.games.geography_two_rows import GeographyA, GeographyB, GeographyBoard
from farstar.games.partizan_euclid import PartizanEuclid, Word
from farstar.games.serial_nim import SerialNim

__all__ = [
    "Amazons",
    "Clobber",
    "Domineering",
    "Euclid",
    "Geography",
    "GeographyA",
    "GeographyB",
    "GeographyBoard",
    "Grossman",
    "ModularNim",
    "PartizanEuclid",
    "PartizanGeography",
    "SerialNim",
    "Word",
]
