// Cram: both players place dominoes on two free cells, above or beside each other. All symmetries
// of the square preserve the value, which is a nimber.
#pragma once

#include "board.hpp"
#include "domineering.hpp"
#include "solver.hpp"

namespace farstar {

struct Cram {
    static constexpr unsigned kPlanes = 1;
    static constexpr int small_cells() { return 16; }
    using GameBoard = Board<1>;  // the free cells

    static constexpr bool is_impartial() { return true; }

    template <typename Visit>
    static void each_component(const GameBoard& board, Visit visit) {
        Domineering::each_component(board, visit);
    }

    template <typename Visit>
    static void each_move(const GameBoard& board, bool, Visit visit) {
        Domineering::each_move(board, true, visit);
        Domineering::each_move(board, false, visit);
    }

    static Representative<1> representative(const GameBoard& component) {
        return {Domineering::representative(component).board, false};
    }
};

}  // namespace farstar
