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

from farstar._lazy import lazy_names, modules_of_names

MODULES = modules_of_names(
    __name__,
    {
        "_cite": "Citation Reference cite csl_json",
        "_clock": "Clock OutOfTime PATIENCE caret error_report kind_of limits message one_line",
        "_compare": "Comparison compare",
        "_explain": "explain_report explained explanation misere_explanation value_explanation why",
        "_find": "Glance glance report value_report",
        "_json": "eval_report plain report_json",
        "_misere": "kinds",
        "_playable": "as_position component_text components is_finished is_impartial "
        "signed_components spell unfolded",
        "_winning_moves": "Plays SIDES Transcript find_plays moves_report",
        "_record": "Between First MoveInTerm Row WHO_WINS clip formula is_clipped mention "
        "rational shorten",
        "_questions": "explain simplify",
        "_report": "Report reported",
        "_simplify": "canonical_text simplification simplify_report",
    },
)
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
