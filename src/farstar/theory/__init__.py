"""Closed forms: pure functions on integers and words that need no engine.

Each module is one subject and is used by its name.

>>> from farstar import theory
>>> theory.continued_fractions.continued_fraction(11, 8)
(1, 2, 1, 2)
"""

from farstar.theory import (
    automata,
    canonical,
    continued_fractions,
    normal_form,
    rewriting,
    words,
)
from farstar.theory.words import Word

__all__ = [
    "Word",
    "automata",
    "canonical",
    "continued_fractions",
    "normal_form",
    "rewriting",
    "words",
]
