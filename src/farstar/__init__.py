"""Farstar: a workbench for combinatorial game theory.

>>> import farstar as fs
>>> v = fs.Value("{3||2|1}")
>>> v + fs.Value("{1|-1}")
Value('{{4|2},{4||3|2}|{2||1|0},{3|2||1|0}}')
>>> v.mean, v.temperature, str(v.outcome)
(Fraction(9, 4), Fraction(3, 4), 'L')
"""

import sys as _sys

from farstar._lazy import lazy_names as _lazy_names
from farstar._main_interpreter import require_main_interpreter as _require_main_interpreter

_require_main_interpreter()


class _FormerModules:
    """Finds modules that had other names in earlier versions, for pickles of these versions."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> object:
        """Return how to import a former module; None for all others."""
        if not name.startswith("farstar."):
            return None
        from farstar._former_modules import find_spec

        return find_spec(name)


_sys.meta_path.append(_FormerModules)  # type: ignore[arg-type]

__version__ = "0.1.0"

_MODULES = {
    name: module
    for module, names in {
        "farstar._outcome": "Left Outcome Player Relation Right",
        "farstar.certificates": "Certificate certify check_certificate",
        "farstar.errors": "BudgetExceeded ComparisonError FarstarError IllegalPositionError "
        "LoopyError MissingExtraError NotAtomicError NotationError SurveyError ValueOverflowError",
        "farstar.expressions": "parse",
        "farstar.figures": "Figure plot",
        "farstar.loopy": "Loopy LoopyOutcome",
        "farstar.misere": "Misere MisereQuotient MisereValue misere_quotient",
        "farstar.rules": "Explanation ImpartialRuleset Move Position Ruleset Step progress",
        "farstar.sums": "Sum",
        "farstar.games.grundy_sequences": "grundy_sequence",
        "farstar.games.heap_records": "HeapRecord",
        "farstar.reports": "cite report",
        "farstar.reports._questions": "compare explain simplify solve",
        "farstar.surveys": "Survey atlas search survey",
        "farstar.tables": "Table table",
        "farstar.transfinite": "Nimber Ordinal Surreal SurrealFraction",
        "farstar.impartial.number_sets": "odd up_to",
        "farstar.values._form": "Form",
        "farstar.web.puzzles": "Puzzle puzzle",
        "farstar.worksheets": "Worksheet worksheet",
        "farstar.values": "Thermograph UptimalExpansion Value Wall born_by_day load star "
        "switch tiny up",
    }.items()
    for name in names.split()
}
"""The module of each public name but those of games; a name is loaded when it is first used."""

_ROOMS = (
    "certificates",
    "engine",
    "errors",
    "expressions",
    "figures",
    "games",
    "impartial",
    "interop",
    "invariants",
    "learn",
    "loopy",
    "misere",
    "plugins",
    "prove",
    "reports",
    "rules",
    "sums",
    "surveys",
    "tables",
    "testing",
    "theory",
    "transfinite",
    "values",
    "worksheets",
)


def _included_games() -> dict[str, str]:
    """Return the modules of the games of the workbench, without looking for plugins."""
    from farstar.games import included

    return included()


def _plugged() -> dict[str, str]:
    """Return the modules of the games, and of what plugins add."""
    from farstar.games import GAMES
    from farstar.plugins import merged

    return {name: module for name, (module, *_) in GAMES.items()} | merged("names")


def _modules() -> dict[str, str]:
    """Return the module of each public name; an empty text for a package in this one."""
    return {**_MODULES, **_plugged(), **dict.fromkeys(_ROOMS, "")}


def _all() -> list[str]:
    return sorted(["engine", *_MODULES, *(name for name, module in _plugged().items() if module)])


__getattr__, __dir__ = _lazy_names(
    __name__,
    {**_MODULES, **dict.fromkeys(_ROOMS, "")},
    _included_games,
    _plugged,
    computed={"MODULES": _modules, "__all__": _all},
)
