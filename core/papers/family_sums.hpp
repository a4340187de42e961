// How many positions of Euclid and its kin are won, and how long the games last in all, over all
// pairs (p, q), 1 <= q < p <= bound, without listing them: about bound^(4/3) steps.
//
// With p/q = [a0, ..., an] put X(0) = 1, X(1) = a0, X(i+1) = a(i) X(i) + X(i-1). Then p =
// X(i+1) v + X(i) r, where v and r < v are what Euclid's algorithm makes of p and q after i + 1
// divisions. For a cut U every pair with p/gcd(p, q) > U has exactly one i with X(i) <= U <
// X(i+1), so it is four numbers X = X(i), X' = X(i+1), v and r, with v <= bound/U.
//
// The quotients a0, ..., ai matter only as a map: who wins, and in how many more moves, if the
// tail (v, r) is won or lost. X'/X = [ai, ..., a0] has two such rows of quotients behind it (a0
// may be 1), and their maps are added up. What is left is to sum, over X, X' and v, sums over the
// first few r, which are in a table; for most X' all r < v belong, and X' can be summed first.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "euclid_family.hpp"

namespace farstar {

struct FamilySums {
    std::uint64_t wins = 0;
    std::uint64_t moves = 0;
};

/// Beyond this a thread would need more than a gigabyte.
inline constexpr std::uint32_t kLargestSums = 20'000'000;

/// About how much memory the sums take.
std::size_t family_sums_bytes(std::uint32_t bound, unsigned threads);

/// The sums for all 1 <= q < p <= bound. `cut` is U, at least 2; 0 lets a good one be chosen.
FamilySums family_sums(const EuclidGame& game, std::uint32_t bound, unsigned threads,
                       std::uint32_t cut, const std::atomic<bool>& stop);

}  // namespace farstar
