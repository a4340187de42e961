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
    std::int32_t safe = 0;     // places that the opponent cannot spoil
    std::int32_t chained = 0;  // places in rows of neighbours: one move may spoil two neighbours
    std::int32_t paired = 0;   // other places of which one move of the opponent may spoil two
    std::int32_t single = 0;   // places that are spoilt one at a time
    std::int32_t lone = 0;  // of the last two kinds: those with one cell that the opponent can use
    std::int32_t usable = 0;  // cells that this player can use
    std::int32_t most = 0;    // how many moves these cells allow

    PlacementCount& operator+=(const PlacementCount& other) {
        safe += other.safe;
        chained += other.chained;
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
    /// A guess of how many moves Left is ahead; safe ones count twice.
    std::int32_t lead() const { return left.safe + left.most - right.safe - right.most; }
};

namespace detail {

/// How many places a player uses at least, by how many of each kind there are.
class UsedPlaces {
public:
    UsedPlaces() {
        for (int chained = 0; chained < kMost; ++chained) {
            for (int paired = 0; paired < kMost; ++paired) {
                for (int single = 0; single < kMost; ++single) fill(chained, paired, single);
            }
        }
    }
    std::int32_t moving_second(const PlacementCount& count) const {
        return second(clamp(count.chained), clamp(count.paired), clamp(count.single));
    }
    std::int32_t moving_first(const PlacementCount& count) const {
        return first(clamp(count.chained), clamp(count.paired), clamp(count.single));
    }

private:
    static constexpr int kMost = 33;
    static int clamp(std::int32_t n) { return std::min(n, kMost - 2); }
    static std::size_t place(int chained, int paired, int single) {
        const int index = (chained * kMost + paired) * kMost + single;
        return static_cast<std::size_t>(index);
    }
    int second(int chained, int paired, int single) const {
        return table_[place(chained, paired, std::min(single, kMost - 1))];
    }
    /// A player who uses the second of a row of places makes the first one single.
    int first(int chained, int paired, int single) const {
        int most = 0;
        if (chained > 1) most = 1 + second(chained - 2, paired, single + 1);
        if (chained == 1) most = 1 + second(0, paired, single);
        if (paired > 0) most = std::max(most, 1 + second(chained, paired - 1, single));
        if (single > 0) most = std::max(most, 1 + second(chained, paired, single - 1));
        return most;
    }
    void fill(int chained, int paired, int single) {
        int least = chained + paired + single;
        if (chained > 0) least = first(std::max(chained - 2, 0), paired, single);
        if (paired > 0) least = std::min(least, first(chained, std::max(paired - 2, 0), single));
        if (single > 0) least = std::min(least, first(chained, paired, single - 1));
        table_[place(chained, paired, single)] = static_cast<std::int8_t>(least);
    }
    std::array<std::int8_t, std::size_t{kMost} * kMost * kMost> table_{};
};
inline const UsedPlaces kUsedPlaces;

/// By how many moves a player who answers to the other's moves is ahead at least.
inline std::int32_t ahead(const PlacementCount& mine, const PlacementCount& yours,
                          std::int32_t used) {
    const std::int32_t covered = used + std::max(used - mine.lone, 0);
    return mine.safe + used - std::min(yours.most, (yours.usable - covered) / 2);
}

}  // namespace detail

/// The largest n that this argument finds with G >= n.
inline std::int32_t at_least(const PlacementCount& mine, const PlacementCount& yours) {
    return detail::ahead(mine, yours, detail::kUsedPlaces.moving_second(mine));
}

/// The largest n that this argument finds such that Left wins G - n by moving first.
inline std::int32_t at_least_moving_first(const PlacementCount& mine, const PlacementCount& yours) {
    return detail::ahead(mine, yours, detail::kUsedPlaces.moving_first(mine)) - 1;
}

}  // namespace farstar
