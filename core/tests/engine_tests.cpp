#include <array>
#include <chrono>
#include <numeric>
#include <random>

#include "check.hpp"
#include "farstar/engine.hpp"
#include "farstar/errors.hpp"
#include "partizan_euclid.hpp"

using namespace farstar;

namespace {

struct Games {
    Engine engine;

    GameId number(std::int64_t n, std::uint32_t exponent = 0) {
        return engine.store().intern_number(Dyadic::make(n, exponent));
    }
    GameId ups(std::int64_t n, std::uint32_t star = 0) {
        return engine.store().intern_compact(Dyadic{}, n, star);
    }
    GameId star(std::uint32_t m) { return ups(0, m); }
    GameId game(std::vector<GameId> left, std::vector<GameId> right) {
        return engine.construct(left, right);
    }
    GameId random(std::mt19937& source, int depth) {
        if (depth == 0 || source() % 4 == 0) {
            const auto ups_and_star = [&] {
                return ups(static_cast<int>(source() % 3) - 1, source() % 4);
            };
            return source() % 2 ? ups_and_star()
                                : number(static_cast<int>(source() % 9) - 4, source() % 2);
        }
        std::vector<GameId> sides[2];
        for (auto& side : sides) {
            for (auto n = 1 + source() % 2; n > 0; --n) side.push_back(random(source, depth - 1));
        }
        return game(sides[0], sides[1]);
    }
    // The definition, without caches or short cuts, on canonical options.
    bool plainly_geq(GameId g, GameId h) {
        for (GameId x : engine.store().right(g)) {
            if (plainly_geq(h, x)) return false;
        }
        for (GameId x : engine.store().left(h)) {
            if (plainly_geq(x, g)) return false;
        }
        return true;
    }
    // Scaffolds of all options; only an integer is given.
    Thermograph plain_thermograph(GameId g) {
        Store& store = engine.store();
        if (store.is_number(g) && store.left_stop(g).is_integer())
            return Thermograph::mast(store.left_stop(g));
        Trajectory scaffolds[2];
        for (const bool left : {true, false}) {
            const int sign = left ? 1 : -1;
            Trajectory& scaffold = scaffolds[left ? 0 : 1];
            for (GameId x : left ? store.left(g) : store.right(g)) {
                const Thermograph t = plain_thermograph(x);
                const Trajectory taxed = tilted(left ? t.right : t.left, -sign);
                scaffold = scaffold.slopes.empty() ? taxed : outermost(scaffold, taxed, sign);
            }
        }
        return between_scaffolds(scaffolds[0], scaffolds[1]);
    }
};

// Counts how often it is asked.
struct CountingToken : StopToken {
    int polls = 0;
    bool stop_requested() override {
        ++polls;
        return false;
    }
};

}  // namespace

TEST(small_forms_are_recognised) {
    Games g;
    const GameId zero = g.number(0);
    CHECK(g.game({}, {}) == zero);
    CHECK(g.game({g.number(1)}, {}) == g.number(2));
    CHECK(g.game({zero}, {g.number(1)}) == g.number(1, 1));
    CHECK(g.game({zero}, {zero}) == g.star(1));
    CHECK(g.game({zero, g.star(1)}, {zero, g.star(1)}) == g.star(2));
    CHECK(g.game({zero}, {g.star(1)}) == g.ups(1));
    CHECK(g.game({zero}, {g.ups(1, 5)}) == g.ups(2, 4));
    CHECK(g.game({zero, g.star(1)}, {zero}) == g.ups(1, 1));
    CHECK(g.game({g.star(1)}, {zero}) == g.ups(-1));
    CHECK(g.game({g.ups(3, 1)}, {zero}) != g.ups(4));
    CHECK(g.game({g.star(1)}, {g.star(1)}) == zero);
    CHECK(g.game({g.number(2)}, {g.number(-5, 1)}) != g.number(0));
}

TEST(compact_values_list_their_canonical_options) {
    Games g;
    for (const std::int64_t up : {-3, -2, -1, 0, 1, 2, 3}) {
        for (std::uint32_t star = 0; star < 5; ++star) {
            for (const std::int64_t number : {-2, 0, 3}) {
                const GameId x = g.engine.store().intern_compact(Dyadic::make(number, 2), up, star);
                const Options l = g.engine.store().left(x);
                const Options r = g.engine.store().right(x);
                CHECK(g.game({l.begin(), l.end()}, {r.begin(), r.end()}) == x);
            }
        }
    }
}

TEST(order_agrees_with_its_definition) {
    Games g;
    std::mt19937 source(7);
    std::vector<GameId> games;
    for (int i = 0; i < 60; ++i) games.push_back(g.random(source, 2));
    int comparable = 0;
    for (GameId a : games) {
        for (GameId b : games) {
            CHECK(g.engine.geq(a, b) == g.plainly_geq(a, b));
            comparable += g.engine.geq(a, b) ? 1 : 0;
        }
    }
    CHECK(comparable > 200 && comparable < 3400);
}

TEST(games_form_a_partially_ordered_group) {
    Games g;
    std::mt19937 source(11);
    for (int i = 0; i < 300; ++i) {
        const GameId a = g.random(source, 3);
        const GameId b = g.random(source, 3);
        const GameId c = g.random(source, 2);
        Engine& e = g.engine;
        CHECK(e.add(a, e.negate(a)) == e.store().zero());
        CHECK(e.negate(e.negate(a)) == a);
        CHECK(e.add(a, b) == e.add(b, a));
        CHECK(e.add(e.add(a, b), c) == e.add(a, e.add(b, c)));
        CHECK(e.geq(a, b) == e.geq(e.add(a, c), e.add(b, c)));
        CHECK(e.geq(a, b) == e.geq(e.subtract(a, b), e.store().zero()));
        CHECK(e.thermograph(e.add(a, b)).mean() ==
              e.thermograph(a).mean() + e.thermograph(b).mean());
    }
}

TEST(thermographs_have_the_known_corners) {
    Games g;
    const auto check = [&](GameId x, const Dyadic& mean, const Dyadic& temperature) {
        CHECK(g.engine.thermograph(x).mean() == mean);
        CHECK(g.engine.thermograph(x).temperature() == temperature);
    };
    check(g.number(5), Dyadic{5}, Dyadic{-1});
    check(g.number(3, 2), Dyadic::make(3, 2), Dyadic::make(-1, 2));
    check(g.star(3), Dyadic{}, Dyadic{});
    check(g.game({g.number(1)}, {g.number(-1)}), Dyadic{}, Dyadic{1});
    // {3|0||vv*|-1*}: scaffolds that coincide on an interval leave the mast at its bottom.
    const GameId left = g.game({g.number(3)}, {g.number(0)});
    const GameId minus_one_star = g.engine.add(g.number(-1), g.star(1));
    const GameId right = g.game({g.ups(-2, 1)}, {minus_one_star});
    check(g.game({left}, {right}), Dyadic{}, Dyadic{});
}

TEST(thermographs_of_compact_values_agree_with_those_of_their_options) {
    Games g;
    for (std::int64_t n = -130; n <= 130; ++n) {
        CHECK(g.engine.thermograph(g.number(n, 6)) == g.plain_thermograph(g.number(n, 6)));
    }
    for (const std::int64_t n : {-5, 1, 8, 11}) {
        for (std::int64_t up = -5; up <= 5; ++up) {
            for (std::uint32_t star = 0; star < 6; ++star) {
                const GameId x = g.engine.store().intern_compact(Dyadic::make(n, 3), up, star);
                CHECK(g.engine.thermograph(x) == g.plain_thermograph(x));
            }
        }
    }
}

TEST(thermographs_of_extreme_compact_values_take_few_steps) {
    Games g;
    Limits limits;
    limits.steps = 1000;
    g.engine.begin(limits, nullptr);
    const GameId ups = g.engine.store().intern_compact(Dyadic::make(1, 1), 1'000'000'000'000, 5);
    const GameId star = g.engine.store().intern_compact(Dyadic::make(1, 1), 0, 1'000'000'000);
    const GameId hot = g.game({star}, {g.number(-1)});
    const GameId fine = g.engine.store().intern_number(Dyadic::power_of_half(1 << 19));
    CHECK(g.engine.thermograph(g.game({ups}, {g.number(0)})).mean() == Dyadic::make(1, 2));
    CHECK(g.engine.thermograph(hot).mean() == Dyadic::make(-1, 2));
    CHECK(g.engine.thermograph(g.game({g.number(1)}, {fine})).temperature() ==
          (Dyadic{1} - Dyadic::power_of_half(1 << 19)).half());
}

TEST(wide_and_large_work_is_polled) {
    Games g;
    CountingToken token;
    const auto polls_of = [&](auto work) {
        g.engine.begin({}, &token);
        token.polls = 0;
        work();
        return token.polls;
    };
    std::vector<GameId> side;
    for (std::int64_t n = 1; n <= 300; ++n) {
        side.push_back(g.game({g.number(1000 - n)}, {g.number(n)}));
        side.push_back(g.game({g.number(2000 - n)}, {g.number(n - 1000)}));
    }
    const GameId wide = g.game(side, {g.number(-5000)});
    CHECK(polls_of([&] { g.engine.thermograph(wide); }) >= 1);
    const auto add_large = [&] {
        for (std::int64_t n = 1; n <= 100; ++n) {
            g.engine.step();
            (void)(Dyadic::power_of_half(200'000) + Dyadic{n});
        }
    };
    CHECK(polls_of(add_large) >= 3);
}

TEST(atomic_weights_add_and_change_sign) {
    Games g;
    Engine& e = g.engine;
    CHECK(e.atomic_weight(g.ups(7, 3)) == g.number(7));
    CHECK_THROWS(e.atomic_weight(g.number(1)), NotAtomic);
    CHECK_THROWS(e.atomic_weight(g.game({g.number(1)}, {g.number(-1)})), NotAtomic);
    const GameId tiny = g.game({g.number(0)}, {g.game({g.number(0)}, {g.number(-1)})});
    CHECK(e.atomic_weight(tiny) == g.number(0));
    const EuclidTable table = partizan_euclid_values(e, 40);
    std::vector<GameId> values;
    for (GameId x : table.cells()) {
        if (x != kNone) values.push_back(x);
    }
    for (std::size_t i = 0; i < values.size(); i += 3) {
        const GameId a = values[i];
        const GameId b = values[values.size() - 1 - i];
        CHECK(e.atomic_weight(e.negate(a)) == e.negate(e.atomic_weight(a)));
        CHECK(e.atomic_weight(e.add(a, b)) == e.add(e.atomic_weight(a), e.atomic_weight(b)));
    }
}

TEST(the_kernel_fills_exactly_the_coprime_standard_positions) {
    Games g;
    const std::uint32_t bound = 60;
    const EuclidTable table = partizan_euclid_values(g.engine, bound);
    std::size_t places = 0;
    for (std::uint32_t p = 3; p <= bound; ++p) {
        for (std::uint32_t q = p / 2 + 1; q < p; ++q, ++places) {
            CHECK((table.at(p, q) != kNone) == (std::gcd(p, q) == 1));
            if (std::gcd(p, q) != 1) continue;
            // From the rules: (q, t) and (q, q - t), made standard by taking q off while p > 2q.
            const auto value = [&](std::uint32_t a, std::uint32_t b) {
                return b == 1 ? g.number(0) : table.at(b + a % b, b);
            };
            const std::uint32_t t = p % q;
            CHECK(table.at(p, q) == g.game({value(q, t)}, {value(q, q - t)}));
        }
    }
    CHECK(places == table.cells().size());
}

TEST(a_table_can_be_stopped_while_it_is_allocated) {
    // Asked for the third time, it stops the work.
    struct Third : StopToken {
        int polls = 0;
        bool stop_requested() override { return ++polls == 3; }
    } third;
    Engine engine;
    engine.begin({}, &third);
    // Sixty-four blocks, of which only the first ones are written to.
    CHECK_THROWS(engine.empty_table(std::size_t{1} << 26), Interrupted);
    CHECK(third.polls == 3);
    engine.begin({}, nullptr);
    const std::vector<GameId> table = engine.empty_table((std::size_t{1} << 20) + 1);
    CHECK(table.size() == (std::size_t{1} << 20) + 1);
    CHECK(table.back() == kNone);
}

TEST(budgets_stop_the_work_and_leave_the_engine_usable) {
    Games g;
    const auto hard = [&] {
        GameId sum = g.number(0);
        for (std::int64_t n = 1; n < 40; ++n) {
            const GameId inner = g.game({g.number(n - 2)}, {g.number(-n)});
            sum = g.engine.add(sum, g.game({g.number(n)}, {g.game({g.number(n - 1)}, {inner})}));
        }
        return sum;
    };
    Limits steps;
    steps.steps = 10000;
    g.engine.begin(steps, nullptr);
    CHECK_THROWS(hard(), BudgetExceeded);
    Limits time;
    time.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    g.engine.begin(time, nullptr);
    CHECK_THROWS(hard(), BudgetExceeded);
    g.engine.collect();
    Limits memory;
    memory.memory = 4 << 20;
    g.engine.begin(memory, nullptr);
    CHECK_THROWS(hard(), BudgetExceeded);
    g.engine.collect();
    g.engine.begin(memory, nullptr);
    CHECK_THROWS(partizan_euclid_values(g.engine, 50'000), BudgetExceeded);
    g.engine.begin({}, nullptr);
    CHECK(g.game({g.number(0)}, {g.star(1)}) == g.ups(1));
    Limits most;
    most.steps = UINT64_MAX;
    g.engine.begin(most, nullptr);
    CHECK(g.game({g.number(0)}, {g.number(0)}) == g.star(1));
}

TEST(collecting_keeps_what_is_pinned_and_frees_the_rest) {
    Games g;
    Engine& e = g.engine;
    std::mt19937 source(5);
    std::vector<GameId> kept;
    std::vector<GameId> negatives;
    for (int i = 0; i < 200; ++i) {
        const GameId x = g.random(source, 3);
        if (i % 4 != 0) continue;
        kept.push_back(x);
        negatives.push_back(e.negate(x));
        e.store().pin(x);
        e.store().pin(negatives.back());
    }
    const std::size_t before = e.store().games();
    CHECK(e.collect() > 0);
    CHECK(e.store().games() < before);
    CHECK(e.collect() == 0);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        CHECK(e.negate(kept[i]) == negatives[i]);
        CHECK(e.add(kept[i], negatives[i]) == e.store().zero());
        e.store().unpin(kept[i]);
        e.store().unpin(negatives[i]);
    }
    e.collect();
    CHECK(e.store().games() == 1);
}

TEST(collecting_forgets_numbers) {
    Games g;
    Engine& e = g.engine;
    const Dyadic large = Dyadic::power_of_half(3000) + Dyadic{1};
    const GameId kept = e.store().intern_number(large);
    e.store().pin(kept);
    e.collect();
    const std::size_t before = e.bytes();
    for (int round = 0; round < 3; ++round) {
        for (std::uint32_t n = 1; n <= 6000; ++n) {
            e.store().intern_number(Dyadic{n} + Dyadic::power_of_half(n));
        }
        CHECK(e.bytes() > before + 1'000'000);
        e.collect();
        CHECK(e.bytes() == before);
    }
    CHECK(e.store().left_stop(kept) == large);
    CHECK(e.store().intern_number(large) == kept);
    CHECK(e.subtract(kept, g.number(1)) == e.store().intern_number(Dyadic::power_of_half(3000)));
}

TEST(deep_and_wide_games_are_ordinary) {
    Games g;
    GameId deep = g.game({g.number(1)}, {g.number(0)});
    for (std::int64_t n = 1; n <= 10000; ++n) deep = g.game({deep}, {g.number(-n)});
    CHECK(g.engine.add(deep, g.engine.negate(deep)) == g.number(0));
    CHECK(g.engine.thermograph(deep).left.slopes.size() >= 1);
    std::vector<GameId> many;
    for (std::int64_t n = 0; n < 20000; ++n) many.push_back(g.number(n, 3));
    CHECK(g.game(many, {}) == g.number(2500));
    const GameId far = g.number(1'000'000'000'000);
    CHECK(g.game({far}, {g.number(0)}) != far);
    CHECK_THROWS(g.engine.store().left(g.star(1u << 20)), BudgetExceeded);
}
