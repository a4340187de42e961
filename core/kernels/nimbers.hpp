// The field of the nimbers below 2^64: the product, which the other operations rest on.
#pragma once

#include <cstdint>

namespace farstar {

/// The nim product. With F = 2^(2^k), F times a smaller number is the ordinary product, and F times
/// F is F + F/2.
std::uint64_t nim_product(std::uint64_t a, std::uint64_t b);

}  // namespace farstar
