# Written by make stubs.
from farstar import certificates as certificates
from farstar import engine as engine
from farstar import errors as errors
from farstar import expressions as expressions
from farstar import figures as figures
from farstar import games as games
from farstar import interop as interop
from farstar import invariants as invariants
from farstar import learn as learn
from farstar import loopy as loopy
from farstar import misere as misere
from farstar import papers as papers
from farstar import rules as rules
from farstar import sums as sums
from farstar import tables as tables
from farstar import testing as testing
from farstar import theory as theory
from farstar import values as values
from farstar._outcome import Left as Left
from farstar._outcome import Outcome as Outcome
from farstar._outcome import Player as Player
from farstar._outcome import Relation as Relation
from farstar._outcome import Right as Right
from farstar.certificates import Certificate as Certificate
from farstar.certificates import certify as certify
from farstar.errors import BudgetExceeded as BudgetExceeded
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
from farstar.games import Amazons as Amazons
from farstar.games import BackslidingToadsAndFrogs as BackslidingToadsAndFrogs
from farstar.games import CeyloneseFoxAndGeese as CeyloneseFoxAndGeese
from farstar.games import Clobber as Clobber
from farstar.games import Col as Col
from farstar.games import CompleteProduct as CompleteProduct
from farstar.games import Cram as Cram
from farstar.games import Cutcake as Cutcake
from farstar.games import DawsonsKayles as DawsonsKayles
from farstar.games import Domineering as Domineering
from farstar.games import Eatcake as Eatcake
from farstar.games import Euclid as Euclid
from farstar.games import FoxAndGeese as FoxAndGeese
from farstar.games import Geography as Geography
from farstar.games import GeographyA as GeographyA
from farstar.games import GeographyB as GeographyB
from farstar.games import GeographyBoard as GeographyBoard
from farstar.games import GraphCol as GraphCol
from farstar.games import GraphSnort as GraphSnort
from farstar.games import Grossman as Grossman
from farstar.games import GrundysGame as GrundysGame
from farstar.games import Hackenbush as Hackenbush
from farstar.games import HareAndHounds as HareAndHounds
from farstar.games import Kayles as Kayles
from farstar.games import Konane as Konane
from farstar.games import MaundyCake as MaundyCake
from farstar.games import ModularNim as ModularNim
from farstar.games import Nim as Nim
from farstar.games import PartizanEuclid as PartizanEuclid
from farstar.games import PartizanGeography as PartizanGeography
from farstar.games import PartizanKayles as PartizanKayles
from farstar.games import PartizanSubtraction as PartizanSubtraction
from farstar.games import Phutball as Phutball
from farstar.games import SerialNim as SerialNim
from farstar.games import Snort as Snort
from farstar.games import Subtraction as Subtraction
from farstar.games import SurdEuclid as SurdEuclid
from farstar.games import TakeAndBreak as TakeAndBreak
from farstar.games import ThreeEuclid as ThreeEuclid
from farstar.games import ToadsAndFrogs as ToadsAndFrogs
from farstar.games import TopplingDominoes as TopplingDominoes
from farstar.games import Word as Word
from farstar.games import Wythoff as Wythoff
from farstar.loopy import Loopy as Loopy
from farstar.loopy import LoopyOutcome as LoopyOutcome
from farstar.misere import Misere as Misere
from farstar.misere import MisereQuotient as MisereQuotient
from farstar.misere import MisereValue as MisereValue
from farstar.misere import misere_quotient as misere_quotient
from farstar.papers import verify as verify
from farstar.rules import Explanation as Explanation
from farstar.rules import ImpartialRuleset as ImpartialRuleset
from farstar.rules import Move as Move
from farstar.rules import Position as Position
from farstar.rules import Ruleset as Ruleset
from farstar.rules import Step as Step
from farstar.rules import progress as progress
from farstar.sums import Sum as Sum
from farstar.surveys import Survey as Survey
from farstar.surveys import survey as survey
from farstar.tables import Table as Table
from farstar.tables import table as table
from farstar.theory.multipliers import odd as odd
from farstar.theory.multipliers import up_to as up_to
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

__all__ = [
    "Amazons",
    "BackslidingToadsAndFrogs",
    "BudgetExceeded",
    "Certificate",
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
    "Explanation",
    "FarstarError",
    "Figure",
    "Form",
    "FoxAndGeese",
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
    "IllegalPositionError",
    "ImpartialRuleset",
    "Kayles",
    "Konane",
    "Left",
    "Loopy",
    "LoopyError",
    "LoopyOutcome",
    "MaundyCake",
    "Misere",
    "MisereQuotient",
    "MisereValue",
    "MissingExtraError",
    "ModularNim",
    "Move",
    "Nim",
    "NotAtomicError",
    "NotationError",
    "Outcome",
    "PartizanEuclid",
    "PartizanGeography",
    "PartizanKayles",
    "PartizanSubtraction",
    "Phutball",
    "Player",
    "Position",
    "Relation",
    "Right",
    "Ruleset",
    "SerialNim",
    "Snort",
    "Step",
    "Subtraction",
    "Sum",
    "SurdEuclid",
    "Survey",
    "SurveyError",
    "Table",
    "TakeAndBreak",
    "Thermograph",
    "ThreeEuclid",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "UptimalExpansion",
    "Value",
    "ValueOverflowError",
    "Wall",
    "Word",
    "Wythoff",
    "born_by_day",
    "certify",
    "engine",
    "load",
    "misere_quotient",
    "odd",
    "parse",
    "plot",
    "progress",
    "star",
    "survey",
    "switch",
    "table",
    "tiny",
    "up",
    "up_to",
    "verify",
]

__version__: str
_MODULES: dict[str, str]
_ROOMS: tuple[str, ...]
