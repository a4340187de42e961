#include "impartial.hpp"

#include <algorithm>
#include <bit>

namespace farstar {

namespace {

// How many values are worked out before a period is looked for, at first; then twice as many.
constexpr std::size_t kFirstLook = 64;
// How much is done between two looks at the flag.
constexpr std::size_t kPollEvery = std::size_t{1} << 20;

}  // namespace

std::vector<std::uint32_t> grundy_sequence(const BreakingCode& code, std::size_t count,
                                           const std::atomic<bool>& stop) {
    std::vector<std::uint32_t> values(count);
    const auto heaps =
        HeapValues::in(code, std::as_writable_bytes(std::span(values)), sizeof values[0], 0);
    for (std::size_t look = kFirstLook; heaps->known() < count; look *= 2) {
        if (heaps->extend(std::min(look, count), stop) != HeapValues::End::kReached) break;
        const HeapValues::Repeat repeat = heaps->longest_repeat(stop);
        const auto needed = HeapValues::needed_for_proof(code, repeat);
        if (!needed || *needed > heaps->known()) continue;
        for (std::size_t n = heaps->known(); n < count; ++n) {
            if (n % kPollEvery == 0 && stop.load(std::memory_order_relaxed)) {
                values.resize(n);
                return values;
            }
            values[n] = values[n - repeat.period];
        }
        return values;
    }
    values.resize(heaps->known());
    return values;
}

std::uint32_t sparse_mask(std::span<const std::uint32_t> numbers) {
    std::uint32_t largest = 0;
    for (const std::uint32_t x : numbers) largest = std::max(largest, x);
    std::vector<std::int64_t> sums(std::bit_ceil(std::size_t{largest} + 1));
    for (const std::uint32_t x : numbers) ++sums[x];
    return best_mask(sums).mask;
}

}  // namespace farstar
