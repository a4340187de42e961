# Written by make stubs.
from farstar.games.amazons import Amazons as Amazons
from farstar.games.backsliding import BackslidingToadsAndFrogs as BackslidingToadsAndFrogs
from farstar.games.cakes import Cutcake as Cutcake
from farstar.games.cakes import Eatcake as Eatcake
from farstar.games.cakes import MaundyCake as MaundyCake
from farstar.games.cakes import TurnAndEatcake as TurnAndEatcake
from farstar.games.childish_hackenbush import ChildishHackenbush as ChildishHackenbush
from farstar.games.clobber import Clobber as Clobber
from farstar.games.clobber_variants import AntiClobber as AntiClobber
from farstar.games.clobber_variants import GeneralisedClobber as GeneralisedClobber
from farstar.games.clobber_variants import HotClobber as HotClobber
from farstar.games.clobber_variants import Kings as Kings
from farstar.games.clobber_variants import Queens as Queens
from farstar.games.clobber_variants import Rooks as Rooks
from farstar.games.coin_turning import Spawning as Spawning
from farstar.games.coin_turning import Turning as Turning
from farstar.games.colouring import Col as Col
from farstar.games.colouring import GraphCol as GraphCol
from farstar.games.colouring import GraphSnort as GraphSnort
from farstar.games.colouring import Snort as Snort
from farstar.games.cram import Cram as Cram
from farstar.games.domineering import Domineering as Domineering
from farstar.games.fox_and_geese import CeyloneseFoxAndGeese as CeyloneseFoxAndGeese
from farstar.games.fox_and_geese import FoxAndGeese as FoxAndGeese
from farstar.games.graph_kayles import ArcKayles as ArcKayles
from farstar.games.graph_kayles import NodeKayles as NodeKayles
from farstar.games.graph_kayles import PartizanArcKayles as PartizanArcKayles
from farstar.games.grids import Cell as Cell
from farstar.games.grids import GridPosition as GridPosition
from farstar.games.grids import GridRules as GridRules
from farstar.games.grids import MOST_CELLS as MOST_CELLS
from farstar.games.hackenbush import Hackenbush as Hackenbush
from farstar.games.hare_and_hounds import HareAndHounds as HareAndHounds
from farstar.games.konane import Konane as Konane
from farstar.games.memory import FibonacciNim as FibonacciNim
from farstar.games.memory import Mem as Mem
from farstar.games.memory import TakeAway as TakeAway
from farstar.games.nim import Nim as Nim
from farstar.games.nogo import NoGo as NoGo
from farstar.games.partizan_kayles import PartizanKayles as PartizanKayles
from farstar.games.phutball import Phutball as Phutball
from farstar.games.posets import Chomp as Chomp
from farstar.games.posets import PosetGame as PosetGame
from farstar.games.strips_of_animals import ElephantsAndRhinos as ElephantsAndRhinos
from farstar.games.strips_of_animals import GeneralisedToadsAndFrogs as GeneralisedToadsAndFrogs
from farstar.games.subtraction import PartizanSubtraction as PartizanSubtraction
from farstar.games.subtraction import Subtraction as Subtraction
from farstar.games.take_and_break import DawsonsKayles as DawsonsKayles
from farstar.games.take_and_break import GrundysGame as GrundysGame
from farstar.games.take_and_break import Kayles as Kayles
from farstar.games.take_and_break import PartizanTakeAndBreak as PartizanTakeAndBreak
from farstar.games.take_and_break import TakeAndBreak as TakeAndBreak
from farstar.games.toads_and_frogs import ToadsAndFrogs as ToadsAndFrogs
from farstar.games.toppling_dominoes import TopplingDominoes as TopplingDominoes
from farstar.games.wythoff import GeneralisedWythoff as GeneralisedWythoff
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
    "AntiClobber",
    "ArcKayles",
    "BackslidingToadsAndFrogs",
    "Cell",
    "CeyloneseFoxAndGeese",
    "ChildishHackenbush",
    "Chomp",
    "Clobber",
    "Col",
    "CompleteProduct",
    "Cram",
    "Cutcake",
    "DawsonsKayles",
    "Domineering",
    "Eatcake",
    "ElephantsAndRhinos",
    "Euclid",
    "FibonacciNim",
    "FoxAndGeese",
    "GAMES",
    "GeneralisedClobber",
    "GeneralisedToadsAndFrogs",
    "GeneralisedWythoff",
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
    "HotClobber",
    "Kayles",
    "Kings",
    "Konane",
    "MOST_CELLS",
    "MaundyCake",
    "Mem",
    "ModularNim",
    "Nim",
    "NoGo",
    "NodeKayles",
    "PartizanArcKayles",
    "PartizanEuclid",
    "PartizanGeography",
    "PartizanKayles",
    "PartizanSubtraction",
    "PartizanTakeAndBreak",
    "Phutball",
    "PosetGame",
    "Queens",
    "Rooks",
    "SerialNim",
    "Snort",
    "Spawning",
    "Subtraction",
    "SurdEuclid",
    "TakeAndBreak",
    "TakeAway",
    "ThreeEuclid",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "TurnAndEatcake",
    "Turning",
    "Wythoff",
    "load",
]

MODULES: dict[str, str]
GAMES: dict[str, tuple[str, ...]]

def load(name: str) -> type[Position] | None: ...
def names() -> list[str]: ...
