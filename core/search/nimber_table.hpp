// What is known about the nimbers of boards: a table of bounded size that never mistakes one board
// for another.
//
// For each board it holds the nimbers that are still possible, as bits. Boards live in buckets of
// four or more; a full bucket drops the one that took the least work.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "farstar/caches.hpp"
#include "farstar/prefetch.hpp"
#include "large_pages.hpp"

namespace farstar {

/// A set of nimbers; bit n stands for *n, and the last bit for all that are larger.
using Nimbers = std::uint32_t;
inline constexpr unsigned kMostNimber = 30;
inline constexpr Nimbers kLargerNimbers = Nimbers{1} << (kMostNimber + 1);
inline constexpr Nimbers kAllNimbers = ~Nimbers{0};

template <typename GameBoard>
class NimberTable {
public:
    /// A table that grows up to so many bytes.
    explicit NimberTable(std::size_t most_bytes) : buckets_(kFirst) { allow(most_bytes); }

    /// Let it grow up to so many bytes, if that is more than before.
    void allow(std::size_t most_bytes) {
        const std::size_t most = std::bit_floor(std::max(most_bytes / sizeof(Bucket), kFirst));
        most_buckets_ = std::max(most_buckets_, most);
    }

    /// The nimbers that a board may have.
    Nimbers look_up(const GameBoard& board) const {
        for (const Entry& entry : bucket(board.hash()).entries) {
            if (entry.is(board)) return entry.possible;
        }
        return kAllNimbers;
    }
    void prefetch(const GameBoard& board) const {
        farstar::prefetch(&buckets_[board.hash() & (buckets_.size() - 1)]);
    }
    /// Remember which nimbers are possible, which took `work` boards to find out.
    void put(const GameBoard& board, Nimbers possible, std::uint64_t work) {
        const auto size = static_cast<std::uint8_t>(std::bit_width(work));
        insert({board.planes, possible, board.box, size});
    }

    bool wants_to_grow() const {
        return used_ > buckets_.size() * kEntries / 2 && buckets_.size() < most_buckets_;
    }
    void grow() {
        const std::size_t size = buckets_.size() * 2;
        std::vector<Bucket> old;
        old.reserve(size);
        prefer_large_pages(old.data(), size * sizeof(Bucket));
        old.resize(size);
        old.swap(buckets_);
        used_ = 0;
        for (const Bucket& bucket : old) {
            for (const Entry& entry : bucket.entries) {
                if (entry.box.rows != 0) insert(entry);
            }
        }
    }
    void clear() {
        shrink(buckets_, kFirst);
        std::fill(buckets_.begin(), buckets_.end(), Bucket{});
        used_ = 0;
    }
    std::size_t size() const { return used_; }
    std::size_t bytes() const { return buckets_.capacity() * sizeof(Bucket); }

private:
    struct Entry {
        decltype(GameBoard::planes) planes{};
        Nimbers possible = kAllNimbers;
        Box box;  // without rows: empty
        std::uint8_t work = 0;

        bool is(const GameBoard& board) const { return GameBoard{planes, box} == board; }
    };
    // One or more whole cache lines.
    static constexpr std::size_t kBucketBytes = std::bit_ceil(4 * sizeof(Entry));
    static constexpr std::size_t kEntries = kBucketBytes / sizeof(Entry);
    static constexpr std::size_t kFirst = std::size_t{1} << 8;
    struct alignas(64) Bucket {
        std::array<Entry, kEntries> entries;
    };

    const Bucket& bucket(std::size_t hash) const { return buckets_[hash & (buckets_.size() - 1)]; }
    Bucket& bucket(std::size_t hash) { return buckets_[hash & (buckets_.size() - 1)]; }

    void insert(const Entry& entry) {
        const GameBoard board{entry.planes, entry.box};
        auto& places = bucket(board.hash()).entries;
        Entry* least = &places[0];
        for (Entry& place : places) {
            if (place.box.rows == 0) {
                place = entry;
                ++used_;
                return;
            }
            if (place.is(board)) {
                place.possible &= entry.possible;
                place.work = std::max(place.work, entry.work);
                return;
            }
            if (place.work < least->work) least = &place;
        }
        *least = entry;
    }

    std::vector<Bucket> buckets_;
    std::size_t used_ = 0;
    std::size_t most_buckets_ = 0;
};

}  // namespace farstar
