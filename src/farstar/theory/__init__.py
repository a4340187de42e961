"""Closed forms: pure functions on integers and words that need no engine.

Each module is one subject, is used by its name, and is loaded when it is first used.

>>> from farstar import theory
>>> theory.continued_fractions.continued_fraction(11, 8)
(1, 2, 1, 2)
"""

from farstar._lazy import lazy_names

MODULES = {
    **dict.fromkeys(
        [
            "automata",
            "canonical",
            "certificates",
            "class_sums",
            "cone",
            "continued_fractions",
            "densities",
            "entailing",
            "euclid",
            "geography",
            "geography_products",
            "grossman",
            "hardness",
            "impartial",
            "impartial_codes",
            "impartial_misere",
            "impartial_periods",
            "impartial_sparse",
            "intervals",
            "multipliers",
            "normal_form",
            "observations",
            "quadratic",
            "quotient_actions",
            "restricted",
            "rewriting",
            "serial_nim",
            "trees",
            "weight_sums",
            "weights",
            "words",
        ],
        "",
    ),
    "Multipliers": "farstar.theory.multipliers",
    "Word": "farstar.theory.words",
    "odd": "farstar.theory.multipliers",
    "unrestricted": "farstar.theory.multipliers",
    "up_to": "farstar.theory.multipliers",
}
"""The module of each public name; an empty text for a name that is itself a module."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
