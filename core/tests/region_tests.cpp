#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "regions.hpp"

namespace {

using namespace farstar;

using Cells = std::set<std::pair<int, int>>;

Cells image_at_origin(const Cells& cells, int rows, int cols) {
    int top = 99, first = 99;
    for (const auto& [r, c] : cells) {
        top = std::min(top, rows * r);
        first = std::min(first, cols * c);
    }
    Cells image;
    for (const auto& [r, c] : cells) image.insert({rows * r - top, cols * c - first});
    return image;
}

/// One of the four upright images, whichever is the least set.
Cells least(const Cells& cells) {
    Cells best = image_at_origin(cells, 1, 1);
    for (const auto& [rows, cols] : {std::pair{-1, 1}, std::pair{1, -1}, std::pair{-1, -1}})
        best = std::min(best, image_at_origin(cells, rows, cols));
    return best;
}

/// All regions of so many cells: each of one cell less, with one more beside it.
std::set<Cells> grown(unsigned size) {
    if (size == 1) return {{{0, 0}}};
    std::set<Cells> result;
    for (const Cells& smaller : grown(size - 1)) {
        for (const auto& [r, c] : smaller) {
            for (const auto& [down, right] :
                 {std::pair{1, 0}, std::pair{-1, 0}, std::pair{0, 1}, std::pair{0, -1}}) {
                Cells larger = smaller;
                if (larger.insert({r + down, c + right}).second) result.insert(least(larger));
            }
        }
    }
    return result;
}

Cells cells_of(const Board<1>& board) {
    Cells cells;
    for (int r = 0; r < board.box.rows; ++r) {
        for (int c = 0; c < board.box.cols; ++c) {
            if ((board.planes[0] >> (r * board.box.cols + c) & 1) != 0) cells.insert({r, c});
        }
    }
    return cells;
}

}  // namespace

TEST(every_region_is_listed_once_whatever_the_parts) {
    for (unsigned size = 1; size <= 9; ++size) {
        const std::set<Cells> expected = grown(size);
        for (const unsigned parts : {1u, 5u}) {
            std::set<Cells> listed;
            std::size_t count = 0;
            for (unsigned part = 0; part < parts; ++part) {
                each_region(size, part, parts, [&](const Board<1>& board) {
                    ++count;
                    listed.insert(least(cells_of(board)));
                });
            }
            CHECK(listed == expected);
            CHECK(count == expected.size());
        }
    }
}

TEST(no_region_has_no_cells_or_too_many) {
    unsigned count = 0;
    each_region(0, 0, 1, [&](const Board<1>&) { ++count; });
    each_region(kMostRegionCells + 1, 0, 1, [&](const Board<1>&) { ++count; });
    each_region(3, 2, 2, [&](const Board<1>&) { ++count; });
    CHECK(count == 0);
}

TEST(taken_cells_come_first_in_texts) {
    CHECK(text_before(0b10, 0b01));  // "#." before ".#"
    CHECK(!text_before(0b01, 0b10));
    CHECK(!text_before(0b11, 0b11));
    CHECK(text_before(0b001, 0b011));  // ".##" before "..#"
}
