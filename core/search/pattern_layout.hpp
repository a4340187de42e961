// Patterns laid out on the boxes of one size: where each has room, and steps as shifts of planes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "board.hpp"

namespace farstar {

/// Some marks, as bits, in a cell beside the first cell of a pattern.
struct PatternCell {
    int row = 0;
    int col = 0;
    std::uint32_t marks = 0;
};

/// A mark that a move writes; -1 for one that no pattern asks for.
struct PatternWrite {
    int row = 0;
    int col = 0;
    int mark = -1;
};

struct Pattern {
    std::vector<PatternCell> needs;
    std::vector<PatternCell> forbids;
    std::vector<PatternWrite> writes;
};

/// The cells of a box from which a step by (row, col) stays in it.
inline Bits with_room(Box box, int row, int col) {
    const int rows = box.rows;
    const int cols = box.cols;
    if (std::abs(col) >= cols || std::abs(row) >= rows) return 0;
    const Bits width = (Bits{2} << (cols - std::abs(col) - 1)) - 1;
    const Bits columns = first_column(box) * (width << (col < 0 ? -col : 0));
    const int shift = row * cols;
    return columns & (shift >= 0 ? box.all() >> shift : box.all() << -shift) & box.all();
}

/// The cells that a step of `by` bits leads to, which the caller knows to stay in the box: bits
/// that a rotation brings back at the other end are not among those that are looked at.
inline Bits moved(Bits cells, int by) { return std::rotl(cells, by); }

/// The patterns of one player that have room in a box.
class PatternLayout {
public:
    /// Marks in the cell that is `by` bits after the first; `only` is the number of a single mark.
    struct Marked {
        std::int16_t by = 0;
        std::int16_t only = -1;
        std::uint32_t marks = 0;
    };
    struct Forbidden {
        Marked cell;
        Bits room = 0;  // the first cells for which it lies in the box
    };
    struct Written {
        std::int16_t by = 0;
        std::int16_t mark = -1;
    };
    struct Laid {
        Bits room = 0;       // where the first cell may lie
        Bits footprint = 0;  // the cells it needs, the lowest of them as bit 0
        Bits written = 0;    // likewise those that change
        int lowest = 0;      // how far that bit is from the first cell
        std::uint32_t asked = 0;
        std::uint32_t needs_end = 0, forbids_end = 0, writes_end = 0;
        std::uint32_t needs = 0, forbids = 0, writes = 0;
    };

    PatternLayout(const std::vector<Pattern>& patterns, Box box) {
        for (const Pattern& pattern : patterns) add(pattern, box);
    }

    const std::vector<Laid>& all() const { return all_; }
    std::span<const Marked> needs(const Laid& laid) const {
        return std::span(needs_).subspan(laid.needs, laid.needs_end - laid.needs);
    }
    std::span<const Forbidden> forbids(const Laid& laid) const {
        return std::span(forbids_).subspan(laid.forbids, laid.forbids_end - laid.forbids);
    }
    std::span<const Written> writes(const Laid& laid) const {
        return std::span(writes_).subspan(laid.writes, laid.writes_end - laid.writes);
    }
    std::size_t bytes() const {
        return all_.capacity() * sizeof(Laid) + needs_.capacity() * sizeof(Marked) +
               forbids_.capacity() * sizeof(Forbidden) + writes_.capacity() * sizeof(Written);
    }

private:
    static Marked marked(std::int16_t by, std::uint32_t marks) {
        const int only = std::has_single_bit(marks) ? std::countr_zero(marks) : -1;
        return {by, static_cast<std::int16_t>(only), marks};
    }
    void add(const Pattern& pattern, Box box) {
        const auto by = [&](const auto& cell) {
            return static_cast<std::int16_t>(cell.row * box.cols + cell.col);
        };
        Laid laid;
        laid.room = box.all();
        for (const PatternCell& cell : pattern.needs) {
            laid.room &= with_room(box, cell.row, cell.col);
            if (laid.room == 0) return;
            laid.lowest = std::min(laid.lowest, int{by(cell)});
        }
        laid.needs = static_cast<std::uint32_t>(needs_.size());
        for (const PatternCell& cell : pattern.needs) {
            needs_.push_back(marked(by(cell), cell.marks));
            laid.footprint |= Bits{1} << (by(cell) - laid.lowest);
            laid.asked |= cell.marks;
        }
        laid.needs_end = static_cast<std::uint32_t>(needs_.size());
        laid.forbids = static_cast<std::uint32_t>(forbids_.size());
        for (const PatternCell& cell : pattern.forbids) {
            const Bits room = laid.room & with_room(box, cell.row, cell.col);
            if (room != 0) forbids_.push_back({marked(by(cell), cell.marks), room});
        }
        laid.forbids_end = static_cast<std::uint32_t>(forbids_.size());
        laid.writes = static_cast<std::uint32_t>(writes_.size());
        for (const PatternWrite& write : pattern.writes) {
            writes_.push_back({by(write), static_cast<std::int16_t>(write.mark)});
            laid.written |= Bits{1} << (by(write) - laid.lowest);
        }
        laid.writes_end = static_cast<std::uint32_t>(writes_.size());
        all_.push_back(laid);
    }

    std::vector<Laid> all_;
    std::vector<Marked> needs_;
    std::vector<Forbidden> forbids_;
    std::vector<Written> writes_;
};

/// The layouts of both players' patterns for every box that was met.
class PatternLayouts {
public:
    struct OfBox {
        PatternLayout left;
        PatternLayout right;
    };

    const OfBox& of(const std::vector<Pattern>& left, const std::vector<Pattern>& right, Box box) {
        if (by_box_.empty()) by_box_.resize((kMostCells + 1) * (kMostCells + 1));
        auto& layout = by_box_[box.rows * (kMostCells + 1) + box.cols];
        if (layout == nullptr) {
            layout = std::make_shared<const OfBox>(
                OfBox{PatternLayout(left, box), PatternLayout(right, box)});
            bytes_ += layout->left.bytes() + layout->right.bytes();
        }
        return *layout;
    }
    std::size_t bytes() const {
        return bytes_ + by_box_.capacity() * sizeof(std::shared_ptr<const OfBox>);
    }

private:
    std::vector<std::shared_ptr<const OfBox>> by_box_;
    std::size_t bytes_ = 0;
};

}  // namespace farstar
