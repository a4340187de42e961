#include <algorithm>
#include <map>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "farstar/errors.hpp"
#include "sum_search.hpp"

namespace {

using farstar::kWeightUnits;
using farstar::SumGames;
using farstar::SumSearch;
using farstar::UpStarLadder;
using Answer = farstar::SumAnswer;

constexpr auto kNoPart = SumGames::kNoPart;

/// {5.up|0}, which is at least up + * and at most 4.up + * and has the weight {3|2}, and its
/// negative.
struct Pair {
    static constexpr std::int64_t kMean = 5 * kWeightUnits / 2;
    static constexpr std::int64_t kHeat = kWeightUnits / 2;
    SumSearch search;
    std::int32_t g;
    std::int32_t h;

    Pair() {
        const auto bounds =
            UpStarLadder::of_numbers({1, 1, 2, 1, 4, 1, 2, 4, kMean, kMean, kHeat, kHeat});
        g = search.games.add(bounds, {{kNoPart, {0, 5, 0}}}, {{kNoPart, {0, 0, 0}}});
        h = search.games.add(-bounds, {{kNoPart, {0, 0, 0}}}, {{kNoPart, {0, -5, 0}}});
        search.games.set_opposite(g, h);
    }
    Answer wins(std::vector<std::int32_t> parts, std::int64_t up, std::uint32_t star, bool left) {
        return search.wins(parts, {0, up, star}, left, 1000);
    }
};

/// Random games, and a search through their sums that knows no bounds: ups are played one by one.
class Family {
public:
    using AfterMove = SumGames::AfterMove;
    static constexpr std::int64_t kFar = 50;  // a bound that says nothing
    static constexpr std::int64_t kFarMean = kFar * kWeightUnits;

    explicit Family(std::uint32_t seed, std::int32_t count) : random_(seed) {
        for (std::int32_t g = 0; g < count; ++g) {
            sides_.emplace_back(side(g), side(g));
            search.games.add(UpStarLadder::of_numbers(
                                 {-kFar, 0, 0, -kFar, kFar, 0, 0, kFar, -kFarMean, kFarMean, 0, 0}),
                             sides_.back().first, sides_.back().second);
        }
    }

    bool plainly_wins(std::vector<std::int32_t> parts, std::int64_t up, std::uint32_t star,
                      bool left) {
        std::sort(parts.begin(), parts.end());
        const auto key = std::make_tuple(parts, up, star, left);
        const auto found = known_.find(key);
        if (found != known_.end()) return found->second;
        bool wins = false;
        const auto loses_after = [&](const std::vector<std::int32_t>& after, std::int64_t n,
                                     std::uint32_t m) {
            wins = wins || !plainly_wins(after, n, m, !left);
        };
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto& [mine, yours] = sides_[static_cast<std::size_t>(parts[i])];
            for (const AfterMove& move : left ? mine : yours) {
                std::vector<std::int32_t> after = parts;
                after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
                if (move.part != kNoPart) after.push_back(move.part);
                loses_after(after, up + move.constant.up, star ^ move.constant.star);
            }
        }
        for (std::uint32_t less = 0; less < star; ++less) loses_after(parts, up, less);
        // From up = {0|*} Left moves to 0 and Right to *, and the other way round from down.
        const std::int64_t nearer = up > 0 ? up - 1 : up + 1;
        if (up != 0) loses_after(parts, nearer, (up > 0) == left ? star : star ^ 1u);
        return known_[key] = wins;
    }

    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

    SumSearch search;

private:
    std::vector<AfterMove> side(std::int32_t below_this) {
        std::vector<AfterMove> moves(1 + below(2));
        for (AfterMove& move : moves) {
            const bool simple = below_this == 0 || below(4) == 0;
            move.part =
                simple ? kNoPart
                       : static_cast<std::int32_t>(below(static_cast<std::uint32_t>(below_this)));
            move.constant.up = static_cast<std::int64_t>(below(5)) - 2;
            move.constant.star = below(2);
        }
        return moves;
    }

    std::mt19937 random_;
    std::vector<std::pair<std::vector<AfterMove>, std::vector<AfterMove>>> sides_;
    std::map<std::tuple<std::vector<std::int32_t>, std::int64_t, std::uint32_t, bool>, bool> known_;
};

}  // namespace

TEST(a_search_finds_what_plain_play_finds) {
    std::uint64_t longest = 0;
    for (std::uint32_t seed = 0; seed < 16; ++seed) {
        Family family(seed, 12);
        for (int turn = 0; turn < 12; ++turn) {
            std::vector<std::int32_t> parts(3 + family.below(3));
            for (std::int32_t& part : parts) part = static_cast<std::int32_t>(family.below(12));
            const std::int64_t up = static_cast<std::int64_t>(family.below(5)) - 2;
            const std::uint32_t star = family.below(4);
            for (const bool left : {true, false}) {
                const std::uint64_t before = family.search.nodes();
                const Answer answer = family.search.wins(parts, {0, up, star}, left, 1000000);
                CHECK(answer != Answer::kUnknown);
                CHECK((answer == Answer::kWins) == family.plainly_wins(parts, up, star, left));
                longest = std::max(longest, family.search.nodes() - before);
            }
        }
    }
    CHECK(longest > 10);
}

TEST(sums_of_ups_and_stars_need_no_search) {
    SumSearch search;
    for (const bool left : {true, false}) {
        CHECK(search.wins({}, {0, 0, 0}, left, 1) == Answer::kLoses);
        CHECK(search.wins({}, {0, 0, 1}, left, 1) == Answer::kWins);
        CHECK(search.wins({}, {0, 1, 1}, left, 1) == Answer::kWins);
        CHECK((search.wins({}, {0, 2, 1}, left, 1) == Answer::kWins) == left);
        CHECK((search.wins({}, {0, -1, 0}, left, 1) == Answer::kLoses) == left);
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
    CHECK(pair.search.wins(parts, {0, -5, 0}, true, 1000) != Answer::kUnknown);
    const std::uint64_t before = pair.search.nodes();
    CHECK(pair.search.wins(parts, {0, -5, 0}, true, 1000) != Answer::kUnknown);
    CHECK(pair.search.nodes() == before);
}

TEST(a_search_holds_no_more_than_it_may) {
    Pair pair;
    const std::vector<std::int32_t> parts{pair.g, pair.g, pair.g, pair.h};
    const std::size_t before = pair.search.bytes();
    CHECK(before > 0);
    CHECK_THROWS(pair.search.wins(parts, {0, -5, 0}, true, 1000, before / 2),
                 farstar::BudgetExceeded);
    // What could not be remembered is found out again.
    CHECK(pair.search.wins(parts, {0, -5, 0}, true, 1000) != Answer::kUnknown);
    CHECK(pair.search.bytes() > before);
}

TEST(two_threads_find_what_one_finds) {
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        Family one(seed, 12);
        Family two(seed, 12);
        for (int turn = 0; turn < 12; ++turn) {
            std::vector<std::int32_t> parts(5);
            for (std::int32_t& part : parts) part = static_cast<std::int32_t>(one.below(12));
            for (const bool left : {true, false}) {
                const Answer answer = one.search.wins(parts, {}, left, 1000000);
                CHECK(answer != Answer::kUnknown);
                CHECK(answer == two.search.wins(parts, {}, left, 1000000, SIZE_MAX, 2));
            }
        }
    }
}

TEST(walls_are_followed_down_from_the_mast) {
    const farstar::ThermalWall wall{4, {3, 1}, {0, -1, 0}};
    CHECK(wall.at(5) == 4 && wall.at(3) == 4);
    CHECK(wall.at(2) == 5 && wall.at(1) == 6 && wall.at(0) == 6);
    const farstar::Temperatures few = farstar::spread_temperatures({7, 3, 7});
    CHECK(few.front() == 0 && few[1] == 3 && few.back() == 7);
    std::vector<std::int64_t> many(100);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<std::int64_t>(i) + 1;
    const farstar::Temperatures spread = farstar::spread_temperatures(many);
    CHECK(std::is_sorted(spread.begin(), spread.end()));
    CHECK(spread[1] == 1 && spread.back() == 100);
}

TEST(sums_of_switches_are_played_from_the_hottest_down) {
    std::mt19937 random(5);
    std::uint64_t searched = 0;
    for (int turn = 0; turn < 300; ++turn) {
        SumSearch search;
        std::vector<std::int64_t> heats;
        std::vector<std::int32_t> parts;
        const std::size_t count = 1 + random() % 7;
        while (heats.size() < count) {
            const auto heat = static_cast<std::int64_t>(1 + random() % 40);
            if (std::find(heats.begin(), heats.end(), heat) != heats.end()) continue;
            heats.push_back(heat);
            parts.push_back(search.games.add_hot({{0, {heat}, {0, -1}}, {0, {heat}, {0, 1}}},
                                                 {{kNoPart, {heat, 0, 0}}},
                                                 {{kNoPart, {-heat, 0, 0}}}));
        }
        std::sort(heats.rbegin(), heats.rend());
        const auto number = static_cast<std::int64_t>(random() % 21) - 10;
        std::int64_t gain = 0;
        for (std::size_t i = 0; i < count; ++i) gain += i % 2 == 0 ? heats[i] : -heats[i];
        for (const bool left : {true, false}) {
            // What the player who moves first gets; if that is 0, the last to move wins.
            const std::int64_t total = left ? number + gain : gain - number;
            const bool wins = total > 0 || (total == 0 && count % 2 == 1);
            const Answer answer = search.wins(parts, {number, 0, 0}, left, 100000);
            CHECK(answer == (wins ? Answer::kWins : Answer::kLoses));
        }
        searched += search.nodes();
    }
    CHECK(searched > 0);
}

TEST(infinitesimals_with_hot_followers_are_searched) {
    // Tiny of 1 = {0||0|-1} lies between 0 and up; the weight does not exist.
    SumSearch search;
    constexpr std::int64_t kFar = std::int64_t{1} << 38;
    const std::int32_t hot = search.games.add_hot({{-1, {1}, {0, -1}}, {-1, {1}, {0, 1}}},
                                                  {{kNoPart, {}}}, {{kNoPart, {-2, 0, 0}}});
    const auto ladder = UpStarLadder::of_numbers(
        {0, 0, 2, -kFar, 1, 0, 2, kFar, -kFar * kWeightUnits, kFar * kWeightUnits, 0, 0});
    const std::int32_t tiny = search.games.add(ladder, {{kNoPart, {}}}, {{hot, {}}});
    const std::vector<std::int32_t> parts{tiny, tiny};
    CHECK(search.wins(parts, {}, true, 1000) == Answer::kWins);
    CHECK(search.wins(parts, {}, false, 1000) == Answer::kLoses);
    // Many tinies are still less than up.
    CHECK(search.wins(parts, {0, -1, 0}, true, 1000) == Answer::kLoses);
    CHECK(search.wins(parts, {0, -1, 0}, false, 1000) == Answer::kWins);
    CHECK(search.nodes() > 0);
}

TEST(loaded_values_are_searched_as_the_engine_compares_them) {
    using farstar::Dyadic;
    using farstar::GameId;
    farstar::Engine engine;
    farstar::Store& store = engine.store();
    const std::size_t pinned = store.pinned();
    std::mt19937 random(11);
    std::uint64_t searched = 0;
    int refined = 0;
    for (int turn = 0; turn < 60; ++turn) {
        // Values that grow from each other: infinitesimal in every other turn, with numbers else.
        std::vector<GameId> values{store.zero()};
        const auto any = [&] { return values[random() % values.size()]; };
        while (values.size() < 12) {
            GameId g = engine.construct(std::vector{any(), any()}, std::vector{any(), any()});
            if (turn % 2 == 1 && random() % 3 == 0)
                g = engine.add(g, store.intern_number(Dyadic::make(random() % 2 == 0 ? 1 : -1, 1)));
            store.pin(g);
            values.push_back(g);
        }
        SumSearch search;
        for (int sum = 0; sum < 20; ++sum) {
            if (sum % 5 == 4) engine.collect();  // what was loaded stays
            if (sum == 10) refined += search.refine() ? 1 : 0;
            GameId total = store.zero();
            SumGames::Constant constant;
            std::vector<std::int32_t> parts;
            for (int i = 0; i < 4; ++i) {
                GameId g = any();
                total = engine.add(total, g);
                if (store.is_compact(g)) {
                    const farstar::Compact& c = store.compact(g);
                    const Dyadic& number = store.dyadic(c.number);
                    constant.number += number.small_numerator() << (32 - number.exponent());
                    constant.up += c.up;
                    constant.star ^= c.star;
                    continue;
                }
                const Dyadic mean = engine.thermograph(g).mean();
                constant.number +=
                    mean.small_numerator() * (std::int64_t{1} << (32 - mean.exponent()));
                parts.push_back(
                    search.loader.load(engine, engine.subtract(g, store.intern_number(mean))));
                CHECK(parts.back() != farstar::SumLoader::kUnfit);
            }
            for (const bool left : {true, false}) {
                const bool wins =
                    left ? !engine.geq(store.zero(), total) : !engine.geq(total, store.zero());
                CHECK(search.wins(parts, constant, left, 100000) ==
                      (wins ? Answer::kWins : Answer::kLoses));
            }
        }
        searched += search.nodes();
        for (const GameId g : std::span(values).subspan(1)) store.unpin(g);
    }
    CHECK(searched > 100);
    CHECK(refined > 5);
    CHECK(store.pinned() == pinned);
}

TEST(values_that_do_not_fit_are_refused) {
    using farstar::Dyadic;
    farstar::Engine engine;
    farstar::Store& store = engine.store();
    SumSearch search;
    // {n|-n} with a number that is too large or too fine, or with too many ups.
    for (const Dyadic& number :
         {Dyadic{std::int64_t{1} << 40}, Dyadic{1} + Dyadic::power_of_half(33),
          Dyadic::power_of_half(90)}) {
        const auto n = store.intern_number(number);
        const auto g = engine.construct(std::vector{n}, std::vector{engine.negate(n)});
        CHECK(search.loader.load(engine, g) == farstar::SumLoader::kUnfit);
    }
    const auto ups = store.intern_compact(Dyadic{0}, std::int64_t{1} << 31, 0);
    const auto g = engine.construct(std::vector{ups}, std::vector{store.zero()});
    CHECK(search.loader.load(engine, g) == farstar::SumLoader::kUnfit);
    CHECK(search.games.size() == 0);
}

TEST(parts_that_are_not_known_are_refused) {
    SumSearch search;
    CHECK_THROWS(search.wins(std::vector<std::int32_t>{0}, {}, true, 1), std::invalid_argument);
    CHECK_THROWS(search.games.add({}, {{5, {}}}, {}), std::invalid_argument);
    CHECK_THROWS(search.games.add_hot({{0, {1}, {0}}, {0, {}, {0}}}, {}, {}),
                 std::invalid_argument);
    const std::vector<std::int32_t> many(farstar::NumberedSum::kMostParts + 1, 0);
    CHECK_THROWS(search.wins(many, {}, true, 1), std::invalid_argument);
}
