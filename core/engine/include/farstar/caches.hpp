// Caches of binary results. Losing an entry costs time, never correctness.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "farstar/answer.hpp"
#include "farstar/id_set.hpp"
#include "farstar/store.hpp"

namespace farstar {

inline std::uint64_t pair_hash(GameId g, GameId h) {
    std::uint64_t x = (std::uint64_t{g} << 32 | h) * 0x9e3779b97f4a7c15ULL;
    return x ^ (x >> 29);
}

/// Make a list short and give the rest of its memory back, if that takes no memory.
template <typename T>
void shrink(std::vector<T>& list, std::size_t size) {
    if (list.size() <= size) return;
    list.resize(size);
    list.shrink_to_fit();
}

/// Answers to "g >= h": direct-mapped, and small enough for the second-level cache, which measured
/// faster than an exact table that grows. Only a single search that outlasts the whole table makes
/// it grow: forgetting half of such a search would make it exponential.
class OrderCache {
public:
    explicit OrderCache(unsigned bits = kBits)
        : first_size_(std::size_t{1} << bits), entries_(first_size_) {}

    Answer look_up(GameId g, GameId h) const {
        const std::uint64_t entry = entries_[slot(g, h)];
        return (entry >> 1) == key(g, h) ? answer((entry & 1) != 0) : Answer::kUnknown;
    }
    void put(GameId g, GameId h, bool yes) {
        entries_[slot(g, h)] = key(g, h) << 1 | (yes ? 1u : 0u);
    }
    void clear() {
        shrink(entries_, first_size_);
        std::fill(entries_.begin(), entries_.end(), 0);
    }
    /// Forget what is known of other games than these; a table that has grown is emptied.
    void keep_only(const IdSet& kept) {
        if (entries_.size() != first_size_) return clear();
        for (std::uint64_t& entry : entries_) {
            if (entry != 0 && !(kept.contains(first_of(entry)) && kept.contains(second_of(entry))))
                entry = 0;
        }
    }
    std::size_t size() const { return entries_.size(); }
    bool can_grow() const { return entries_.size() < (std::size_t{1} << kMaxBits); }
    void grow() {
        std::vector<std::uint64_t> old(entries_.size() * 4);
        old.swap(entries_);
        for (const std::uint64_t entry : old) {
            if (entry != 0) entries_[slot(first_of(entry), second_of(entry))] = entry;
        }
    }
    std::size_t bytes() const { return entries_.size() * sizeof(std::uint64_t); }

private:
    static constexpr unsigned kBits = 16;
    static constexpr unsigned kMaxBits = 24;
    // Ids are below 2^31; the pair (0, 0), which looks like an empty entry, is never asked for.
    static std::uint64_t key(GameId g, GameId h) { return std::uint64_t{g} << 31 | h; }
    static GameId first_of(std::uint64_t entry) { return static_cast<GameId>(entry >> 32); }
    static GameId second_of(std::uint64_t entry) {
        return static_cast<GameId>(entry >> 1 & 0x7fffffffu);
    }
    std::size_t slot(GameId g, GameId h) const { return pair_hash(g, h) & (entries_.size() - 1); }

    std::size_t first_size_;
    std::vector<std::uint64_t> entries_;
};

/// Results of an operation on two games: small buckets, grown while there is room, then
/// overwritten.
class PairCache {
public:
    explicit PairCache(unsigned max_bits, unsigned first_bits = 12)
        : first_(std::size_t{1} << first_bits),
          entries_(first_),
          max_(std::size_t{1} << max_bits) {}

    GameId look_up(GameId g, GameId h) const {
        const std::size_t first = bucket(g, h);
        for (std::size_t i = first; i < first + kWays; ++i) {
            if (entries_[i].g == g && entries_[i].h == h) return entries_[i].result;
        }
        return kNone;
    }
    void put(GameId g, GameId h, GameId result) {
        if (used_ * 2 > entries_.size() && entries_.size() < max_) grow();
        place({g, h, result});
    }
    void clear() {
        shrink(entries_, first_);
        std::fill(entries_.begin(), entries_.end(), Entry{});
        used_ = 0;
    }
    /// Forget what is known of other games than these.
    void keep_only(const IdSet& kept) {
        std::vector<Entry> stay;
        for (const Entry& entry : entries_) {
            if (entry.g != kNone && kept.contains(entry.g) && kept.contains(entry.h) &&
                kept.contains(entry.result))
                stay.push_back(entry);
        }
        clear();
        for (const Entry& entry : stay) put(entry.g, entry.h, entry.result);
    }
    std::size_t size() const { return used_; }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

private:
    static constexpr std::size_t kWays = 4;
    struct Entry {
        GameId g = kNone;
        GameId h = kNone;
        GameId result = kNone;
    };

    std::size_t bucket(GameId g, GameId h) const {
        return pair_hash(g, h) & (entries_.size() - 1) & ~(kWays - 1);
    }
    void place(const Entry& entry) {
        const std::size_t first = bucket(entry.g, entry.h);
        for (std::size_t i = first; i < first + kWays; ++i) {
            if (entries_[i].g == kNone) {
                entries_[i] = entry;
                ++used_;
                return;
            }
        }
        entries_[first + (turn_++ & (kWays - 1))] = entry;
    }
    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        old.swap(entries_);
        used_ = 0;
        for (const Entry& entry : old) {
            if (entry.g != kNone) place(entry);
        }
    }

    std::size_t first_;
    std::vector<Entry> entries_;
    std::size_t max_;
    std::size_t used_ = 0;
    std::size_t turn_ = 0;
};

}  // namespace farstar
