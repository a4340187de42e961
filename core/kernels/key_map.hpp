// A map from keys of 64 bits to numbers that are not 0: open addressing, one piece of memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "farstar/engine.hpp"

namespace farstar {

template <typename Number>
class KeyMap {
public:
    /// The number of a key, 0 if it is new; then the caller puts another one there before the next
    /// call.
    Number& at(Engine& engine, std::uint64_t key) {
        if (4 * size_ >= 3 * entries_.size()) grow(engine);
        Entry& entry = place(key);
        if (entry.number == 0) {
            entry.key = key;
            ++size_;
        }
        return entry.number;
    }
    /// The number of a key, 0 if there is none.
    Number look_up(std::uint64_t key) { return entries_.empty() ? 0 : place(key).number; }

    template <typename Action>
    void each(Action action) const {
        for (const Entry& entry : entries_) {
            if (entry.number != 0) action(entry.key, entry.number);
        }
    }

private:
    struct Entry {
        std::uint64_t key;
        Number number;
    };

    Entry& place(std::uint64_t key) {
        const std::uint64_t mixed = key * 0x9e3779b97f4a7c15u;
        for (std::size_t at = mixed ^ mixed >> 29;; ++at) {
            Entry& entry = entries_[at & (entries_.size() - 1)];
            if (entry.number == 0 || entry.key == key) return entry;
        }
    }
    void grow(Engine& engine) {
        const std::size_t size = std::max(std::size_t{1} << 10, 2 * entries_.size());
        engine.claim(size * sizeof(Entry));
        std::vector<Entry> old(size);
        old.swap(entries_);
        for (const Entry& entry : old) {
            if (entry.number != 0) place(entry.key) = entry;
        }
    }

    std::vector<Entry> entries_;
    std::size_t size_ = 0;
};

}  // namespace farstar
