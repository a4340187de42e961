// Triangular tables: a cell for each pair (p, q) with 1 <= q < p, row p after row p - 1.
//
// In every game here the cell of (p, q), with p = m*q + t, follows from m and from the cell of
// (q, t). A rule says how, in two steps:
//
//     stored(c, t, q)   from the cell c of (q, t), t > 0;    zero   where t = 0;
//     first(x, m)       from what is stored to the cell of (p, q).
//
// Where the cells are numbers, what is stored is the cell itself, and step(m) is first(., m).
//
// What is stored for q is a row of q numbers x, indexed by t. The left half of row p, q <= p/2, is
// read from there: first(x, p / q). The right half needs nothing more, since p = 1*(p - q) + q
// and the cell of (p - q, q) is first(x, p / q - 1) with the same x. So a row needs only what is
// stored for the first half of the numbers below it; rows M + 1, ..., 2M + 1 can be worked out at
// the same time.
//
// Where the store would be too large, or the rows too few, far_rows.hpp does without.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "large_pages.hpp"
#include "parallel.hpp"

namespace farstar {

/// Numbers in rows are at most this: twice a length and one still fits 31 bits.
inline constexpr std::uint32_t kLargestRow = 1'000'000'000;
/// No more memory than this goes into a store.
inline constexpr std::size_t kStoreBytes = std::size_t{1} << 29;
/// Rows are worked out so many at a time.
inline constexpr std::uint32_t kBlockRows = 32;

/// How many cells the rows 2, ..., row - 1 have.
inline std::size_t cells_before(std::uint32_t row) {
    return row < 2 ? 0 : (row - std::size_t{1}) * (row - std::size_t{2}) / 2;
}

/// What is stored for each q: q cells, and the first of them again so that a block can be read
/// without a look at the end.
template <typename Cell>
class CellStore {
public:
    explicit CellStore(std::uint32_t last) : last_(last), cells_(new Cell[offset(last + 1)]) {
        prefer_large_pages(cells_.get(), bytes(last));
    }

    static std::size_t bytes(std::uint32_t last) { return offset(last + 1) * sizeof(Cell); }
    std::uint32_t last() const { return last_; }
    const Cell* at(std::uint32_t q) const { return cells_.get() + offset(q); }
    Cell* at(std::uint32_t q) { return cells_.get() + offset(q); }
    /// Repeat the beginning of what is stored for q behind its end.
    void repeat(std::uint32_t q) {
        Cell* cells = at(q);
        for (std::uint32_t i = 0; i < kBlockRows; ++i) cells[q + i] = cells[i];
    }

private:
    static std::size_t offset(std::uint32_t q) {
        return q * (q - std::size_t{1}) / 2 + std::size_t{kBlockRows} * q;
    }

    std::uint32_t last_;
    std::unique_ptr<Cell[]> cells_;
};

/// How much memory goes into the store for the rows begin, ..., end - 1; nothing where it would be
/// too much, or more work than the rows themselves.
template <typename Cell>
std::size_t store_bytes(std::uint32_t begin, std::uint32_t end) {
    constexpr std::size_t kWorth = 16;
    const std::size_t bytes = CellStore<Cell>::bytes(end < 2 ? 0 : (end - 1) / 2);
    const std::size_t cells = end <= begin ? 0 : cells_before(end) - cells_before(begin);
    return bytes <= kStoreBytes && bytes <= kWorth * sizeof(Cell) * cells ? bytes : 0;
}

/// The cell of (p, q), q < p, along its quotients.
template <typename Rule>
typename Rule::Cell cell_along(const Rule& rule, std::uint32_t p, std::uint32_t q) {
    std::uint32_t numbers[64];  // p, q, ... as Euclid's algorithm finds them: at most 45
    std::size_t count = 0;
    for (numbers[count++] = p; q != 0; q = numbers[count - 2] % numbers[count - 1]) {
        numbers[count++] = q;
    }
    typename Rule::Cell x = rule.zero();
    for (std::size_t i = count - 1;; --i) {
        const std::uint32_t large = numbers[i - 1];
        const std::uint32_t small = numbers[i];
        const typename Rule::Cell cell = rule.first(x, large / small);
        if (i == 1) return cell;
        x = rule.stored(cell, small, large);
    }
}

/// What fills a block of rows with numbers.
template <typename Rule>
class NumberFiller {
public:
    using Cell = typename Rule::Cell;

    explicit NumberFiller(const Rule& rule) : rule_(rule) {}

    Cell show(Cell cell) const { return cell; }

    /// out(p) points to the cell of (p, 1).
    template <typename Out>
    void fill(const CellStore<Cell>& store, std::uint32_t begin, std::uint32_t end, Out out) const {
        std::uint32_t r = 1;
        if (end - begin == kBlockRows && begin > 2 * (kBlockRows + kTileColumns)) {
            fill_columns(store, begin, end, 1, kBlockRows - 1, out);
            for (r = kBlockRows; 2 * (r + kTileColumns - 1) < begin; r += kTileColumns) {
                fill_tile(store, begin, r, out);
            }
        }
        fill_columns(store, begin, end, r, (end - 1) / 2, out);
    }
    void keep(const Cell* row, std::uint32_t p, Cell* kept) const {
        kept[0] = rule_.zero();
        std::copy(row, row + p - 1, kept + 1);
    }

private:
    static constexpr std::uint32_t kTileColumns = 16;

    /// Columns `from`, ..., `to` and their mirror images p - q, cell after cell.
    template <typename Out>
    void fill_columns(const CellStore<Cell>& store, std::uint32_t begin, std::uint32_t end,
                      std::uint32_t from, std::uint32_t to, Out out) const {
        for (std::uint32_t r = from; r <= to; ++r) {
            const Cell* cells = store.at(r);
            for (std::uint32_t p = std::max(begin, 2 * r); p < end; ++p) {
                const Cell x = cells[p % r];
                Cell* row = out(p);
                row[r - 1] = rule_.first(x, p / r);
                if (2 * r < p) row[p - r - 1] = rule_.first(rule_.first(x, p / r - 1), 1);
            }
        }
    }
    /// The columns r, r + 1, ... of a whole block, and their mirror images. They are worked out
    /// column by column, where the quotient changes at most once, and written row by row.
    template <typename Out>
    void fill_tile(const CellStore<Cell>& store, std::uint32_t begin, std::uint32_t r,
                   Out out) const {
        Cell left[kTileColumns][kBlockRows];
        Cell right[kTileColumns][kBlockRows];
        for (std::uint32_t i = 0; i < kTileColumns; ++i) {
            const std::uint32_t m = begin / (r + i);
            const std::uint32_t t = begin % (r + i);
            const std::uint32_t change = std::min(kBlockRows, r + i - t);
            const Cell* cells = store.at(r + i) + t;
            follow(cells, m, 0, change, left[i], right[i]);
            follow(cells, m + 1, change, kBlockRows, left[i], right[i]);
        }
        for (std::uint32_t j = 0; j < kBlockRows; ++j) {
            Cell* near = out(begin + j) + (r - 1);
            Cell* far = out(begin + j) + (begin + j - r - kTileColumns);
            for (std::uint32_t i = 0; i < kTileColumns; ++i) {
                near[i] = left[i][j];
                far[i] = right[kTileColumns - 1 - i][j];
            }
        }
    }
    /// The cells that lie `from`, ..., `to` - 1 rows below the first, where the quotient is m.
    void follow(const Cell* cells, std::uint32_t m, std::uint32_t from, std::uint32_t to,
                Cell* left, Cell* right) const {
        const auto whole = rule_.step(m);
        const auto less = rule_.step(m - 1);
        const auto one = rule_.step(1);
        for (std::uint32_t j = from; j < to; ++j) {
            left[j] = whole(cells[j]);
            right[j] = one(less(cells[j]));
        }
    }

    const Rule& rule_;
};

/// Work out what is to be stored for 1, ..., last.
template <typename Rule, typename Filler>
CellStore<typename Rule::Cell> make_store(const Rule& rule, const Filler& filler,
                                          std::uint32_t last, unsigned threads,
                                          const std::atomic<bool>& stop) {
    using Cell = typename Rule::Cell;
    CellStore<Cell> store(last);
    if (last == 0) return store;
    *store.at(1) = rule.zero();
    store.repeat(1);
    std::vector<std::vector<Cell>> rooms(std::max(1u, threads));
    for (auto& room : rooms) room.resize(std::size_t{kBlockRows} * (last + 1));
    for (std::uint32_t done = 1; done < last && !stop;) {
        const std::uint32_t until = std::min(last, 2 * done + 1);
        const std::uint32_t blocks = (until - done + kBlockRows - 1) / kBlockRows;
        deal_out(blocks, threads, stop, [&](std::size_t block, unsigned worker) {
            const std::uint32_t begin = done + 1 + static_cast<std::uint32_t>(block) * kBlockRows;
            const std::uint32_t end = std::min(until + 1, begin + kBlockRows);
            const auto out = [&](std::uint32_t p) {
                return rooms[worker].data() + std::size_t{p - begin} * (last + 1);
            };
            filler.fill(store, begin, end, out);
            for (std::uint32_t p = begin; p < end; ++p) {
                filler.keep(out(p), p, store.at(p));
                store.repeat(p);
            }
        });
        done = until;
    }
    return store;
}

}  // namespace farstar
