// A game on boards as the search of sums sees it, whatever its rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board.hpp"
#include "farstar/engine.hpp"
#include "placement_count.hpp"
#include "walls.hpp"

namespace farstar {

/// A board as words: its size, then its planes. The first word also has room for the number of its
/// game and for a sign.
struct BoardWords {
    static constexpr std::size_t kMost = 17;
    static constexpr std::uint32_t kNegative = 0x80000000u;
    static constexpr unsigned kGameShift = 16;

    std::array<std::uint32_t, kMost> words;
    std::uint32_t size = 0;

    bool is_negative() const { return (words[0] & kNegative) != 0; }
    unsigned game() const { return words[0] >> kGameShift & 0x7fffu; }
    Box box() const {
        return {static_cast<std::uint8_t>(words[0] >> 8), static_cast<std::uint8_t>(words[0])};
    }
};

/// How many words a plane of so many cells takes.
inline std::uint32_t words_of_plane(Box box) { return (std::max(box.cells(), 1u) + 31) / 32; }

template <unsigned kPlanes, typename Plane>
BoardWords to_words(const Board<kPlanes, Plane>& board, bool negative) {
    BoardWords result;
    result.words[0] = (negative ? BoardWords::kNegative : 0) | unsigned{board.box.rows} << 8 |
                      unsigned{board.box.cols};
    static_assert(1 + kPlanes * sizeof(Plane) / 4 <= BoardWords::kMost);
    const std::uint32_t words = words_of_plane(board.box);
    std::uint32_t at = 1;
    for (const Plane plane : board.planes) {
        for (std::uint32_t i = 0; i < words; ++i) result.words[at++] = word_at(plane, 32 * i);
    }
    result.size = at;
    return result;
}

template <typename GameBoard>
GameBoard from_words(const BoardWords& given) {
    using Plane = typename GameBoard::Plane;
    GameBoard board;
    board.box = given.box();
    const std::uint32_t words = words_of_plane(board.box);
    std::size_t at = 1;
    for (Plane& plane : board.planes) {
        for (std::uint32_t i = 0; i < words; ++i) plane |= Plane{given.words[at++]} << (32 * i);
    }
    return board;
}

/// What boards fall into: components that are boards still, and values of small ones. Several
/// sums follow each other, such as those that the moves of a player lead to.
struct BoardParts {
    struct End {
        std::size_t boards;
        std::size_t values;
    };
    std::vector<BoardWords> boards;
    std::vector<GameId> values;
    std::vector<End> ends;  // of each sum

    void end_sum() { ends.push_back({boards.size(), values.size()}); }
    void clear() {
        boards.clear();
        values.clear();
        ends.clear();
    }
    std::size_t bytes() const {
        return boards.capacity() * sizeof(BoardWords) + values.capacity() * sizeof(GameId) +
               ends.capacity() * sizeof(End);
    }
};

/// What the search may use; each of these changes only how long it takes.
struct SearchOptions {
    bool split = true;     // into components
    bool symmetry = true;  // one of the images of a component stands for all
    bool values = true;    // of small components
    bool bounds = true;    // by stops, weights and counting, or sets of possible nimbers
    bool nimbers = true;   // where all boards are impartial
};

struct MoveCounts {
    std::int32_t left = 0;
    std::int32_t right = 0;
};

class BoardGame : public EngineMemo {
public:
    /// The components of a board, or of its negative, as one sum.
    virtual void split(Engine& engine, const SearchOptions& options, const BoardWords& board,
                       bool negative, BoardParts& parts) = 0;
    /// The same after each move of Left or of Right on the board itself.
    virtual void split_moves(Engine& engine, const SearchOptions& options, const BoardWords& board,
                             bool left, bool negative, BoardParts& parts) = 0;
    /// How many words a board takes.
    virtual std::uint32_t words_of(Box box) const = 0;
    /// How many moves each player has; none where `counts` tells more.
    virtual MoveCounts moves(const BoardWords& board) = 0;
    /// What is counted for bounds, if the game has them.
    virtual std::optional<PlacementCounts> counts(const BoardWords&) { return std::nullopt; }
    /// More moves than these no player can make, however the other moves, if such numbers are
    /// known.
    virtual std::optional<MoveCounts> most_moves(const BoardWords&) { return std::nullopt; }
    /// What each player gets at least, by cutting the board into strips of at most so many lines,
    /// if the rules allow it.
    virtual std::optional<BothWalls> walls(Engine&, const BoardWords&, unsigned) {
        return std::nullopt;
    }
    /// The nimber of a board, and whether it is `n`, of an impartial game.
    virtual unsigned nimber(Engine& engine, const SearchOptions& options,
                            const BoardWords& board) = 0;
    virtual bool has_nimber(Engine& engine, const SearchOptions& options, const BoardWords& board,
                            unsigned n) = 0;
    /// How many boards were searched for nimbers in all.
    virtual std::uint64_t boards_searched() const = 0;
    /// Whether both players always have the same moves.
    virtual bool is_impartial() const { return false; }
    /// Whether all values are infinitesimal.
    virtual bool is_infinitesimal() const { return is_impartial(); }
};

}  // namespace farstar
