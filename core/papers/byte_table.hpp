// Triangular tables whose cells take few values: one byte a cell, by tables of sixteen bytes that
// a processor with AVX2 looks up thirty-two at a time.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "triangle.hpp"
#include "vectors.hpp"

namespace farstar {

/// A map of the numbers below 16.
using ByteMap = std::array<std::uint8_t, 16>;

/// A rule (see triangle.hpp) given by tables.
struct ByteRule {
    using Cell = std::uint8_t;

    /// first(x, m) is steps[m][x]; beyond the end the last `period` steps repeat.
    std::vector<ByteMap> steps;
    std::uint32_t period;
    /// stored(c, t, q) where 2t is below, at and above q.
    ByteMap below;
    ByteMap tie;
    ByteMap above;
    /// zero(). Unless below and tie are the same, it stands only there, where t = 0.
    std::uint8_t nothing;

    std::uint8_t zero() const { return nothing; }
    std::uint8_t stored(std::uint8_t cell, std::uint32_t t, std::uint32_t q) const {
        return t < q - t ? below[cell] : t == q - t ? tie[cell] : above[cell];
    }
    std::uint8_t first(std::uint8_t x, std::uint32_t m) const { return steps[step(m)][x]; }
    std::uint32_t step(std::uint32_t m) const {
        const auto count = static_cast<std::uint32_t>(steps.size());
        if (m < count) return m;
        if (period == 1) return count - 1;
        const std::uint32_t start = count - period;
        return start + (m - start) % period;
    }
};

/// Fill `cells` with the rows begin, ..., end - 1, each cell c as shown[c]. Without `vectors`, or
/// where the processor has none, plain code does the same.
void byte_table(const ByteRule& rule, const ByteMap& shown, std::uint32_t begin, std::uint32_t end,
                unsigned threads, bool vectors, std::uint8_t* cells, const std::atomic<bool>& stop);

}  // namespace farstar
