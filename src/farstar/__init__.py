"""Farstar: a workbench for combinatorial game theory.

>>> import farstar as fs
>>> v = fs.Value("{3||2|1}")
>>> v + fs.Value("{1|-1}")
Value('{{4|2},{4||3|2}|{2||1|0},{3|2||1|0}}')
>>> v.mean, v.temperature, str(v.outcome)
(Fraction(9, 4), Fraction(3, 4), 'L')
"""

from farstar._lazy import lazy_names as _lazy_names
from farstar.games import GAMES as _GAMES

__version__ = "0.1.0"

_MODULES = {
    name: module
    for module, names in {
        "farstar._outcome": "Left Outcome Player Relation Right",
        "farstar.certificates": "Certificate certify",
        "farstar.errors": "BudgetExceeded FarstarError IllegalPositionError LoopyError "
        "MissingExtraError "
        "NotAtomicError NotationError SurveyError ValueOverflowError",
        "farstar.expressions": "parse",
        "farstar.figures": "Figure plot",
        "farstar.games": f"{' '.join(_GAMES)} Word",
        "farstar.loopy": "Loopy LoopyOutcome",
        "farstar.misere": "Misere MisereQuotient MisereValue misere_quotient",
        "farstar.papers": "verify",
        "farstar.rules": "Explanation ImpartialRuleset Move Position Ruleset Step progress",
        "farstar.sums": "Sum",
        "farstar.surveys": "Survey survey",
        "farstar.tables": "Table table",
        "farstar.theory.multipliers": "odd up_to",
        "farstar.values._form": "Form",
        "farstar.values": "Thermograph UptimalExpansion Value Wall born_by_day load star "
        "switch tiny up",
    }.items()
    for name in names.split()
}
"""The module of each public name; a name is loaded when it is first used."""

_ROOMS = (
    "certificates",
    "engine",
    "errors",
    "expressions",
    "figures",
    "games",
    "interop",
    "invariants",
    "learn",
    "loopy",
    "misere",
    "papers",
    "rules",
    "sums",
    "tables",
    "testing",
    "theory",
    "values",
)

__all__ = sorted(["engine", *_MODULES])

__getattr__, __dir__ = _lazy_names(__name__, {**_MODULES, **dict.fromkeys(_ROOMS, "")})
