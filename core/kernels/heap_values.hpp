// Grundy values of take-and-break games on heaps: long sequences, in memory of the caller.
//
// G(n) is the least number that is not G(a) xor G(b), or G(a), of an option. A heap has as many
// options that split it as it is large; the sparse spaces of Guy, Berlekamp and Conway spare most
// of them. Take any set of bits, and call a number odd if it has an odd number of them. Call heap a
// common if G(a) is odd, and rare otherwise: two heaps give an odd number if exactly one of them is
// rare, so that the least odd number that no option has costs one pass over the rare heaps. The
// other pairs need a look only until every smaller even number has been seen. Where all splits take
// numbers of one parity t, heap a may also count as common if G(a) is odd and a - t even, or G(a)
// even and a - t odd; the pairs with exactly one rare heap then give the odd numbers or the even
// ones, by the parity of what they have in total. No choice can make the answer wrong; a good one,
// for which few heaps are rare, makes it fast.
//
// What two heaps of a given total give is worked out once, however many digits of the code split,
// and for a tile of successive totals together: each rare heap then reads a run of values.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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

    /// The most counters that may be taken at once.
    std::size_t most_taken() const { return digits.size() - 1; }
};

/// Which heaps are rare: those whose value has an even number of bits in common with `mask`; with
/// `by_place` the heaps of every other size count the other way round.
struct SparseSpace {
    std::uint32_t mask = 1;
    bool by_place = false;
    bool operator==(const SparseSpace&) const = default;
};

/// Works out the values of a game one after the other, in memory that the caller owns.
class HeapValues {
public:
    enum class End : std::uint8_t {
        kReached,
        kStopped,
        kTooLarge,  // the next value does not fit into the width
    };

    /// Of a tile no more than this many totals are worked out together.
    static constexpr std::size_t kLargestTile = 1024;

    /// `room` has numbers of `width` bytes (1, 2 or 4), the first `known` of which are G(0), ...
    /// A tile has so many totals; the values do not depend on it.
    static std::unique_ptr<HeapValues> in(const BreakingCode& code, std::span<std::byte> room,
                                          unsigned width, std::size_t known, std::size_t tile = 64);

    HeapValues() = default;
    HeapValues(const HeapValues&) = delete;
    HeapValues& operator=(const HeapValues&) = delete;
    virtual ~HeapValues() = default;

    /// Work out further values until there are `count`, or as many as there is room for.
    virtual End extend(std::size_t count, const std::atomic<bool>& stop) = 0;

    virtual std::size_t known() const = 0;
    virtual SparseSpace sparse_space() const = 0;
    /// The rare heaps but 0, from the smallest.
    virtual std::span<const std::uint64_t> rare_heaps() const = 0;
    /// How many of the heaps but 0 have each value.
    virtual std::span<const std::uint64_t> counts() const = 0;

    /// G(n) from all options, by the definition; all smaller heaps must be known. Nothing if
    /// `stop` was set.
    virtual std::optional<std::uint32_t> by_definition(std::size_t n,
                                                       const std::atomic<bool>& stop) const = 0;

    struct Repeat {
        std::size_t preperiod = 0;
        std::size_t period = 0;  // 0: none
    };
    /// Of the periods p, not more than half of the known heaps, that one with which the known
    /// values agree from the smallest heap on; the least one that proves itself if one does.
    virtual Repeat longest_repeat(const std::atomic<bool>& stop) const = 0;

    /// How many values prove a period. If G(n + p) = G(n) for n0 <= n < 2 n0 + p + t, where at most
    /// t counters are taken, then for all n >= n0: a later heap leaves one of at least n0 + p,
    /// which p counters less do not change. Nothing if the two heaps of a split must differ, which
    /// spoils the argument.
    static std::optional<std::size_t> needed_for_proof(const BreakingCode& code,
                                                       const Repeat& repeat);
};

struct BestMask {
    std::uint32_t mask = 0;
    std::int64_t surplus = 0;  // how many more numbers are rare than common
};
/// The least mask by which the fewest numbers are rare, that is, have an even number of bits in
/// common with it; counts[x] of them are x, and the size is a power of two. Of n numbers,
/// (n + sum of (-1)^|x & mask|) / 2 are rare, and the sums for all masks are one Walsh-Hadamard
/// transform of the counts. A negative count stands for numbers that are to be rare.
BestMask best_mask(std::vector<std::int64_t> counts);

}  // namespace farstar
