#include "regions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace farstar {

namespace {

/// The cells at which the tree is cut: enough subtrees for parts of about the same size.
constexpr unsigned kCutAt = 8;

/// Redelmeier's enumeration: a region grows from its leftmost cell in the top row. Cells that were
/// tried before are never taken, so that each region is made once.
class Grower {
public:
    Grower(unsigned cells, unsigned part, unsigned parts,
           const std::function<void(const Board<1>&)>& visit)
        : cells_(cells), part_(part), parts_(parts), visit_(visit) {
        std::vector<Cell> untried{cell(0, 0)};
        reached_[cell(0, 0)] = true;
        grow(untried);
    }

private:
    using Cell = std::uint16_t;
    static constexpr int kSide = 2 * static_cast<int>(kMostRegionCells) + 2;

    static Cell cell(int row, int col) { return static_cast<Cell>(row * kSide + col + kSide / 2); }
    static int row_of(Cell cell) { return cell / kSide; }
    static int col_of(Cell cell) { return cell % kSide - kSide / 2; }

    /// Takes each of the untried cells in turn. No deeper than a region has cells.
    void grow(std::vector<Cell> untried) {
        while (!untried.empty()) {
            const Cell taken = untried.back();
            untried.pop_back();
            region_[size_++] = taken;
            if (size_ == cut() && subtree_++ % parts_ != part_) {
                // Another part has the regions that begin like this.
            } else if (size_ == cells_) {
                show();
            } else {
                grow_from(taken, untried);
            }
            --size_;
        }
    }

    void grow_from(Cell taken, const std::vector<Cell>& untried) {
        std::vector<Cell> more = untried;
        const int row = row_of(taken), col = col_of(taken);
        for (const auto& [r, c] : {std::array{row, col + 1}, std::array{row + 1, col},
                                   std::array{row, col - 1}, std::array{row - 1, col}}) {
            // Nothing lies above the first cell, or to its left in the same row.
            if (r < 0 || (r == 0 && c < 0) || reached_[cell(r, c)]) continue;
            reached_[cell(r, c)] = true;
            more.push_back(cell(r, c));
        }
        const std::size_t old = untried.size();
        const std::vector<Cell> fresh(more.begin() + static_cast<std::ptrdiff_t>(old), more.end());
        grow(std::move(more));
        for (const Cell neighbour : fresh) reached_[neighbour] = false;
    }

    void show() {
        int first = 0, last = 0, bottom = 0;
        for (const Cell taken : std::span(region_).first(size_)) {
            first = std::min(first, col_of(taken));
            last = std::max(last, col_of(taken));
            bottom = std::max(bottom, row_of(taken));
        }
        Board<1> board;
        board.box = {static_cast<std::uint8_t>(bottom + 1),
                     static_cast<std::uint8_t>(last - first + 1)};
        for (const Cell taken : std::span(region_).first(size_))
            board.planes[0] |= Bits{1} << (row_of(taken) * board.box.cols + col_of(taken) - first);
        bool is_first = true;
        each_upright_image(board, [&](const Board<1>& image) {
            is_first = is_first && !text_before(image.planes[0], board.planes[0]);
        });
        if (is_first) visit_(board);
    }

    unsigned cut() const { return std::min(cells_, kCutAt); }

    unsigned cells_;
    unsigned part_;
    unsigned parts_;
    const std::function<void(const Board<1>&)>& visit_;
    unsigned subtree_ = 0;
    unsigned size_ = 0;
    std::array<Cell, kMostRegionCells> region_{};
    std::array<bool, static_cast<std::size_t>(kSide) * kSide> reached_{};
};

}  // namespace

bool text_before(Bits a, Bits b) { return a != b && (a & lowest(a ^ b)) == 0; }

void each_region(unsigned cells, unsigned part, unsigned parts,
                 const std::function<void(const Board<1>&)>& visit) {
    if (cells == 0 || cells > kMostRegionCells || part >= parts) return;
    Grower(cells, part, parts, visit);
}

}  // namespace farstar
