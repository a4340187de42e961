// Masks of cells: a machine word for boards of at most 64 cells, two words for those of up to 128.
//
// `WideBits` has the operators of a word that boards need, so that the same templates serve both.
#pragma once

#include <bit>
#include <cstdint>

namespace farstar {

using Bits = std::uint64_t;

struct WideBits {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    constexpr WideBits() = default;
    constexpr WideBits(std::uint64_t word) : low(word) {}
    constexpr WideBits(std::uint64_t lower, std::uint64_t upper) : low(lower), high(upper) {}

    bool operator==(const WideBits&) const = default;
    friend constexpr bool operator<(WideBits a, WideBits b) {
        return a.high != b.high ? a.high < b.high : a.low < b.low;
    }
    constexpr WideBits operator~() const { return {~low, ~high}; }
    friend constexpr WideBits operator&(WideBits a, WideBits b) {
        return {a.low & b.low, a.high & b.high};
    }
    friend constexpr WideBits operator|(WideBits a, WideBits b) {
        return {a.low | b.low, a.high | b.high};
    }
    friend constexpr WideBits operator^(WideBits a, WideBits b) {
        return {a.low ^ b.low, a.high ^ b.high};
    }
    constexpr WideBits& operator&=(WideBits other) { return *this = *this & other; }
    constexpr WideBits& operator|=(WideBits other) { return *this = *this | other; }
    constexpr WideBits& operator^=(WideBits other) { return *this = *this ^ other; }
    friend constexpr WideBits operator+(WideBits a, WideBits b) {
        const std::uint64_t low = a.low + b.low;
        return {low, a.high + b.high + (low < a.low ? 1 : 0)};
    }
    friend constexpr WideBits operator-(WideBits a, WideBits b) {
        return {a.low - b.low, a.high - b.high - (a.low < b.low ? 1 : 0)};
    }
    /// By less than 128 places.
    friend constexpr WideBits operator<<(WideBits a, unsigned by) {
        if (by == 0) return a;
        if (by >= 64) return {0, a.low << (by - 64)};
        return {a.low << by, a.high << by | a.low >> (64 - by)};
    }
    friend constexpr WideBits operator>>(WideBits a, unsigned by) {
        if (by == 0) return a;
        if (by >= 64) return {a.high >> (by - 64), 0};
        return {a.low >> by | a.high << (64 - by), a.high >> by};
    }
};

// The functions of <bit> for both; they are called without a namespace.
using std::bit_width;
using std::countl_zero;
using std::countr_zero;
using std::popcount;
using std::rotl;

constexpr int popcount(WideBits m) { return popcount(m.low) + popcount(m.high); }
constexpr int countr_zero(WideBits m) {
    return m.low != 0 ? countr_zero(m.low) : 64 + countr_zero(m.high);
}
constexpr int countl_zero(WideBits m) {
    return m.high != 0 ? countl_zero(m.high) : 64 + countl_zero(m.low);
}
constexpr int bit_width(WideBits m) { return 128 - countl_zero(m); }
constexpr WideBits rotl(WideBits m, int by) {
    const unsigned places = static_cast<unsigned>(by) % 128;  // also of steps back
    return m << places | m >> (128 - places) % 128;
}
/// The lower 32 bits after `by` places.
constexpr std::uint32_t word_at(Bits m, unsigned by) { return static_cast<std::uint32_t>(m >> by); }
constexpr std::uint32_t word_at(WideBits m, unsigned by) {
    return static_cast<std::uint32_t>((m >> by).low);
}

}  // namespace farstar
