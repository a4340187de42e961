// Bulk work on Partizan Geography on K_n x K_2.
//
// Left moves along the row of the token, Right along its column, and no cell is visited twice.
// B(x, y, z), with the token alone in its column, is the number x + min(y, z) - 1 (x >= 1), and
// A(x, y, z) = {B(x, y-1, z+1), A(x, y-1, z+1) | B(z+1, y-1, x)} (y >= 1), where the options B
// with a first argument 0 and A with a second argument 0 do not exist.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "farstar/engine.hpp"

namespace farstar {

/// A(x, y, z) for 0 <= x, z <= bound and 1 <= y <= bound.
struct GeographyTable {
    std::uint32_t bound;
    std::vector<GameId> games;

    std::size_t place(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
        const std::size_t side = bound + std::size_t{1};
        return (x * std::size_t{bound} + (y - 1)) * side + z;
    }
};

GeographyTable geography_values(Engine& engine, std::uint32_t bound);

/// Layers {left + i, inner | right + i * step}, or {inner | right + i * step} without a left; i
/// counts from 0 at the outermost to times - 1 at the innermost.
struct Layers {
    std::uint64_t times;
    std::optional<std::int64_t> left;
    std::int64_t right;
    std::int64_t step;
};

/// The value {p | q} inside runs of layers, the innermost run first.
GameId geography_form(Engine& engine, std::int64_t p, std::int64_t q, std::span<const Layers> runs);

}  // namespace farstar
