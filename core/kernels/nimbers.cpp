#include "nimbers.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace farstar {

namespace {

constexpr int kTableBits = 8;

/// The product of numbers below 2^(2 * half), by that of numbers below 2^half.
template <typename Product>
std::uint64_t split_product(std::uint64_t a, std::uint64_t b, int half, const Product& product) {
    const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
    const std::uint64_t a1 = a >> half, a0 = a & mask, b1 = b >> half, b0 = b & mask;
    const std::uint64_t low = product(a0, b0), high = product(a1, b1);
    const std::uint64_t middle = product(a1 ^ a0, b1 ^ b0) ^ low;
    return middle << half | (low ^ product(high, std::uint64_t{1} << (half - 1)));
}

/// The product of two numbers of so many bits, a power of two, without a table.
std::uint64_t plain_product(std::uint64_t a, std::uint64_t b, int bits) {
    if (bits == 1) return a & b;
    const int half = bits / 2;
    return split_product(
        a, b, half, [half](std::uint64_t x, std::uint64_t y) { return plain_product(x, y, half); });
}

using Table = std::array<std::uint8_t, std::size_t{1} << (2 * kTableBits)>;

const Table& small_products() {
    static const Table table = [] {
        Table made{};
        for (std::size_t place = 0; place < made.size(); ++place) {
            made[place] = static_cast<std::uint8_t>(
                plain_product(place >> kTableBits, place & 255, kTableBits));
        }
        return made;
    }();
    return table;
}

std::uint64_t table_product(const Table& table, std::uint64_t a, std::uint64_t b, int bits) {
    if (bits <= kTableBits) return table[a << kTableBits | b];
    const int half = bits / 2;
    return split_product(a, b, half, [&table, half](std::uint64_t x, std::uint64_t y) {
        return table_product(table, x, y, half);
    });
}

}  // namespace

std::uint64_t nim_product(std::uint64_t a, std::uint64_t b) {
    const auto length = static_cast<unsigned>(std::bit_width(std::max(a, b)));
    return table_product(small_products(), a, b, static_cast<int>(std::bit_ceil(length)));
}

}  // namespace farstar
