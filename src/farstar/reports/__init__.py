"""Reports: everything known about an expression, as one record.

The command line, JSON, the browser and notebooks lay out the same rows.

>>> from farstar import reports
>>> known = reports.report("{3||2|1}")
>>> known.mean, known.heading
(Fraction(9, 4), 'Left wins, whoever starts')
>>> [row.label for row in known.rows][:4]
['expression', 'value', 'outcome', 'stops']
>>> reports.eval_report("{3||2|1}")["mean"]
'9/4'
>>> reports.moves_report("E(11,8) - *2", "right")["right"]["winning_moves"][0]["text"]
'in *2: to 0'
"""

from farstar._lazy import lazy_names

MODULES = {
    "Between": "farstar.reports._record",
    "Citation": "farstar.reports._cite",
    "Clock": "farstar.reports._clock",
    "Comparison": "farstar.reports._compare",
    "First": "farstar.reports._record",
    "Glance": "farstar.reports._find",
    "MoveInTerm": "farstar.reports._record",
    "OutOfTime": "farstar.reports._clock",
    "PATIENCE": "farstar.reports._clock",
    "Plays": "farstar.reports._plays",
    "Reference": "farstar.reports._cite",
    "Report": "farstar.reports._report",
    "Row": "farstar.reports._record",
    "SIDES": "farstar.reports._transcript",
    "Transcript": "farstar.reports._transcript",
    "WHO_WINS": "farstar.reports._record",
    "as_position": "farstar.reports._form",
    "canonical_text": "farstar.reports._simplify",
    "caret": "farstar.reports._failures",
    "cite": "farstar.reports._cite",
    "clip": "farstar.reports._record",
    "compare": "farstar.reports._compare",
    "component_text": "farstar.reports._form",
    "components": "farstar.reports._form",
    "csl_json": "farstar.reports._cite",
    "error_report": "farstar.reports._failures",
    "eval_report": "farstar.reports._json",
    "explain_report": "farstar.reports._explain",
    "explained": "farstar.reports._explain",
    "explanation": "farstar.reports._explain",
    "find_plays": "farstar.reports._plays",
    "formula": "farstar.reports._record",
    "glance": "farstar.reports._find",
    "is_clipped": "farstar.reports._record",
    "is_finished": "farstar.reports._form",
    "is_impartial": "farstar.reports._form",
    "kind_of": "farstar.reports._failures",
    "kinds": "farstar.reports._misere",
    "limits": "farstar.reports._clock",
    "mention": "farstar.reports._record",
    "message": "farstar.reports._failures",
    "misere_explanation": "farstar.reports._explain",
    "moves_report": "farstar.reports._plays",
    "one_line": "farstar.reports._failures",
    "plain": "farstar.reports._json",
    "rational": "farstar.reports._record",
    "report": "farstar.reports._find",
    "report_json": "farstar.reports._json",
    "reported": "farstar.reports._report",
    "shorten": "farstar.reports._record",
    "signed_components": "farstar.reports._form",
    "simplification": "farstar.reports._simplify",
    "simplify_report": "farstar.reports._simplify",
    "spell": "farstar.reports._summands",
    "unfolded": "farstar.reports._form",
    "value_explanation": "farstar.reports._explain",
    "value_report": "farstar.reports._find",
    "why": "farstar.reports._explain",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
