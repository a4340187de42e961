#include "euclid_family.hpp"

#include <map>
#include <type_traits>
#include <utility>

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
        rule, filler, filler, begin, end, threads, stop,
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
    each_cell(rule, begin, end, tallies, stop);
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
