"""The built-in games: each position is a class, each ruleset a file that begins with its rules.

>>> import farstar as fs
>>> fs.Euclid(9, 2).grundy
4
"""

from farstar.games._grid import MOST_CELLS, Cell, CellChange, GridPosition, GridRules
from farstar.games.amazons import Amazons
from farstar.games.cakes import Cutcake, Eatcake, MaundyCake
from farstar.games.clobber import Clobber
from farstar.games.col import Col, GraphCol
from farstar.games.cram import Cram
from farstar.games.domineering import Domineering
from farstar.games.euclid import Euclid, Grossman
from farstar.games.geography import Geography, ModularNim, PartizanGeography
from farstar.games.geography_two_rows import GeographyA, GeographyB, GeographyBoard
from farstar.games.hackenbush import Hackenbush
from farstar.games.konane import Konane
from farstar.games.nim import Nim
from farstar.games.partizan_euclid import PartizanEuclid, Word
from farstar.games.serial_nim import SerialNim
from farstar.games.snort import GraphSnort, Snort
from farstar.games.subtraction import PartizanSubtraction, Subtraction
from farstar.games.take_and_break import DawsonsKayles, GrundysGame, Kayles, TakeAndBreak
from farstar.games.toads_and_frogs import ToadsAndFrogs
from farstar.games.toppling_dominoes import TopplingDominoes
from farstar.games.wythoff import Wythoff

__all__ = [
    "MOST_CELLS",
    "Amazons",
    "Cell",
    "CellChange",
    "Clobber",
    "Col",
    "Cram",
    "Cutcake",
    "DawsonsKayles",
    "Domineering",
    "Eatcake",
    "Euclid",
    "Geography",
    "GeographyA",
    "GeographyB",
    "GeographyBoard",
    "GraphCol",
    "GraphSnort",
    "GridPosition",
    "GridRules",
    "Grossman",
    "GrundysGame",
    "Hackenbush",
    "Kayles",
    "Konane",
    "MaundyCake",
    "ModularNim",
    "Nim",
    "PartizanEuclid",
    "PartizanGeography",
    "PartizanSubtraction",
    "SerialNim",
    "Snort",
    "Subtraction",
    "TakeAndBreak",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "Word",
    "Wythoff",
]
