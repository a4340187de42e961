// Rows so far out that a store for them would be too large, or so few that it would not pay.
//
// What is stored for r at t (see triangle.hpp) follows from what is stored for t at r mod t by two
// steps of the rule, and so on along the quotients. A small store has the end of this; the
// steps before it are put together into a *way*: a map from what the small store has to what is
// wanted. Thirty-two columns go down at the same time, in plain loops that a compiler turns into
// vector instructions; a column that takes unusually long is finished alone.
//
// A way is a class with these members, for each lane i below kLanes:
//
//     kMostSteps                   how many steps it can take;
//     start(i)                     the way of no steps;
//     go(i, is_going, m, small, large)  a step from (large, small) with quotient m, if is_going;
//     is_settled(i)                whether what comes does not matter;
//     map(i, x)                    where the way leads from x.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

#include "triangle.hpp"
#include "vectors.hpp"

namespace farstar {

inline constexpr std::uint32_t kLanes = 32;
/// Numbers up to this are stored: few enough for the nearest cache.
inline constexpr std::uint32_t kSmallStore = 512;
/// Below this a quotient of single precision, cut off, is exact.
inline constexpr std::uint32_t kSinglePrecision = 1u << 24;

/// What is stored for r at t, along the quotients down to the small store.
template <typename Rule>
typename Rule::Cell stored_along(const Rule& rule, const CellStore<typename Rule::Cell>& store,
                                 std::uint32_t r, std::uint32_t t) {
    struct Step {
        std::uint32_t large;
        std::uint32_t small;
        std::uint32_t quotient;
    };
    Step steps[48];  // Euclid's algorithm takes at most 45 below 2^31
    std::size_t count = 0;
    while (t != 0) {
        const std::uint32_t quotient = r / t;
        steps[count++] = {r, t, quotient};
        const std::uint32_t rest = r - quotient * t;
        r = t;
        t = rest;
        if (r <= store.last()) break;
    }
    typename Rule::Cell x = t == 0 ? rule.zero() : store.at(r)[t];
    while (count-- > 0) {
        const auto& [large, small, quotient] = steps[count];
        x = rule.stored(rule.first(x, quotient), small, large);
    }
    return x;
}

/// A way for rules that have none: every column is worked out alone.
struct NoWay {
    static constexpr int kMostSteps = 0;

    void start(std::uint32_t) {}
    void go(std::uint32_t, bool, std::int32_t, std::int32_t, std::int32_t) {}
    bool is_settled(std::uint32_t) const { return false; }
    template <typename Cell>
    Cell map(std::uint32_t, Cell x) const {
        return x;
    }
};

/// The pairs of Euclid's algorithm in which the columns of a row are.
struct LanePairs {
    alignas(32) std::int32_t large[kLanes];
    alignas(32) std::int32_t small[kLanes];
};

/// Go down from the columns r, r + 1, ... of row p until the small store has what is needed, or
/// the way can take no more steps.
template <typename Real, typename Way>
FARSTAR_INLINE void go_down(std::int32_t p, std::int32_t r, std::int32_t last, Way& way,
                            LanePairs& pairs) {
    for (std::uint32_t i = 0; i < kLanes; ++i) {
        const auto column = static_cast<std::int32_t>(r + static_cast<std::int32_t>(i));
        const auto m = static_cast<std::int32_t>(static_cast<Real>(p) / static_cast<Real>(column));
        pairs.large[i] = column;
        pairs.small[i] = p - m * column;
        way.start(i);
    }
    for (int step = 0; step < Way::kMostSteps; ++step) {
        std::int32_t going = 0;
        for (std::uint32_t i = 0; i < kLanes; ++i) {
            const std::int32_t large = pairs.large[i];
            const std::int32_t small = pairs.small[i];
            // Where the rest is half of what it divides, the next rest is nothing.
            const bool goes = small > last && 2 * small != large && !way.is_settled(i);
            const auto m = static_cast<std::int32_t>(static_cast<Real>(large) /
                                                     static_cast<Real>(std::max(small, 1)));
            way.go(i, goes, m, small, large);
            pairs.large[i] = goes ? small : large;
            pairs.small[i] = goes ? large - m * small : small;
            going |= goes;
        }
        if (going == 0) return;
    }
}

template <typename Real, typename Way>
FARSTAR_VECTORS void go_down_by_vectors(std::int32_t p, std::int32_t r, std::int32_t last, Way& way,
                                        LanePairs& pairs) {
    go_down<Real>(p, r, last, way, pairs);
}

template <typename Real, typename Way>
void go_down_plainly(std::int32_t p, std::int32_t r, std::int32_t last, Way& way,
                     LanePairs& pairs) {
    go_down<Real>(p, r, last, way, pairs);
}

/// Hand out the cells of row p: put(r, cell of (p, r)) and put(p - r, cell of (p, p - r)) for
/// all r <= p / 2. Setting `stop` ends this early.
template <typename Rule, typename Way, typename Put>
void far_row(const Rule& rule, const CellStore<typename Rule::Cell>& store, Way& way,
             std::uint32_t p, bool vectors, const std::atomic<bool>& stop, Put put) {
    using Cell = typename Rule::Cell;
    LanePairs pairs;
    const auto go =
        p < kSinglePrecision
            ? (vectors ? go_down_by_vectors<float, Way> : go_down_plainly<float, Way>)
            : (vectors ? go_down_by_vectors<double, Way> : go_down_plainly<double, Way>);
    for (std::uint32_t first = 1; first <= p / 2; first += kLanes) {
        if (first % 4096 == 1 && stop.load(std::memory_order_relaxed)) return;
        go(static_cast<std::int32_t>(p), static_cast<std::int32_t>(first),
           static_cast<std::int32_t>(store.last()), way, pairs);
        const std::uint32_t count = std::min(kLanes, p / 2 + 1 - first);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t r = first + i;
            const auto large = static_cast<std::uint32_t>(pairs.large[i]);
            const auto small = static_cast<std::uint32_t>(pairs.small[i]);
            const Cell x = way.is_settled(i) ? way.map(i, rule.zero())
                                             : way.map(i, stored_along(rule, store, large, small));
            const std::uint32_t m = p / r;
            put(r, rule.first(x, m));
            if (2 * r == p) continue;
            put(p - r, rule.first(rule.stored(rule.first(x, m - 1), r, p - r), 1));
        }
    }
}

}  // namespace farstar
