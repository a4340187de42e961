// The tables against the rules that they follow, and against each other.
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "euclid_family.hpp"
#include "family_sums.hpp"
#include "outcome_table.hpp"
#include "table_rows.hpp"

namespace {

using namespace farstar;

const std::atomic<bool> kGoOn{false};

// The automaton of paired outcomes; its words are e, le, re, lle, lre, rlle, llre, rlre.
constexpr std::array<OutcomeState, 8> kAutomaton{{{1, 2, 'N'},
                                                  {3, 1, 'R'},
                                                  {4, 2, 'L'},
                                                  {0, 5, 'P'},
                                                  {6, 7, 'N'},
                                                  {5, 5, 'R'},
                                                  {2, 1, 'P'},
                                                  {7, 7, 'L'}}};

// Who wins (p, q) moving first, by the rules alone.
struct Plain {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<bool, bool>> known;

    std::pair<bool, bool> wins(std::uint32_t p, std::uint32_t q) {
        const std::uint32_t t = p % q;
        if (t == 0) return {false, false};
        if (const auto at = known.find({q, t}); at != known.end()) return at->second;
        const std::pair<bool, bool> result{!wins(q, t).second, !wins(q, q - t).first};
        return known[{q, t}] = result;
    }
    char outcome(std::uint32_t p, std::uint32_t q) {
        const auto [left, right] = wins(p, q);
        return left ? (right ? 'N' : 'L') : (right ? 'R' : 'P');
    }
};

std::vector<std::uint8_t> outcomes(std::uint32_t begin, std::uint32_t end, unsigned threads,
                                   bool vectors) {
    const OutcomeRule rule = outcome_rule(kAutomaton);
    std::vector<std::uint8_t> cells(cells_before(end) - cells_before(begin));
    byte_table(rule.rule, rule.letters, begin, end, threads, vectors, cells.data(), kGoOn);
    return cells;
}

ByteMap same() {
    ByteMap map{};
    for (std::uint8_t i = 0; i < map.size(); ++i) map[i] = i;
    return map;
}

// The Grundy value of (b, a), by the moves; results must stay at least `least`.
std::uint32_t plain_grundy(std::vector<std::vector<std::int32_t>>& memo, std::uint32_t b,
                           std::uint32_t a, std::uint32_t limit, std::uint32_t least) {
    if (a > b) std::swap(a, b);
    if (a == 0) return 0;
    std::int32_t& known = memo[b][a];
    if (known >= 0) return static_cast<std::uint32_t>(known);
    std::vector<bool> reached(b + 2, false);
    for (std::uint32_t m = 1; m * a + least <= b && (limit == 0 || m <= limit); ++m) {
        reached[plain_grundy(memo, b - m * a, a, limit, least)] = true;
    }
    std::uint32_t mex = 0;
    while (reached[mex]) ++mex;
    memo[b][a] = static_cast<std::int32_t>(mex);
    return mex;
}

// A way that notes the quotients.
struct Trace {
    static constexpr int kMostSteps = 48;
    std::array<std::vector<std::int32_t>, kLanes> quotients;

    void start(std::uint32_t i) { quotients[i].clear(); }
    void go(std::uint32_t i, bool goes, std::int32_t m, std::int32_t, std::int32_t) {
        if (goes) quotients[i].push_back(m);
    }
    bool is_settled(std::uint32_t) const { return false; }
};

}  // namespace

TEST(outcome_tables_follow_the_rules) {
    constexpr std::uint32_t kEnd = 260;
    Plain plain;
    const auto cells = outcomes(2, kEnd, 1, true);
    std::size_t wrong = 0;
    std::size_t at = 0;
    for (std::uint32_t p = 2; p < kEnd; ++p) {
        for (std::uint32_t q = 1; q < p; ++q) wrong += cells[at++] != plain.outcome(p, q);
    }
    CHECK(wrong == 0);
    CHECK(at == cells.size());
}

TEST(vectors_and_plain_code_and_single_cells_agree) {
    const OutcomeRule rule = outcome_rule(kAutomaton);
    const std::pair<std::uint32_t, std::uint32_t> blocks[] = {
        {2, 3}, {2, 700}, {31, 33}, {450, 600}, {1000, 1065}, {1024, 1056}};
    for (const auto& [begin, end] : blocks) {
        const auto plain = outcomes(begin, end, 1, false);
        CHECK(plain == outcomes(begin, end, 1, true));
        CHECK(plain == outcomes(begin, end, 3, true));
        std::size_t wrong = 0;
        std::size_t at = 0;
        for (std::uint32_t p = begin; p < end; ++p) {
            for (std::uint32_t q = 1; q < p; ++q)
                wrong += plain[at++] != rule.letters[cell_along(rule.rule, p, q)];
        }
        CHECK(wrong == 0);
    }
}

TEST(lists_are_what_the_table_says) {
    const auto cells = outcomes(300, 500, 1, true);
    for (const char letter : {'P', 'N'}) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
        std::size_t at = 0;
        for (std::uint32_t p = 300; p < 500; ++p) {
            for (std::uint32_t q = 1; q < p; ++q) {
                if (cells[at++] == static_cast<std::uint8_t>(letter)) expected.emplace_back(p, q);
            }
        }
        CHECK(partizan_euclid_positions(300, 500, kAutomaton, letter, 2, kGoOn) == expected);
    }
    CHECK_THROWS(partizan_euclid_positions(2, 9, kAutomaton, 'L', 1, kGoOn), std::invalid_argument);
}

TEST(automata_that_are_no_paired_outcomes_are_refused) {
    auto automaton = kAutomaton;
    automaton[1].r = 2;
    CHECK_THROWS(outcome_rule(automaton), std::invalid_argument);
}

TEST(the_census_and_the_enumeration_count_the_table) {
    OutcomeCounts counts;
    for (const std::uint8_t cell : outcomes(2, 1001, 1, true)) ++counts.of(static_cast<char>(cell));
    for (const bool every_node : {false, true}) {
        const OutcomeCounts found =
            partizan_euclid_census(1000, kAutomaton, 0, 1, 2, every_node, kGoOn);
        CHECK(found.p == counts.p && found.l == counts.l);
        CHECK(found.r == counts.r && found.n == counts.n);
    }
}

TEST(grundy_values_and_winners_follow_the_moves) {
    constexpr std::uint32_t kEnd = 110;
    const EuclidGame games[] = {{false, 0}, {true, 0}, {true, 1}, {true, 2}, {true, 3}, {true, 40}};
    for (const EuclidGame& game : games) {
        std::vector<std::vector<std::int32_t>> memo(kEnd, std::vector<std::int32_t>(kEnd, -1));
        std::vector<std::uint32_t> values(cells_before(kEnd));
        grundy_table(game, 2, kEnd, 2, values.data(), kGoOn);
        std::vector<std::uint8_t> wins(values.size());
        byte_table(winner_rule(game, kEnd), same(), 2, kEnd, 1, true, wins.data(), kGoOn);
        std::size_t wrong = 0;
        std::size_t at = 0;
        for (std::uint32_t b = 2; b < kEnd; ++b) {
            for (std::uint32_t a = 1; a < b; ++a, ++at) {
                const auto value = plain_grundy(memo, b, a, game.limit, game.grossman ? 1 : 0);
                wrong += values[at] != value;
                wrong += wins[at] != (value != 0);
            }
        }
        CHECK(wrong == 0);
    }
}

TEST(winners_by_vectors_are_the_odd_lengths) {
    for (const std::uint32_t limit : {0u, 1u, 2u, 7u, 300u}) {
        const EuclidGame game{true, limit};
        for (const auto& [begin, end] : {std::pair{2u, 500u}, std::pair{900u, 964u}}) {
            const std::size_t count = cells_before(end) - cells_before(begin);
            std::vector<std::uint8_t> wins(count);
            std::vector<std::uint32_t> lengths(count);
            byte_table(winner_rule(game, end), same(), begin, end, 1, true, wins.data(), kGoOn);
            length_table(game, begin, end, 2, lengths.data(), kGoOn);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < count; ++i) wrong += wins[i] != lengths[i] % 2;
            CHECK(wrong == 0);
        }
    }
}

TEST(histograms_count_the_tables) {
    const EuclidGame game{true, 4};
    std::vector<std::uint32_t> cells(cells_before(150) - cells_before(70));
    std::map<std::uint32_t, std::uint64_t> expected;
    length_table(game, 70, 150, 1, cells.data(), kGoOn);
    for (const std::uint32_t cell : cells) ++expected[cell];
    CHECK(length_histogram(game, 70, 150, 2, kGoOn) == Histogram(expected.begin(), expected.end()));
    expected.clear();
    grundy_table(game, 70, 150, 1, cells.data(), kGoOn);
    for (const std::uint32_t cell : cells) ++expected[cell];
    CHECK(grundy_histogram(game, 70, 150, 2, kGoOn) == Histogram(expected.begin(), expected.end()));
}

TEST(histograms_of_far_rows_need_no_store) {
    constexpr std::uint32_t kBegin = 40'000;  // where a store would be too large
    CHECK(store_bytes<std::uint32_t>(2, kBegin) == 0);
    for (const EuclidGame& game : {EuclidGame{true, 0}, EuclidGame{true, 3}}) {
        std::vector<std::uint32_t> cells(cells_before(kBegin + 2) - cells_before(kBegin));
        std::map<std::uint32_t, std::uint64_t> expected;
        grundy_table(game, kBegin, kBegin + 2, 1, cells.data(), kGoOn);
        for (const std::uint32_t cell : cells) ++expected[cell];
        CHECK(grundy_histogram(game, kBegin, kBegin + 2, 2, kGoOn) ==
              Histogram(expected.begin(), expected.end()));
        expected.clear();
        length_table(game, kBegin, kBegin + 2, 1, cells.data(), kGoOn);
        for (const std::uint32_t cell : cells) ++expected[cell];
        CHECK(length_histogram(game, kBegin, kBegin + 2, 2, kGoOn) ==
              Histogram(expected.begin(), expected.end()));
    }
}

TEST(rows_without_a_store_are_what_single_cells_say) {
    const OutcomeRule rule = outcome_rule(kAutomaton);
    // Single rows near the origin, around the size of the small store and of a power of two, far
    // out, and beyond single precision.
    std::vector<std::uint32_t> rows;
    for (std::uint32_t p = 2; p < 300; p += 7) rows.push_back(p);
    for (const std::uint32_t p : {1023u, 1024u, 1025u, 1026u, 4181u, 10'946u, 65'536u, 65'537u,
                                  100'003u, 196'418u, 720'720u, (1u << 24) + 3u})
        rows.push_back(p);
    for (const std::uint32_t p : rows) {
        const std::uint32_t step = p < 2000 ? 1 : p / 997 * 2 + 1;  // of the cells that are checked
        CHECK(p < 100 || store_bytes<std::uint8_t>(p, p + 1) == 0);
        const auto plain = outcomes(p, p + 1, 1, false);
        CHECK(plain == outcomes(p, p + 1, 2, true));
        std::size_t wrong = 0;
        for (std::uint32_t q = 1; q < p; q += step)
            wrong += plain[q - 1] != rule.letters[cell_along(rule.rule, p, q)];
        for (const EuclidGame& game :
             {EuclidGame{false, 0}, EuclidGame{true, 0}, EuclidGame{true, 1}, EuclidGame{true, 2},
              EuclidGame{true, 7}, EuclidGame{true, 300}, EuclidGame{true, 999'999'999}}) {
            if (p > 1'000'000 && game.limit > 2) continue;
            const ByteRule winner = winner_rule(game, p + 1);
            std::vector<std::uint8_t> wins(p - 1);
            std::vector<std::uint8_t> same_wins(p - 1);
            byte_table(winner, same(), p, p + 1, 1, true, wins.data(), kGoOn);
            byte_table(winner, same(), p, p + 1, 1, false, same_wins.data(), kGoOn);
            CHECK(wins == same_wins);
            std::vector<std::uint32_t> values(p - 1);
            std::vector<std::uint32_t> lengths(p - 1);
            grundy_table(game, p, p + 1, 1, values.data(), kGoOn);
            length_table(game, p, p + 1, 1, lengths.data(), kGoOn);
            for (std::uint32_t q = 1; q < p; q += step) {
                wrong += wins[q - 1] != cell_along(winner, p, q);
                wrong += values[q - 1] != cell_along(GrundyRule{game}, p, q);
                wrong += lengths[q - 1] != LengthRule::shown(cell_along(LengthRule{game}, p, q));
            }
        }
        CHECK(wrong == 0);
    }
}

TEST(columns_go_down_exactly_up_to_the_largest_row) {
    // Where the numbers are largest, and where quotients are next to whole numbers.
    Trace trace;
    LanePairs pairs;
    std::size_t wrong = 0;
    const auto check = [&](std::uint32_t p, std::uint32_t r, auto real) {
        go_down_by_vectors<decltype(real)>(static_cast<std::int32_t>(p),
                                           static_cast<std::int32_t>(r), 512, trace, pairs);
        for (std::uint32_t i = 0; i < kLanes; ++i) {
            std::uint32_t large = r + i;
            std::uint32_t small = p % large;
            std::size_t steps = 0;
            for (; small > 512 && 2 * small != large; ++steps) {
                wrong += steps >= trace.quotients[i].size() ||
                         trace.quotients[i][steps] != static_cast<std::int32_t>(large / small);
                large = std::exchange(small, large % small);
            }
            wrong += steps != trace.quotients[i].size();
            wrong += pairs.large[i] != static_cast<std::int32_t>(large);
            wrong += pairs.small[i] != static_cast<std::int32_t>(small);
        }
    };
    if (!has_avx2()) return;
    std::uint64_t random = 1;
    for (int round = 0; round < 20'000; ++round) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const auto r = static_cast<std::uint32_t>(random >> 33) % (kLargestRow / 2);
        // A multiple of the column, and one more or less.
        const std::uint32_t m = 2 + round % 5;
        const std::uint32_t p = std::min(kLargestRow, m * (r % (kLargestRow / m - 40)) + round % 3);
        check(std::max(p, 70u), 1 + r % std::max(1u, p / 2), double{});
        check(70 + p % (kSinglePrecision - 70), 1 + r % 8'000'000, float{});
        check(70 + p % (kSinglePrecision - 70), 1 + p % (kSinglePrecision - 70) / m, float{});
    }
    CHECK(wrong == 0);
}

TEST(tiles_of_numbers_are_what_single_cells_say) {
    for (const EuclidGame& game : {EuclidGame{false, 0}, EuclidGame{true, 0}, EuclidGame{true, 1},
                                   EuclidGame{true, 2}, EuclidGame{true, 9}}) {
        for (const auto& [begin, end] : {std::pair{2u, 300u}, std::pair{901u, 966u}}) {
            const std::size_t count = cells_before(end) - cells_before(begin);
            std::vector<std::uint32_t> values(count);
            std::vector<std::uint32_t> lengths(count);
            grundy_table(game, begin, end, 2, values.data(), kGoOn);
            length_table(game, begin, end, 1, lengths.data(), kGoOn);
            std::size_t wrong = 0;
            std::size_t at = 0;
            for (std::uint32_t p = begin; p < end; ++p) {
                for (std::uint32_t q = 1; q < p; ++q, ++at) {
                    wrong += values[at] != cell_along(GrundyRule{game}, p, q);
                    wrong += lengths[at] != LengthRule::shown(cell_along(LengthRule{game}, p, q));
                }
            }
            CHECK(wrong == 0);
        }
    }
}

TEST(subtrees_of_the_census_fill_the_bound) {
    // The root, what is over and all the rest: together every pair.
    constexpr std::uint64_t kBound = kLargestCensus;
    const std::array<OutcomeState, 2> stop_at_once{{{1, 1, 'N'}, {1, 1, 'L'}}};
    const OutcomeCounts counts =
        partizan_euclid_census(kLargestCensus, stop_at_once, 0, 1, 1, false, kGoOn);
    CHECK(counts.p + counts.l + counts.r + counts.n == kBound * (kBound - 1) / 2);
    CHECK(counts.l == partizan_euclid_subtree(kLargestCensus, 3, 2) +
                          partizan_euclid_subtree(kLargestCensus, 3, 1));
    CHECK_THROWS(partizan_euclid_subtree(kLargestCensus + 1, 3, 2), std::invalid_argument);
    CHECK_THROWS(partizan_euclid_subtree(10, 6, 5), std::invalid_argument);
}

TEST(sums_without_a_list_are_those_of_the_tables) {
    const EuclidGame games[] = {{false, 0}, {true, 0}, {true, 1}, {true, 2}, {true, 5}};
    for (const EuclidGame& game : games) {
        for (const std::uint32_t bound : {2u, 3u, 10u, 47u, 400u}) {
            std::vector<std::uint32_t> cells(cells_before(bound + 1));
            length_table(game, 2, bound + 1, 1, cells.data(), kGoOn);
            FamilySums expected;
            for (const std::uint32_t length : cells) {
                expected.wins += length % 2;
                expected.moves += length;
            }
            for (const std::uint32_t cut : {0u, 2u, 3u, 7u, 20u, 500u}) {
                const FamilySums found = family_sums(game, bound, 2, cut, kGoOn);
                CHECK(found.wins == expected.wins && found.moves == expected.moves);
            }
        }
    }
    CHECK_THROWS(family_sums({true, 0}, kLargestSums + 1, 1, 0, kGoOn), std::invalid_argument);
}

TEST(a_stop_ends_the_work_early) {
    const std::atomic<bool> stop{true};
    std::vector<std::uint32_t> cells(cells_before(300), 7);
    length_table({true, 0}, 2, 300, 2, cells.data(), stop);
    CHECK(cells.back() == 7);
}
