"""Disjunctive sums of positions and values: in every turn one component is played in.

>>> import farstar as fs
>>> class Nim(fs.ImpartialRuleset):
...     def moves(self, n):
...         return range(n)
>>> s = Nim()(3) + Nim()(5) - fs.Value("^")
>>> s.value, str(s.outcome)
(Value('v*6'), 'R')
"""

from farstar.sums._sum import Sum, SumMove, plus, times
from farstar.sums._term import Term
from farstar.sums._verdict import Attempt, Method, Undecided, Verdict

__all__ = [
    "Attempt",
    "Method",
    "Sum",
    "SumMove",
    "Term",
    "Undecided",
    "Verdict",
    "plus",
    "times",
]
