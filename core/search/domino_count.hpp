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
    template <typename Plane>
    static PlacementCounts of(Box box, Plane free, bool left_covers_columns) {
        const Plane columns = free & (upwards(box, free) | downwards(box, free));
        const Plane rows = free & (leftwards(box, free) | rightwards(box, free));
        const PlacementCounts counts{count_places(box, columns, rows, true),
                                     count_places(box, rows, columns, false)};
        return left_covers_columns ? counts : -counts;
    }

private:
    template <typename Plane>
    static Plane next(Box box, Plane cells, bool vertical) {
        return vertical ? downwards(box, cells) : rightwards(box, cells);
    }
    template <typename Plane>
    static Plane previous(Box box, Plane cells, bool vertical) {
        return vertical ? upwards(box, cells) : leftwards(box, cells);
    }
    template <typename Plane>
    static Plane beside(Box box, Plane cells, bool vertical) {
        return next(box, cells, !vertical) | previous(box, cells, !vertical);
    }
    template <typename Plane>
    static int size(Plane cells) {
        return popcount(cells);
    }

    /// The first cells of as many dominoes of one direction as fit into some cells.
    template <typename Plane>
    static Plane packed(Box box, Plane cells, bool vertical) {
        Plane first = 0;
        while (cells != 0) {
            const Plane ends = cells & ~next(box, cells, vertical);
            const Plane placed = ends & previous(box, cells, vertical);
            first |= placed;
            cells &= ~(ends | next(box, placed, vertical));
        }
        return first;
    }

    /// What one player can place, given the cells that each of the players can use.
    template <typename Plane>
    static PlacementCount count_places(Box box, Plane mine, Plane yours, bool vertical) {
        const Plane safe = packed(box, mine & ~yours, vertical);
        const Plane rest = mine & ~(safe | next(box, safe, vertical));
        const Plane places = packed(box, rest, vertical);
        const Plane covered = places | next(box, places, vertical);
        const Plane second = next(box, places, vertical);
        const Plane beside_first = beside(box, places, vertical);
        const Plane beside_second = beside(box, second, vertical);
        const Plane touched = (places & (beside_first | beside_second)) |
                              previous(box, second & (beside_first | beside_second), vertical);
        // Places that touch one in another row, and what is connected with them.
        Plane tangled = (places & beside_second) | previous(box, second & beside_first, vertical);
        for (Plane before = 0; before != tangled;) {
            before = tangled;
            const Plane cells = tangled | next(box, tangled, vertical);
            const Plane around = beside(box, cells, vertical);
            tangled |= places & (around | previous(box, around, vertical));
        }
        const Plane shared = covered & yours;
        const Plane both = places & shared & previous(box, shared, vertical);
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
