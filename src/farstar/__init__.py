"""Farstar: a workbench for combinatorial game theory.

>>> import farstar as fs
>>> v = fs.Value("{3||2|1}")
>>> v + fs.Value("{1|-1}")
Value('{{4|2},{4||3|2}|{2||1|0},{3|2||1|0}}')
>>> v.mean, v.temperature, str(v.outcome)
(Fraction(9, 4), Fraction(3, 4), 'L')
"""

# That of typing, whose import would take longer than all of this.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from farstar import engine
    from farstar._outcome import Left, Outcome, Player, Relation, Right
    from farstar.errors import (
        BudgetExceeded,
        FarstarError,
        IllegalPositionError,
        MissingExtraError,
        NotationError,
        NotAtomicError,
        SurveyError,
        ValueOverflowError,
    )
    from farstar.expressions import parse
    from farstar.figures import Figure, plot
    from farstar.games import (
        Amazons,
        Clobber,
        Col,
        Cram,
        Cutcake,
        DawsonsKayles,
        Domineering,
        Eatcake,
        Euclid,
        Geography,
        GeographyA,
        GeographyB,
        GeographyBoard,
        GraphCol,
        GraphSnort,
        Grossman,
        GrundysGame,
        Hackenbush,
        Kayles,
        Konane,
        MaundyCake,
        ModularNim,
        Nim,
        PartizanEuclid,
        PartizanGeography,
        PartizanSubtraction,
        SerialNim,
        Snort,
        Subtraction,
        TakeAndBreak,
        ToadsAndFrogs,
        TopplingDominoes,
        Word,
        Wythoff,
    )
    from farstar.papers import verify
    from farstar.rules import Explanation, ImpartialRuleset, Move, Position, Ruleset, progress
    from farstar.sums import Sum
    from farstar.surveys import Survey, survey
    from farstar.tables import Table, table
    from farstar.theory.multipliers import odd, up_to
    from farstar.values import Thermograph, UptimalExpansion, Value, Wall, born_by_day, load
    from farstar.values._form import Form

__version__ = "0.1.0"

__all__ = [
    "Amazons",
    "BudgetExceeded",
    "Clobber",
    "Col",
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
    "Geography",
    "GeographyA",
    "GeographyB",
    "GeographyBoard",
    "GraphCol",
    "GraphSnort",
    "Grossman",
    "GrundysGame",
    "Hackenbush",
    "IllegalPositionError",
    "ImpartialRuleset",
    "Kayles",
    "Konane",
    "Left",
    "MaundyCake",
    "MissingExtraError",
    "ModularNim",
    "Move",
    "Nim",
    "NotAtomicError",
    "NotationError",
    "Outcome",
    "PartizanEuclid",
    "PartizanGeography",
    "PartizanSubtraction",
    "Player",
    "Position",
    "Relation",
    "Right",
    "Ruleset",
    "SerialNim",
    "Snort",
    "Subtraction",
    "Sum",
    "Survey",
    "SurveyError",
    "Table",
    "TakeAndBreak",
    "Thermograph",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "UptimalExpansion",
    "Value",
    "ValueOverflowError",
    "Wall",
    "Word",
    "Wythoff",
    "born_by_day",
    "engine",
    "load",
    "odd",
    "parse",
    "plot",
    "progress",
    "survey",
    "table",
    "up_to",
    "verify",
]

# Where the names are; `import farstar` loads none of them, and each when it is first used.
_LAZY = {
    "farstar._outcome": ("Left", "Outcome", "Player", "Relation", "Right"),
    "farstar.errors": (
        "BudgetExceeded",
        "FarstarError",
        "IllegalPositionError",
        "MissingExtraError",
        "NotAtomicError",
        "NotationError",
        "SurveyError",
        "ValueOverflowError",
    ),
    "farstar.expressions": ("parse",),
    "farstar.figures": ("Figure", "plot"),
    "farstar.games": (
        "Amazons",
        "Clobber",
        "Col",
        "Cram",
        "Cutcake",
        "DawsonsKayles",
        "Domineering",
        "Eatcake",
        "Euclid",
        "Geography",
        "GeographyA",
        "GeographyB",
        "GeographyBoard",
        "GraphCol",
        "GraphSnort",
        "Grossman",
        "GrundysGame",
        "Hackenbush",
        "Kayles",
        "Konane",
        "MaundyCake",
        "ModularNim",
        "Nim",
        "PartizanEuclid",
        "PartizanGeography",
        "PartizanSubtraction",
        "SerialNim",
        "Snort",
        "Subtraction",
        "TakeAndBreak",
        "ToadsAndFrogs",
        "TopplingDominoes",
        "Word",
        "Wythoff",
    ),
    "farstar.papers": ("verify",),
    "farstar.rules": (
        "Explanation",
        "ImpartialRuleset",
        "Move",
        "Position",
        "Ruleset",
        "progress",
    ),
    "farstar.sums": ("Sum",),
    "farstar.surveys": ("Survey", "survey"),
    "farstar.tables": ("Table", "table"),
    "farstar.theory.multipliers": ("odd", "up_to"),
    "farstar.values": (
        "Thermograph",
        "UptimalExpansion",
        "Value",
        "Wall",
        "born_by_day",
        "load",
    ),
    "farstar.values._form": ("Form",),
}

_ROOMS = (
    "engine",
    "errors",
    "expressions",
    "figures",
    "games",
    "papers",
    "sums",
    "tables",
    "testing",
    "theory",
    "values",
)

if not TYPE_CHECKING:
    # Type checkers know submodules by themselves; this would hide misspelt names from them.

    def __getattr__(name: str) -> object:
        from importlib import import_module

        # Whole rooms are loaded when somebody asks for them; testing needs Hypothesis.
        if name in _ROOMS:
            return import_module(f"farstar.{name}")
        for module, names in _LAZY.items():
            if name in names:
                member = getattr(import_module(module), name)
                globals()[name] = member
                return member
        raise AttributeError(f"module 'farstar' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
