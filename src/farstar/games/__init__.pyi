# Written by make stubs.
from farstar.games.amazons import Amazons as Amazons
from farstar.games.backsliding import BackslidingToadsAndFrogs as BackslidingToadsAndFrogs
from farstar.games.cakes import Cutcake as Cutcake
from farstar.games.cakes import Eatcake as Eatcake
from farstar.games.cakes import MaundyCake as MaundyCake
from farstar.games.clobber import Clobber as Clobber
from farstar.games.colouring import Col as Col
from farstar.games.colouring import GraphCol as GraphCol
from farstar.games.colouring import GraphSnort as GraphSnort
from farstar.games.colouring import Snort as Snort
from farstar.games.cram import Cram as Cram
from farstar.games.domineering import Domineering as Domineering
from farstar.games.fox_and_geese import CeyloneseFoxAndGeese as CeyloneseFoxAndGeese
from farstar.games.fox_and_geese import FoxAndGeese as FoxAndGeese
from farstar.games.grids import Cell as Cell
from farstar.games.grids import GridPosition as GridPosition
from farstar.games.grids import GridRules as GridRules
from farstar.games.grids import MOST_CELLS as MOST_CELLS
from farstar.games.hackenbush import Hackenbush as Hackenbush
from farstar.games.hare_and_hounds import HareAndHounds as HareAndHounds
from farstar.games.konane import Konane as Konane
from farstar.games.nim import Nim as Nim
from farstar.games.partizan_kayles import PartizanKayles as PartizanKayles
from farstar.games.phutball import Phutball as Phutball
from farstar.games.subtraction import PartizanSubtraction as PartizanSubtraction
from farstar.games.subtraction import Subtraction as Subtraction
from farstar.games.take_and_break import DawsonsKayles as DawsonsKayles
from farstar.games.take_and_break import GrundysGame as GrundysGame
from farstar.games.take_and_break import Kayles as Kayles
from farstar.games.take_and_break import TakeAndBreak as TakeAndBreak
from farstar.games.toads_and_frogs import ToadsAndFrogs as ToadsAndFrogs
from farstar.games.toppling_dominoes import TopplingDominoes as TopplingDominoes
from farstar.games.wythoff import Wythoff as Wythoff
from farstar.papers.euclid.euclid import Euclid as Euclid
from farstar.papers.euclid.euclid import Grossman as Grossman
from farstar.papers.euclid.serial_nim import SerialNim as SerialNim
from farstar.papers.euclid.surd_euclid import SurdEuclid as SurdEuclid
from farstar.papers.euclid.three_euclid import ThreeEuclid as ThreeEuclid
from farstar.papers.geography.complete_product import CompleteProduct as CompleteProduct
from farstar.papers.geography.digraphs import Geography as Geography
from farstar.papers.geography.digraphs import ModularNim as ModularNim
from farstar.papers.geography.digraphs import PartizanGeography as PartizanGeography
from farstar.papers.geography.two_rows import GeographyA as GeographyA
from farstar.papers.geography.two_rows import GeographyB as GeographyB
from farstar.papers.geography.two_rows import GeographyBoard as GeographyBoard
from farstar.papers.partizan_euclid import PartizanEuclid as PartizanEuclid
from farstar.rules import Position

__all__ = [
    "Amazons",
    "BackslidingToadsAndFrogs",
    "Cell",
    "CeyloneseFoxAndGeese",
    "Clobber",
    "Col",
    "CompleteProduct",
    "Cram",
    "Cutcake",
    "DawsonsKayles",
    "Domineering",
    "Eatcake",
    "Euclid",
    "FoxAndGeese",
    "GAMES",
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
    "HareAndHounds",
    "Kayles",
    "Konane",
    "MOST_CELLS",
    "MaundyCake",
    "ModularNim",
    "Nim",
    "PartizanEuclid",
    "PartizanGeography",
    "PartizanKayles",
    "PartizanSubtraction",
    "Phutball",
    "SerialNim",
    "Snort",
    "Subtraction",
    "SurdEuclid",
    "TakeAndBreak",
    "ThreeEuclid",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "Wythoff",
    "load",
]

MODULES: dict[str, str]
GAMES: dict[str, tuple[str, ...]]

def load(name: str) -> type[Position] | None: ...
def names() -> list[str]: ...
