# Written by make stubs.
from farstar.papers._certified import Certified as Certified
from farstar.papers._certified import certify_verdict as certify_verdict
from farstar.papers._claim import Claim as Claim
from farstar.papers._claim import ClaimVerdict as ClaimVerdict
from farstar.papers._claim import Exhibit as Exhibit
from farstar.papers._claim import Paper as Paper
from farstar.papers._claim import PaperError as PaperError
from farstar.papers._claim import Publication as Publication
from farstar.papers._claim import Status as Status
from farstar.papers._claim import answer as answer
from farstar.papers._claim import compared as compared
from farstar.papers._claim import correction as correction
from farstar.papers._claim import same as same
from farstar.papers._claim import true as true
from farstar.papers._examples import ExamplePositions as ExamplePositions
from farstar.papers._examples import live_position as live_position
from farstar.papers._manuscripts import Manuscript as Manuscript
from farstar.papers._manuscripts import Page as Page
from farstar.papers._manuscripts import manuscripts as manuscripts
from farstar.papers._new import FolderInUse as FolderInUse
from farstar.papers._new import new_paper as new_paper
from farstar.papers._ranges import CaseCheck as CaseCheck
from farstar.papers._ranges import Cases as Cases
from farstar.papers._ranges import Check as Check
from farstar.papers._ranges import Over as Over
from farstar.papers._ranges import Range as Range
from farstar.papers._ranges import coprime as coprime
from farstar.papers._ranges import fixed as fixed
from farstar.papers._ranges import letters as letters
from farstar.papers._ranges import numbers as numbers
from farstar.papers._ranges import numbers_from as numbers_from
from farstar.papers._ranges import pairs as pairs
from farstar.papers._ranges import sizes as sizes
from farstar.papers._registry import PAPERS as PAPERS
from farstar.papers._registry import UnknownClaimError as UnknownClaimError
from farstar.papers._registry import find as find
from farstar.papers._registry import load as load
from farstar.papers._registry import paper as paper
from farstar.papers._registry import select as select
from farstar.papers._reports import errata as errata
from farstar.papers._reports import exhibits as exhibits
from farstar.papers._reports import reproduce as reproduce
from farstar.papers._verify import Report as Report
from farstar.papers._verify import Result as Result
from farstar.papers._verify import check as check
from farstar.papers._verify import verify as verify

__all__ = [
    "CaseCheck",
    "Cases",
    "Certified",
    "Check",
    "Claim",
    "ClaimVerdict",
    "ExamplePositions",
    "Exhibit",
    "FolderInUse",
    "Manuscript",
    "Over",
    "PAPERS",
    "Page",
    "Paper",
    "PaperError",
    "Publication",
    "Range",
    "Report",
    "Result",
    "Status",
    "UnknownClaimError",
    "answer",
    "certify_verdict",
    "check",
    "compared",
    "coprime",
    "correction",
    "errata",
    "exhibits",
    "find",
    "fixed",
    "letters",
    "live_position",
    "load",
    "manuscripts",
    "new_paper",
    "numbers",
    "numbers_from",
    "pairs",
    "paper",
    "reproduce",
    "same",
    "select",
    "sizes",
    "true",
    "verify",
]

MODULES: dict[str, str]
