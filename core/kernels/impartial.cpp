#include "impartial.hpp"

#include <algorithm>
#include <bit>

namespace farstar {

namespace {

// The mask is chosen anew whenever there are twice as many heaps.
constexpr std::size_t kFirstChoice = 64;
// How much is done between two looks at the flag.
constexpr std::size_t kPollEvery = std::size_t{1} << 20;

// Twice as much as the xor of two such numbers needs: a number in the upper half is never seen.
std::size_t room_for(std::uint32_t largest) { return 2 * std::bit_ceil(std::size_t{largest} + 1); }

class Sequence {
public:
    Sequence(const BreakingCode& code, std::size_t count, const std::atomic<bool>& stop)
        : code_(code), stop_(stop) {
        for (std::size_t k = 0; k < code.digits.size(); ++k) {
            if ((code.digits[k] & 4) != 0) splits_.push_back(k);
        }
        values_.reserve(count);
        while (values_.size() < count) {
            if (values_.size() == next_choice_) {
                if (const std::size_t period = proved_period(); period != 0) {
                    repeat(period, count);
                    return;
                }
                choose_mask();
            }
            if (!add_next()) return;
        }
    }
    std::vector<std::uint32_t> take() { return std::move(values_); }

private:
    bool is_rare(std::uint32_t x) const { return (std::popcount(x & mask_) & 1) == 0; }

    // A number is seen if it bears the stamp of the present heap. The upper half of the room has
    // common numbers, since the mask has a bit below it, so that the search for one ends there.
    void see(std::uint32_t x) { seen_[x] = stamp_; }
    bool is_seen(std::uint32_t x) const { return seen_[x] == stamp_; }

    bool add_next() {
        const std::size_t n = values_.size();
        ++stamp_;
        see_moves_without_split(n);
        see_rare_pairs(n);
        std::uint32_t common = 0;
        while (is_seen(common) || is_rare(common)) ++common;
        if (!see_rare_numbers_below(common, n)) return false;
        std::uint32_t value = 0;
        while (value < common && is_seen(value)) ++value;
        append(value);
        return true;
    }

    void see_moves_without_split(std::size_t n) {
        const std::size_t last = std::min(n, code_.digits.size() - 1);
        for (std::size_t k = 1; k <= last; ++k) {
            if (k == n && (code_.digits[k] & 1) != 0) see(0);
            if (k < n && (code_.digits[k] & 2) != 0) see(values_[n - k]);
        }
        work_ += last;
    }

    void see_rare_pairs(std::size_t n) {
        for (const std::size_t k : splits_) {
            if (n < k + 2) continue;
            const std::size_t total = n - k;
            for (const std::uint32_t a : rare_) {
                if (a >= total) break;
                if (code_.unequal && 2 * std::size_t{a} == total) continue;
                see(values_[a] ^ values_[total - a]);
            }
            work_ += rare_.size();
        }
    }

    /// See all pairs, or enough of them that every rare number below `common` is seen.
    bool see_rare_numbers_below(std::uint32_t common, std::size_t n) {
        std::uint32_t missing = 0;
        for (std::uint32_t x = 0; x < common; ++x) missing += !is_seen(x);
        work_ += common;
        if (splits_.empty() || n < splits_.front() + 2) return true;
        // All splits in turn: some numbers may be had from one of them only.
        const std::size_t most = (n - splits_.front()) / 2;
        for (std::size_t a = 1; a <= most && missing != 0; ++a) {
            for (const std::size_t k : splits_) {
                if (n < k + 2 * a || (code_.unequal && n == k + 2 * a)) continue;
                const std::uint32_t x = values_[a] ^ values_[n - k - a];
                missing -= x < common && !is_seen(x);
                see(x);
            }
            work_ += splits_.size();
            if (work_ >= kPollEvery && !go_on()) return false;
        }
        return work_ < kPollEvery || go_on();
    }

    bool go_on() {
        work_ = 0;
        return !stop_.load(std::memory_order_relaxed);
    }

    void append(std::uint32_t value) {
        const auto n = static_cast<std::uint32_t>(values_.size());
        values_.push_back(value);
        if (n > 0 && is_rare(value)) rare_.push_back(n);
        if (room_for(value) > seen_.size()) seen_.resize(room_for(value));
    }

    void choose_mask() {
        next_choice_ *= 2;
        mask_ = std::max(1u, sparse_mask(values_));
        rare_.clear();
        for (std::uint32_t n = 1; n < values_.size(); ++n) {
            if (is_rare(values_[n])) rare_.push_back(n);
        }
    }

    /// The period if it is certain, else 0. If G(n + p) = G(n) for n0 <= n < 2 n0 + p + t, where at
    /// most t counters are taken, then for all n >= n0: a later heap leaves one of at least n0 + p,
    /// which p counters less do not change. (Heaps that must differ spoil the argument.)
    std::size_t proved_period() const {
        if (code_.unequal) return 0;
        const std::size_t known = values_.size();
        const std::size_t taken = code_.digits.size() - 1;
        for (std::size_t p = 1; 2 * p + taken <= known; ++p) {
            std::size_t start = known - p;
            while (start > 0 && values_[start - 1] == values_[start - 1 + p]) --start;
            if (2 * start + 2 * p + taken <= known) return p;
        }
        return 0;
    }

    void repeat(std::size_t period, std::size_t count) {
        while (values_.size() < count && (++work_ < kPollEvery || go_on()))
            values_.push_back(values_[values_.size() - period]);
    }

    const BreakingCode& code_;
    const std::atomic<bool>& stop_;
    std::vector<std::size_t> splits_;
    std::vector<std::uint32_t> values_;
    std::vector<std::uint32_t> rare_;  // heaps, from the smallest
    std::uint32_t mask_ = 1;
    std::size_t next_choice_ = kFirstChoice;
    std::vector<std::uint32_t> seen_ = std::vector<std::uint32_t>(4);
    std::uint32_t stamp_ = 0;
    std::size_t work_ = 0;
};

}  // namespace

std::vector<std::uint32_t> grundy_sequence(const BreakingCode& code, std::size_t count,
                                           const std::atomic<bool>& stop) {
    return Sequence(code, count, stop).take();
}

// Of the numbers, (all + sum of (-1)^|x & mask|) / 2 are rare, and the sums for all masks are one
// Walsh-Hadamard transform of how often each number occurs.
std::uint32_t sparse_mask(std::span<const std::uint32_t> numbers) {
    std::uint32_t largest = 0;
    for (const std::uint32_t x : numbers) largest = std::max(largest, x);
    std::vector<std::int64_t> sums(std::bit_ceil(std::size_t{largest} + 1));
    for (const std::uint32_t x : numbers) ++sums[x];
    for (std::size_t width = 1; width < sums.size(); width *= 2) {
        for (std::size_t i = 0; i < sums.size(); ++i) {
            if ((i & width) != 0) continue;
            const std::int64_t low = sums[i];
            const std::int64_t high = sums[i + width];
            sums[i] = low + high;
            sums[i + width] = low - high;
        }
    }
    const auto best = std::min_element(sums.begin(), sums.end());
    return static_cast<std::uint32_t>(best - sums.begin());
}

}  // namespace farstar
