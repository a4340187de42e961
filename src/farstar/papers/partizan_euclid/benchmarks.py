"""What ``farstar bench`` times: little enough that the reference engine ends as well."""

from __future__ import annotations

from farstar.expressions import parse
from farstar.papers.partizan_euclid import bulk


def canonical_forms() -> object:
    """Compute the value of every coprime position with q < p < 2q and p <= 120."""
    return bulk.partizan_euclid_values(120)


def contested_sum() -> object:
    """Find who wins a sum of six positions."""
    return parse("E(91,89) - E(58,43) - E(100,93) - E(55,43) + E(81,46) + E(91,51)").outcome
