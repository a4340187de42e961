// Clobber: a player moves a stone onto an adjacent stone of the opponent, which is removed. The
// symmetries of the square preserve the value; exchanging the colours negates it.
#pragma once

#include "board.hpp"
#include "solver.hpp"

namespace farstar {

struct Clobber {
    static constexpr unsigned kPlanes = 2;
    static constexpr int small_cells() { return 10; }
    static constexpr bool is_all_small() { return true; }
    using GameBoard = Board<2>;  // Left's stones, Right's stones

    template <typename Visit>
    static void each_component(const GameBoard& board, Visit visit) {
        Bits rest = board.occupied();
        while (rest != 0) {
            const Bits part = connected(board.box, lowest(rest), rest);
            rest &= ~part;
            // Stones of one colour never move.
            if ((part & board.planes[0]) != 0 && (part & board.planes[1]) != 0)
                visit(cropped(board, part));
        }
    }

    template <typename Visit>
    static void each_move(const GameBoard& board, bool left, Visit visit) {
        const unsigned mine = left ? 0 : 1;
        const Bits movers = board.planes[mine];
        const Bits targets = board.planes[1 - mine];
        const auto towards = [&](Bits arrived, auto back) {
            for (Bits m = arrived & targets; m != 0; m &= m - 1) {
                const Bits to = lowest(m);
                GameBoard after = board;
                after.planes[mine] = (movers & ~back(board.box, to)) | to;
                after.planes[1 - mine] = targets & ~to;
                visit(after);
            }
        };
        towards(rightwards(board.box, movers), leftwards);
        towards(leftwards(board.box, movers), rightwards);
        towards(downwards(board.box, movers), upwards);
        towards(upwards(board.box, movers), downwards);
    }

    static Representative<2> representative(const GameBoard& component) {
        return representative_of_colours(component);
    }
};

}  // namespace farstar
