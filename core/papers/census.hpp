// Counting the outcomes of all Partizan Euclid positions (p, q), q < p <= bound, without listing
// them.
//
// A position depends only on (q, t) in lowest terms, t = p mod q. Such pairs form a tree with the
// root (2, 1): the letter l in front of a word takes (q, t) to (q + t, q), and r to (q + t, t). The
// positions that reduce to (q, t) are p = g(kq + t) with g, k >= 1.
//
// Where both letters lead back to the same state of the automaton, the whole subtree has one
// outcome, and its positions are counted at once: p = Xq + Yt, each pair X, Y >= 1 twice, but once
// where X divides Y. That is a count of lattice points under a line.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

namespace farstar {

/// A state of the automaton of outcomes; the first is that of (2, 1).
struct OutcomeState {
    std::uint8_t l;
    std::uint8_t r;
    char outcome;  // 'P', 'L', 'R' or 'N'
};

struct OutcomeCounts {
    std::uint64_t p = 0;
    std::uint64_t l = 0;
    std::uint64_t r = 0;
    std::uint64_t n = 0;

    std::uint64_t& of(char outcome);
    OutcomeCounts& operator+=(const OutcomeCounts& other);
};

/// The largest bound N. Numbers are 32 bits wide and the largest is a sum of two up to N: it fits
/// as long as N <= 2^31. Counts and products are at most N^2, and 64 bits wide: they fit as long as
/// N < 2^32. A billion keeps clear of both.
inline constexpr std::uint32_t kLargestCensus = 1'000'000'000;

/// How many positions (p, q), p <= bound, reduce to the node (q, t) of the tree, gcd 1, or to one
/// below it: the closed form that the census takes whole subtrees by.
std::uint64_t partizan_euclid_subtree(std::uint32_t bound, std::uint32_t q, std::uint32_t t);

/// Count part number `part` (from 0) of `parts`; the parts add up to the whole. The work is shared
/// between `threads` threads; setting `stop` ends it early with a count that means nothing. With
/// `every_node` no subtree is counted at once: slower, and a second witness.
OutcomeCounts partizan_euclid_census(std::uint32_t bound, std::span<const OutcomeState> automaton,
                                     unsigned part, unsigned parts, unsigned threads,
                                     bool every_node, const std::atomic<bool>& stop);

}  // namespace farstar
