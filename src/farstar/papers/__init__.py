"""The papers as programs: every claim as data, each checked against brute force.

>>> from farstar import papers
>>> papers.PAPERS[0], papers.paper("partizan-euclid")[0].paper
('partizan-euclid', 'partizan-euclid')
"""

from farstar.papers._cases import Range, fixed, letters, numbers, same, sizes, true
from farstar.papers._certified import Certified, certify_verdict
from farstar.papers._claim import Claim, Exhibit, Paper, PaperError, Status, Verdict
from farstar.papers._live_positions import live_position
from farstar.papers._registry import PAPERS, UnknownClaimError, find, load, paper, select
from farstar.papers._reproduce._markdown import errata
from farstar.papers._reproduce._research import research_note
from farstar.papers._reproduce._write import exhibits, reproduce
from farstar.papers._run import Result, check
from farstar.papers._verify import Report, verify

__all__ = [
    "PAPERS",
    "Certified",
    "Claim",
    "Exhibit",
    "Paper",
    "PaperError",
    "Range",
    "Report",
    "Result",
    "Status",
    "UnknownClaimError",
    "Verdict",
    "certify_verdict",
    "check",
    "errata",
    "exhibits",
    "find",
    "fixed",
    "letters",
    "live_position",
    "load",
    "numbers",
    "paper",
    "reproduce",
    "research_note",
    "same",
    "select",
    "sizes",
    "true",
    "verify",
]
