// Who wins a sum of games, whatever their values: the sum is searched in three readings in turn.
//
// A sum is first searched with the lower bounds in place of nearly all infinitesimals, and with the
// upper ones, which leaves few games to move in; and as it is. The readings share nothing but the
// games, so that two of them may be searched at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sum_games.hpp"
#include "sum_loader.hpp"
#include "sum_proof.hpp"

namespace farstar {

class SumSearch {
public:
    /// The games, which are added to before a search, and what adds values of an engine to them.
    SumGames games;
    SumLoader loader{games};

    SumSearch() = default;
    SumSearch(const SumSearch&) = delete;
    SumSearch& operator=(const SumSearch&) = delete;

    /// Whether a player wins the sum by moving first; unknown after so many sums were looked at in
    /// each reading. Refuses to hold more than `memory` bytes; what was found out stays known.
    SumAnswer wins(std::span<const std::int32_t> parts, const SumGames::Constant& constant,
                   bool left_moves, std::uint64_t limit, std::size_t memory = SIZE_MAX,
                   unsigned threads = 1);
    /// Find closer bounds, see SumGames::refine(), and begin again if any have changed.
    bool refine();
    /// How many sums were looked at in all.
    std::uint64_t nodes() const;
    /// The bytes held for the games and for what was found out.
    std::size_t bytes() const;

private:
    std::array<SumProof, 3> proofs_{SumProof(games), SumProof(games), SumProof(games)};
};

}  // namespace farstar
