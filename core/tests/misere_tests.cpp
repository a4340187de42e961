#include <algorithm>
#include <map>

#include "check.hpp"
#include "farstar/errors.hpp"
#include "misere_solver.hpp"

namespace {

using farstar::Limits;
using farstar::misere::Options;
using farstar::misere::Solver;
using farstar::misere::Sum;

/// What can be left of a heap: digit k is about taking k counters, its bit j about leaving j heaps.
Options moves(const std::vector<unsigned>& digits, std::uint32_t heap) {
    Options result;
    for (std::uint32_t taken = 0; taken < digits.size() && taken <= heap; ++taken) {
        const std::uint32_t left = heap - taken;
        if ((digits[taken] & 1) != 0 && left == 0) result.push_back({});
        if ((digits[taken] & 2) != 0 && left > 0) result.push_back({left});
        for (std::uint32_t a = 1; (digits[taken] & 4) != 0 && 2 * a <= left; ++a)
            result.push_back({a, left - a});
    }
    return result;
}

void add_heaps(Solver& solver, const std::vector<unsigned>& digits, std::uint32_t last) {
    for (auto heap = static_cast<std::uint32_t>(solver.images().size()); heap <= last; ++heap)
        solver.add(moves(digits, heap), Limits{}, nullptr);
}

/// Whether the player to move loses, by definition.
bool is_lost(const std::vector<unsigned>& digits, Sum heaps, std::map<Sum, bool>& memo) {
    std::sort(heaps.begin(), heaps.end());
    if (const auto known = memo.find(heaps); known != memo.end()) return known->second;
    bool has_move = false;
    bool wins = false;
    for (std::size_t place = 0; place < heaps.size() && !wins; ++place) {
        for (const Sum& left : moves(digits, heaps[place])) {
            Sum after = heaps;
            after.erase(after.begin() + static_cast<std::ptrdiff_t>(place));
            after.insert(after.end(), left.begin(), left.end());
            has_move = true;
            wins = wins || is_lost(digits, after, memo);
        }
    }
    return memo[heaps] = has_move && !wins;
}

}  // namespace

TEST(the_quotient_of_kayles) {
    Solver solver(256);
    add_heaps(solver, {0, 7, 7}, 170);
    CHECK(solver.monoid().size == 40);
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> growth{
        {1, 2}, {2, 6}, {5, 12}, {9, 18}, {12, 24}, {25, 32}, {27, 40}};
    CHECK(solver.growth() == growth);
    CHECK(solver.pairs() == 1417);
}

TEST(quotients_agree_with_the_outcomes_of_sums) {
    for (const std::vector<unsigned>& digits :
         {std::vector<unsigned>{0, 7, 7}, {0, 1, 2, 3}, {4, 5, 6}, {0, 1, 4, 4}, {0, 7, 1}}) {
        Solver solver(256);
        add_heaps(solver, digits, 12);
        std::map<Sum, bool> memo;
        for (std::uint32_t a = 0; a <= 8; ++a) {
            for (std::uint32_t b = 0; b <= a; ++b) {
                for (std::uint32_t c = 0; c <= b; ++c) {
                    const Sum heaps{a, b, c};
                    const auto image = solver.monoid().image(heaps, solver.images());
                    CHECK((solver.monoid().losing[image] != 0) == is_lost(digits, heaps, memo));
                }
            }
        }
    }
}

TEST(a_refused_game_leaves_the_quotient_as_it_was) {
    Solver solver(20);
    add_heaps(solver, {0, 7, 7}, 11);
    CHECK(solver.monoid().size == 18);
    const auto images = solver.images();
    CHECK_THROWS(solver.add(moves({0, 7, 7}, 12), Limits{}, nullptr),
                 farstar::misere::TooManyElements);
    CHECK_THROWS(solver.add({{12}}, Limits{}, nullptr), std::invalid_argument);
    CHECK(solver.images() == images);
    CHECK(solver.monoid().size == 18);
}

TEST(a_budget_of_steps_stops_the_search_and_nothing_is_lost) {
    Solver whole(256);
    add_heaps(whole, {0, 7, 7}, 30);
    Solver halting(256);
    std::uint64_t steps = 40;
    int stops = 0;
    while (halting.images().size() <= 30) {
        Limits limits;
        limits.steps = steps;
        try {
            halting.add(moves({0, 7, 7}, static_cast<std::uint32_t>(halting.images().size())),
                        limits, nullptr);
        } catch (const farstar::BudgetExceeded&) {
            steps *= 2;
            ++stops;
        }
    }
    CHECK(stops > 0);
    CHECK(halting.images() == whole.images());
    CHECK(halting.monoid().table == whole.monoid().table);
}
