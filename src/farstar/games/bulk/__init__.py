"""Whole families of positions at once: tables, counts and mappings.

On the native engine a family is computed in one call, optionally in several threads: Ctrl-C and
time budgets work, and all arithmetic is exact. On the reference engine the same results are
computed position by position, by the plain definitions.

Tables keep their cells in a buffer, which NumPy and Polars read without copying. Everything can be
restricted to some rows, or to one part of several, so that a survey can be divided into pieces.

Examples
--------
>>> from farstar.games import bulk
>>> values = bulk.partizan_euclid_values(100)
>>> len(values), values[11, 8]
(1521, Value('vv*'))
>>> weights = bulk.partizan_euclid_atomic_weights(100)
>>> weights[99, 98], max(weights.counts().values())
(Value('96'), 270)
>>> bulk.partizan_euclid_outcomes((11, 12)).outcome(11, 8)
<Outcome.R: 'R'>
>>> bulk.winner_counts(100)
WinnerCounts(wins=3071, losses=1879)
"""

from __future__ import annotations

from functools import cache

from farstar._lazy import lazy_names
from farstar.plugins import merged

_MODULES = {
    "Bulk": "farstar.games.bulk.mappings",
    "FoxAndGeeseValues": "farstar.games.fox_and_geese",
    "Occurrence": "farstar.games.bulk.mappings",
    "OutcomeTable": "farstar.games.bulk.rows",
    "RowTable": "farstar.games.bulk.rows",
    "RowsLike": "farstar.games.bulk.rows",
    "Sweep": "farstar.games.bulk.mappings",
    "fox_and_geese_values": "farstar.games.fox_and_geese",
}


@cache
def _modules() -> dict[str, str]:
    """Return the module of each public name, those of plugins included."""
    return _MODULES | merged("bulk")


__getattr__, __dir__ = lazy_names(
    __name__,
    _MODULES,
    _modules,
    computed={"MODULES": _modules, "__all__": lambda: sorted(_modules())},
)
