// Bulk work on Partizan Euclid: from (p, q), with t = p mod q > 0, Left moves to (q, t) and Right
// to (q, q - t). A position is standard when q < p < 2q.
#pragma once

#include <cstdint>
#include <vector>

#include "farstar/engine.hpp"

namespace farstar {

/// The canonical form of every coprime standard position with q > 1 and p <= bound, as columns.
struct PositionValues {
    std::vector<std::uint32_t> p;
    std::vector<std::uint32_t> q;
    std::vector<GameId> value;
};

/// By the general engine: every form is canonicalised by comparing games.
///
/// The positions come as a walk of the tree whose root is (3, 2) = {0 | 0} and where a position
/// (p, q) has the children (p + q, p), worth {b | a}, and (2p - q, p), worth {a | b}; b is the
/// value of (p, q) and a that of its Left option.
PositionValues partizan_euclid_values(Engine& engine, std::uint32_t bound);

}  // namespace farstar
