// Bounds on sums of all-small games by ups, stars and atomic weights.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

namespace farstar {

constexpr std::int64_t kWeightUnits = 1 << 16;

enum class SumAnswer : std::int8_t { kLoses = 0, kWins = 1, kUnknown = -1 };

/// An uptimal: n.up + a.up^2 + b.up^3 + ..., where up^k = {0|* - up - ... - up^(k-1)}.
///
/// Each power is infinitesimal compared with the one before, so that these games are ordered as
/// their coefficients are, lexicographically. Three small coefficients share one number.
template <int levels>
struct UptimalOf {
    static constexpr int kLevels = levels;
    static constexpr int kDigitBits = 20;
    static constexpr int kDigits = 3;  // of a number
    static constexpr int kNumbers = (levels - 1) / kDigits;
    static_assert(levels == 1 + kDigits * kNumbers);
    /// Coefficients of a single game are at most this; hundreds may be added up.
    static constexpr std::int64_t kMostDigit = 1024;

    std::int64_t up = 0;
    std::int64_t tail[kNumbers] = {};

    /// up^(level + 1).
    static constexpr UptimalOf power(int level) {
        UptimalOf result;
        const int place = level - 1;
        if (level == 0)
            result.up = 1;
        else
            result.tail[place / kDigits] = std::int64_t{1}
                                           << kDigitBits * (kDigits - 1 - place % kDigits);
        return result;
    }
    /// The coefficients of up, up^2 and so on.
    constexpr std::array<std::int64_t, levels> digits() const {
        constexpr std::int64_t kHalf = std::int64_t{1} << (kDigitBits - 1);
        std::array<std::int64_t, levels> result{up};
        for (int i = 0; i < kNumbers; ++i) {
            std::int64_t rest = tail[i];
            for (int level = kDigits * (i + 1); level > kDigits * i; --level) {
                const std::int64_t digit = ((rest + kHalf) & (2 * kHalf - 1)) - kHalf;
                result[static_cast<std::size_t>(level)] = digit;
                rest = (rest - digit) >> kDigitBits;
            }
        }
        return result;
    }
    constexpr bool is_multiple_of_up() const {
        return std::all_of(tail, tail + kNumbers, [](std::int64_t n) { return n == 0; });
    }

    friend constexpr auto operator<=>(const UptimalOf&, const UptimalOf&) = default;
    friend constexpr UptimalOf operator+(UptimalOf a, const UptimalOf& b) {
        a.up += b.up;
        for (int i = 0; i < kNumbers; ++i) a.tail[i] += b.tail[i];
        return a;
    }
    friend constexpr UptimalOf operator*(std::int64_t n, UptimalOf a) {
        a.up *= n;
        for (std::int64_t& digits : a.tail) digits *= n;
        return a;
    }
    friend constexpr UptimalOf operator-(const UptimalOf& a) { return -1 * a; }
    friend constexpr UptimalOf operator-(const UptimalOf& a, const UptimalOf& b) { return a + -b; }
};

using Uptimal = UptimalOf<7>;
/// Found faster, and mostly good enough.
using CoarseUptimal = UptimalOf<4>;

/// up + up^2 + ... up to the power of a level.
template <typename X = Uptimal>
constexpr X powers_up_to(int level) {
    X sum;
    for (int i = 0; i <= level; ++i) sum = sum + X::power(i);
    return sum;
}

/// The least uptimal x with x + * >= 0: up + up^2 + ... + up^6 + 2.up^7. From x + * Right can move
/// only to 0 or more, and from the next smaller uptimal he can move to 0.
constexpr Uptimal kLeastUptimal = Uptimal::power(Uptimal::kLevels - 1);
constexpr Uptimal kBeatsStar = powers_up_to(Uptimal::kLevels - 1) + kLeastUptimal;

/// The uptimals on both sides of a game. `low` is the better of the largest x with g >= x and the
/// largest with g >= x + *, `low_starred` says whether it is the second, and `low_gap` by how much;
/// then the floor of the atomic weight. The same from above. Then numbers on both sides of the mean
/// of the weight, and for each wall of the weight's thermograph the temperature from which on it is
/// the mast, or more, in units of 1 / kWeightUnits. At last the multiples of the swing that are to
/// be added to both bounds: see UptimalCuts::of_swings.
struct UpStarLadder {
    Uptimal low;
    std::int64_t low_starred;
    Uptimal low_gap;
    std::int64_t floor;
    Uptimal high;
    std::int64_t high_starred;
    Uptimal high_gap;
    std::int64_t ceiling;
    std::int64_t mean_low;
    std::int64_t mean_high;
    std::int64_t right_heat;
    std::int64_t left_heat;
    std::int64_t low_swings = 0;
    std::int64_t high_swings = 0;

    /// The ladder with these numbers, in which all uptimals are multiples of up.
    static UpStarLadder of_numbers(const std::array<std::int64_t, 12>& n) {
        return {{n[0]}, n[1], {n[2]}, n[3], {n[4]}, n[5], {n[6]}, n[7], n[8], n[9], n[10], n[11]};
    }
    bool operator==(const UpStarLadder&) const = default;
    /// The bounds of the negative.
    UpStarLadder operator-() const {
        return {-high,  high_starred, high_gap,  -ceiling,  -low,       low_starred,  low_gap,
                -floor, -mean_high,   -mean_low, left_heat, right_heat, -high_swings, -low_swings};
    }
};

/// The largest uptimals x for which something is known, with a star or without: that a game is at
/// least x, and that it is not at most x.
struct UptimalCuts {
    Uptimal at_least[2];
    Uptimal not_at_most[2];

    friend bool operator==(const UptimalCuts&, const UptimalCuts&) = default;
    /// The cuts of a game that is at least `low`, starred or not, and at least `gap` less with the
    /// other parity of stars.
    static UptimalCuts of_bound(Uptimal low, std::int64_t starred, Uptimal gap);
    /// The cuts of n.up + *star.
    static UptimalCuts of_ups(std::int64_t up, std::uint32_t star);
    /// The cuts of a multiple of the swing S = {^^*|0}, where 2.S = {0|S}, 3.S = {0|2.S} and so on.
    ///
    /// With P = up + up^2 + ... + up^7 these follow from S >= P + *, S >= -up^7, 2.S >= 2.up + *
    /// and, from above, from induction on n. A player wins x + n.S + *j moving first if and only if
    /// that player wins moving second with one swing more.
    static UptimalCuts of_swings(std::int64_t count);
    /// What follows for the sum of two games, one with each of these cuts.
    friend UptimalCuts operator+(const UptimalCuts& one, const UptimalCuts& other);
    /// The better of these and other cuts of one game.
    UptimalCuts joined(const UptimalCuts& other) const;
    /// Use that Left may move to games with these cuts.
    void raise_by_moves(std::span<const UptimalCuts> left);
    /// The cuts of {left|right}, given those that are known already. If they are coarse, up^4 is
    /// the last power in them, and they are found ten times as fast.
    static UptimalCuts of_options(const UptimalCuts& known, std::span<const UptimalCuts> left,
                                  std::span<const UptimalCuts> right, bool are_coarse);

    /// The better lower bound, whether it is the starred one, and by how much it is better.
    std::tuple<Uptimal, std::int64_t, Uptimal> best() const {
        const auto& [plain, starred] = at_least;
        return starred > plain ? std::tuple(starred, 1, starred - plain)
                               : std::tuple(plain, 0, plain - starred);
    }
};

/// Visit Right's options of x + *star, where x is no multiple of up, until a visit says false; tell
/// whether all were visited.
///
/// From up^k, * - up - ... - up^(k-1) is best for the largest k, and from -up^k he moves to 0. The
/// latter is worse if some up^i is there with i >= k. With -up^k there twice it is reversible.
template <typename Visit>
bool each_right_option(Uptimal x, std::uint32_t star, Visit visit_option) {
    std::int64_t least = INT64_MAX - 3;
    const auto visit = [&](Uptimal option, std::uint32_t its_star) {
        least = std::min(least, option.up);
        return visit_option(option, its_star);
    };
    while (x.up < least + 3) {  // what follows is worse than an option that was visited
        for (std::uint32_t smaller = 0; smaller < star; ++smaller) {
            if (!visit(x, smaller)) return false;
        }
        int worse = -1;  // the last power that is there negatively, unless a positive one follows
        const auto digits = x.digits();
        for (int level = Uptimal::kLevels - 1; level >= 0; --level) {
            const std::int64_t digit = digits[static_cast<std::size_t>(level)];
            if (digit > 0) {
                if (!visit(x - powers_up_to(level), star ^ 1u)) return false;
                break;
            }
            if (digit < 0 && worse < 0) worse = level;
        }
        if (worse < 0) return true;
        x = x + Uptimal::power(worse);
        if (x.digits()[static_cast<std::size_t>(worse)] == 0) return visit(x, star);
        x = x + powers_up_to(worse);  // to which Left reverses
        star ^= 1u;
    }
    return true;
}

/// Visit the options of an uptimal plus a nimber until a visit says false; tell whether all were
/// visited.
template <typename Visit>
bool each_option(Uptimal x, std::uint32_t star, bool left_moves, Visit visit) {
    const std::int64_t sign = left_moves ? 1 : -1;
    if (!x.is_multiple_of_up()) {
        return each_right_option(-sign * x, star, [&](Uptimal y, std::uint32_t smaller) {
            return visit(-sign * y, smaller);
        });
    }
    // The options of the canonical form.
    const std::int64_t up = sign * x.up;
    if (up > 0) return visit(Uptimal{}, 0u) && (up != 1 || star != 1 || visit(Uptimal{}, 1u));
    if (up < 0) return visit(Uptimal{sign * (up + 1)}, star ^ 1u);
    for (std::uint32_t smaller = 0; smaller < star; ++smaller) {
        if (!visit(x, smaller)) return false;
    }
    return true;
}

/// Visit the options of a multiple of the swing, as what they add to it, ups and stars, until a
/// visit says false; tell whether all were visited.
template <typename Visit>
bool each_swing_option(std::int64_t swings, bool left_moves, Visit visit) {
    const std::int64_t sign = left_moves ? 1 : -1;
    const std::int64_t own = sign * swings;
    if (own == 0) return true;
    if (own < 0) return visit(sign, Uptimal{}, 0u);
    return own == 1 ? visit(-swings, Uptimal{2 * sign}, 1u) : visit(-swings, Uptimal{}, 0u);
}

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
    UpStarTally(Uptimal x, std::int64_t swings, std::uint32_t star) {
        const bool far = star > 1;
        bounds_.low = far ? x - Uptimal::power(0) : x;
        bounds_.high = far ? x + Uptimal::power(0) : x;
        bounds_.low_gap = bounds_.high_gap = far ? Uptimal{} : kBeatsStar;
        bounds_.low_starred = bounds_.high_starred = far ? 0 : star;
        bounds_.floor = bounds_.ceiling = x.up + swings;
        bounds_.mean_low = bounds_.mean_high = bounds_.floor * kWeightUnits;
        bounds_.low_swings = bounds_.high_swings = swings;
    }

    UpStarTally& operator+=(const UpStarTally& other) {
        const UpStarLadder& more = other.bounds_;
        bounds_.low = bounds_.low + more.low;
        bounds_.low_starred ^= more.low_starred;
        bounds_.low_gap = std::min(bounds_.low_gap, more.low_gap);
        bounds_.floor += more.floor;
        bounds_.high = bounds_.high + more.high;
        bounds_.high_starred ^= more.high_starred;
        bounds_.high_gap = std::min(bounds_.high_gap, more.high_gap);
        bounds_.ceiling += more.ceiling;
        bounds_.mean_low += more.mean_low;
        bounds_.mean_high += more.mean_high;
        bounds_.right_heat = std::max(bounds_.right_heat, more.right_heat);
        bounds_.left_heat = std::max(bounds_.left_heat, more.left_heat);
        bounds_.low_swings += more.low_swings;
        bounds_.high_swings += more.high_swings;
        return *this;
    }
    friend UpStarTally operator+(UpStarTally one, const UpStarTally& other) { return one += other; }

    const UpStarLadder& bounds() const { return bounds_; }
    SumGlance glance() const;

private:
    static constexpr Uptimal kAny{INT64_MAX / 4};  // nothing is there that could change

    UpStarLadder bounds_{{}, 0, kAny, 0, {}, 0, kAny, 0, 0, 0, 0, 0};
};

}  // namespace farstar
