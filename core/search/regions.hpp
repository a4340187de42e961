// Connected regions of cells, up to reflections and half a turn, without keeping a list.
#pragma once

#include <functional>

#include "board.hpp"

namespace farstar {

/// Regions that fit a box of 64 cells in every shape: 8 rows and 8 columns take 15 cells.
inline constexpr unsigned kMostRegionCells = 15;

/// Whether a board comes before another one of the same box as text, where a taken cell comes
/// before a free one.
bool text_before(Bits a, Bits b);

/// Calls `visit` once for each connected region of so many cells, as the board that comes first
/// among its images. The search tree is cut at some level into subtrees, of which every `parts`-th
/// is taken, beginning with number `part`; all parts together make all regions.
void each_region(unsigned cells, unsigned part, unsigned parts,
                 const std::function<void(const Board<1>&)>& visit);

}  // namespace farstar
