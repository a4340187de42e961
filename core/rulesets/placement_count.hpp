// Bounds by counting, for games in which the players place pieces that stay where they are, such as
// Domineering.
//
// Left is sure of her safe places, which Right can never cover. Of other places, chosen so that no
// two overlap, Right spoils one or two with each of his moves, and Left uses one with each of hers.
// If Left runs out of moves, she has made at least as many as that; the cells that she has covered
// then limit the moves that Right can have made.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace farstar {

/// What is counted of one player; of independent boards it adds up.
struct PlacementCount {
    std::int32_t safe = 0;    // places that the opponent cannot spoil
    std::int32_t paired = 0;  // places of which one move of the opponent may spoil two
    std::int32_t single = 0;  // places that are spoilt one at a time
    std::int32_t lone = 0;  // of the last two kinds: those with one cell that the opponent can use
    std::int32_t usable = 0;  // cells that this player can use
    std::int32_t most = 0;    // how many moves these cells allow

    PlacementCount& operator+=(const PlacementCount& other) {
        safe += other.safe;
        paired += other.paired;
        single += other.single;
        lone += other.lone;
        usable += other.usable;
        most += other.most;
        return *this;
    }
};

struct PlacementCounts {
    PlacementCount left;
    PlacementCount right;

    PlacementCounts& operator+=(const PlacementCounts& other) {
        left += other.left;
        right += other.right;
        return *this;
    }
    PlacementCounts operator-() const { return {right, left}; }
};

namespace detail {

inline constexpr std::int32_t kMostPlaces = 33;

/// How many of `paired` and `single` places a player uses at least if the opponent moves first; a
/// player uses paired places first.
inline constexpr auto kUsedPlaces = [] {
    std::array<std::array<std::int32_t, kMostPlaces>, kMostPlaces> table{};
    const auto after_using = [&table](std::int32_t paired, std::int32_t single) {
        if (paired > 0)
            return 1 +
                   table[static_cast<std::size_t>(paired - 1)][static_cast<std::size_t>(single)];
        if (single > 0) return 1 + table[0][static_cast<std::size_t>(single - 1)];
        return 0;
    };
    for (std::int32_t single = 0; single < kMostPlaces; ++single) {
        for (std::int32_t paired = 0; paired < kMostPlaces; ++paired) {
            std::int32_t least = kMostPlaces;
            if (paired > 0) least = after_using(std::max(paired - 2, 0), single);
            if (single > 0) least = std::min(least, after_using(paired, single - 1));
            table[static_cast<std::size_t>(paired)][static_cast<std::size_t>(single)] =
                paired + single == 0 ? 0 : least;
        }
    }
    return table;
}();

inline std::int32_t used_places(std::int32_t paired, std::int32_t single) {
    return kUsedPlaces[static_cast<std::size_t>(std::min(paired, kMostPlaces - 1))]
                      [static_cast<std::size_t>(std::min(single, kMostPlaces - 1))];
}

/// By how many moves a player who answers to the other's moves is ahead at least.
inline std::int32_t ahead(const PlacementCount& mine, const PlacementCount& yours,
                          std::int32_t used) {
    const std::int32_t covered = used + std::max(used - mine.lone, 0);
    return mine.safe + used - std::min(yours.most, (yours.usable - covered) / 2);
}

}  // namespace detail

/// The largest n that this argument finds with G >= n.
inline std::int32_t at_least(const PlacementCount& mine, const PlacementCount& yours) {
    return detail::ahead(mine, yours, detail::used_places(mine.paired, mine.single));
}

/// The largest n that this argument finds such that Left wins G - n by moving first.
inline std::int32_t at_least_moving_first(const PlacementCount& mine, const PlacementCount& yours) {
    std::int32_t paired = mine.paired;
    std::int32_t single = mine.single;
    if (paired + single == 0) return at_least(mine, yours) - 1;
    (paired > 0 ? paired : single) -= 1;
    return detail::ahead(mine, yours, 1 + detail::used_places(paired, single)) - 1;
}

}  // namespace farstar
