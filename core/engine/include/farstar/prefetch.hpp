// Asking for memory before it is needed. It changes nothing but the time.
#pragma once

namespace farstar {

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#endif
}

}  // namespace farstar
