// Euclid, Grossman's game, and Grossman's game with the multipliers up to k: rows of Serial Nim.
//
// With p/q = [a0, ..., an] the position is a row of heaps a0, ..., an of which only the first may
// be reduced, by at most k counters at a time. In Grossman's game the last counter of the last heap
// stays: an empty rest then counts as won, of length -1, and as having every Grundy value a heap
// can have.
#pragma once

#include <cstdint>
#include <vector>

#include "byte_table.hpp"
#include "triangle.hpp"

namespace farstar {

/// What a quotient does to the winner of the rest, with any set of multipliers that holds 1.
struct QuotientActions {
    enum Kind : std::uint8_t { kSame, kTurn, kWin };

    std::vector<std::uint8_t> kinds;  // by the quotient; beyond the end the last ones repeat
    std::uint32_t period;

    std::uint8_t kind(std::uint32_t m) const {
        const auto count = static_cast<std::uint32_t>(kinds.size());
        return kinds[m < count ? m : count - period + (m - count) % period];
    }
};

/// One of the games.
struct EuclidGame {
    bool grossman;
    std::uint32_t limit;                       // the greatest multiplier, 0 if there is none
    const QuotientActions* actions = nullptr;  // instead of a limit; then there are no lengths

    /// m modulo limit + 1, which is all that counts of a heap of m; m itself without a limit.
    std::uint32_t residue(std::uint32_t m) const { return limit == 0 ? m : m % (limit + 1); }
};

/// Who wins: 1 the player to move, 0 the other.
ByteRule winner_rule(const EuclidGame& game, std::uint32_t end);

struct GrundyRule {
    using Cell = std::uint32_t;
    EuclidGame game;

    /// A heap of m in front.
    struct Step {
        std::uint32_t residue;

        Cell operator()(Cell x) const {
            return residue == 0 ? x : residue <= x ? residue - 1 : residue;
        }
    };

    Cell zero() const { return !game.grossman ? 0 : game.limit == 0 ? UINT32_MAX : game.limit; }
    Cell stored(Cell cell, std::uint32_t, std::uint32_t) const { return cell; }
    Step step(std::uint32_t m) const { return {game.residue(m)}; }
    Cell first(Cell x, std::uint32_t m) const { return step(m)(x); }
    static std::uint32_t shown(Cell cell) { return cell; }
};

/// How long the game lasts when the winner plays to win: twice that, and one more if the player to
/// move wins.
struct LengthRule {
    using Cell = std::int32_t;
    EuclidGame game;

    /// A heap of m in front: what it adds before a rest that is lost, and before one that is won.
    struct Step {
        Cell lost;
        Cell won;

        Cell operator()(Cell x) const { return x + lost + (-(x & 1) & (won - lost)); }
    };

    Cell zero() const { return game.grossman ? -1 : 0; }
    Cell stored(Cell cell, std::uint32_t, std::uint32_t) const { return cell; }
    Step step(std::uint32_t m) const {
        if (game.actions != nullptr) {
            const std::uint8_t kind = game.actions->kind(m);
            return {kind == QuotientActions::kSame ? 0 : 1,
                    kind == QuotientActions::kTurn ? -1 : 0};
        }
        const std::uint32_t residue = game.residue(m);
        const auto rounds =
            static_cast<Cell>(game.limit == 0 ? 1 : m / (game.limit + 1) + (residue != 0 ? 1 : 0));
        return step_of(rounds, static_cast<Cell>(residue));
    }
    /// Before a lost rest the mover wins unless the heap counts for nothing, and spares a move
    /// then; before a won rest he wins unless it counts for one, and spares a move if it does.
    static FARSTAR_INLINE Step step_of(Cell rounds, Cell residue) {
        return {4 * rounds - (residue != 0 ? 2 : 0) + (residue != 0 ? 1 : 0),
                4 * rounds - (residue == 1 ? 2 : 0) + (residue != 1 ? 1 : 0) - 1};
    }
    Cell first(Cell x, std::uint32_t m) const { return step(m)(x); }
    static std::uint32_t shown(Cell cell) { return static_cast<std::uint32_t>(cell) >> 1; }
};

/// How often each number occurs, by the number.
using Histogram = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

void grundy_table(const EuclidGame& game, std::uint32_t begin, std::uint32_t end, unsigned threads,
                  std::uint32_t* cells, const std::atomic<bool>& stop);
Histogram grundy_histogram(const EuclidGame& game, std::uint32_t begin, std::uint32_t end,
                           unsigned threads, const std::atomic<bool>& stop);
void length_table(const EuclidGame& game, std::uint32_t begin, std::uint32_t end, unsigned threads,
                  std::uint32_t* cells, const std::atomic<bool>& stop);
Histogram length_histogram(const EuclidGame& game, std::uint32_t begin, std::uint32_t end,
                           unsigned threads, const std::atomic<bool>& stop);

}  // namespace farstar
