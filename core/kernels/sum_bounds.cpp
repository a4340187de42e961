#include "sum_bounds.hpp"

namespace farstar {

SumGlance UpStarTally::glance() const {
    const UpStarLadder& b = bounds_;
    const std::int64_t even = b.low_starred != 0 ? b.low - b.low_gap : b.low;
    const std::int64_t odd = b.low_starred != 0 ? b.low : b.low - b.low_gap;
    const std::int64_t top_even = b.high_starred != 0 ? b.high + b.high_gap : b.high;
    const std::int64_t top_odd = b.high_starred != 0 ? b.high : b.high + b.high_gap;
    // n.up is >= 0 for n >= 0 and not <= 0 for n >= 1; n.up + * is >= 0 for n >= 2 and not <= 0
    // for n >= -1; a weight of 2 wins, and one of 1 wins moving first. The right stop of the
    // weight is its mean or less, by at most the heat; if it is above 2, so is the weight.
    // The left stop is at least the mean. If that is 1, the weight is a number that is 1, or
    // Left has a move to a weight above 2.
    const bool two_ahead = b.floor >= 2 || b.mean_low - b.right_heat > 2 * kWeightUnits;
    const bool two_behind = b.ceiling <= -2 || b.mean_high + b.left_heat < -2 * kWeightUnits;
    SumGlance seen{SumAnswer::kUnknown, SumAnswer::kUnknown, b.mean_low + b.mean_high};
    if (two_ahead || even >= 0 || odd >= 2) {
        seen.right_first = SumAnswer::kLoses;
    } else if (b.mean_high <= -kWeightUnits || top_even <= -1 || top_odd <= 1) {
        seen.right_first = SumAnswer::kWins;
    }
    if (two_behind || top_even <= 0 || top_odd <= -2) {
        seen.left_first = SumAnswer::kLoses;
    } else if (b.mean_low >= kWeightUnits || even >= 1 || odd >= -1) {
        seen.left_first = SumAnswer::kWins;
    }
    return seen;
}

}  // namespace farstar
