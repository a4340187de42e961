#include "sum_bounds.hpp"

#include <cstdlib>
#include <type_traits>
#include <utility>

namespace farstar {

namespace {

constexpr Uptimal kZero{};
constexpr std::int64_t kOutOfReach = INT64_MAX / 4;
constexpr int kReversals = 1;  // how often a move may be answered in the uptimal itself
constexpr int kMostRounds = 20;

/// Whether the coefficients are small enough for sums of many.
template <typename X>
bool is_small(const X& x) {
    const auto digits = x.digits();
    return std::all_of(digits.begin() + 1, digits.end(),
                       [](std::int64_t digit) { return std::abs(digit) <= X::kMostDigit; });
}

/// The next smaller uptimal, or this one.
template <typename X>
X rounded_down(const Uptimal& x) {
    if constexpr (std::is_same_v<X, Uptimal>)
        return x;
    else
        return {x.up, {x.tail[1] < 0 ? x.tail[0] - 1 : x.tail[0]}};
}

template <typename X>
Uptimal written_out(const X& x) {
    if constexpr (std::is_same_v<X, Uptimal>)
        return x;
    else
        return {x.up, {x.tail[0], 0}};
}

/// The largest uptimals x with n.S >= x and n.S >= x + *, or less.
std::array<Uptimal, 2> swings_at_least(std::int64_t n) {
    constexpr Uptimal kAll = powers_up_to(Uptimal::kLevels - 1);
    if (std::abs(n) > Uptimal::kMostDigit) {  // the tail would be too long
        const Uptimal ups{n > 0 ? n : n - 2};
        return {ups, ups};
    }
    if (n < 0) {
        const auto [plain, starred] = swings_at_least(1 - n);
        return {-(plain + kLeastUptimal), -(starred + kLeastUptimal)};
    }
    const Uptimal best = n * kAll;
    const Uptimal other = best - (n < 2 ? kBeatsStar : 2 * (kAll - Uptimal::power(0)));
    return n % 2 == 0 ? std::array{best, other} : std::array{other, best};
}

/// Raise x, which holds, coefficient by coefficient, with steps that grow and shrink.
template <typename X, typename Condition>
X raised(X x, Condition condition) {
    const auto holds = [&](const X& y) { return is_small(y) && condition(y); };
    if (x < X{} && holds(X{})) x = X{};  // which has no options that could spoil it
    while (holds(x + X::power(0))) x = x + X::power(0);
    for (int level = 1; level < X::kLevels; ++level) {
        const X power = X::power(level);
        const X next = x + X::power(level - 1) - X::kMostDigit * power;
        if (holds(next)) x = next;
        std::int64_t step = 1;
        for (; step < X::kMostDigit && holds(x + step * power); step *= 2) x = x + step * power;
        while (step /= 2) {
            if (holds(x + step * power)) x = x + step * power;
        }
    }
    return x;
}

/// Shows that {left|right} is at least an uptimal X, or not at most one.
template <typename X>
class Prover {
public:
    Prover(const UptimalCuts& known, std::span<const UptimalCuts> left,
           std::span<const UptimalCuts> right) {
        for (const int j : {0, 1}) {
            at_least_[j] = rounded_down<X>(known.at_least[j]);
            not_at_most_[j] = rounded_down<X>(known.not_at_most[j]);
            for (const UptimalCuts& option : left)
                left_[j] = std::max(left_[j], rounded_down<X>(option.at_least[j]));
            for (const UptimalCuts& option : right)
                right_[j] = std::min(right_[j], rounded_down<X>(option.not_at_most[j]));
        }
    }

    // Right must not have a good move: in the game, or in -x.
    bool is_at_least(const X& x, int star, int reversals) const {
        if (x <= at_least_[star]) return true;
        if (x > right_[star]) return false;
        if (star == 1 && !is_not_at_most(x, 0, reversals)) return false;
        X all{};
        int level = 0;
        for (const std::int64_t digit : x.digits()) {
            const X power = X::power(level++);
            all = all + power;
            if (digit > 0 && !is_not_at_most(x - power, star, reversals)) return false;
            if (digit < 0 && !is_not_at_most(x + all, star ^ 1, reversals)) return false;
        }
        return true;
    }

    // Left must have a good move.
    bool is_not_at_most(const X& x, int star, int reversals) const {
        if (x <= left_[star] || x <= not_at_most_[star]) return true;
        if (reversals == 0) return false;
        --reversals;
        if (star == 1 && is_at_least(x, 0, reversals)) return true;
        X all{};
        int level = 0;
        for (const std::int64_t digit : x.digits()) {
            const X power = X::power(level++);
            all = all + power;
            if (digit > 0 && is_at_least(x - all, star ^ 1, reversals)) return true;
            if (digit < 0 && is_at_least(x + power, star, reversals)) return true;
        }
        return false;
    }

    // Raise all cuts, and say whether that did anything: one may help with the others.
    bool raise() {
        constexpr X least = X::power(X::kLevels - 1);
        constexpr X beats_star = powers_up_to<X>(X::kLevels - 1) + least;
        const auto before = std::pair(at_least_, not_at_most_);
        for (const int j : {0, 1}) {
            X& x = at_least_[j];
            x = std::max(x, at_least_[j ^ 1] - beats_star);
            x = raised(x, [&](const X& y) { return is_at_least(y, j, kReversals); });
        }
        for (const int j : {0, 1}) {
            // The game is at least x + *k, which is not at most y + *j for any smaller y.
            X& x = not_at_most_[j];
            x = std::max({x, at_least_[j] - least, at_least_[j ^ 1] + beats_star - least});
            x = raised(x, [&](const X& y) { return is_not_at_most(y, j, kReversals); });
        }
        return before != std::pair(at_least_, not_at_most_);
    }

    UptimalCuts cuts() const {
        return {{written_out(at_least_[0]), written_out(at_least_[1])},
                {written_out(not_at_most_[0]), written_out(not_at_most_[1])}};
    }

private:
    std::array<X, 2> at_least_;
    std::array<X, 2> not_at_most_;
    X left_[2] = {{-kOutOfReach}, {-kOutOfReach}};
    X right_[2] = {{kOutOfReach}, {kOutOfReach}};
};

}  // namespace

UptimalCuts UptimalCuts::of_bound(Uptimal low, std::int64_t starred, Uptimal gap) {
    UptimalCuts cuts;
    const int better = starred != 0 ? 1 : 0;
    cuts.at_least[better] = low;
    cuts.at_least[better ^ 1] = low - std::min(gap, kBeatsStar);
    for (const int j : {0, 1}) cuts.not_at_most[j] = cuts.at_least[j] - kLeastUptimal;
    return cuts;
}

UptimalCuts UptimalCuts::of_ups(std::int64_t up, std::uint32_t star) {
    UptimalCuts result;
    for (const std::uint32_t j : {0u, 1u}) {
        const std::uint32_t rest = star ^ j;
        // *m with m > 1 is at least -up, and Left moves from it to 0.
        const Uptimal less = rest == 0 ? kZero : rest == 1 ? kBeatsStar : Uptimal::power(0);
        const Uptimal more = rest == 1   ? kBeatsStar - kLeastUptimal
                             : rest == 0 ? -kLeastUptimal
                                         : kZero;
        result.at_least[j] = Uptimal{up} - less;
        result.not_at_most[j] = Uptimal{up} + more;
    }
    return result;
}

UptimalCuts UptimalCuts::of_swings(std::int64_t count) {
    const std::array<Uptimal, 2> at_least = swings_at_least(count);
    const std::array<Uptimal, 2> not_at_most = swings_at_least(count + 1);
    return {{at_least[0], at_least[1]}, {not_at_most[0], not_at_most[1]}};
}

UptimalCuts operator+(const UptimalCuts& one, const UptimalCuts& other) {
    UptimalCuts sum;
    for (const int j : {0, 1}) {
        sum.at_least[j] =
            std::max(one.at_least[0] + other.at_least[j], one.at_least[1] + other.at_least[j ^ 1]);
        sum.not_at_most[j] = std::max(
            {one.at_least[0] + other.not_at_most[j], one.at_least[1] + other.not_at_most[j ^ 1],
             one.not_at_most[0] + other.at_least[j], one.not_at_most[1] + other.at_least[j ^ 1]});
    }
    return sum;
}

UptimalCuts UptimalCuts::joined(const UptimalCuts& other) const {
    UptimalCuts best;
    for (const int j : {0, 1}) {
        best.at_least[j] = std::max(at_least[j], other.at_least[j]);
        best.not_at_most[j] = std::max(not_at_most[j], other.not_at_most[j]);
    }
    return best;
}

void UptimalCuts::raise_by_moves(std::span<const UptimalCuts> left) {
    for (const UptimalCuts& option : left) {
        for (const int j : {0, 1}) not_at_most[j] = std::max(not_at_most[j], option.at_least[j]);
    }
}

UptimalCuts UptimalCuts::of_options(const UptimalCuts& known, std::span<const UptimalCuts> left,
                                    std::span<const UptimalCuts> right, bool are_coarse) {
    const auto raised_by = [](auto prover) {
        for (int round = 0; round < kMostRounds && prover.raise(); ++round) {
        }
        return prover.cuts();
    };
    return are_coarse ? raised_by(Prover<CoarseUptimal>(known, left, right))
                      : raised_by(Prover<Uptimal>(known, left, right));
}

SumGlance UpStarTally::glance() const {
    const UpStarLadder& b = bounds_;
    // The uptimals x for which the sum is at least x, or x + *, and at most.
    Uptimal even = b.low_starred != 0 ? b.low - b.low_gap : b.low;
    Uptimal odd = b.low_starred != 0 ? b.low : b.low - b.low_gap;
    Uptimal top_even = b.high_starred != 0 ? b.high + b.high_gap : b.high;
    Uptimal top_odd = b.high_starred != 0 ? b.high : b.high + b.high_gap;
    // Whether Left wins moving first, and whether Right does.
    bool left_wins = false;
    bool right_wins = false;
    if (b.low_swings != 0) {
        const auto [low, first] = UptimalCuts::of_swings(b.low_swings);
        left_wins = even + first[0] >= kZero || odd + first[1] >= kZero;
        std::tie(even, odd) =
            std::pair(std::max(even + low[0], odd + low[1]), std::max(even + low[1], odd + low[0]));
    }
    if (b.high_swings != 0) {
        const auto [low, first] = UptimalCuts::of_swings(-b.high_swings);
        right_wins = first[0] >= top_even || first[1] >= top_odd;
        std::tie(top_even, top_odd) = std::pair(std::min(top_even - low[0], top_odd - low[1]),
                                                std::min(top_even - low[1], top_odd - low[0]));
    }
    // A weight of 2 wins, and one of 1 wins moving first. The right stop of the
    // weight is its mean or less, by at most the heat; if it is above 2, so is the weight.
    // The left stop is at least the mean. If that is 1, the weight is a number that is 1, or
    // Left has a move to a weight above 2.
    const bool two_ahead = b.floor >= 2 || b.mean_low - b.right_heat > 2 * kWeightUnits;
    const bool two_behind = b.ceiling <= -2 || b.mean_high + b.left_heat < -2 * kWeightUnits;
    left_wins = left_wins || b.mean_low >= kWeightUnits || even > kZero || odd > -kBeatsStar;
    right_wins =
        right_wins || b.mean_high <= -kWeightUnits || top_even < kZero || top_odd < kBeatsStar;
    SumGlance seen{SumAnswer::kUnknown, SumAnswer::kUnknown, b.mean_low + b.mean_high};
    if (two_ahead || even >= kZero || odd >= kBeatsStar) {
        seen.right_first = SumAnswer::kLoses;
    } else if (right_wins) {
        seen.right_first = SumAnswer::kWins;
    }
    if (two_behind || top_even <= kZero || top_odd <= -kBeatsStar) {
        seen.left_first = SumAnswer::kLoses;
    } else if (left_wins) {
        seen.left_first = SumAnswer::kWins;
    }
    return seen;
}

}  // namespace farstar
