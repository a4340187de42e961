"""Reports: everything known about an expression, as plain data.

The command line prints it, the browser shows it, and both use the same JSON.

>>> from farstar import reports
>>> reports.eval_report("{3||2|1}")["mean"]
'9/4'
>>> reports.moves_report("E(11,8) - *2", "right")["right"]["winning_moves"][0]["text"]
'in *2: to 0'
"""

from farstar.reports._cite import Citation, Reference, cite, csl_json
from farstar.reports._clock import PATIENCE, Clock, limits
from farstar.reports._compare import Comparison, compare
from farstar.reports._explain import (
    WHO_WINS,
    explain_report,
    explained,
    explanation,
    value_explanation,
    why,
)
from farstar.reports._facts import (
    Facts,
    Row,
    drawing_moves,
    fact_rows,
    find_facts,
    rational,
    reported,
    value_facts,
)
from farstar.reports._facts_json import eval_report, facts_report, plain
from farstar.reports._failures import caret, error_report, kind_of, message, one_line
from farstar.reports._form import (
    as_position,
    component_text,
    components,
    is_finished,
    signed_components,
    unfolded,
)
from farstar.reports._misere import MisereFacts, find_misere_facts, kinds, misere_report
from farstar.reports._plays import Plays, find_plays, moves_report
from farstar.reports._simplify import canonical_text, simplification, simplify_report
from farstar.reports._summands import spell
from farstar.reports._transcript import SIDES, Transcript
from farstar.reports._wording import clip, mention, shorten

__all__ = [
    "PATIENCE",
    "SIDES",
    "WHO_WINS",
    "Citation",
    "Clock",
    "Comparison",
    "Facts",
    "MisereFacts",
    "Plays",
    "Reference",
    "Row",
    "Transcript",
    "as_position",
    "canonical_text",
    "caret",
    "cite",
    "clip",
    "compare",
    "component_text",
    "components",
    "csl_json",
    "drawing_moves",
    "error_report",
    "eval_report",
    "explain_report",
    "explained",
    "explanation",
    "fact_rows",
    "facts_report",
    "find_facts",
    "find_misere_facts",
    "find_plays",
    "is_finished",
    "kind_of",
    "kinds",
    "limits",
    "mention",
    "message",
    "misere_report",
    "moves_report",
    "one_line",
    "plain",
    "rational",
    "reported",
    "shorten",
    "signed_components",
    "simplification",
    "simplify_report",
    "spell",
    "unfolded",
    "value_explanation",
    "value_facts",
    "why",
]
