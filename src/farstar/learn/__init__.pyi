# Written by make stubs.
from farstar.learn._automata import Machine as Machine
from farstar.learn._automata import ObservationTable as ObservationTable
from farstar.learn._automata import Plan as Plan
from farstar.learn._automata import Rule as Rule
from farstar.learn._conjecture import Conjecture as Conjecture
from farstar.learn._conjecture import automaton as automaton
from farstar.learn._conjecture import learn as learn
from farstar.learn._question import Question as Question
from farstar.learn._sequence import Formula as Formula
from farstar.learn._sequence import Periodicity as Periodicity
from farstar.learn._sequence import Polynomial as Polynomial
from farstar.learn._sequence import Recurrence as Recurrence
from farstar.learn._sequence import SequenceConjecture as SequenceConjecture
from farstar.learn._sequence import sequence as sequence

__all__ = [
    "Conjecture",
    "Formula",
    "Machine",
    "ObservationTable",
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
