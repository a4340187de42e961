// Memory that is written once from end to end is cheaper in large pages.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace farstar {

/// Ask the system for large pages, before the memory is touched. What it answers changes nothing
/// but the time.
inline void prefer_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t kLarge = std::uintptr_t{1} << 21;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t from = (address + kLarge - 1) & ~(kLarge - 1);
    const std::uintptr_t to = (address + bytes) & ~(kLarge - 1);
    if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#endif
}

}  // namespace farstar
