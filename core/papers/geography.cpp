#include "geography.hpp"

#include <algorithm>
#include <initializer_list>

#include "farstar/errors.hpp"

namespace farstar {

GeographyTable geography_values(Engine& engine, std::uint32_t bound) {
    if (bound > 600) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "table too large: expected a bound of at most 600");
    }
    GeographyTable table{bound, {}};
    const std::size_t places = (bound + std::size_t{1}) * bound * (bound + std::size_t{1});
    table.games = engine.empty_table(places);
    Store& store = engine.store();
    const auto b_value = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return store.intern_number(Dyadic{std::int64_t{x} + std::min(y, z) - 1});
    };
    std::vector<GameId> left;
    for (std::uint32_t x = 0; x <= bound; ++x) {
        // y + z stays the same along Left's moves: one chain for each sum.
        for (std::uint32_t sum = 1; sum <= 2 * bound; ++sum) {
            GameId before = kNone;
            for (std::uint32_t y = 1; y <= std::min(sum, bound); ++y) {
                engine.step();
                const std::uint32_t z = sum - y;
                left.clear();
                if (x > 0) left.push_back(b_value(x, y - 1, z + 1));
                if (before != kNone) left.push_back(before);
                const GameId right = b_value(z + 1, y - 1, x);
                before = engine.construct(left, {&right, 1});
                if (z <= bound) table.games[table.place(x, y, z)] = before;
            }
        }
    }
    return table;
}

GameId geography_form(Engine& engine, std::int64_t p, std::int64_t q,
                      std::span<const Layers> runs) {
    Store& store = engine.store();
    const auto braces = [&](std::initializer_list<GameId> left, std::int64_t right) {
        engine.step();
        const GameId number = store.intern_number(Dyadic{right});
        return engine.construct({left.begin(), left.size()}, {&number, 1});
    };
    GameId inner = braces({store.intern_number(Dyadic{p})}, q);
    for (const Layers& run : runs) {
        for (std::uint64_t i = run.times; i-- > 0;) {
            const auto shift = static_cast<std::int64_t>(i);
            const std::int64_t right = run.right + shift * run.step;
            inner = run.left
                        ? braces({store.intern_number(Dyadic{*run.left + shift}), inner}, right)
                        : braces({inner}, right);
        }
    }
    return inner;
}

}  // namespace farstar
