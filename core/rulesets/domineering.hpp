// Domineering: Left places a domino on two free cells above each other, Right on two beside each
// other. Flips preserve the value; transposing, and so a quarter turn, negates it.
#pragma once

#include "board.hpp"
#include "solver.hpp"

namespace farstar {

struct Domineering {
    static constexpr unsigned kPlanes = 1;
    using GameBoard = Board<1>;  // the free cells

    template <typename Visit>
    static void each_component(const GameBoard& board, Visit visit) {
        Bits rest = board.planes[0];
        while (rest != 0) {
            const Bits part = connected(board.box, lowest(rest), rest);
            rest &= ~part;
            if ((part & (part - 1)) != 0) visit(cropped(board, part));
        }
    }

    template <typename Visit>
    static void each_move(const GameBoard& board, bool left, Visit visit) {
        const Bits free = board.planes[0];
        const Bits next = left ? upwards(board.box, free) : leftwards(board.box, free);
        for (Bits m = free & next; m != 0; m &= m - 1) {
            const Bits cell = lowest(m);
            const Bits other = left ? cell << board.box.cols : cell << 1;
            GameBoard after = board;
            after.planes[0] = free & ~(cell | other);
            visit(after);
        }
    }

    static Representative<1> representative(const GameBoard& component) {
        // Wide boxes come first, so that a tall one is transposed at once.
        const bool tall = component.box.rows > component.box.cols;
        Representative<1> best{tall ? transposed(component) : component, tall};
        const auto consider = [&best](const GameBoard& image, bool negative) {
            if (before(image, best.board)) best = {image, negative};
        };
        const GameBoard first = best.board;
        each_upright_image(first, [&](const GameBoard& image) { consider(image, tall); });
        if (component.box.rows == component.box.cols) {
            each_upright_image(transposed(component),
                               [&](const GameBoard& image) { consider(image, true); });
        }
        return best;
    }
};

}  // namespace farstar
