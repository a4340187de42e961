# Written by make stubs.
from farstar import certificates as certificates
from farstar import engine as engine
from farstar import errors as errors
from farstar import expressions as expressions
from farstar import figures as figures
from farstar import games as games
from farstar import impartial as impartial
from farstar import interop as interop
from farstar import invariants as invariants
from farstar import learn as learn
from farstar import loopy as loopy
from farstar import misere as misere
from farstar import papers as papers
from farstar import plugins as plugins
from farstar import prove as prove
from farstar import reports as reports
from farstar import sums as sums
from farstar import surveys as surveys
from farstar import tables as tables
from farstar import testing as testing
from farstar import theory as theory
from farstar import transfinite as transfinite
from farstar import values as values
from farstar import worksheets as worksheets
from farstar._outcome import Left as Left
from farstar._outcome import Outcome as Outcome
from farstar._outcome import Player as Player
from farstar._outcome import Relation as Relation
from farstar._outcome import Right as Right
from farstar.certificates import Certificate as Certificate
from farstar.certificates import certify as certify
from farstar.certificates import check_certificate as check_certificate
from farstar.errors import BudgetExceeded as BudgetExceeded
from farstar.errors import ComparisonError as ComparisonError
from farstar.errors import FarstarError as FarstarError
from farstar.errors import IllegalPositionError as IllegalPositionError
from farstar.errors import LoopyError as LoopyError
from farstar.errors import MissingExtraError as MissingExtraError
from farstar.errors import NotAtomicError as NotAtomicError
from farstar.errors import NotationError as NotationError
from farstar.errors import SurveyError as SurveyError
from farstar.errors import ValueOverflowError as ValueOverflowError
from farstar.expressions import parse as parse
from farstar.figures import Figure as Figure
from farstar.figures import plot as plot
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
from farstar.games.grundy_sequences import grundy_sequence as grundy_sequence
from farstar.games.hackenbush import Hackenbush as Hackenbush
from farstar.games.hare_and_hounds import HareAndHounds as HareAndHounds
from farstar.games.heap_records import HeapRecord as HeapRecord
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
from farstar.impartial.number_sets import odd as odd
from farstar.impartial.number_sets import up_to as up_to
from farstar.loopy import Loopy as Loopy
from farstar.loopy import LoopyOutcome as LoopyOutcome
from farstar.misere import Misere as Misere
from farstar.misere import MisereQuotient as MisereQuotient
from farstar.misere import MisereValue as MisereValue
from farstar.misere import misere_quotient as misere_quotient
from farstar.papers import new_paper as new_paper
from farstar.papers import reproduce as reproduce
from farstar.papers import verify as verify
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
from farstar.papers.partizan_euclid import Word as Word
from farstar.reports import cite as cite
from farstar.reports import report as report
from farstar.reports._questions import compare as compare
from farstar.reports._questions import explain as explain
from farstar.reports._questions import simplify as simplify
from farstar.reports._questions import solve as solve
from farstar.rules import CallableModule
from farstar.rules import Explanation as Explanation
from farstar.rules import ImpartialRuleset as ImpartialRuleset
from farstar.rules import Move as Move
from farstar.rules import Position as Position
from farstar.rules import Ruleset as Ruleset
from farstar.rules import Step as Step
from farstar.rules import progress as progress
from farstar.sums import Sum as Sum
from farstar.surveys import Survey as Survey
from farstar.surveys import atlas as atlas
from farstar.surveys import search as search
from farstar.surveys import survey as survey
from farstar.tables import Table as Table
from farstar.tables import table as table
from farstar.transfinite import Nimber as Nimber
from farstar.transfinite import Ordinal as Ordinal
from farstar.transfinite import Surreal as Surreal
from farstar.transfinite import SurrealFraction as SurrealFraction
from farstar.values import Thermograph as Thermograph
from farstar.values import UptimalExpansion as UptimalExpansion
from farstar.values import Value as Value
from farstar.values import Wall as Wall
from farstar.values import born_by_day as born_by_day
from farstar.values import load as load
from farstar.values import star as star
from farstar.values import switch as switch
from farstar.values import tiny as tiny
from farstar.values import up as up
from farstar.values._form import Form as Form
from farstar.web.puzzles import Puzzle as Puzzle
from farstar.web.puzzles import puzzle as puzzle
from farstar.worksheets import Worksheet as Worksheet
from farstar.worksheets import worksheet as worksheet

__all__ = [
    "Amazons",
    "AntiClobber",
    "ArcKayles",
    "BackslidingToadsAndFrogs",
    "BudgetExceeded",
    "Certificate",
    "CeyloneseFoxAndGeese",
    "ChildishHackenbush",
    "Chomp",
    "Clobber",
    "Col",
    "ComparisonError",
    "CompleteProduct",
    "Cram",
    "Cutcake",
    "DawsonsKayles",
    "Domineering",
    "Eatcake",
    "ElephantsAndRhinos",
    "Euclid",
    "Explanation",
    "FarstarError",
    "FibonacciNim",
    "Figure",
    "Form",
    "FoxAndGeese",
    "GeneralisedClobber",
    "GeneralisedToadsAndFrogs",
    "GeneralisedWythoff",
    "Geography",
    "GeographyA",
    "GeographyB",
    "GeographyBoard",
    "GraphCol",
    "GraphSnort",
    "Grossman",
    "GrundysGame",
    "Hackenbush",
    "HareAndHounds",
    "HeapRecord",
    "HotClobber",
    "IllegalPositionError",
    "ImpartialRuleset",
    "Kayles",
    "Kings",
    "Konane",
    "Left",
    "Loopy",
    "LoopyError",
    "LoopyOutcome",
    "MaundyCake",
    "Mem",
    "Misere",
    "MisereQuotient",
    "MisereValue",
    "MissingExtraError",
    "ModularNim",
    "Move",
    "Nim",
    "Nimber",
    "NoGo",
    "NodeKayles",
    "NotAtomicError",
    "NotationError",
    "Ordinal",
    "Outcome",
    "PartizanArcKayles",
    "PartizanEuclid",
    "PartizanGeography",
    "PartizanKayles",
    "PartizanSubtraction",
    "PartizanTakeAndBreak",
    "Phutball",
    "Player",
    "PosetGame",
    "Position",
    "Puzzle",
    "Queens",
    "Relation",
    "Right",
    "Rooks",
    "Ruleset",
    "SerialNim",
    "Snort",
    "Spawning",
    "Step",
    "Subtraction",
    "Sum",
    "SurdEuclid",
    "Surreal",
    "SurrealFraction",
    "Survey",
    "SurveyError",
    "Table",
    "TakeAndBreak",
    "TakeAway",
    "Thermograph",
    "ThreeEuclid",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "TurnAndEatcake",
    "Turning",
    "UptimalExpansion",
    "Value",
    "ValueOverflowError",
    "Wall",
    "Word",
    "Worksheet",
    "Wythoff",
    "atlas",
    "born_by_day",
    "certify",
    "check_certificate",
    "cite",
    "compare",
    "engine",
    "explain",
    "grundy_sequence",
    "load",
    "misere_quotient",
    "new_paper",
    "odd",
    "parse",
    "plot",
    "progress",
    "puzzle",
    "report",
    "reproduce",
    "search",
    "simplify",
    "solve",
    "star",
    "survey",
    "switch",
    "table",
    "tiny",
    "up",
    "up_to",
    "verify",
    "worksheet",
]

MODULES: dict[str, str]
__version__: str
rules: CallableModule
