"""Modules of earlier versions, under the names that pickles and programs know.

A pickle names the module of each class. If a class moves, the table below (or that of the plugin
to which the class belongs) says where its former module has gone, so that old pickles can be read.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from sys import modules
from types import ModuleType

from farstar.plugins import merged

FORMER_MODULES = {
    "farstar.games._grid": "farstar.games.grids",
    "farstar.games._numbers": "farstar.games.numbers",
    "farstar.games.bulk._mappings": "farstar.games.bulk.mappings",
    "farstar.games.bulk._rows": "farstar.games.bulk.rows",
    "farstar.learn._machine": "farstar.learn._automata",
    "farstar.learn._recurrence": "farstar.learn._sequence",
    "farstar.learn._rewriting": "farstar.learn._automata",
    "farstar.learn._table": "farstar.learn._automata",
    "farstar.learn._words": "farstar.learn._question",
    "farstar.loopy._outcome": "farstar.loopy.outcomes",
    "farstar.loopy.impartial": "farstar.loopy.outcomes",
    "farstar.misere._check": "farstar.misere.finding",
    "farstar.misere._find": "farstar.misere.finding",
    "farstar.misere._presentation": "farstar.misere._monoid",
    "farstar.reports._playing": "farstar.reports._playable",
    "farstar.reports._plays": "farstar.reports._winning_moves",
    "farstar.theory.entailing": "farstar.impartial.entailing",
    "farstar.theory.impartial": "farstar.impartial.grundy",
    "farstar.theory.impartial_codes": "farstar.impartial.codes",
    "farstar.theory.impartial_misere": "farstar.impartial.misere",
    "farstar.theory.impartial_periods": "farstar.impartial.periods",
    "farstar.theory.impartial_sparse": "farstar.impartial.sparse",
    "farstar.theory.intervals": "farstar.sums.intervals",
    "farstar.theory.multipliers": "farstar.impartial.number_sets",
    "farstar.theory.weight_sums": "farstar.sums.weight_sums",
    "farstar.values._uptimal": "farstar.values.order",
}
"""Where each former module of the workbench has gone."""


@cache
def former_modules() -> dict[str, str]:
    """Return where each former module has gone, those of plugins included."""
    subjects = {f"farstar.theory.{name}": module for name, module in merged("theory").items()}
    return FORMER_MODULES | subjects | merged("former_modules")


def find_spec(name: str) -> ModuleSpec | None:
    """Return how to import a former module; None for all other modules."""
    former = former_modules()
    is_package = any(other.startswith(f"{name}.") for other in former)
    if not is_package and name not in former:
        return None
    return ModuleSpec(name, _Loader(former.get(name)), is_package=is_package)


class _Loader(Loader):
    """Puts the module that replaces a former one in its place."""

    def __init__(self, replacement: str | None) -> None:
        self.replacement = replacement

    def create_module(self, spec: ModuleSpec) -> None:
        """Let the import system create an empty module."""

    def exec_module(self, module: ModuleType) -> None:
        """Replace the empty module; if it contains other former modules, copy the names."""
        if self.replacement is None:
            return
        replacement = import_module(self.replacement)
        if hasattr(module, "__path__"):
            vars(module).update({**vars(replacement), **vars(module)})
        else:
            modules[module.__name__] = replacement
