"""Farstar: a workbench for combinatorial game theory.

>>> import farstar as fs
>>> v = fs.Value("{3||2|1}")
>>> v + fs.Value("{1|-1}")
Value('{{4|2},{4||3|2}|{2||1|0},{3|2||1|0}}')
>>> v.mean, v.temperature, str(v.outcome)
(Fraction(9, 4), Fraction(3, 4), 'L')
"""

from typing import TYPE_CHECKING

from farstar import engine
from farstar._outcome import Left, Outcome, Player, Relation, Right
from farstar.errors import (
    BudgetExceeded,
    FarstarError,
    IllegalPositionError,
    MissingExtraError,
    NotationError,
    NotAtomicError,
    ValueOverflowError,
)
from farstar.values import Thermograph, UptimalExpansion, Value, Wall, born_by_day, load

__version__ = "0.1.0"

__all__ = [
    "BudgetExceeded",
    "FarstarError",
    "IllegalPositionError",
    "Left",
    "MissingExtraError",
    "NotAtomicError",
    "NotationError",
    "Outcome",
    "Player",
    "Relation",
    "Right",
    "Thermograph",
    "UptimalExpansion",
    "Value",
    "ValueOverflowError",
    "Wall",
    "born_by_day",
    "engine",
    "load",
]

if not TYPE_CHECKING:
    # Type checkers know submodules by themselves; this would hide misspelt names from them.

    def __getattr__(name: str) -> object:
        # The strategies for tests need Hypothesis, so they are loaded when somebody asks for them.
        if name == "testing":
            from importlib import import_module

            return import_module("farstar.testing")
        raise AttributeError(f"module 'farstar' has no attribute {name!r}")
