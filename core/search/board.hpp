// Small boards as bits: a few planes over one box of at most 64 cells.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace farstar {

using Bits = std::uint64_t;
inline constexpr unsigned kMostCells = 64;

/// A box of cells; the cell in row r and column c is bit r * cols + c.
struct Box {
    std::uint8_t rows = 0;
    std::uint8_t cols = 0;

    bool operator==(const Box&) const = default;
    unsigned cells() const { return unsigned{rows} * cols; }
    Bits all() const { return cells() == kMostCells ? ~Bits{0} : (Bits{1} << cells()) - 1; }
    Bits row() const { return cols == kMostCells ? ~Bits{0} : (Bits{1} << cols) - 1; }
};

namespace detail {

// The leftmost column of a box of any height, by its width.
inline constexpr auto kFirstColumn = [] {
    std::array<Bits, kMostCells + 1> table{};
    for (unsigned cols = 1; cols <= kMostCells; ++cols) {
        for (unsigned bit = 0; bit < kMostCells; bit += cols) table[cols] |= Bits{1} << bit;
    }
    return table;
}();

}  // namespace detail

inline Bits first_column(Box box) { return detail::kFirstColumn[box.cols] & box.all(); }
inline Bits last_column(Box box) { return first_column(box) << (box.cols - 1); }

/// One step of every cell. Cells that leave the box are gone.
inline Bits rightwards(Box box, Bits m) { return (m & ~last_column(box)) << 1; }
inline Bits leftwards(Box box, Bits m) { return (m & ~first_column(box)) >> 1; }
inline Bits downwards(Box box, Bits m) { return box.rows == 1 ? 0 : (m << box.cols) & box.all(); }
inline Bits upwards(Box box, Bits m) { return box.rows == 1 ? 0 : m >> box.cols; }

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

inline Bits lowest(Bits m) { return m & (~m + 1); }

/// A board with `kPlanes` bits a cell.
template <unsigned kPlanes>
struct Board {
    std::array<Bits, kPlanes> planes{};
    Box box;

    bool operator==(const Board& other) const {
        Bits different = 0;  // the library compares arrays by a call
        for (unsigned p = 0; p < kPlanes; ++p) different |= planes[p] ^ other.planes[p];
        return different == 0 && box == other.box;
    }
    Bits occupied() const {
        Bits all = 0;
        for (const Bits plane : planes) all |= plane;
        return all;
    }
    std::size_t hash() const {
        std::uint64_t x = unsigned{box.cols};
        for (const Bits plane : planes) {
            x = (x ^ plane) * 0x9e3779b97f4a7c15ULL;
            x ^= x >> 32;
        }
        x *= 0xd6e8feb86659fd93ULL;
        return x ^ (x >> 32);
    }
};

/// An order by which one of several images is chosen; wide boxes come first.
template <unsigned kPlanes>
bool before(const Board<kPlanes>& a, const Board<kPlanes>& b) {
    if (a.box.cols != b.box.cols) return a.box.cols > b.box.cols;
    for (unsigned p = 0; p + 1 < kPlanes; ++p) {
        if (a.planes[p] != b.planes[p]) return a.planes[p] < b.planes[p];
    }
    return a.planes[kPlanes - 1] < b.planes[kPlanes - 1];
}

/// The part of a board that `mask` shows, in its bounding box.
template <unsigned kPlanes>
Board<kPlanes> cropped(const Board<kPlanes>& board, Bits mask) {
    const unsigned cols = board.box.cols;
    const Bits first_row = board.box.row();
    if ((mask & first_row) != 0 && mask >> (board.box.cells() - cols) != 0 &&
        (mask & first_column(board.box)) != 0 && (mask & last_column(board.box)) != 0) {
        Board<kPlanes> whole = board;
        for (Bits& plane : whole.planes) plane &= mask;
        return whole;
    }
    const unsigned top = static_cast<unsigned>(std::countr_zero(mask)) / cols;
    const unsigned bottom = (kMostCells - 1 - static_cast<unsigned>(std::countl_zero(mask))) / cols;
    Bits shadow = 0;
    for (unsigned r = top; r <= bottom; ++r) shadow |= mask >> (r * cols) & board.box.row();
    const auto first = static_cast<unsigned>(std::countr_zero(shadow));
    const auto width = static_cast<unsigned>(std::bit_width(shadow)) - first;
    Board<kPlanes> result;
    result.box = {static_cast<std::uint8_t>(bottom - top + 1), static_cast<std::uint8_t>(width)};
    for (unsigned p = 0; p < kPlanes; ++p) {
        const Bits plane = board.planes[p] & mask;
        Bits bits = 0;
        for (unsigned r = top; r <= bottom; ++r) {
            bits |= (plane >> (r * cols + first) & result.box.row()) << ((r - top) * width);
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

/// Half a turn.
template <unsigned kPlanes>
Board<kPlanes> turned(Board<kPlanes> board) {
    const unsigned unused = kMostCells - board.box.cells();
    for (Bits& plane : board.planes) plane = reversed(plane) >> unused;
    return board;
}

/// The rows in the opposite order.
template <unsigned kPlanes>
Board<kPlanes> flipped(Board<kPlanes> board) {
    const unsigned cols = board.box.cols;
    for (Bits& plane : board.planes) {
        Bits bits = 0;
        for (unsigned r = 0; r < board.box.rows; ++r) {
            bits |= (plane >> (r * cols) & board.box.row()) << ((board.box.rows - 1u - r) * cols);
        }
        plane = bits;
    }
    return board;
}

/// Rows become columns.
template <unsigned kPlanes>
Board<kPlanes> transposed(const Board<kPlanes>& board) {
    Board<kPlanes> result;
    result.box = {board.box.cols, board.box.rows};
    for (unsigned p = 0; p < kPlanes; ++p) {
        for (unsigned r = 0; r < board.box.rows; ++r) {
            Bits m = board.planes[p] >> (r * board.box.cols) & board.box.row();
            for (; m != 0; m &= m - 1) {
                const auto c = static_cast<unsigned>(std::countr_zero(m));
                result.planes[p] |= Bits{1} << (c * board.box.rows + r);
            }
        }
    }
    return result;
}

/// Calls `visit` for the four images of a board under flips and half a turn.
template <unsigned kPlanes, typename Visit>
void each_upright_image(const Board<kPlanes>& board, Visit visit) {
    const Board<kPlanes> other = flipped(board);
    visit(board);
    visit(turned(board));
    visit(other);
    visit(turned(other));
}

}  // namespace farstar
