// Boards as bits: a few planes over one box of at most 64 cells, or of 128 in wide planes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "wide_bits.hpp"

namespace farstar {

/// How many cells a plane has.
template <typename Plane>
inline constexpr unsigned kCellsOf = 8 * sizeof(Plane);
inline constexpr unsigned kMostCells = kCellsOf<Bits>;
inline constexpr unsigned kMostWideCells = kCellsOf<WideBits>;

/// A box of cells; the cell in row r and column c is bit r * cols + c.
struct Box {
    std::uint8_t rows = 0;
    std::uint8_t cols = 0;

    bool operator==(const Box&) const = default;
    unsigned cells() const { return unsigned{rows} * cols; }
    template <typename Plane = Bits>
    Plane all() const {
        return first<Plane>(cells());
    }
    template <typename Plane = Bits>
    Plane row() const {
        return first<Plane>(cols);
    }

private:
    template <typename Plane>
    static Plane first(unsigned bits) {
        return bits == kCellsOf<Plane> ? ~Plane{0} : (Plane{1} << bits) - 1;
    }
};

namespace detail {

// The leftmost column of a box of any height, by its width.
template <typename Plane>
inline constexpr auto kFirstColumn = [] {
    std::array<Plane, kCellsOf<Plane> + 1> table{};
    for (unsigned cols = 1; cols <= kCellsOf<Plane>; ++cols) {
        for (unsigned bit = 0; bit < kCellsOf<Plane>; bit += cols) table[cols] |= Plane{1} << bit;
    }
    return table;
}();

}  // namespace detail

template <typename Plane = Bits>
Plane first_column(Box box) {
    return detail::kFirstColumn<Plane>[box.cols] & box.all<Plane>();
}
template <typename Plane = Bits>
Plane last_column(Box box) {
    return first_column<Plane>(box) << (box.cols - 1u);
}

/// One step of every cell. Cells that leave the box are gone.
template <typename Plane>
Plane rightwards(Box box, Plane m) {
    return (m & ~last_column<Plane>(box)) << 1;
}
template <typename Plane>
Plane leftwards(Box box, Plane m) {
    return (m & ~first_column<Plane>(box)) >> 1;
}
template <typename Plane>
Plane downwards(Box box, Plane m) {
    return box.rows == 1 ? Plane{0} : (m << box.cols) & box.all<Plane>();
}
template <typename Plane>
Plane upwards(Box box, Plane m) {
    return box.rows == 1 ? Plane{0} : m >> box.cols;
}

/// The cells of `within` that are connected with `start` by steps along rows and columns.
inline Bits connected(Box box, Bits start, Bits within) {
    const Bits not_first = within & ~first_column(box);
    const Bits not_last = within & ~last_column(box);
    const unsigned down = box.rows == 1 ? 0 : box.cols;  // a shift by 64 would not be defined
    Bits part = start;
    for (;;) {
        Bits more = part | (part << 1 & not_first) | (part >> 1 & not_last);
        more |= (more << down | more >> down) & within;
        if (more == part) return part;
        part = more;
    }
}

/// The same by steps of a king, who may also go diagonally.
inline Bits connected_as_king(Box box, Bits start, Bits within) {
    Bits part = start;
    for (Bits before = 0; before != part;) {
        before = part;
        const Bits wide = part | rightwards(box, part) | leftwards(box, part);
        part |= (wide | downwards(box, wide) | upwards(box, wide)) & within;
    }
    return part;
}

template <typename Plane>
Plane lowest(Plane m) {
    return m & (~m + 1);
}

/// A board with so many bits a cell.
template <unsigned kPlanes, typename BoardPlane = Bits>
struct Board {
    using Plane = BoardPlane;
    static constexpr unsigned kBits = kPlanes;

    std::array<Plane, kPlanes> planes{};
    Box box;

    bool operator==(const Board& other) const {
        Plane different = 0;  // the library compares arrays by a call
        for (unsigned p = 0; p < kPlanes; ++p) different |= planes[p] ^ other.planes[p];
        return different == 0 && box == other.box;
    }
    Plane occupied() const {
        Plane all = 0;
        for (const Plane plane : planes) all |= plane;
        return all;
    }
    std::size_t hash() const {
        std::uint64_t x = unsigned{box.cols};
        const auto add = [&x](std::uint64_t word) {
            x = (x ^ word) * 0x9e3779b97f4a7c15ULL;
            x ^= x >> 32;
        };
        for (const Plane plane : planes) {
            if constexpr (sizeof(Plane) == sizeof(std::uint64_t)) {
                add(plane);
            } else {
                add(plane.low);
                add(plane.high);
            }
        }
        x *= 0xd6e8feb86659fd93ULL;
        return x ^ (x >> 32);
    }
};

/// An order by which one of several images is chosen; wide boxes come first.
template <unsigned kPlanes, typename Plane>
bool before(const Board<kPlanes, Plane>& a, const Board<kPlanes, Plane>& b) {
    if (a.box.cols != b.box.cols) return a.box.cols > b.box.cols;
    for (unsigned p = 0; p + 1 < kPlanes; ++p) {
        if (a.planes[p] != b.planes[p]) return a.planes[p] < b.planes[p];
    }
    return a.planes[kPlanes - 1] < b.planes[kPlanes - 1];
}

/// The part of a board that `mask` shows, in its bounding box.
template <unsigned kPlanes, typename Plane>
Board<kPlanes, Plane> cropped(const Board<kPlanes, Plane>& board, Plane mask) {
    const unsigned cols = board.box.cols;
    const Plane first_row = board.box.template row<Plane>();
    if ((mask & first_row) != 0 && mask >> (board.box.cells() - cols) != 0 &&
        (mask & first_column<Plane>(board.box)) != 0 &&
        (mask & last_column<Plane>(board.box)) != 0) {
        Board<kPlanes, Plane> whole = board;
        for (Plane& plane : whole.planes) plane &= mask;
        return whole;
    }
    const unsigned top = static_cast<unsigned>(countr_zero(mask)) / cols;
    const unsigned bottom = (kCellsOf<Plane> - 1 - static_cast<unsigned>(countl_zero(mask))) / cols;
    Plane shadow = 0;
    for (unsigned r = top; r <= bottom; ++r) shadow |= mask >> (r * cols) & first_row;
    const auto first = static_cast<unsigned>(countr_zero(shadow));
    const auto width = static_cast<unsigned>(bit_width(shadow)) - first;
    Board<kPlanes, Plane> result;
    result.box = {static_cast<std::uint8_t>(bottom - top + 1), static_cast<std::uint8_t>(width)};
    const Plane row = result.box.template row<Plane>();
    for (unsigned p = 0; p < kPlanes; ++p) {
        const Plane plane = board.planes[p] & mask;
        Plane bits = 0;
        for (unsigned r = top; r <= bottom; ++r) {
            bits |= (plane >> (r * cols + first) & row) << ((r - top) * width);
        }
        result.planes[p] = bits;
    }
    return result;
}

inline Bits reversed(Bits x) {
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
    x = (x >> 8 & 0x00ff00ff00ff00ffULL) | (x & 0x00ff00ff00ff00ffULL) << 8;
    x = (x >> 16 & 0x0000ffff0000ffffULL) | (x & 0x0000ffff0000ffffULL) << 16;
    return x >> 32 | x << 32;
}
inline WideBits reversed(WideBits x) { return {reversed(x.high), reversed(x.low)}; }

/// Half a turn.
template <unsigned kPlanes, typename Plane>
Board<kPlanes, Plane> turned(Board<kPlanes, Plane> board) {
    const unsigned unused = kCellsOf<Plane> - board.box.cells();
    for (Plane& plane : board.planes) plane = reversed(plane) >> unused;
    return board;
}

/// The rows in the opposite order.
template <unsigned kPlanes, typename Plane>
Board<kPlanes, Plane> flipped(Board<kPlanes, Plane> board) {
    const unsigned cols = board.box.cols;
    const Plane row = board.box.template row<Plane>();
    for (Plane& plane : board.planes) {
        Plane bits = 0;
        for (unsigned r = 0; r < board.box.rows; ++r) {
            bits |= (plane >> (r * cols) & row) << ((board.box.rows - 1u - r) * cols);
        }
        plane = bits;
    }
    return board;
}

/// Rows become columns.
template <unsigned kPlanes, typename Plane>
Board<kPlanes, Plane> transposed(const Board<kPlanes, Plane>& board) {
    Board<kPlanes, Plane> result;
    result.box = {board.box.cols, board.box.rows};
    const Plane row = board.box.template row<Plane>();
    for (unsigned p = 0; p < kPlanes; ++p) {
        for (unsigned r = 0; r < board.box.rows; ++r) {
            Plane m = board.planes[p] >> (r * board.box.cols) & row;
            for (; m != 0; m &= m - 1) {
                const auto c = static_cast<unsigned>(countr_zero(m));
                result.planes[p] |= Plane{1} << (c * board.box.rows + r);
            }
        }
    }
    return result;
}

/// Calls `visit` for the four images of a board under flips and half a turn.
template <unsigned kPlanes, typename Plane, typename Visit>
void each_upright_image(const Board<kPlanes, Plane>& board, Visit visit) {
    const Board<kPlanes, Plane> other = flipped(board);
    visit(board);
    visit(turned(board));
    visit(other);
    visit(turned(other));
}

}  // namespace farstar
