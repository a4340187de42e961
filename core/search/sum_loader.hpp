// Makes values of the engine known to a search through sums, each with all its followers.
//
// Values that differ by a number are one game of the search: what is left has the mean 0. An
// infinitesimal comes with the ups and stars between which it lies and with its atomic weight, a
// hot game with its thermograph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "farstar/engine.hpp"
#include "sum_games.hpp"

namespace farstar {

class SumLoader {
public:
    /// Stands for a game that a search cannot take: a number in it is too large or too fine, or it
    /// has too many followers.
    static constexpr std::int32_t kUnfit = -2;

    explicit SumLoader(SumGames& games) : games_(games) {}
    SumLoader(const SumLoader&) = delete;
    SumLoader& operator=(const SumLoader&) = delete;
    ~SumLoader();

    /// The number of a value that has the mean 0 and is not compact, or kUnfit.
    std::int32_t load(Engine& engine, GameId g);
    std::size_t bytes() const;

private:
    /// A value taken apart: what needs a search, or kNone, and a constant; none if it is unfit.
    struct Parts {
        GameId game;
        std::optional<SumGames::Constant> constant;
    };

    const Parts& take_apart(GameId g);
    bool is_ready(GameId g);
    std::int32_t add(GameId g);
    bool list_options(GameId g, bool left, SumGames::Options& result);
    GameId weight_of(GameId g);
    std::optional<UpStarLadder> ladder(GameId g);
    std::optional<ThermalWalls> walls(GameId g);
    bool is_at_least(GameId g, std::int64_t ups, std::uint32_t star);
    std::int64_t most_ups(GameId g, std::optional<std::int64_t> floor, std::uint32_t star);

    SumGames& games_;
    Engine* engine_ = nullptr;
    // All games in these are pinned.
    std::unordered_map<GameId, Parts> parts_;
    std::unordered_map<GameId, std::int32_t> numbers_;
    std::vector<GameId> waiting_;
};

}  // namespace farstar
