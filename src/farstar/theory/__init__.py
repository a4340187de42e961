"""Closed forms: pure functions on integers and words that need no engine.

Each module is one subject and is used by its name.

>>> from farstar import theory
>>> theory.continued_fractions.continued_fraction(11, 8)
(1, 2, 1, 2)
"""

from farstar.theory import (
    automata,
    canonical,
    certificates,
    class_sums,
    cone,
    continued_fractions,
    densities,
    euclid,
    geography,
    grossman,
    impartial,
    impartial_codes,
    impartial_misere,
    impartial_periods,
    impartial_sparse,
    intervals,
    multipliers,
    normal_form,
    observations,
    restricted,
    rewriting,
    serial_nim,
    trees,
    words,
)
from farstar.theory.multipliers import Multipliers, odd, unrestricted, up_to
from farstar.theory.words import Word

__all__ = [
    "Multipliers",
    "Word",
    "automata",
    "canonical",
    "certificates",
    "class_sums",
    "cone",
    "continued_fractions",
    "densities",
    "euclid",
    "geography",
    "grossman",
    "impartial",
    "impartial_codes",
    "impartial_misere",
    "impartial_periods",
    "impartial_sparse",
    "intervals",
    "multipliers",
    "normal_form",
    "observations",
    "odd",
    "restricted",
    "rewriting",
    "serial_nim",
    "trees",
    "unrestricted",
    "up_to",
    "words",
]
