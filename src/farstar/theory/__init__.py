"""Closed forms: pure functions on integers and words that need no engine.

Each module is one subject, is used by its name, and is loaded when it is first used.

>>> from farstar import theory
>>> theory.continued_fractions.continued_fraction(11, 8)
(1, 2, 1, 2)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_MEMBERS = {
    "Multipliers": "multipliers",
    "Word": "words",
    "odd": "multipliers",
    "unrestricted": "multipliers",
    "up_to": "multipliers",
}
"""The names that are no modules, and where they are."""

if not TYPE_CHECKING:
    # Type checkers know submodules by themselves; this would hide misspelt names from them.

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in __all__:
            raise AttributeError(f"module 'farstar.theory' has no attribute {name!r}")
        module = import_module(f"farstar.theory.{_MEMBERS.get(name, name)}")
        return getattr(module, name) if name in _MEMBERS else module

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
