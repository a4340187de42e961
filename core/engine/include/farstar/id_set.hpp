// Sets of indices, a bit each: the games that are needed, and the places that are free.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace farstar {

class IdSet {
public:
    IdSet() = default;
    /// Room for the indices below `size`; none of them is in the set.
    explicit IdSet(std::size_t size) : words_((size + 63) / 64) {}

    bool contains(std::size_t i) const {
        return i / 64 < words_.size() && (words_[i / 64] >> i % 64 & 1) != 0;
    }
    /// Put in an index; tell whether it was missing.
    bool add(std::size_t i) {
        assert(i / 64 < words_.size());
        const std::uint64_t bit = std::uint64_t{1} << i % 64;
        const bool fresh = (words_[i / 64] & bit) == 0;
        words_[i / 64] |= bit;
        return fresh;
    }
    std::size_t count() const {
        std::size_t total = 0;
        for (const std::uint64_t word : words_)
            total += static_cast<std::size_t>(std::popcount(word));
        return total;
    }
    /// Change to the indices below `size` that are not in the set.
    void invert(std::size_t size) {
        words_.resize((size + 63) / 64);
        for (std::uint64_t& word : words_) word = ~word;
        if (size % 64 != 0) words_.back() &= (std::uint64_t{1} << size % 64) - 1;
        words_.shrink_to_fit();
    }
    std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

protected:
    std::vector<std::uint64_t> words_;
};

/// Places to be used again, the lowest first.
class FreePlaces : public IdSet {
public:
    FreePlaces() = default;
    /// Those below `size` that are not in use.
    FreePlaces(IdSet&& used, std::size_t size) : IdSet(std::move(used)) {
        invert(size);
        left_ = count();
    }
    std::size_t left() const { return left_; }
    /// Take out the lowest; there must be one left.
    std::size_t take() {
        assert(left_ != 0);
        while (words_[word_] == 0) ++word_;
        const auto bit = static_cast<std::size_t>(std::countr_zero(words_[word_]));
        words_[word_] &= words_[word_] - 1;
        --left_;
        return word_ * 64 + bit;
    }
    /// Call visit(begin, end) for each run of free places.
    template <typename Visit>
    void each_run(Visit visit) const {
        std::size_t begin = next(0, true);
        while (begin < words_.size() * 64) {
            const std::size_t end = next(begin, false);
            visit(begin, end);
            begin = next(end, true);
        }
    }

private:
    /// The first index from here on that is free, or that is not; the end if there is none.
    std::size_t next(std::size_t from, bool free) const {
        for (std::size_t word = from / 64; word < words_.size(); ++word) {
            std::uint64_t bits = free ? words_[word] : ~words_[word];
            if (word == from / 64) bits &= ~std::uint64_t{0} << from % 64;
            if (bits != 0) return word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        }
        return words_.size() * 64;
    }

    std::size_t word_ = 0;  // no word before this one has a place left
    std::size_t left_ = 0;
};

}  // namespace farstar
