// Domineering: Left places a domino on two free cells above each other, Right on two beside each
// other. Flips preserve the value; transposing, and so a quarter turn, negates it.
#pragma once

#include <bit>

#include "board.hpp"
#include "placement_count.hpp"
#include "solver.hpp"

namespace farstar {

struct Domineering {
    static constexpr unsigned kPlanes = 1;
    static constexpr int small_cells() { return 12; }
    static constexpr int strip_cells() { return 18; }
    static constexpr int thin_cells() { return 30; }
    static constexpr bool counts_places() { return true; }

    /// Right never plays across the border between two rows, nor Left between two columns.
    static constexpr bool may_cut_for(bool left, bool between_rows) { return left == between_rows; }
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

    static PlacementCounts count(const GameBoard& board) {
        const Box box = board.box;
        const Bits free = board.planes[0];
        const Bits columns = free & (upwards(box, free) | downwards(box, free));
        const Bits rows = free & (leftwards(box, free) | rightwards(box, free));
        return {count_places(box, columns, rows, true), count_places(box, rows, columns, false)};
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

private:
    static Bits next(Box box, Bits cells, bool vertical) {
        return vertical ? downwards(box, cells) : rightwards(box, cells);
    }
    static Bits previous(Box box, Bits cells, bool vertical) {
        return vertical ? upwards(box, cells) : leftwards(box, cells);
    }
    static Bits beside(Box box, Bits cells, bool vertical) {
        return next(box, cells, !vertical) | previous(box, cells, !vertical);
    }
    static int size(Bits cells) { return std::popcount(cells); }

    /// The first cells of as many dominoes of one direction as fit into some cells.
    static Bits packed(Box box, Bits cells, bool vertical) {
        Bits first = 0;
        while (cells != 0) {
            const Bits ends = cells & ~next(box, cells, vertical);
            const Bits placed = ends & previous(box, cells, vertical);
            first |= placed;
            cells &= ~(ends | next(box, placed, vertical));
        }
        return first;
    }

    /// What one player can place, given the cells that each of the players can use.
    static PlacementCount count_places(Box box, Bits mine, Bits yours, bool vertical) {
        const Bits safe = packed(box, mine & ~yours, vertical);
        const Bits rest = mine & ~(safe | next(box, safe, vertical));
        const Bits places = packed(box, rest, vertical);
        const Bits covered = places | next(box, places, vertical);
        const Bits second = next(box, places, vertical);
        const Bits beside_first = beside(box, places, vertical);
        const Bits beside_second = beside(box, second, vertical);
        const Bits touched = (places & (beside_first | beside_second)) |
                             previous(box, second & (beside_first | beside_second), vertical);
        // Places that touch one in another row, and what is connected with them.
        Bits tangled = (places & beside_second) | previous(box, second & beside_first, vertical);
        for (Bits before = 0; before != tangled;) {
            before = tangled;
            const Bits cells = tangled | next(box, tangled, vertical);
            const Bits around = beside(box, cells, vertical);
            tangled |= places & (around | previous(box, around, vertical));
        }
        const Bits shared = covered & yours;
        const Bits both = places & shared & previous(box, shared, vertical);
        return {size(safe),
                size(touched & ~tangled),
                size(tangled),
                size(places & ~touched),
                size(places & ~both),
                size(mine),
                size(packed(box, mine, vertical))};
    }
};

}  // namespace farstar
