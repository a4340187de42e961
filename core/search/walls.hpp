// Bounds of sums by thermographs.
//
// In a cooled sum, the right stop is at least the sum of the right walls of its parts, and the left
// stop exceeds that by at least the widest gap between the walls of one part. This holds at every
// temperature t. The left stop of the sum itself is no smaller than the cooled one, and its right
// stop is smaller by at most t. Walls are kept at a few temperatures, rounded down.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "farstar/engine.hpp"

namespace farstar {

/// What Left gets at least from some games together, at each of a few temperatures.
///
/// At temperature 0 the bounds are exact: Left, moving second, wins what remains if the sum of the
/// right walls is subtracted; moving first, what remains if the width is subtracted too. Whoever
/// wins moving second wins moving first if a 64th is added: so small is the width of nothing.
template <typename Number>
struct BasicWalls {
    static constexpr std::size_t kCount = 8;
    static constexpr Number kUnit = 64;  // a move
    /// The temperatures, in 64ths.
    static constexpr std::array<Number, kCount> kTemperatures{0, 16, 32, 48, 64, 80, 96, 128};

    std::array<Number, kCount> right{};    // the sum of the right walls
    std::array<Number, kCount> width{-1};  // the widest gap to the left wall of one of the games

    template <typename Other>
    BasicWalls& operator+=(const BasicWalls<Other>& other) {
        for (std::size_t i = 0; i < kCount; ++i) {
            right[i] = static_cast<Number>(right[i] + other.right[i]);
            width[i] = std::max(width[i], Number{other.width[i]});
        }
        return *this;
    }
    /// Takes the better of two bounds at each temperature.
    void improve(const BasicWalls& other) {
        for (std::size_t i = 0; i < kCount; ++i) {
            const bool is_better = other.right[i] > right[i];
            width[i] = is_better ? other.width[i] : width[i];
            right[i] = is_better ? other.right[i] : right[i];
        }
    }

    static BasicWalls of_number(int n) {
        BasicWalls walls;
        walls.right.fill(static_cast<Number>(n * kUnit));
        return walls;
    }

    bool wins_moving_first() const {
        bool wins = right[0] + width[0] >= 0;
        for (std::size_t i = 1; i < kCount; ++i) wins |= right[i] + width[i] > 0;
        return wins;
    }
    bool wins_moving_second() const {
        bool wins = right[0] >= 0;
        for (std::size_t i = 1; i < kCount; ++i) wins |= right[i] > kTemperatures[i];
        return wins;
    }
};

using Walls = BasicWalls<std::int16_t>;       // of a board, or of one value
using WallsOfSum = BasicWalls<std::int32_t>;  // of many

/// What each player gets at least.
template <typename Number>
struct BasicBothWalls {
    BasicWalls<Number> left;
    BasicWalls<Number> right;

    template <typename Other>
    void add(const BasicBothWalls<Other>& other, bool negative) {
        left += negative ? other.right : other.left;
        right += negative ? other.left : other.right;
    }
};
using BothWalls = BasicBothWalls<std::int16_t>;
using BothWallsOfSum = BasicBothWalls<std::int32_t>;

/// The walls of one game, unless they are far from 0.
std::optional<Walls> walls_of(Engine& engine, GameId game);

}  // namespace farstar
