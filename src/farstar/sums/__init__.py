"""Disjunctive sums of positions and values: in every turn one component is played in.

`Sum` is what ``g + h`` makes of positions. `Sum.decide` returns a `Verdict`: who wins, the `Method`
that found it out, and what each `Attempt` cost; where the budget ends first it raises `Undecided`,
which holds the verdict so far. `Sum.thermal_advice` returns a `ThermalAdvice`, the `Climate` of
each component and a `Suggestion` of each strategy. The players are in `farstar.sums.players`,
games between them in `farstar.sums.matches`.

>>> import farstar as fs
>>> class Nim(fs.ImpartialRuleset):
...     def moves(self, n):
...         return range(n)
>>> s = Nim()(3) + Nim()(5) - fs.Value("^")
>>> s.value, str(s.outcome)
(Value('v*6'), 'R')
"""

from farstar.sums._advice import Climate, Suggestion, ThermalAdvice
from farstar.sums._rules import written
from farstar.sums._sum import Sum, SumMove, of_terms, plus, times
from farstar.sums._term import Term
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
