// Bounds on sums of hot games by their thermographs.
//
// For every temperature t >= 0 the walls of a sum S of games G satisfy R_t(S) >= sum of R_t(G), and
// L_t(S) >= the same with one R_t(G) replaced by L_t(G). With t the left wall only falls, and the
// right wall rises by at most t. So the left stop of S is at least L_t(S), and its right stop at
// least R_t(S) - t. All walls are taken at a few temperatures that are fixed for a search.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sum_bounds.hpp"

namespace farstar {

/// One wall of a thermograph from temperature 0 up: the value of the mast, the temperatures above 0
/// at which the slope changes, falling, and the slopes from the mast down, one more than corners.
struct ThermalWall {
    std::int64_t mast = 0;
    std::vector<std::int64_t> corners;
    std::vector<int> slopes;

    std::int64_t at(std::int64_t temperature) const;
};

struct ThermalWalls {
    ThermalWall left;
    ThermalWall right;
};

/// The temperatures at which thermographs are taken: 0, and some at which walls have corners.
using Temperatures = std::array<std::int64_t, 8>;

/// Spread the temperatures over those at which the walls have corners.
Temperatures spread_temperatures(std::vector<std::int64_t> corners);

/// The walls of some games, added up, and the widest gap between two walls of one game.
class ThermalTally {
public:
    ThermalTally() = default;
    /// The tally of a number.
    explicit ThermalTally(std::int64_t number) {
        low_.fill(number);
        high_.fill(number);
    }
    ThermalTally(const ThermalWalls& walls, const Temperatures& temperatures);

    ThermalTally& operator+=(const ThermalTally& other) {
        for (std::size_t k = 0; k < low_.size(); ++k) {
            low_[k] += other.low_[k];
            high_[k] += other.high_[k];
            gap_[k] = std::max(gap_[k], other.gap_[k]);
        }
        is_hot_ = is_hot_ || other.is_hot_;
        return *this;
    }
    friend ThermalTally operator+(ThermalTally one, const ThermalTally& other) {
        return one += other;
    }

    /// Whether ups and stars do not matter: a game is hot, or the numbers do not cancel.
    bool decides() const { return is_hot_ || low_[0] != 0; }
    SumGlance glance(const Temperatures& temperatures) const;

private:
    Temperatures low_{};  // the sums of the right walls
    Temperatures high_{};
    Temperatures gap_{};
    bool is_hot_ = false;
};

}  // namespace farstar
