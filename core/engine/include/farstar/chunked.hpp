// An array that grows by whole chunks: addresses stay put, and growing never copies.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace farstar {

template <typename T, unsigned kBits>
class Chunked {
public:
    static constexpr std::size_t kChunk = std::size_t{1} << kBits;

    T& operator[](std::size_t i) {
        assert(i < chunks_.size() * kChunk);
        return chunks_[i >> kBits][i & (kChunk - 1)];
    }
    const T& operator[](std::size_t i) const {
        assert(i < size_);
        return chunks_[i >> kBits][i & (kChunk - 1)];
    }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return chunks_.size() * kChunk * sizeof(T); }

    std::size_t push_back(const T& value) {
        grow_to(size_ + 1);
        (*this)[size_] = value;
        return size_++;
    }
    /// Make room for `count` neighbours that share a chunk; return the index of the first.
    std::size_t allocate(std::size_t count) {
        const std::size_t first = first_after(size_, count);
        grow_to(first + count);
        size_ = first + count;
        return first;
    }
    /// Make sure that nothing is allocated before there are more than `size` elements.
    void reserve(std::size_t size) { grow_to(size); }
    /// Where allocate(count) would leave the end of an array of this size.
    static std::size_t end_after(std::size_t size, std::size_t count) {
        return first_after(size, count) + count;
    }
    /// Drop the tail and give its chunks back.
    void truncate(std::size_t size) {
        size_ = size;
        chunks_.resize((size + kChunk - 1) >> kBits);
    }

private:
    static std::size_t first_after(std::size_t size, std::size_t count) {
        return (size & (kChunk - 1)) + count > kChunk ? (size | (kChunk - 1)) + 1 : size;
    }
    void grow_to(std::size_t size) {
        while (chunks_.size() * kChunk < size) chunks_.push_back(std::make_unique<T[]>(kChunk));
    }

    std::vector<std::unique_ptr<T[]>> chunks_;
    std::size_t size_ = 0;
};

/// A counter for each index. Counters that exist may be changed by any thread while one thread
/// makes room for more: the directory of chunks never moves.
class Counters {
public:
    Counters() : directory_(std::make_unique<Chunk[]>(kDirectory)) {}

    std::atomic<std::uint32_t>& operator[](std::size_t i) const {
        assert(directory_[i >> kBits] != nullptr);
        return directory_[i >> kBits][i & (kChunk - 1)];
    }
    static constexpr unsigned kBits = 14;
    static constexpr std::size_t kChunk = std::size_t{1} << kBits;

    void make_room(std::size_t size) {
        for (; size_ < size; size_ += kChunk) {
            directory_[size_ >> kBits] = std::make_unique<std::atomic<std::uint32_t>[]>(kChunk);
        }
    }
    /// Give back the chunks past `size`, whose counters nobody uses.
    void truncate(std::size_t size) {
        for (; size_ >= size + kChunk; size_ -= kChunk) directory_[(size_ >> kBits) - 1].reset();
    }

private:
    static constexpr std::size_t kDirectory = std::size_t{1} << (31 - kBits);
    using Chunk = std::unique_ptr<std::atomic<std::uint32_t>[]>;

    std::unique_ptr<Chunk[]> directory_;
    std::size_t size_ = 0;
};

}  // namespace farstar
