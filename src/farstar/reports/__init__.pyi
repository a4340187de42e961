# Written by make stubs.
from farstar.reports._cite import Citation as Citation
from farstar.reports._cite import Reference as Reference
from farstar.reports._cite import cite as cite
from farstar.reports._cite import csl_json as csl_json
from farstar.reports._clock import Clock as Clock
from farstar.reports._clock import OutOfTime as OutOfTime
from farstar.reports._clock import PATIENCE as PATIENCE
from farstar.reports._clock import caret as caret
from farstar.reports._clock import error_report as error_report
from farstar.reports._clock import kind_of as kind_of
from farstar.reports._clock import limits as limits
from farstar.reports._clock import message as message
from farstar.reports._clock import one_line as one_line
from farstar.reports._compare import Comparison as Comparison
from farstar.reports._compare import compare as compare
from farstar.reports._explain import explain_report as explain_report
from farstar.reports._explain import explained as explained
from farstar.reports._explain import explanation as explanation
from farstar.reports._explain import misere_explanation as misere_explanation
from farstar.reports._explain import value_explanation as value_explanation
from farstar.reports._explain import why as why
from farstar.reports._find import Glance as Glance
from farstar.reports._find import glance as glance
from farstar.reports._find import report as report
from farstar.reports._find import value_report as value_report
from farstar.reports._json import eval_report as eval_report
from farstar.reports._json import plain as plain
from farstar.reports._json import report_json as report_json
from farstar.reports._misere import kinds as kinds
from farstar.reports._playable import as_position as as_position
from farstar.reports._playable import component_text as component_text
from farstar.reports._playable import components as components
from farstar.reports._playable import is_finished as is_finished
from farstar.reports._playable import is_impartial as is_impartial
from farstar.reports._playable import signed_components as signed_components
from farstar.reports._playable import spell as spell
from farstar.reports._playable import unfolded as unfolded
from farstar.reports._questions import explain as explain
from farstar.reports._questions import simplify as simplify
from farstar.reports._record import Between as Between
from farstar.reports._record import First as First
from farstar.reports._record import MoveInTerm as MoveInTerm
from farstar.reports._record import Row as Row
from farstar.reports._record import WHO_WINS as WHO_WINS
from farstar.reports._record import clip as clip
from farstar.reports._record import formula as formula
from farstar.reports._record import is_clipped as is_clipped
from farstar.reports._record import mention as mention
from farstar.reports._record import rational as rational
from farstar.reports._record import shorten as shorten
from farstar.reports._report import Report as Report
from farstar.reports._report import reported as reported
from farstar.reports._simplify import canonical_text as canonical_text
from farstar.reports._simplify import simplification as simplification
from farstar.reports._simplify import simplify_report as simplify_report
from farstar.reports._winning_moves import Plays as Plays
from farstar.reports._winning_moves import SIDES as SIDES
from farstar.reports._winning_moves import Transcript as Transcript
from farstar.reports._winning_moves import find_plays as find_plays
from farstar.reports._winning_moves import moves_report as moves_report

__all__ = [
    "Between",
    "Citation",
    "Clock",
    "Comparison",
    "First",
    "Glance",
    "MoveInTerm",
    "OutOfTime",
    "PATIENCE",
    "Plays",
    "Reference",
    "Report",
    "Row",
    "SIDES",
    "Transcript",
    "WHO_WINS",
    "as_position",
    "canonical_text",
    "caret",
    "cite",
    "clip",
    "compare",
    "component_text",
    "components",
    "csl_json",
    "error_report",
    "eval_report",
    "explain",
    "explain_report",
    "explained",
    "explanation",
    "find_plays",
    "formula",
    "glance",
    "is_clipped",
    "is_finished",
    "is_impartial",
    "kind_of",
    "kinds",
    "limits",
    "mention",
    "message",
    "misere_explanation",
    "moves_report",
    "one_line",
    "plain",
    "rational",
    "report",
    "report_json",
    "reported",
    "shorten",
    "signed_components",
    "simplification",
    "simplify",
    "simplify_report",
    "spell",
    "unfolded",
    "value_explanation",
    "value_report",
    "why",
]

MODULES: dict[str, str]
