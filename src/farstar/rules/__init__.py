"""The contract for a game, and brute force on any game that satisfies it.

>>> import farstar as fs
>>> class Subtraction(fs.ImpartialRuleset):
...     def moves(self, n):
...         return [n - k for k in (1, 2, 3) if k <= n]
>>> Subtraction()(6).grundy
2
"""

from __future__ import annotations

import os
import sys
from types import ModuleType

from farstar._arguments import clip
from farstar.rules import diagrams
from farstar.rules._explanation import Explanation, Reason
from farstar.rules._memo import forget_everything, forget_oldest, remembered
from farstar.rules._meter import meter, progress
from farstar.rules._move import Move, Path, Place, Step
from farstar.rules._position import Position, who_moves
from farstar.rules._ruleset import NUMBERS, Field, ImpartialRuleset, Ruleset, instance_of
from farstar.rules._text import TextPart, clipped, literal, literal_arguments
from farstar.rules._theorem import CitedTheorem
from farstar.rules._valued import Valued
from farstar.rules.pair_products import acrostic_product, cake_product, direct_product
from farstar.rules.variants import dicotic, impartial, join, product, selective, twisted

__all__ = [
    "NUMBERS",
    "CitedTheorem",
    "Explanation",
    "Field",
    "ImpartialRuleset",
    "Move",
    "Path",
    "Place",
    "Position",
    "Reason",
    "Ruleset",
    "Step",
    "TextPart",
    "Valued",
    "acrostic_product",
    "cake_product",
    "clip",
    "clipped",
    "diagrams",
    "dicotic",
    "direct_product",
    "forget_everything",
    "forget_oldest",
    "impartial",
    "instance_of",
    "join",
    "literal",
    "literal_arguments",
    "meter",
    "product",
    "progress",
    "remembered",
    "selective",
    "twisted",
    "who_moves",
]


class CallableModule(ModuleType):
    """The module, which can be called: ``fs.rules(text)`` reads rules that are patterns."""

    def __call__(
        self, text: str | None = None, *, path: str | os.PathLike[str] | None = None
    ) -> Ruleset:
        from farstar.games.patterns import pattern_rules

        return pattern_rules(text, path=path)


sys.modules[__name__].__class__ = CallableModule
