"""The contract for a game, and what follows from it by brute force.

>>> import farstar as fs
>>> class Subtraction(fs.ImpartialRuleset):
...     def moves(self, n):
...         return [n - k for k in (1, 2, 3) if k <= n]
>>> Subtraction()(6).grundy
2
"""

from farstar.rules._explanation import Explanation, Step
from farstar.rules._meter import progress
from farstar.rules._move import Move
from farstar.rules._position import Position
from farstar.rules._ruleset import ImpartialRuleset, Ruleset

__all__ = [
    "Explanation",
    "ImpartialRuleset",
    "Move",
    "Position",
    "Ruleset",
    "Step",
    "progress",
]
