# Written by make stubs.
from farstar.games.bulk.mappings import Bulk as Bulk
from farstar.games.bulk.mappings import Occurrence as Occurrence
from farstar.games.bulk.mappings import Sweep as Sweep
from farstar.games.bulk.rows import OutcomeTable as OutcomeTable
from farstar.games.bulk.rows import RowTable as RowTable
from farstar.games.bulk.rows import RowsLike as RowsLike
from farstar.games.fox_and_geese import FoxAndGeeseValues as FoxAndGeeseValues
from farstar.games.fox_and_geese import fox_and_geese_values as fox_and_geese_values
from farstar.papers.euclid.bulk import EuclidGame as EuclidGame
from farstar.papers.euclid.bulk import LengthTotals as LengthTotals
from farstar.papers.euclid.bulk import WinnerCounts as WinnerCounts
from farstar.papers.euclid.bulk import grundy_histogram as grundy_histogram
from farstar.papers.euclid.bulk import grundy_table as grundy_table
from farstar.papers.euclid.bulk import length_sum as length_sum
from farstar.papers.euclid.bulk import length_table as length_table
from farstar.papers.euclid.bulk import length_totals as length_totals
from farstar.papers.euclid.bulk import winner_counts as winner_counts
from farstar.papers.euclid.bulk import winner_table as winner_table
from farstar.papers.geography.bulk import geography_values as geography_values
from farstar.papers.partizan_euclid.bulk import partizan_euclid_atomic_weight_counts as partizan_euclid_atomic_weight_counts
from farstar.papers.partizan_euclid.bulk import partizan_euclid_atomic_weight_occurrences as partizan_euclid_atomic_weight_occurrences
from farstar.papers.partizan_euclid.bulk import partizan_euclid_atomic_weights as partizan_euclid_atomic_weights
from farstar.papers.partizan_euclid.bulk import partizan_euclid_census as partizan_euclid_census
from farstar.papers.partizan_euclid.bulk import partizan_euclid_enumeration as partizan_euclid_enumeration
from farstar.papers.partizan_euclid.bulk import partizan_euclid_outcomes as partizan_euclid_outcomes
from farstar.papers.partizan_euclid.bulk import partizan_euclid_positions as partizan_euclid_positions
from farstar.papers.partizan_euclid.bulk import partizan_euclid_value_counts as partizan_euclid_value_counts
from farstar.papers.partizan_euclid.bulk import partizan_euclid_value_occurrences as partizan_euclid_value_occurrences
from farstar.papers.partizan_euclid.bulk import partizan_euclid_values as partizan_euclid_values

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

MODULES: dict[str, str]
