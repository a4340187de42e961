// Rules on heaps as data: what a heap consists of, and the heaps that replace it, as linear forms
// in a few letters. The values of heaps are computed from 0 upwards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "farstar/engine.hpp"

namespace farstar {

inline constexpr std::size_t kMostLetters = 4;
inline constexpr std::size_t kMostHeapsLeft = 6;

/// A number plus multiples of the letters.
struct LinearForm {
    std::int64_t number = 0;
    std::array<std::int64_t, kMostLetters> factors{};
};

enum class Sign : std::uint8_t { kLess, kAtMost, kMore, kAtLeast, kEqual, kUnequal };

/// How a form compares with 0.
struct HeapCondition {
    LinearForm form;
    Sign sign = Sign::kEqual;
};

struct HeapPattern {
    LinearForm before;
    std::vector<LinearForm> after;
    std::vector<HeapCondition> conditions;
    std::optional<LinearForm> shared;  // must be 0: new letters share out the letter of the heap
    bool is_smaller = false;           // the only new heap may be any smaller one
};

/// Continues the Grundy values of heaps up to `last`. If a move does not make heaps smaller, the
/// sequence ends before its heap.
void extend_grundy_values(Engine& engine, const std::vector<HeapPattern>& rules, std::size_t last,
                          std::vector<std::uint32_t>& values);

/// The same for the values of a partizan game.
void extend_heap_values(Engine& engine, const std::vector<HeapPattern>& left,
                        const std::vector<HeapPattern>& right, std::size_t last,
                        std::vector<GameId>& values);

}  // namespace farstar
