// Sequences of Grundy values of take-and-break games, in memory of their own.
//
// The values are those of heap_values.hpp. Where the theorem on the periods of octal games applies
// to what is known, the rest is copied.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "heap_values.hpp"

namespace farstar {

/// G(0), ..., G(count - 1); shorter if `stop` was set.
std::vector<std::uint32_t> grundy_sequence(const BreakingCode& code, std::size_t count,
                                           const std::atomic<bool>& stop);

/// The least mask by which the fewest of these numbers are rare.
std::uint32_t sparse_mask(std::span<const std::uint32_t> numbers);

}  // namespace farstar
