// Who wins a sum, by the whole sum: a table of bounded size that never mistakes one sum for
// another.
//
// A key is a sequence of words. Keys live in buckets of a few cache lines, each with a word that
// holds its length, the answer and how much work that took. A full bucket drops what took least.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "farstar/answer.hpp"

namespace farstar {

using SumKey = std::span<const std::uint32_t>;

class SumTable {
public:
    /// A table that grows up to so many bytes.
    explicit SumTable(std::size_t most_bytes);

    static std::uint64_t hash(SumKey key);
    Answer look_up(SumKey key, std::uint64_t hash) const;
    /// Remember an answer that took `work` positions. Keys that are too long are not kept.
    void put(SumKey key, std::uint64_t hash, bool wins, std::uint64_t work);

    template <typename Visit>
    void each_key(Visit visit) const {
        for (std::size_t first = 0; first < words_.size(); first += kBucket) {
            for (std::size_t at = first; at < first + kBucket && words_[at] != 0;) {
                const SumKey key(words_.data() + at + 1, words_[at] & kLength);
                visit(key);
                at += 1 + key.size();
            }
        }
    }

    bool wants_to_grow() const { return used_ * 2 > words_.size() && words_.size() < most_words_; }
    void grow();
    void clear();
    std::size_t bytes() const { return words_.capacity() * sizeof(std::uint32_t); }

private:
    // A header: 16 bits of the hash, 8 of the work, 1 answer, 7 of the length. 0 ends a bucket.
    static constexpr std::uint32_t kLength = 0x7f;
    static constexpr std::uint32_t kWins = 0x80;
    static constexpr std::size_t kBucket = 64;  // words: four cache lines
    static constexpr std::size_t kLongest = kBucket / 2 - 1;
    static constexpr std::size_t kFirst = std::size_t{1} << 12;

    const std::uint32_t* bucket(std::uint64_t hash) const {
        return words_.data() + (hash & (words_.size() / kBucket - 1)) * kBucket;
    }
    std::uint32_t* bucket(std::uint64_t hash) {
        return words_.data() + (hash & (words_.size() / kBucket - 1)) * kBucket;
    }
    void insert(SumKey key, std::uint64_t hash, std::uint32_t header);

    std::vector<std::uint32_t> words_;
    std::size_t used_ = 0;
    std::size_t most_words_;
};

}  // namespace farstar
