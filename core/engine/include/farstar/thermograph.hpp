// Thermographs: exact piecewise-linear walls, from temperature -1 up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "farstar/dyadic.hpp"

namespace farstar {

/// A piecewise-linear function of the temperature on [-1, infinity).
///
/// Above the first corner the slope is slopes[0]; below corner i it is slopes[i + 1]. `value` is
/// the value at the first corner, or at temperature -1 if there is none.
struct Trajectory {
    Dyadic value;
    std::vector<Dyadic> corners;      // temperatures, falling
    std::vector<std::int8_t> slopes;  // one more than corners

    bool operator==(const Trajectory&) const = default;
    Dyadic top() const { return corners.empty() ? Dyadic{-1} : corners.front(); }
};

struct Thermograph {
    Trajectory left;
    Trajectory right;

    bool operator==(const Thermograph&) const = default;
    std::size_t hash() const;
    const Dyadic& mean() const { return left.value; }
    /// Where the mast begins: the highest corner of either wall, or -1.
    Dyadic temperature() const { return std::max(left.top(), right.top()); }

    /// Keep its large dyadics through the next forget_big_dyadics().
    void keep() const;

    static Thermograph mast(const Dyadic& at);
};

/// The pointwise greater (sign 1) or smaller (sign -1) of two trajectories with one top slope.
Trajectory outermost(const Trajectory& a, const Trajectory& b, int sign);
/// The trajectory plus slope * temperature.
Trajectory tilted(const Trajectory& a, int slope);
/// The walls that two scaffolds make: masts from the lowest temperature above which they never
/// cross.
Thermograph between_scaffolds(const Trajectory& left, const Trajectory& right);

}  // namespace farstar
