"""Disjunctive sums of positions and values: a move is a move in one component.

``g + h`` is a `Sum` if one of them is a position. `Sum.decide` returns a `Verdict`: who wins, the
`Method` that decided, and the cost of each `Attempt`; if the budget runs out first it raises
`Undecided`, which contains the verdict so far. `Sum.thermal_advice` returns a `ThermalAdvice`: the
`Climate` of each component and a `Suggestion` of each strategy. The players are in
`farstar.sums.players`, games between them in `farstar.sums.matches`.

>>> import farstar as fs
>>> class Nim(fs.ImpartialRuleset):
...     def moves(self, n):
...         return range(n)
>>> s = Nim()(3) + Nim()(5) - fs.Value("^")
>>> s.value, str(s.outcome)
(Value('v*6'), 'R')
"""

from farstar.sums._advice import Climate, Suggestion, ThermalAdvice
from farstar.sums._sum import Sum, SumMove, of_terms, plus, times
from farstar.sums._term import Term, written
from farstar.sums._verdict import Attempt, Method, Undecided, Verdict

__all__ = [
    "Attempt",
    "Climate",
    "Method",
    "Suggestion",
    "Sum",
    "SumMove",
    "Term",
    "ThermalAdvice",
    "Undecided",
    "Verdict",
    "of_terms",
    "plus",
    "times",
    "written",
]
