// Collecting, and running out of memory at every place where that can happen.
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <vector>

#if defined(_WIN32)
#include <malloc.h>
#endif

#include "board_rules.hpp"
#include "check.hpp"
#include "farstar/engine.hpp"
#include "farstar/errors.hpp"
#include "partizan_euclid.hpp"
#include "sum_search.hpp"

namespace {

// How many allocations succeed from now on; negative: all.
long allowed = -1;

#if defined(_WIN32)  // its C library has no aligned_alloc
void* take(std::size_t bytes, std::size_t alignment) { return _aligned_malloc(bytes, alignment); }
void give_back(void* memory) { _aligned_free(memory); }
#else
void* take(std::size_t bytes, std::size_t alignment) {
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void give_back(void* memory) { std::free(memory); }
#endif

void* allocate(std::size_t bytes, std::size_t alignment) {
    if (allowed == 0) throw std::bad_alloc();
    if (allowed > 0) --allowed;
    void* memory = take(bytes, alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

// Every form of them: the sanitizers object to memory that is made in one way and freed in another.
void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new[](std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return allocate(bytes, alignof(std::max_align_t));
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { give_back(memory); }

namespace {

using namespace farstar;

/// Games that grow from each other, pinned while they are held.
class Grown {
public:
    explicit Grown(Engine& engine, unsigned seed) : engine_(engine), source_(seed) {}
    ~Grown() {
        for (const GameId g : held_) engine_.store().unpin(g);
    }
    Grown(const Grown&) = delete;
    Grown& operator=(const Grown&) = delete;

    void step() {
        held_.reserve(held_.size() + 1);
        const GameId g = next();
        engine_.store().pin(g);
        held_.push_back(g);
        if (held_.size() > 12) {
            const std::size_t at = below(held_.size());
            engine_.store().unpin(held_[at]);
            held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    const std::vector<GameId>& held() const { return held_; }

private:
    std::size_t below(std::size_t n) { return source_() % n; }
    GameId any() {
        if (held_.empty() || below(4) == 0) {
            const auto number = static_cast<std::int64_t>(below(7)) - 3;
            return engine_.store().intern_compact(Dyadic::make(number, below(3)), 0,
                                                  static_cast<std::uint32_t>(below(3)));
        }
        return held_[below(held_.size())];
    }
    GameId next() {
        switch (below(6)) {
            case 0:
                return engine_.negate(any());
            case 1: {
                // Not too large, or the sums explode.
                const GameId g = any();
                return engine_.add(g, engine_.store().intern_compact(Dyadic{1}, 1, 1));
            }
            case 2: {
                const GameId g = any();
                engine_.thermograph(g);
                try {
                    return engine_.atomic_weight(g);
                } catch (const NotAtomic&) {
                    return g;
                }
            }
            case 3:
                return engine_.store().intern_number(
                    Dyadic{static_cast<std::int64_t>(below(1000))} + Dyadic::power_of_half(70));
            default: {
                std::vector<GameId> sides[2];
                for (auto& side : sides) {
                    for (std::size_t n = 1 + below(2); n > 0; --n) side.push_back(any());
                }
                return engine_.construct(sides[0], sides[1]);
            }
        }
    }

    Engine& engine_;
    std::mt19937 source_;
    std::vector<GameId> held_;
};

// Laws that a broken store would hardly obey: each game is found again from its options, also after
// a collection that keeps results.
bool is_sound(Engine& engine, const std::vector<GameId>& games) {
    for (const GameId g : games) {
        const Options l = engine.store().left(g);
        const Options r = engine.store().right(g);
        const std::vector<GameId> left(l.begin(), l.end());
        const std::vector<GameId> right(r.begin(), r.end());
        const GameId negative = engine.negate(g);
        if (engine.construct(left, right) != g || engine.negate(negative) != g ||
            engine.add(g, negative) != engine.store().zero() ||
            engine.thermograph(negative).mean() != -engine.thermograph(g).mean())
            return false;
    }
    return true;
}

/// Fail at the first allocation, then at the second, and so on until `work` has enough; after each
/// failure `check` must hold.
template <typename Work, typename Check>
long fail_everywhere(Work work, Check check) {
    for (long n = 0;; ++n) {
        bool failed = false;
        allowed = n;
        try {
            work();
        } catch (const std::bad_alloc&) {
            failed = true;
        }
        allowed = -1;
        CHECK(check());
        if (!failed) return n;
    }
}

}  // namespace

TEST(what_is_no_longer_needed_is_collected_without_being_told) {
    Engine engine;
    engine.set_least_garbage(1 << 20);
    const GameId kept = engine.construct(std::vector{engine.store().intern_number(Dyadic{3})},
                                         std::vector{engine.store().zero()});
    engine.store().pin(kept);
    const std::size_t before = engine.bytes();
    std::size_t most = 0;
    for (std::int64_t n = 1; n < 60'000; ++n) {
        engine.collect_if_due();
        const GameId hot = engine.construct(std::vector{engine.store().intern_number(Dyadic{n})},
                                            std::vector{engine.store().intern_number(Dyadic{-n})});
        engine.thermograph(engine.add(hot, kept));
        most = std::max(most, engine.bytes());
    }
    CHECK(most < before + (std::size_t{4} << 20));
    CHECK(engine.store().left_stop(kept) == Dyadic{3});
    engine.store().unpin(kept);
}

TEST(results_about_games_that_stay_are_kept) {
    Engine engine;
    engine.set_least_garbage(0);
    Grown grown(engine, 3);
    for (int i = 0; i < 200; ++i) grown.step();
    const GameId g = grown.held()[0];
    const GameId h = engine.construct(std::vector{g}, std::vector{grown.held()[1]});
    const GameId sum = engine.add(g, h);
    for (const GameId x : {h, sum}) engine.store().pin(x);
    const Dyadic mean = engine.thermograph(h).mean();
    const std::size_t games = engine.store().games();
    for (int i = 0; i < 3; ++i) {
        engine.set_least_garbage(0);
        for (std::int64_t n = 0; n < 5000; ++n)
            engine.store().intern_number(Dyadic{n + i * 10'000});
        engine.collect_if_due();
        CHECK(engine.store().games() < games + 5000);
        CHECK(engine.add_if_known(g, h) == sum);
        CHECK(engine.stats().thermographs > 0);
        CHECK(engine.thermograph(h).mean() == mean);
        CHECK(is_sound(engine, grown.held()));
    }
    for (const GameId x : {h, sum}) engine.store().unpin(x);
}

TEST(thermographs_are_moved_only_if_many_of_them_go) {
    Engine engine;
    std::vector<GameId> hot;
    // Their corners are large dyadics, which must be kept as well.
    for (std::int64_t n = 1; n <= 400; ++n) {
        const Dyadic x = Dyadic{n} + Dyadic::power_of_half(70);
        hot.push_back(engine.construct(std::vector{engine.store().intern_number(x)},
                                       std::vector{engine.store().intern_number(-x)}));
        engine.store().pin(hot.back());
        CHECK(engine.thermograph(hot.back()).temperature() == x);
    }
    const std::size_t all = engine.stats().thermographs;
    const auto let_go = [&](std::size_t count) {
        while (count-- > 0) {
            engine.store().unpin(hot.back());
            hot.pop_back();
        }
        engine.set_least_garbage(0);
        for (std::int64_t n = 0; n < 50'000; ++n) engine.store().intern_number(Dyadic{1000 + n});
        const std::size_t before = engine.stats().collections;
        engine.collect_if_due();
        CHECK(engine.stats().collections == before + 1);
        for (std::size_t i = 0; i < hot.size(); ++i) {
            const Dyadic x = Dyadic{static_cast<std::int64_t>(i) + 1} + Dyadic::power_of_half(70);
            CHECK(engine.thermograph(hot[i]).temperature() == x);
        }
    };
    let_go(4);
    CHECK(engine.stats().thermographs == all);
    let_go(196);
    CHECK(engine.stats().thermographs <= all / 2 + 8);
    let_go(200);
    CHECK(engine.stats().thermographs <= 8);
}

TEST(a_memo_that_is_in_use_is_kept_and_one_that_is_not_goes) {
    Engine engine;
    Solver<Domineering> solver;
    engine.attach(solver);
    Board<1> board;
    board.box = {4, 5};
    board.planes[0] = board.box.all();
    auto make_garbage = [&, n = std::int64_t{0}]() mutable {
        engine.set_least_garbage(0);
        for (int i = 0; i < 100'000; ++i) engine.store().intern_number(Dyadic{++n});
        engine.collect_if_due();
    };
    const GameId value = solver.value(engine, board);
    engine.store().pin(value);
    make_garbage();
    const std::size_t useful = solver.size();
    CHECK(useful > 100);
    CHECK(solver.value(engine, board) == value);
    make_garbage();
    CHECK(solver.size() > 0);
    CHECK(solver.value(engine, board) == value);
    make_garbage();
    make_garbage();
    CHECK(solver.size() == 0);
    CHECK(solver.value(engine, board) == value);
    engine.store().unpin(value);
}

TEST(the_engine_survives_the_failure_of_any_allocation) {
    Engine engine;
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const long most = fail_everywhere(
            [&] {
                engine.begin({}, nullptr);
                Grown grown(engine, seed);
                for (int i = 0; i < 60; ++i) grown.step();
                engine.set_least_garbage(0);
                engine.collect_if_due();
                for (int i = 0; i < 20; ++i) grown.step();
                engine.collect();
            },
            [&, round = 0]() mutable {
                engine.begin({}, nullptr);
                if (++round % 3 != 0) engine.collect();
                Grown grown(engine, seed + 100);
                for (int i = 0; i < 15; ++i) grown.step();
                return is_sound(engine, grown.held());
            });
        CHECK(most > 50);
    }
}

TEST(kernels_and_rulesets_survive_the_failure_of_any_allocation) {
    Engine engine;
    Solver<Domineering> solver;
    engine.attach(solver);
    Board<1> board;
    board.box = {3, 4};
    board.planes[0] = board.box.all();
    const GameId value = solver.value(engine, board);
    engine.store().pin(value);
    fail_everywhere(
        [&] {
            engine.collect();
            solver.value(engine, board);
            partizan_euclid_values(engine, 40);
        },
        [&] { return solver.value(engine, board) == value; });
    engine.store().unpin(value);
}

TEST(a_search_through_sums_goes_on_after_the_failure_of_any_allocation) {
    Engine engine;
    Store& store = engine.store();
    const auto made = [&](const std::vector<GameId>& left, const std::vector<GameId>& right) {
        const GameId g = engine.construct(left, right);
        store.pin(g);
        return g;
    };
    // {^^*|0}, {0|{^^*|0}}, the negative of {^5|0}, and the hot {1|{0|-2}}, whose mean is split
    // off.
    const GameId zero = store.zero();
    const GameId swing = made({store.intern_compact(Dyadic{0}, 2, 1)}, {zero});
    const GameId two = made({zero}, {swing});
    const GameId five = made({zero}, {store.intern_compact(Dyadic{0}, -5, 0)});
    const GameId one = made({store.intern_number(Dyadic{1})}, {store.intern_number(Dyadic{-1})});
    const std::vector<GameId> games{swing, two, five, five, one, one};
    std::optional<SumSearch> search;
    const auto answers = [&] {
        std::vector<std::int32_t> parts;
        for (const GameId g : games) parts.push_back(search->loader.load(engine, g));
        std::vector<SumAnswer> result{search->wins(parts, {0, 2, 0}, true, 10'000),
                                      search->wins(parts, {0, 2, 0}, false, 10'000)};
        search->refine();
        for (const bool left : {true, false})
            result.push_back(search->wins(parts, {0, 3, 1}, left, 10'000));
        return result;
    };
    search.emplace();
    const std::vector<SumAnswer> right = answers();
    for (const SumAnswer answer : right) CHECK(answer != SumAnswer::kUnknown);
    fail_everywhere(
        [&] {
            search.emplace();
            answers();
        },
        [&] {
            if (!search) search.emplace();
            return answers() == right;
        });
    search.reset();
    for (const GameId g : {swing, two, five, one}) store.unpin(g);
}
