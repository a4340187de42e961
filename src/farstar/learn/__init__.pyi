# Written by make stubs.
from farstar.learn._conjecture import Conjecture as Conjecture
from farstar.learn._conjecture import automaton as automaton
from farstar.learn._conjecture import learn as learn
from farstar.learn._machine import Machine as Machine
from farstar.learn._question import Question as Question
from farstar.learn._recurrence import Formula as Formula
from farstar.learn._recurrence import Periodicity as Periodicity
from farstar.learn._recurrence import Polynomial as Polynomial
from farstar.learn._recurrence import Recurrence as Recurrence
from farstar.learn._rewriting import Rule as Rule
from farstar.learn._sequence import SequenceConjecture as SequenceConjecture
from farstar.learn._sequence import sequence as sequence
from farstar.learn._table import Plan as Plan

__all__ = [
    "Conjecture",
    "Formula",
    "Machine",
    "Periodicity",
    "Plan",
    "Polynomial",
    "Question",
    "Recurrence",
    "Rule",
    "SequenceConjecture",
    "automaton",
    "learn",
    "sequence",
]

MODULES: dict[str, str]
