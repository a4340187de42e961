#include "family_sums.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "table_rows.hpp"

namespace farstar {

namespace {

// What some rows of quotients in front make of a tail that is lost (0) or won (1), added up.
struct Fronts {
    std::int64_t count = 0;
    std::int64_t wins[2] = {0, 0};
    std::int64_t moves[2] = {0, 0};

    Fronts& operator+=(const Fronts& other) {
        count += other.count;
        for (int w = 0; w < 2; ++w) {
            wins[w] += other.wins[w];
            moves[w] += other.moves[w];
        }
        return *this;
    }
    Fronts& operator-=(const Fronts& other) {
        count -= other.count;
        for (int w = 0; w < 2; ++w) {
            wins[w] -= other.wins[w];
            moves[w] -= other.moves[w];
        }
        return *this;
    }
};

// One more quotient, next to the tail.
class Step {
public:
    Step(const LengthRule& rule, std::uint32_t m) {
        for (int w = 0; w < 2; ++w) {
            const std::int32_t cell = rule.first(w, m);
            won_[w] = cell & 1;
            moves_[w] = cell >> 1;
        }
    }
    Fronts operator()(const Fronts& fronts) const {
        Fronts result;
        result.count = fronts.count;
        for (int w = 0; w < 2; ++w) {
            result.wins[w] = fronts.wins[won_[w]];
            result.moves[w] = fronts.moves[won_[w]] + fronts.count * moves_[w];
        }
        return result;
    }

private:
    int won_[2];
    std::int64_t moves_[2];
};

// The fronts with X(i+1) = x and X(i) = y, for 1 <= x <= cut and y < x.
class FrontTable {
public:
    FrontTable(const LengthRule& rule, std::uint32_t cut)
        : rule_(rule), rows_(std::size_t{cut} * (cut + 1) / 2) {
        empty_ = {1, {0, 1}, {0, 0}};
        one_ = Step(rule, 1)(empty_);
        for (std::uint32_t x = 2; x <= cut; ++x) {
            for (std::uint32_t y = 1; y < x; ++y) rows_[place(x, y)] = after(x, y);
        }
    }
    const Fronts& at(std::uint32_t x, std::uint32_t y) const { return rows_[place(x, y)]; }
    /// The fronts for any x > y within the cut.
    Fronts after(std::uint32_t x, std::uint32_t y) const {
        if (y > 1) return Step(rule_, x / y)(at(y, x % y));
        // A single quotient x, or a first quotient 1 before x - 1.
        Fronts result = Step(rule_, x)(empty_);
        result += Step(rule_, x - 1)(one_);
        return result;
    }

private:
    static std::size_t place(std::uint32_t x, std::uint32_t y) {
        return x * (x - std::size_t{1}) / 2 + y;
    }

    LengthRule rule_;
    Fronts empty_;
    Fronts one_;
    std::vector<Fronts> rows_;
};

// For each v the tails (v, 1), (v, 2), ... added up: how many are won, and their moves.
class TailTable {
public:
    TailTable(const LengthRule& rule, std::uint32_t last, unsigned threads,
              const std::atomic<bool>& stop) {
        if (!lengthen(wins_, cells_before(last + 1), stop) || !lengthen(moves_, wins_.size(), stop))
            return;
        const NumberFiller filler(rule);
        std::vector<std::vector<std::int32_t>> rooms(std::max(1u, threads));
        each_block(
            rule, filler, filler, NoWay{}, 2, last + 1, threads, has_avx2(), stop,
            [&](std::uint32_t v, std::uint32_t end, unsigned worker) {
                rooms[worker].resize(cells_before(end) - cells_before(v));
                return rooms[worker].data();
            },
            [&](std::uint32_t v, std::uint32_t end, unsigned worker) {
                const std::int32_t* cell = rooms[worker].data();
                for (; v < end; ++v) {
                    std::uint32_t wins = 0;
                    std::uint64_t moves = 0;
                    for (std::size_t at = cells_before(v); at < cells_before(v + 1); ++at, ++cell) {
                        wins += *cell & 1;
                        moves += static_cast<std::uint32_t>(*cell >> 1);
                        wins_[at] = wins;
                        moves_[at] = moves;
                    }
                }
            });
    }
    /// The sums over 1 <= r <= most, most < v.
    std::int64_t wins(std::uint32_t v, std::uint32_t most) const {
        return most == 0 ? 0 : wins_[cells_before(v) + most - 1];
    }
    std::int64_t moves(std::uint32_t v, std::uint32_t most) const {
        return most == 0 ? 0 : static_cast<std::int64_t>(moves_[cells_before(v) + most - 1]);
    }

private:
    std::vector<std::uint32_t> wins_;
    std::vector<std::uint64_t> moves_;
};

struct Sums {
    std::int64_t wins = 0;
    std::int64_t moves = 0;

    /// Every front with each of `tails` tails, of which `won` are won, with `moves` in all.
    void add(const Fronts& fronts, std::int64_t tails, std::int64_t won, std::int64_t tail_moves) {
        wins += fronts.wins[1] * won + fronts.wins[0] * (tails - won);
        moves +=
            fronts.moves[1] * won + fronts.moves[0] * (tails - won) + fronts.count * tail_moves;
    }
};

class Summing {
public:
    Summing(const EuclidGame& game, std::uint32_t bound, std::uint32_t cut, unsigned threads,
            const std::atomic<bool>& stop)
        : rule_{game},
          bound_(bound),
          cut_(cut),
          fronts_(rule_, cut),
          tails_(rule_, bound / cut, threads, stop) {}

    /// The pairs that in lowest terms are within the cut.
    Sums small() const {
        Sums sums;
        for (std::uint32_t p = 2; p <= std::min(cut_, bound_); ++p) {
            for (std::uint32_t q = 1; q < p; ++q) {
                if (fronts_.at(p, q).count == 0) continue;  // not in lowest terms
                const std::int32_t cell = cell_along(rule_, p, q);
                sums.wins += (cell & 1) * std::int64_t{bound_ / p};
                sums.moves += (cell >> 1) * std::int64_t{bound_ / p};
            }
        }
        return sums;
    }

    /// The pairs with X(i) = x; `before` is room that is reused.
    Sums with(std::uint32_t x, std::vector<Fronts>& before, const std::atomic<bool>& stop) const {
        Sums sums;
        if (!lengthen(before, bound_ - cut_ + 1, stop) || !add_up(x, before, stop)) return sums;
        for (std::uint32_t v = 1; v <= bound_ / (cut_ + 1); ++v) {
            if (v % 64 == 0 && stop.load(std::memory_order_relaxed)) return sums;
            const std::uint32_t last = bound_ / v;
            add_ends(x, last, before, sums);
            if (v == 1) continue;
            // Up to here p stays within the bound for every r < v.
            const std::uint64_t used = std::uint64_t{x} * (v - 1);
            const std::uint32_t full =
                used >= bound_ ? cut_
                               : std::max(cut_, static_cast<std::uint32_t>((bound_ - used) / v));
            sums.add(before[full - cut_], v - 1, tails_.wins(v, v - 1), tails_.moves(v, v - 1));
            for (std::uint32_t next = full + 1; next <= last; ++next) {
                const std::uint32_t most = (bound_ - next * v) / x;
                sums.add(between(before, next - 1, next), most, tails_.wins(v, most),
                         tails_.moves(v, most));
            }
        }
        return sums;
    }

private:
    // before[n] adds up the fronts with cut < X(i+1) <= cut + n. Returns false if it was stopped.
    bool add_up(std::uint32_t x, std::vector<Fronts>& before, const std::atomic<bool>& stop) const {
        before[0] = {};
        std::uint32_t m = (cut_ + 1) / x;
        std::uint32_t y = (cut_ + 1) % x;
        Step step(rule_, m);
        for (std::uint32_t next = cut_ + 1; next <= bound_; ++next) {
            if (next % 65536 == 0 && stop.load(std::memory_order_relaxed)) return false;
            Fronts& sum = before[next - cut_];
            sum = before[next - cut_ - 1];
            sum += x == 1 ? fronts_.after(next, 1) : step(fronts_.at(x, y));
            if (++y == x) {
                y = 0;
                step = Step(rule_, ++m);
            }
        }
        return true;
    }
    // The fronts with first < X(i+1) <= last.
    Fronts between(const std::vector<Fronts>& before, std::uint32_t first,
                   std::uint32_t last) const {
        Fronts fronts = before[last - cut_];
        fronts -= before[first - cut_];
        return fronts;
    }
    // r = 0: the last quotient is ai, which may not be 1.
    void add_ends(std::uint32_t x, std::uint32_t last, const std::vector<Fronts>& before,
                  Sums& sums) const {
        const std::uint32_t first = std::max(cut_, 2 * x);
        if (last <= first) return;
        const std::int32_t zero = rule_.zero();
        sums.add(between(before, first, last), 1, zero & 1, zero >> 1);
    }

    LengthRule rule_;
    std::uint32_t bound_;
    std::uint32_t cut_;
    FrontTable fronts_;
    TailTable tails_;
};

// The table of tails grows with the square of bound/cut, the rest of the work with the cut.
std::uint32_t good_cut(std::uint32_t bound) {
    const double root = std::cbrt(static_cast<double>(bound));
    return std::max({2u, static_cast<std::uint32_t>(1.5 * root), bound / 8192});
}

}  // namespace

std::size_t family_sums_bytes(std::uint32_t bound, unsigned threads) {
    const std::uint32_t tails = bound / good_cut(bound);
    return std::size_t{bound} * sizeof(Fronts) * std::max(1u, threads) +
           cells_before(tails + 1) * (sizeof(std::uint32_t) + sizeof(std::uint64_t));
}

FamilySums family_sums(const EuclidGame& game, std::uint32_t bound, unsigned threads,
                       std::uint32_t cut, const std::atomic<bool>& stop) {
    if (bound > kLargestSums || cut == 1) {
        throw std::invalid_argument(
            "expected a bound of at most 2 * 10^7, and a cut of at least 2");
    }
    if (bound < 2) return {};
    if (cut == 0) cut = good_cut(bound);
    cut = std::min(cut, bound);
    const Summing summing(game, bound, cut, threads, stop);
    std::vector<Sums> found(std::max(1u, threads));
    std::vector<std::vector<Fronts>> rooms(found.size());
    found[0] = summing.small();
    deal_out(cut, threads, stop, [&](std::size_t i, unsigned worker) {
        // The greatest first: they take longest.
        const Sums sums = summing.with(cut - static_cast<std::uint32_t>(i), rooms[worker], stop);
        found[worker].wins += sums.wins;
        found[worker].moves += sums.moves;
    });
    FamilySums total;
    for (const Sums& sums : found) {
        total.wins += static_cast<std::uint64_t>(sums.wins);
        total.moves += static_cast<std::uint64_t>(sums.moves);
    }
    return total;
}

}  // namespace farstar
