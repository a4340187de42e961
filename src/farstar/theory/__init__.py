"""Closed forms: pure functions on integers and words that need no engine.

Each subject is a module, which is used by its name here and loaded when it is first used. The
modules on impartial games live in `farstar.impartial`, those of a paper in the paper's folder.

>>> from farstar import theory
>>> theory.continued_fractions.continued_fraction(11, 8)
(1, 2, 1, 2)
"""

from __future__ import annotations

from functools import cache

_INCLUDED = {
    "entailing": "farstar.impartial.entailing",
    "impartial": "farstar.impartial.grundy",
    "impartial_codes": "farstar.impartial.codes",
    "impartial_misere": "farstar.impartial.misere",
    "impartial_periods": "farstar.impartial.periods",
    "impartial_sparse": "farstar.impartial.sparse",
    "intervals": "farstar.sums.intervals",
    "multipliers": "farstar.impartial.number_sets",
    "weight_sums": "farstar.sums.weight_sums",
}
"""The modules of the workbench, by their names here."""

_NAMES = ("Multipliers", "odd", "unrestricted", "up_to")


@cache
def _modules() -> dict[str, str]:
    from farstar.plugins import merged

    return _INCLUDED | merged("theory")


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _NAMES:
        return getattr(import_module("farstar.impartial.number_sets"), name)
    if name == "__all__":
        return sorted([*_modules(), *_NAMES])
    if name.startswith("_") or name not in _modules():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(_modules()[name])


def __dir__() -> list[str]:
    return sorted([*_modules(), *_NAMES])
