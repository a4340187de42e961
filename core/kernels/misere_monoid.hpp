// A finite commutative monoid with its P-positions, and sets of its elements.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farstar::misere {

using Element = std::uint16_t;
/// A sum of games: the number of each summand.
using Sum = std::vector<std::uint32_t>;
/// A set of elements as bits; all sets of one monoid have the same number of words.
using Subset = std::vector<std::uint64_t>;

/// Elements 0, 1, ..., of which 0 is the identity.
struct Monoid {
    std::size_t size = 1;
    std::vector<Element> table{0};        // row by row
    std::vector<std::uint8_t> losing{0};  // whether an element is a P-position

    std::size_t words() const { return (size + 63) / 64; }
    Element times(std::size_t x, std::size_t y) const { return table[x * size + y]; }
    std::span<const Element> row(std::size_t x) const { return {table.data() + x * size, size}; }
    Element image(std::span<const std::uint32_t> sum, std::span<const Element> images) const {
        Element total = 0;
        for (const std::uint32_t game : sum) total = times(total, images[game]);
        return total;
    }
    std::vector<std::uint64_t> losing_bits() const {
        std::vector<std::uint64_t> bits(words(), 0);
        for (std::size_t x = 0; x < size; ++x) {
            if (losing[x] != 0) bits[x / 64] |= std::uint64_t{1} << x % 64;
        }
        return bits;
    }
};

inline void insert(std::uint64_t* subset, std::size_t element) {
    subset[element / 64] |= std::uint64_t{1} << element % 64;
}

/// Call `visit` with the elements of a subset in order.
template <typename Visit>
void for_each(std::span<const std::uint64_t> subset, Visit visit) {
    for (std::size_t word = 0; word < subset.size(); ++word) {
        for (std::uint64_t left = subset[word]; left != 0; left &= left - 1) {
            visit(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
        }
    }
}

/// A hash of some machine words.
inline std::uint64_t mixed(std::span<const std::uint64_t> numbers, std::uint64_t seed) {
    std::uint64_t hash = seed * 0x9e3779b97f4a7c15u;
    for (const std::uint64_t number : numbers) {
        hash = (hash ^ number) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace farstar::misere
