"""The papers as programs: every claim as data, each checked against brute force.

>>> from farstar import papers
>>> papers.PAPERS[0], papers.paper("partizan-euclid")[0].paper
('partizan-euclid', 'partizan-euclid')
"""

from farstar.papers._cases import Range, fixed, letters, numbers, same, sizes, true
from farstar.papers._certified import Certified, certify_verdict
from farstar.papers._claim import Claim, Paper, PaperError, Status, Verdict
from farstar.papers._errata import errata
from farstar.papers._exhibit import Exhibit
from farstar.papers._registry import PAPERS, UnknownClaimError, find, load, paper, select
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
