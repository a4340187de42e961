"""Learning from examples: automata for questions about words, and formulas for sequences.

Everything here ends in a *conjecture*: it says how far it was tested, and never that it is proved.

>>> from farstar import learn
>>> learn.automaton("E({w}e)", alphabet="lr", start="right", options="left")
<Conjecture: 8 states>
"""

from farstar._lazy import lazy_names

MODULES = {
    "Conjecture": "farstar.learn._conjecture",
    "Formula": "farstar.learn._sequence",
    "Machine": "farstar.learn._automata",
    "ObservationTable": "farstar.learn._automata",
    "Periodicity": "farstar.learn._sequence",
    "Plan": "farstar.learn._automata",
    "Polynomial": "farstar.learn._sequence",
    "Question": "farstar.learn._question",
    "Recurrence": "farstar.learn._sequence",
    "Rule": "farstar.learn._automata",
    "SequenceConjecture": "farstar.learn._sequence",
    "automaton": "farstar.learn._conjecture",
    "learn": "farstar.learn._conjecture",
    "sequence": "farstar.learn._sequence",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
