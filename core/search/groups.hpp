// Cells that belong together: groups that are joined when something has a cell of both.
#pragma once

#include <array>
#include <cstddef>

#include "board.hpp"

namespace farstar {

/// Groups of cells that may change, each with its scenery: cells that never change but matter, and
/// may matter to several groups.
struct Groups {
    std::array<Bits, kMostCells> moving;
    std::array<Bits, kMostCells> scenery;
    std::size_t count = 0;

    void add(Bits cells, Bits around) {
        if (count == 1 && (cells & ~moving[0]) == 0) {  // nothing new, as is usual
            scenery[0] |= around;
            return;
        }
        for (std::size_t i = 0; i < count;) {
            if ((moving[i] & cells) == 0) {
                ++i;
                continue;
            }
            cells |= moving[i];
            around |= scenery[i];
            --count;
            moving[i] = moving[count];
            scenery[i] = scenery[count];
        }
        moving[count] = cells;
        scenery[count] = around;
        ++count;
    }
};

}  // namespace farstar
