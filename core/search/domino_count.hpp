// What is counted for bounds if one player covers two adjacent cells of a column, and the other
// two of a row.
#pragma once

#include <bit>

#include "board.hpp"
#include "placement_count.hpp"

namespace farstar {

class DominoCount {
public:
    /// Counts on some free cells; `left_covers_columns` says which player does.
    static PlacementCounts of(Box box, Bits free, bool left_covers_columns) {
        const Bits columns = free & (upwards(box, free) | downwards(box, free));
        const Bits rows = free & (leftwards(box, free) | rightwards(box, free));
        const PlacementCounts counts{count_places(box, columns, rows, true),
                                     count_places(box, rows, columns, false)};
        return left_covers_columns ? counts : -counts;
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
