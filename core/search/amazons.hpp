// Amazons: a player moves a queen of their own as in chess, over free cells, and then shoots an
// arrow from where it stands, as a queen moves, at a cell that is blocked from then on. The
// symmetries of the square preserve the value; exchanging the colours negates it.
//
// The same rules as patterns take about 30 times as long: each pair of a move and a shot is a
// pattern of its own.
#pragma once

#include <bit>
#include <optional>

#include "board.hpp"
#include "solver.hpp"

namespace farstar {

struct Amazons {
    static constexpr unsigned kPlanes = 2;
    // Both planes show a free cell, one of them a queen, none of them a blocked cell. Exchanging
    // the planes thus exchanges the colours.
    using GameBoard = Board<2>;

    static Bits free_cells(const GameBoard& board) { return board.planes[0] & board.planes[1]; }
    static Bits queens(const GameBoard& board, bool left) {
        return left ? board.planes[0] & ~board.planes[1] : board.planes[1] & ~board.planes[0];
    }

    template <typename Visit>
    static void each_component(const GameBoard& board, Visit visit) {
        const Bits free = free_cells(board);
        const Bits movers = board.planes[0] ^ board.planes[1];
        Bits rest = board.occupied();
        while (rest != 0) {
            const Bits part = connected_as_king(board.box, lowest(rest), rest);
            rest &= ~part;
            if ((part & free) != 0 && (part & movers) != 0) visit(cropped(board, part));
        }
    }

    /// Where only one player has queens; an arrow takes a free cell, and some may stay unused.
    static std::optional<Territory> territory(const GameBoard& board) {
        const bool is_left = queens(board, true) != 0;
        if (is_left && queens(board, false) != 0) return std::nullopt;
        return Territory{is_left, std::popcount(free_cells(board))};
    }

    template <typename Visit>
    static void each_move(const GameBoard& board, bool left, Visit visit) {
        const unsigned mine = left ? 0 : 1;
        for (Bits q = queens(board, left); q != 0; q &= q - 1) {
            const Bits from = lowest(q);
            const Bits free = free_cells(board) | from;
            for (Bits t = reach(board.box, from, free) & ~from; t != 0; t &= t - 1) {
                const Bits to = lowest(t);
                GameBoard moved = board;
                moved.planes[1 - mine] = (board.planes[1 - mine] | from) & ~to;
                for (Bits s = reach(board.box, to, free & ~to); s != 0; s &= s - 1) {
                    const Bits arrow = lowest(s);
                    GameBoard after = moved;
                    after.planes[0] &= ~arrow;
                    after.planes[1] &= ~arrow;
                    visit(after);
                }
            }
        }
    }

    static Representative<GameBoard> representative(const GameBoard& component) {
        return representative_of_colours(component);
    }

    /// Every move blocks one cell that is free, or was left by the queen for another.
    static MoveCounts most_moves(const GameBoard& board) {
        const int free = std::popcount(free_cells(board));
        return {free, free};
    }

private:
    /// The cells a queen can go to from a cell, over free cells.
    static Bits reach(Box box, Bits from, Bits free) {
        Bits found = 0;
        const auto ray = [&](auto step) {
            for (Bits at = step(from) & free; at != 0; at = step(at) & free) found |= at;
        };
        ray([box](Bits m) { return rightwards(box, m); });
        ray([box](Bits m) { return leftwards(box, m); });
        ray([box](Bits m) { return downwards(box, m); });
        ray([box](Bits m) { return upwards(box, m); });
        ray([box](Bits m) { return downwards(box, rightwards(box, m)); });
        ray([box](Bits m) { return downwards(box, leftwards(box, m)); });
        ray([box](Bits m) { return upwards(box, rightwards(box, m)); });
        ray([box](Bits m) { return upwards(box, leftwards(box, m)); });
        return found;
    }
};

}  // namespace farstar
