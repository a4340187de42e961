// Bounds on sums of all-small games by ups, stars and atomic weights.
#pragma once

#include <algorithm>
#include <cstdint>

namespace farstar {

constexpr std::int64_t kWeightUnits = 1 << 16;

enum class SumAnswer : std::int8_t { kLoses = 0, kWins = 1, kUnknown = -1 };

/// The ups and stars on both sides of a game. `low` is the better of the largest n with
/// g >= n.up and the largest with g >= n.up + *, `low_starred` says whether it is the second,
/// and `low_gap` by how much; then the floor of the atomic weight. The same from above. Then
/// numbers on both sides of the mean of the weight, and for each wall of the weight's
/// thermograph the temperature from which on it is the mast, or more, in units of
/// 1 / kWeightUnits.
struct UpStarLadder {
    std::int64_t low;
    std::int64_t low_starred;
    std::int64_t low_gap;
    std::int64_t floor;
    std::int64_t high;
    std::int64_t high_starred;
    std::int64_t high_gap;
    std::int64_t ceiling;
    std::int64_t mean_low;
    std::int64_t mean_high;
    std::int64_t right_heat;
    std::int64_t left_heat;

    /// The bounds of the negative.
    UpStarLadder operator-() const {
        return {-high,   high_starred, high_gap,   -ceiling,  -low,      low_starred,
                low_gap, -floor,       -mean_high, -mean_low, left_heat, right_heat};
    }
};

/// Who wins by moving first, as far as the bounds tell, and twice the mean, for ordering moves.
struct SumGlance {
    SumAnswer left_first;
    SumAnswer right_first;
    std::int64_t estimate;

    SumAnswer first(bool left_moves) const { return left_moves ? left_first : right_first; }
};

/// The bounds of some parts, added up. The best sum takes of each part the better of its two
/// numbers, plain or starred; for the other parity of stars one part has to change, and the one
/// that loses least does.
class UpStarTally {
public:
    UpStarTally() = default;
    explicit UpStarTally(const UpStarLadder& part) : bounds_(part) {}
    UpStarTally(std::int64_t up, std::uint32_t star) {
        const bool far = star > 1;
        bounds_.low = far ? up - 1 : up;
        bounds_.high = far ? up + 1 : up;
        bounds_.low_gap = bounds_.high_gap = far ? 0 : 2;
        bounds_.low_starred = bounds_.high_starred = far ? 0 : star;
        bounds_.floor = bounds_.ceiling = up;
        bounds_.mean_low = bounds_.mean_high = up * kWeightUnits;
    }

    UpStarTally& operator+=(const UpStarTally& other) {
        const UpStarLadder& more = other.bounds_;
        bounds_.low += more.low;
        bounds_.low_starred ^= more.low_starred;
        bounds_.low_gap = std::min(bounds_.low_gap, more.low_gap);
        bounds_.floor += more.floor;
        bounds_.high += more.high;
        bounds_.high_starred ^= more.high_starred;
        bounds_.high_gap = std::min(bounds_.high_gap, more.high_gap);
        bounds_.ceiling += more.ceiling;
        bounds_.mean_low += more.mean_low;
        bounds_.mean_high += more.mean_high;
        bounds_.right_heat = std::max(bounds_.right_heat, more.right_heat);
        bounds_.left_heat = std::max(bounds_.left_heat, more.left_heat);
        return *this;
    }
    friend UpStarTally operator+(UpStarTally one, const UpStarTally& other) { return one += other; }

    const UpStarLadder& bounds() const { return bounds_; }
    SumGlance glance() const;

private:
    static constexpr std::int64_t kAny = INT64_MAX;  // nothing is there that could change

    UpStarLadder bounds_{0, 0, kAny, 0, 0, 0, kAny, 0, 0, 0, 0, 0};
};

}  // namespace farstar
