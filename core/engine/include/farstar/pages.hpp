// Giving memory back to the system. Where the system has no way to do it, nothing happens.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace farstar {

/// Give back the whole pages between two addresses, whose contents nobody needs: they may read as
/// zeros afterwards.
inline void give_back([[maybe_unused]] void* begin, [[maybe_unused]] void* end) {
#if defined(__linux__)
    static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const std::uintptr_t from = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) & ~(page - 1);
    const std::uintptr_t to = reinterpret_cast<std::uintptr_t>(end) & ~(page - 1);
    if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
#endif
}

/// Give back what was freed and lies in the heap still: glibc keeps it otherwise.
inline void give_back_heap() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

}  // namespace farstar
