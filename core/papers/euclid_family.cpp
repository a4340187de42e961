#include "euclid_family.hpp"

#include <map>
#include <type_traits>
#include <utility>

#include "table_rows.hpp"

namespace farstar {

ByteRule winner_rule(const EuclidGame& game, std::uint32_t end) {
    // A limit that no quotient exceeds is none.
    const bool free = game.limit == 0 || game.limit >= end;
    ByteRule rule;
    rule.period = free ? 1 : game.limit + 1;
    const std::uint32_t count = free ? 3 : rule.period;
    for (std::uint32_t m = 0; m < count; ++m) {
        // The mover wins unless the heap is a 1 before a won rest, or a 0 before a lost one.
        ByteMap step{};
        step[0] = m != 0;
        step[1] = m != 1;
        rule.steps.push_back(step);
    }
    for (std::uint8_t x = 0; x < 16; ++x) rule.below[x] = rule.tie[x] = rule.above[x] = x;
    rule.nothing = game.grossman ? 1 : 0;
    return rule;
}

namespace {

// The rounds and what is left of a heap that is reduced by at most `limit` at a time.
struct Heap {
    std::int32_t rounds;
    std::int32_t residue;
};

FARSTAR_INLINE Heap heap_of(std::int32_t m, std::int32_t limit) {
    const auto whole = static_cast<std::int32_t>(static_cast<double>(m) / (limit + 1.0));
    const std::int32_t residue = limit == 0 ? m : m - whole * (limit + 1);
    return {limit == 0 ? 1 : whole + (residue != 0 ? 1 : 0), residue};
}

// Heaps in front of a rest give one value where the rest has at least some value, and another one
// below that.
class GrundyWay {
public:
    static constexpr int kMostSteps = 48;

    explicit GrundyWay(const EuclidGame& game) : limit_(static_cast<std::int32_t>(game.limit)) {}
    void start(std::uint32_t i) { bound_[i] = 0; }
    FARSTAR_INLINE void go(std::uint32_t i, bool goes, std::int32_t m, std::int32_t, std::int32_t) {
        const std::int32_t heap = heap_of(m, limit_).residue;
        const bool changes = goes && heap != 0;
        const std::int32_t bound = bound_[i];
        const std::int32_t above = heap - 1 >= bound ? above_[i] : below_[i];
        const std::int32_t below = heap >= bound ? above_[i] : below_[i];
        above_[i] = changes ? (bound == 0 ? heap - 1 : above) : above_[i];
        below_[i] = changes ? (bound == 0 ? heap : below) : below_[i];
        bound_[i] = changes ? heap : bound;
    }
    FARSTAR_INLINE bool is_settled(std::uint32_t i) const {
        return bound_[i] != 0 && above_[i] == below_[i];
    }
    std::uint32_t map(std::uint32_t i, std::uint32_t x) const {
        if (bound_[i] == 0) return x;
        const auto bound = static_cast<std::uint32_t>(bound_[i]);
        return static_cast<std::uint32_t>(x >= bound ? above_[i] : below_[i]);
    }

private:
    std::int32_t limit_;
    alignas(32) std::int32_t bound_[kLanes] = {};  // 0 where there is no heap yet
    alignas(32) std::int32_t above_[kLanes] = {};  // from the bound on
    alignas(32) std::int32_t below_[kLanes] = {};
};

// Heaps in front of a rest add to its length one number where it is lost, and another where it is
// won: these are the even and the odd cells.
class LengthWay {
public:
    static constexpr int kMostSteps = 48;

    explicit LengthWay(const EuclidGame& game) : limit_(static_cast<std::int32_t>(game.limit)) {}
    void start(std::uint32_t i) { lost_[i] = won_[i] = 0; }
    FARSTAR_INLINE void go(std::uint32_t i, bool goes, std::int32_t m, std::int32_t, std::int32_t) {
        const auto [rounds, residue] = heap_of(m, limit_);
        const auto step = LengthRule::step_of(rounds, residue);
        const std::int32_t lost = step.lost + ((step.lost & 1) != 0 ? won_[i] : lost_[i]);
        const std::int32_t won = step.won + ((step.won & 1) == 0 ? won_[i] : lost_[i]);
        lost_[i] = goes ? lost : lost_[i];
        won_[i] = goes ? won : won_[i];
    }
    FARSTAR_INLINE bool is_settled(std::uint32_t) const { return false; }
    std::int32_t map(std::uint32_t i, std::int32_t x) const {
        return x + ((x & 1) != 0 ? won_[i] : lost_[i]);
    }

private:
    std::int32_t limit_;
    alignas(32) std::int32_t lost_[kLanes];
    alignas(32) std::int32_t won_[kLanes];
};

GrundyWay way_of(const GrundyRule& rule) { return GrundyWay(rule.game); }
LengthWay way_of(const LengthRule& rule) { return LengthWay(rule.game); }

template <typename Rule>
void fill_table(const Rule& rule, std::uint32_t begin, std::uint32_t end, unsigned threads,
                std::uint32_t* cells, const std::atomic<bool>& stop) {
    using Cell = typename Rule::Cell;
    static_assert(sizeof(Cell) == sizeof(std::uint32_t));
    const NumberFiller filler(rule);
    begin = std::max(begin, 2u);
    prefer_large_pages(
        cells, (cells_before(std::max(begin, end)) - cells_before(begin)) * sizeof(std::uint32_t));
    const auto place = [&](std::uint32_t p) {
        // A signed cell may be looked at through the unsigned type of the same size.
        return reinterpret_cast<Cell*>(cells + (cells_before(p) - cells_before(begin)));
    };
    each_block(
        rule, filler, filler, way_of(rule), begin, end, threads, has_avx2(), stop,
        [&](std::uint32_t p, std::uint32_t, unsigned) { return place(p); },
        [&](std::uint32_t p, std::uint32_t to, unsigned) {
            if constexpr (std::is_signed_v<Cell>) {
                const std::size_t count = cells_before(to) - cells_before(p);
                std::uint32_t* at = cells + (cells_before(p) - cells_before(begin));
                for (std::size_t i = 0; i < count; ++i)
                    at[i] = Rule::shown(static_cast<Cell>(at[i]));
            }
        });
}

// Counts how often each number was met. Small numbers, which are nearly all, are counted in arrays:
// in two of them, since adding twice in a row to one place takes several times as long.
template <typename Rule>
class Tally {
public:
    using Cell = typename Rule::Cell;

    void add(Cell cell) { add_to(small_[0], Rule::shown(cell)); }
    void add(Cell cell, Cell other) {
        add_to(small_[0], Rule::shown(cell));
        add_to(small_[1], Rule::shown(other));
    }
    void add_to(std::map<std::uint32_t, std::uint64_t>& all) const {
        for (const auto& counts : small_) {
            for (std::uint32_t i = 0; i < kSmall; ++i) {
                if (counts[i] != 0) all[i] += counts[i];
            }
        }
        for (const auto& [number, count] : large_) all[number] += count;
    }

private:
    static constexpr std::uint32_t kSmall = 1 << 10;
    using Small = std::vector<std::uint64_t>;

    void add_to(Small& small, std::uint32_t number) {
        if (number < kSmall) {
            ++small[number];
        } else {
            ++large_[number];
        }
    }

    Small small_[2] = {Small(kSmall), Small(kSmall)};
    std::map<std::uint32_t, std::uint64_t> large_;
};

template <typename Rule>
Histogram make_histogram(const Rule& rule, std::uint32_t begin, std::uint32_t end, unsigned threads,
                         const std::atomic<bool>& stop) {
    std::vector<Tally<Rule>> tallies(std::max(1u, threads));
    each_cell(rule, way_of(rule), begin, end, tallies, stop);
    std::map<std::uint32_t, std::uint64_t> all;
    for (const Tally<Rule>& tally : tallies) tally.add_to(all);
    return {all.begin(), all.end()};
}

}  // namespace

void grundy_table(const EuclidGame& game, std::uint32_t begin, std::uint32_t end, unsigned threads,
                  std::uint32_t* cells, const std::atomic<bool>& stop) {
    fill_table(GrundyRule{game}, begin, end, threads, cells, stop);
}

Histogram grundy_histogram(const EuclidGame& game, std::uint32_t begin, std::uint32_t end,
                           unsigned threads, const std::atomic<bool>& stop) {
    return make_histogram(GrundyRule{game}, begin, end, threads, stop);
}

void length_table(const EuclidGame& game, std::uint32_t begin, std::uint32_t end, unsigned threads,
                  std::uint32_t* cells, const std::atomic<bool>& stop) {
    fill_table(LengthRule{game}, begin, end, threads, cells, stop);
}

Histogram length_histogram(const EuclidGame& game, std::uint32_t begin, std::uint32_t end,
                           unsigned threads, const std::atomic<bool>& stop) {
    return make_histogram(LengthRule{game}, begin, end, threads, stop);
}

}  // namespace farstar
