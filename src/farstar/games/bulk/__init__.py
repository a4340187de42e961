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

from farstar.games.bulk._euclid_family import (
    EuclidGame,
    LengthTotals,
    WinnerCounts,
    grundy_histogram,
    grundy_table,
    length_sum,
    length_table,
    length_totals,
    winner_counts,
    winner_table,
)
from farstar.games.bulk._fox_and_geese import FoxAndGeeseValues, fox_and_geese_values
from farstar.games.bulk._mappings import (
    Bulk,
    Occurrence,
    Sweep,
    geography_values,
    partizan_euclid_atomic_weight_counts,
    partizan_euclid_atomic_weight_occurrences,
    partizan_euclid_atomic_weights,
    partizan_euclid_value_counts,
    partizan_euclid_value_occurrences,
    partizan_euclid_values,
)
from farstar.games.bulk._partizan_euclid import (
    partizan_euclid_census,
    partizan_euclid_enumeration,
    partizan_euclid_outcomes,
    partizan_euclid_positions,
)
from farstar.games.bulk._rows import OutcomeTable, RowsLike, RowTable

__all__ = [
    "Bulk",
    "EuclidGame",
    "FoxAndGeeseValues",
    "LengthTotals",
    "Occurrence",
    "OutcomeTable",
    "RowTable",
    "RowsLike",
    "Sweep",
    "WinnerCounts",
    "fox_and_geese_values",
    "geography_values",
    "grundy_histogram",
    "grundy_table",
    "length_sum",
    "length_table",
    "length_totals",
    "partizan_euclid_atomic_weight_counts",
    "partizan_euclid_atomic_weight_occurrences",
    "partizan_euclid_atomic_weights",
    "partizan_euclid_census",
    "partizan_euclid_enumeration",
    "partizan_euclid_outcomes",
    "partizan_euclid_positions",
    "partizan_euclid_value_counts",
    "partizan_euclid_value_occurrences",
    "partizan_euclid_values",
    "winner_counts",
    "winner_table",
]
