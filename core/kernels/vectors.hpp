// Vector instructions, where the processor has them.
//
// Functions that use them are compiled for them one by one, and run only where has_avx2() says so.
#pragma once

#if (defined(__x86_64__) || defined(_M_X64)) && (defined(__GNUC__) || defined(__clang__))
#define FARSTAR_AVX2 1
#define FARSTAR_VECTORS __attribute__((target("avx2")))
#else
#define FARSTAR_AVX2 0
#define FARSTAR_VECTORS
#endif

// What is written once and compiled for vectors and without them must be part of its caller.
#if defined(__GNUC__) || defined(__clang__)
#define FARSTAR_INLINE inline __attribute__((always_inline))
#else
#define FARSTAR_INLINE inline
#endif

namespace farstar {

/// Whether this processor has the vector instructions.
bool has_avx2();

}  // namespace farstar
