// Domineering and Cram as patterns, and once more as plain loops over the cells.
#pragma once

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

struct Domineering : PatternRules<1> {
    Domineering() : PatternRules({kUprightDomino}, {kFlatDomino}, symmetries_of_dominoes(true)) {}
};

struct Cram : PatternRules<1> {
    Cram()
        : PatternRules({kUprightDomino, kFlatDomino}, {kUprightDomino, kFlatDomino},
                       symmetries_of_dominoes(false)) {}
};

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

}  // namespace farstar
