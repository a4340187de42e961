// Domineering, Cram and Clobber as patterns, and once more as plain loops over the cells.
#pragma once

#include <cstdlib>
#include <utility>
#include <vector>

#include "patterns.hpp"

namespace farstar {

inline const Pattern kUprightDomino{{{0, 0, 1}, {1, 0, 1}}, {}, {{0, 0, -1}, {1, 0, -1}}};
inline const Pattern kFlatDomino{{{0, 0, 1}, {0, 1, 1}}, {}, {{0, 0, -1}, {0, 1, -1}}};

/// The symmetries of the square; the last four may negate.
inline std::vector<PatternSymmetry> symmetries_of_dominoes(bool negative) {
    std::vector<PatternSymmetry> all;
    for (unsigned turn = 0; turn < 8; ++turn) all.push_back({turn, {0}, negative && turn >= 4});
    return all;
}

template <typename Plane>
struct BasicDomineering : PatternRules<1, Plane> {
    BasicDomineering()
        : PatternRules<1, Plane>({kUprightDomino}, {kFlatDomino}, symmetries_of_dominoes(true)) {}
};
using Domineering = BasicDomineering<Bits>;

template <typename Plane>
struct BasicCram : PatternRules<1, Plane> {
    BasicCram()
        : PatternRules<1, Plane>({kUprightDomino, kFlatDomino}, {kUprightDomino, kFlatDomino},
                                 symmetries_of_dominoes(false)) {}
};
using Cram = BasicCram<Bits>;

/// Visits the free cells after each domino that Left places in a column, or Right in a row.
struct PlainDomineering {
    template <typename Visit>
    static void each_move(const Board<1>& board, bool left, Visit visit) {
        const unsigned rows = board.box.rows, cols = board.box.cols;
        for (unsigned r = 0; r + (left ? 1 : 0) < rows; ++r) {
            for (unsigned c = 0; c + (left ? 0 : 1) < cols; ++c) {
                const unsigned cell = r * cols + c;
                const unsigned other = left ? cell + cols : cell + 1;
                const Bits covered = Bits{1} << cell | Bits{1} << other;
                if ((board.planes[0] & covered) != covered) continue;
                Board<1> after = board;
                after.planes[0] &= ~covered;
                visit(after);
            }
        }
    }
};

/// The same for both players.
struct PlainCram {
    template <typename Visit>
    static void each_move(const Board<1>& board, bool, Visit visit) {
        PlainDomineering::each_move(board, true, visit);
        PlainDomineering::each_move(board, false, visit);
    }
};

/// A stone takes an adjacent one of the other colour.
template <typename Plane>
struct BasicClobber : PatternRules<2, Plane> {
    BasicClobber() : PatternRules<2, Plane>(taking(0), taking(1), symmetries()) {}

private:
    static std::vector<Pattern> taking(int mine) {
        const std::uint32_t mover = 1u << mine, target = 3u ^ mover;
        std::vector<Pattern> all;
        for (const auto& [row, col] : {std::pair{0, 1}, std::pair{1, 0}}) {
            all.push_back(
                {{{0, 0, mover}, {row, col, target}}, {}, {{0, 0, -1}, {row, col, mine}}});
            all.push_back(
                {{{0, 0, target}, {row, col, mover}}, {}, {{0, 0, mine}, {row, col, -1}}});
        }
        return all;
    }
    static std::vector<PatternSymmetry> symmetries() {
        std::vector<PatternSymmetry> all;
        for (unsigned turn = 0; turn < 8; ++turn) {
            all.push_back({turn, {0, 1}, false});
            all.push_back({turn, {1, 0}, true});
        }
        return all;
    }
};

using Clobber = BasicClobber<Bits>;

struct PlainClobberMoves {
    template <typename Visit>
    static void each_move(const Board<2>& board, bool left, Visit visit) {
        const unsigned mine = left ? 0 : 1;
        const int rows = board.box.rows, cols = board.box.cols;
        for (int from = 0; from < rows * cols; ++from) {
            for (int to = 0; to < rows * cols; ++to) {
                const int down = std::abs(from / cols - to / cols);
                const int across = std::abs(from % cols - to % cols);
                if (down + across != 1 || (board.planes[mine] >> from & 1) == 0 ||
                    (board.planes[1 - mine] >> to & 1) == 0)
                    continue;
                Board<2> after = board;
                after.planes[mine] ^= Bits{1} << from | Bits{1} << to;
                after.planes[1 - mine] ^= Bits{1} << to;
                visit(after);
            }
        }
    }
};

}  // namespace farstar
