#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "farstar/errors.hpp"
#include "sum_search.hpp"

namespace {

using farstar::SumSearch;
using Answer = SumSearch::Answer;

constexpr auto kNoPart = SumSearch::kNoPart;

/// {5.up|0}, which is at least up + * and at most 4.up + *, and its negative.
struct Pair {
    SumSearch search;
    std::int32_t g;
    std::int32_t h;

    Pair() {
        g = search.add({1, 1, 2, 1, 4, 1, 2, 4}, {{kNoPart, 5, 0}}, {{kNoPart, 0, 0}});
        h = search.add({-4, 1, 2, -4, -1, 1, 2, -1}, {{kNoPart, 0, 0}}, {{kNoPart, -5, 0}});
        search.set_opposite(g, h);
    }
    Answer wins(std::vector<std::int32_t> parts, std::int64_t up, std::uint32_t star, bool left) {
        return search.wins(parts, up, star, left, 1000);
    }
};

}  // namespace

TEST(sums_of_ups_and_stars_need_no_search) {
    SumSearch search;
    for (const bool left : {true, false}) {
        CHECK(search.wins({}, 0, 0, left, 1) == Answer::kLoses);
        CHECK(search.wins({}, 0, 1, left, 1) == Answer::kWins);
        CHECK(search.wins({}, 1, 1, left, 1) == Answer::kWins);
        CHECK((search.wins({}, 2, 1, left, 1) == Answer::kWins) == left);
        CHECK((search.wins({}, -1, 0, left, 1) == Answer::kLoses) == left);
    }
    CHECK(search.nodes() == 0);
}

TEST(opposite_games_cancel) {
    Pair pair;
    for (const bool left : {true, false}) {
        CHECK(pair.wins({pair.g, pair.h}, 0, 0, left) == Answer::kLoses);
        CHECK(pair.wins({pair.g, pair.h, pair.g, pair.h}, 0, 2, left) == Answer::kWins);
    }
}

TEST(a_search_finds_what_the_bounds_do_not) {
    Pair pair;
    // The outcomes of 2.{5.up|0} + n.up + *m for n from -12, by canonical forms.
    const std::string plain = "RRRRRRRPLLLLLL";
    const std::string starred = "RRRRRRNNNLLLLL";
    for (std::uint32_t star = 0; star < 2; ++star) {
        const std::string& expected = star == 0 ? plain : starred;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const std::int64_t up = static_cast<std::int64_t>(i) - 12;
            const char outcome = expected[i];
            const bool left = outcome == 'L' || outcome == 'N';
            const bool right = outcome == 'R' || outcome == 'N';
            CHECK((pair.wins({pair.g, pair.g}, up, star, true) == Answer::kWins) == left);
            CHECK((pair.wins({pair.g, pair.g}, up, star, false) == Answer::kWins) == right);
        }
    }
    CHECK(pair.search.nodes() > 0);
}

TEST(a_search_stops_at_its_limit_and_remembers) {
    Pair pair;
    const std::vector<std::int32_t> parts{pair.g, pair.g, pair.g, pair.h};
    CHECK(pair.search.wins(parts, -5, 0, true, 1000) != Answer::kUnknown);
    const std::uint64_t before = pair.search.nodes();
    CHECK(pair.search.wins(parts, -5, 0, true, 1000) != Answer::kUnknown);
    CHECK(pair.search.nodes() == before);
}

TEST(a_search_holds_no_more_than_it_may) {
    Pair pair;
    const std::vector<std::int32_t> parts{pair.g, pair.g, pair.g, pair.h};
    const std::size_t before = pair.search.bytes();
    CHECK(before > 0);
    CHECK_THROWS(pair.search.wins(parts, -5, 0, true, 1000, before / 2), farstar::BudgetExceeded);
    // What could not be remembered is found out again.
    CHECK(pair.search.wins(parts, -5, 0, true, 1000) != Answer::kUnknown);
    CHECK(pair.search.bytes() > before);
}

TEST(parts_that_are_not_known_are_refused) {
    SumSearch search;
    CHECK_THROWS(search.wins(std::vector<std::int32_t>{0}, 0, 0, true, 1), std::invalid_argument);
    CHECK_THROWS(search.add({}, {{5, 0, 0}}, {}), std::invalid_argument);
    const std::vector<std::int32_t> many(SumSearch::kMostParts + 1, 0);
    CHECK_THROWS(search.wins(many, 0, 0, true, 1), std::invalid_argument);
}
