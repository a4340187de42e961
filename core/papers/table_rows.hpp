// The rows of a triangular table (see triangle.hpp), in threads: by a store, or far out without
// one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "far_rows.hpp"
#include "triangle.hpp"

namespace farstar {

/// Work out rows begin, ..., end - 1 by blocks. The cells are kept as `inner` makes them and shown
/// as `outer` does. `room(p, end, worker)` returns where the cells of (p, 1), (p, 2), ... go, for
/// the rows from p on, one after the other; `done(p, end, worker)` is called when the rows p, ...,
/// end - 1 of a block are there. Far rows go by `way`.
template <typename Rule, typename Inner, typename Outer, typename Way, typename Room, typename Done>
void each_block(const Rule& rule, const Inner& inner, const Outer& outer, const Way& way,
                std::uint32_t begin, std::uint32_t end, unsigned threads, bool vectors,
                const std::atomic<bool>& stop, Room room, Done done) {
    using Cell = typename Rule::Cell;
    begin = std::max(begin, 2u);
    if (end <= begin) return;
    const std::uint32_t half = (end - 1) / 2;
    const bool stored = store_bytes<Cell>(begin, end) > 0;
    const CellStore<Cell> store =
        make_store(rule, inner, stored ? half : std::min(half, kSmallStore), threads, stop);
    const std::size_t blocks = (end - begin + std::size_t{kBlockRows} - 1) / kBlockRows;
    deal_out(blocks, threads, stop, [&](std::size_t block, unsigned worker) {
        const std::uint32_t from = begin + static_cast<std::uint32_t>(block) * kBlockRows;
        const std::uint32_t to = std::min<std::uint32_t>(end, from + kBlockRows);
        Cell* cells = room(from, to, worker);
        const auto out = [&](std::uint32_t p) {
            return cells + (cells_before(p) - cells_before(from));
        };
        if (stored) {
            outer.fill(store, from, to, out);
        } else {
            Way mine = way;
            for (std::uint32_t p = from; p < to; ++p) {
                Cell* row = out(p);
                far_row(rule, store, mine, p, vectors, stop,
                        [&](std::uint32_t q, Cell cell) { row[q - 1] = outer.show(cell); });
            }
        }
        done(from, to, worker);
    });
}

/// Hand out the cells of the rows begin, ..., end - 1 of a table of numbers, in any order, to one
/// sink a thread: sink.add(cell), or sink.add(cell, its mirror image). Far rows go by `way`.
template <typename Rule, typename Way, typename Sink>
void each_cell(const Rule& rule, const Way& way, std::uint32_t begin, std::uint32_t end,
               std::vector<Sink>& sinks, const std::atomic<bool>& stop) {
    using Cell = typename Rule::Cell;
    begin = std::max(begin, 2u);
    if (end <= begin) return;
    const auto threads = static_cast<unsigned>(sinks.size());
    const std::uint32_t half = (end - 1) / 2;
    const bool stored = store_bytes<Cell>(begin, end) > 0;
    const CellStore<Cell> store = make_store(
        rule, NumberFiller(rule), stored ? half : std::min(half, kSmallStore), threads, stop);
    if (!stored) {
        deal_out(end - begin, threads, stop, [&](std::size_t row, unsigned worker) {
            Way mine = way;
            far_row(rule, store, mine, begin + static_cast<std::uint32_t>(row), has_avx2(), stop,
                    [&](std::uint32_t, Cell cell) { sinks[worker].add(cell); });
        });
        return;
    }
    deal_out(half, threads, stop, [&](std::size_t piece, unsigned worker) {
        const auto r = static_cast<std::uint32_t>(piece) + 1;
        std::uint32_t p = std::max(begin, 2 * r);
        const Cell* cells = store.at(r);
        Sink& sink = sinks[worker];
        if (p == 2 * r) {  // its own mirror image
            sink.add(rule.first(cells[0], 2));
            ++p;
        }
        const auto one = rule.step(1);
        while (p < end) {
            const std::uint32_t t = p % r;
            const std::uint32_t count = std::min(end - p, r - t);
            const auto whole = rule.step(p / r);
            const auto less = rule.step(p / r - 1);
            for (std::uint32_t i = 0; i < count; ++i) {
                const Cell x = cells[t + i];
                sink.add(whole(x), one(less(x)));
            }
            p += count;
        }
    });
}

}  // namespace farstar
