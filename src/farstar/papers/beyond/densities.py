"""Limits for large numbers: win probabilities, mean lengths and shares of outcomes.

Numbers come as an `Estimate`: a decimal, a bound of its error, and whether that bound is
``proved`` or ``numerical``. All is plain decimal arithmetic, seconds for the 20 digits of the
defaults.

- `win_probability`: how often the first player wins Grossman's game with multipliers up to k. It
  rises from 1/2 (k = 1) to 1/phi (all multipliers), phi being the golden ratio; see
  `golden_gap_bounds` and `golden_gap_coefficients`. `win_count` counts exactly, in about as many
  steps as `undecided_exponent` says.
- `set_win_probability`, `set_gap_bounds`: the same for any set of multipliers with 1 in it.
- `mean_length_law`, `mean_length`: how long Grossman's game lasts on the average;
  `mean_quotients_law`: how many quotients continued fractions have.
- `outcome_shares`: the shares of L and R in Partizan Euclid; `growth_exponent` and
  `growth_constant`: how the P- and N-positions grow, whose share goes to zero;
  `predicted_census`: all four together; `class_growth_constants`: the same by classes, which
  tell the outcome beside a nim-heap; `digits_until_decided`: how soon the winner is known.
- `integer_weight_shares`, `fraction_weight_shares`: how often atomic weights of Partizan Euclid are
  integers, or other numbers; `weight_loss_per_digit`: how they grow.

>>> print(win_probability(3))
0.59067412737882204480 +- 0.0000000000000000000040
>>> win_probability(3).status
'proved'

References
----------
T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003), asks in section 5
for the win probabilities.
"""

from farstar.papers.euclid.theory.densities.decimals import Estimate
from farstar.papers.euclid.theory.densities.optimal_length import (
    LengthLaw,
    mean_length,
    mean_length_law,
    mean_quotients_law,
)
from farstar.papers.euclid.theory.densities.win_probabilities import (
    GapCoefficients,
    golden_gap_bounds,
    golden_gap_coefficients,
    set_gap_bounds,
    set_win_probability,
    undecided_exponent,
    win_count,
    win_probability,
)
from farstar.papers.partizan_euclid.theory.densities.integer_weights import (
    WeightShares,
    comb_weight_shares,
    fraction_weight_shares,
    integer_weight_shares,
    weight_loss_per_digit,
)
from farstar.papers.partizan_euclid.theory.densities.outcome_shares import (
    Shares,
    class_growth_constants,
    digits_until_decided,
    growth_constant,
    growth_exponent,
    outcome_shares,
    predicted_census,
)

__all__ = [
    "Estimate",
    "GapCoefficients",
    "LengthLaw",
    "Shares",
    "WeightShares",
    "class_growth_constants",
    "comb_weight_shares",
    "digits_until_decided",
    "fraction_weight_shares",
    "golden_gap_bounds",
    "golden_gap_coefficients",
    "growth_constant",
    "growth_exponent",
    "integer_weight_shares",
    "mean_length",
    "mean_length_law",
    "mean_quotients_law",
    "outcome_shares",
    "predicted_census",
    "set_gap_bounds",
    "set_win_probability",
    "undecided_exponent",
    "weight_loss_per_digit",
    "win_count",
    "win_probability",
]
