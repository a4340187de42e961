#include <vector>

#include "check.hpp"
#include "farstar/engine.hpp"
#include "farstar/errors.hpp"
#include "heap_patterns.hpp"

namespace {

using namespace farstar;

constexpr LinearForm kA{0, {1, 0, 0, 0}};
constexpr LinearForm kB{0, {0, 1, 0, 0}};
constexpr LinearForm kShared{0, {1, 1, -1, 0}};  // a + b = n

/// n + taken -> a + b.
HeapPattern split_after_taking(std::int64_t taken) {
    return {{taken, {0, 0, 1, 0}}, {kA, kB}, {}, kShared, false};
}

HeapPattern take(std::int64_t taken) {
    return {{0, {1, 0, 0, 0}}, {{-taken, {1, 0, 0, 0}}}, {}, {}, false};
}

}  // namespace

TEST(grundy_values_of_heaps_are_those_of_plain_loops) {
    Engine engine;
    engine.begin({}, nullptr);
    std::vector<std::uint32_t> values;
    extend_grundy_values(engine, {split_after_taking(1), split_after_taking(2)}, 40, values);
    std::vector<std::uint32_t> expected;
    for (std::size_t heap = 0; heap <= 40; ++heap) {
        std::vector<bool> reached(64, false);
        for (const std::size_t taken : {1u, 2u}) {
            for (std::size_t a = 0; a + taken <= heap; ++a)
                reached[expected[a] ^ expected[heap - taken - a]] = true;
        }
        std::uint32_t least = 0;
        while (reached[least]) ++least;
        expected.push_back(least);
    }
    CHECK(values == expected);
}

TEST(values_of_heaps_are_those_of_their_moves) {
    Engine engine;
    engine.begin({}, nullptr);
    std::vector<GameId> values;
    extend_heap_values(engine, {take(1), take(3)}, {take(2)}, 9, values);
    std::vector<GameId> expected;
    for (std::size_t heap = 0; heap <= 9; ++heap) {
        std::vector<GameId> left, right;
        if (heap >= 1) left.push_back(expected[heap - 1]);
        if (heap >= 3) left.push_back(expected[heap - 3]);
        if (heap >= 2) right.push_back(expected[heap - 2]);
        expected.push_back(engine.construct(left, right));
    }
    CHECK(values == expected);
}

TEST(heaps_that_grow_end_the_sequence) {
    Engine engine;
    engine.begin({}, nullptr);
    std::vector<std::uint32_t> values;
    // n + 3 -> 2n: larger than the heap from 7 on.
    const HeapPattern rule{{3, {1, 0, 0, 0}}, {{0, {2, 0, 0, 0}}}, {}, {}, false};
    extend_grundy_values(engine, {rule}, 20, values);
    CHECK(values.size() == 7);
}

TEST(letters_that_cancel_out_are_free) {
    Engine engine;
    engine.begin({}, nullptr);
    // n + 1 -> a + (b - a), which is n + 1 -> a + c with a + c = n.
    const HeapPattern rule{
        {1, {0, 0, 1, 0}}, {kA, {0, {-1, 1, 0, 0}}}, {}, LinearForm{0, {0, 1, -1, 0}}, false};
    std::vector<std::uint32_t> values, expected;
    extend_grundy_values(engine, {rule}, 30, values);
    extend_grundy_values(engine, {split_after_taking(1)}, 30, expected);
    CHECK(values == expected);
}

TEST(conditions_compare_with_zero) {
    Engine engine;
    engine.begin({}, nullptr);
    // Grundy's game: 0 < a < b.
    HeapPattern rule = split_after_taking(0);
    rule.conditions = {{kA, Sign::kMore}, {{0, {1, -1, 0, 0}}, Sign::kLess}};
    std::vector<std::uint32_t> values;
    extend_grundy_values(engine, {rule}, 10, values);
    CHECK((values == std::vector<std::uint32_t>{0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0}));
}
