// Grundy values of take-and-break games on heaps, exactly.
//
// G(n) is the least number that is not G(a) xor G(b), or G(a), of an option. The options that
// split a heap are as many as the heap is large; the sparse spaces of Guy and Smith spare most of
// them. For any mask call a number rare if it has an even number of bits in common with the mask,
// and common otherwise: common numbers among the options come only from pairs with exactly one
// rare member, so that the least common number that is missing costs one pass over the rare heaps.
// The other pairs need a look only until every smaller rare number has been seen. No mask can make
// the answer wrong; a good one, for which rare heaps are few, makes it fast. Where the theorem on
// the periods of octal games applies to what is known, the rest is copied.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farstar {

/// What a player may do with a heap. digits[k] is about taking k counters: its bit j allows to
/// leave exactly j heaps, j at most 2.
struct BreakingCode {
    std::vector<std::uint8_t> digits;
    bool unequal = false;  // whether the two heaps of a split must differ

    /// The largest code that is understood.
    static constexpr std::uint8_t kLargestDigit = 7;
};

/// G(0), ..., G(count - 1); shorter if `stop` was set.
std::vector<std::uint32_t> grundy_sequence(const BreakingCode& code, std::size_t count,
                                           const std::atomic<bool>& stop);

/// The least mask by which the fewest of these numbers are rare.
std::uint32_t sparse_mask(std::span<const std::uint32_t> numbers);

}  // namespace farstar
