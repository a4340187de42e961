#include "heap_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace farstar {

namespace {

// The sparse space is chosen anew whenever there are twice as many heaps.
constexpr std::size_t kFirstChoice = 64;
// How much is done between two looks at the flag.
constexpr std::size_t kPollEvery = std::size_t{1} << 22;
// Sequences tend to repeat locally, so that heaps this far apart tell more than neighbours do.
constexpr std::size_t kStride = 23;
// So many heaps are remembered for each value, and so many of the most frequent values.
constexpr std::size_t kRemembered = 32;
constexpr std::size_t kFrequent = 8;

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::uint64_t>;

/// Eight bytes, each 0 or 1, as eight bits.
std::uint64_t packed(std::uint64_t bytes) {
    if constexpr (std::endian::native == std::endian::big) {
        std::uint64_t bits = 0;
        for (unsigned i = 0; i < 8; ++i) bits |= ((bytes >> (56 - 8 * i)) & 1) << i;
        return bits;
    }
    return (bytes * 0x0102040810204080) >> 56;
}

bool is_odd(std::uint32_t x, std::uint32_t mask) { return (std::popcount(x & mask) & 1) != 0; }

template <typename Value>
class Sequence final : public HeapValues {
public:
    Sequence(const BreakingCode& code, std::span<std::byte> room, std::size_t known,
             std::size_t tile)
        : code_(code),
          values_(reinterpret_cast<Value*>(room.data())),
          room_(room.size() / sizeof(Value)),
          tile_(std::clamp<std::size_t>(tile, 1, kLargestTile)) {
        if (known > room_) throw std::invalid_argument("more values than there is room for");
        for (std::size_t k = 0; k < code.digits.size(); ++k) {
            if ((code.digits[k] & 4) != 0) splits_.push_back(k);
        }
        for (const std::size_t k : splits_) may_go_by_place_ &= (k - splits_.front()) % 2 == 0;
        tables_ = std::bit_ceil(tile_ + code.digits.size());
        recount(known);
    }

    std::size_t known() const override { return known_; }
    SparseSpace sparse_space() const override { return space_; }
    std::span<const std::uint64_t> rare_heaps() const override { return rare_; }
    std::span<const std::uint64_t> counts() const override {
        return {counts_.data(), std::size_t{largest_} + 1};
    }

    End extend(std::size_t count, const std::atomic<bool>& stop) override {
        const std::size_t end = std::min(count, room_);
        stop_ = &stop;
        while (known_ < end) {
            if (work_ >= kPollEvery && !go_on()) return End::kStopped;
            if (known_ >= next_choice_) choose_sparse_space();
            const std::optional<std::uint32_t> value = next_value();
            if (!value) return End::kStopped;
            if (*value > std::numeric_limits<Value>::max()) return End::kTooLarge;
            append(*value);
        }
        return End::kReached;
    }

    std::optional<std::uint32_t> by_definition(std::size_t n,
                                               const std::atomic<bool>& stop) const override {
        if (n > known_) throw std::invalid_argument("expected smaller heaps to be known");
        Bytes seen(2 * width_);
        each_move_without_split(n, [&](std::uint32_t x) { seen[x] = 1; });
        for (const std::size_t k : splits_) {
            if (n < k + 2) continue;
            const std::size_t total = n - k;
            for (std::size_t first = 1; first <= total / 2; first += kPollEvery) {
                if (stop.load(std::memory_order_relaxed)) return std::nullopt;
                const std::size_t end = std::min(first + kPollEvery, total / 2 + 1);
                for (std::size_t a = first; a < end; ++a) {
                    if (!code_.unequal || 2 * a != total) seen[values_[a] ^ values_[total - a]] = 1;
                }
            }
        }
        std::uint32_t value = 0;
        while (seen[value] != 0) ++value;
        return value;
    }

    Repeat longest_repeat(const std::atomic<bool>& stop) const override {
        Repeat best{known_, 0};
        const Value* const end = values_ + known_;
        std::size_t done = 0;
        for (std::size_t p = 1; 2 * p <= known_;) {
            if (++done % 4096 == 0 && stop.load(std::memory_order_relaxed)) break;
            std::size_t same = 0;
            while (same + p < known_ && end[-1 - std::ptrdiff_t(same)] ==
                                            end[-1 - std::ptrdiff_t(same) - std::ptrdiff_t(p)]) {
                if (++same % kPollEvery == 0 && stop.load(std::memory_order_relaxed)) return best;
            }
            const std::size_t start = known_ - p - same;
            if (start < best.preperiod) best = {start, p};
            const auto needed = needed_for_proof(code_, {start, p});
            if (needed && *needed <= known_) return {start, p};
            // A period q <= same of more values than those p + same would, by Fine and Wilf, be
            // a multiple of p (or p of a smaller one), and ends where p does.
            p = same >= p ? same + 1 : p + 1;
        }
        return best;
    }

private:
    /// Whether heap n would be common if it had the value x.
    bool is_common(std::size_t n, std::uint32_t x) const {
        return is_odd(x, space_.mask) != (space_.by_place && odd_place(n));
    }
    bool odd_place(std::size_t n) const {
        return !splits_.empty() && ((n ^ splits_.front()) & 1) != 0;
    }

    bool go_on() {
        work_ = 0;
        return !stop_->load(std::memory_order_relaxed);
    }

    std::uint8_t* table(std::size_t total) {
        return seen_.data() + (total & (tables_ - 1)) * width_;
    }

    // ---- one heap

    std::optional<std::uint32_t> next_value() {
        const std::size_t n = known_;
        if (!splits_.empty() && n >= splits_.front() + 2) {
            for (; next_total_ <= n - splits_.front(); ++next_total_) {
                if (next_total_ == tile_end_ && !begin_tile()) return std::nullopt;
                finish_total(next_total_);
            }
        }
        unite_tables(n);
        each_move_without_split(
            n, [&](std::uint32_t x) { united_[x / 64] |= std::uint64_t{1} << (x % 64); });
        const std::uint32_t common = least_common_missing(n);
        work_ += splits_.size() * united_.size();
        // Of the numbers below that, only the others can be missing.
        for (std::size_t i = 0; i * 64 < common; ++i) {
            for (std::uint64_t missing = ~united_[i]; missing != 0; missing &= missing - 1) {
                const auto x = static_cast<std::uint32_t>(64 * i) +
                               static_cast<std::uint32_t>(std::countr_zero(missing));
                if (x >= common) return common;
                const std::optional<bool> is_option = has_pair(n, x);
                if (!is_option) return std::nullopt;
                if (!*is_option) return x;
            }
        }
        return common;
    }

    void unite_tables(std::size_t n) {
        std::fill(united_.begin(), united_.end(), 0);
        for (const std::size_t k : splits_) {
            if (n < k + 2) continue;
            const std::uint8_t* from = table(n - k);
            for (std::uint64_t& word : united_) {
                for (unsigned shift = 0; shift < 64; shift += 8, from += 8) {
                    std::uint64_t bytes;
                    std::memcpy(&bytes, from, sizeof bytes);
                    word |= packed(bytes) << shift;
                }
            }
        }
    }

    template <typename See>
    void each_move_without_split(std::size_t n, See see) const {
        const std::size_t last = std::min(n, code_.most_taken());
        for (std::size_t k = 1; k <= last; ++k) {
            if (k == n && (code_.digits[k] & 1) != 0) see(0);
            if (k < n && (code_.digits[k] & 2) != 0) see(values_[n - k]);
        }
    }

    /// The least number with which heap n would be common and which no option has; the width of the
    /// tables, which no option reaches, if there is none below.
    std::uint32_t least_common_missing(std::size_t n) const {
        const std::uint64_t flip = space_.by_place && odd_place(n) ? ~std::uint64_t{0} : 0;
        for (std::size_t i = 0; i < united_.size(); ++i) {
            const std::uint64_t free = ~united_[i] & (odd_numbers_[i] ^ flip);
            if (free != 0) return static_cast<std::uint32_t>(64 * i + std::countr_zero(free));
        }
        return static_cast<std::uint32_t>(width_);
    }

    /// Whether a split of heap n has the value x. Nothing if the search was stopped.
    std::optional<bool> has_pair(std::size_t n, std::uint32_t x) {
        for (const std::size_t k : splits_) {
            if (n >= k + 2 && has_likely_pair(n - k, x)) return true;
        }
        for (const std::size_t k : splits_) {
            if (n < k + 2) continue;
            const std::size_t total = n - k;
            for (const std::size_t stride : {kStride, std::size_t{1}}) {
                const std::optional<bool> is_there = has_pair_among(total, x, stride);
                if (!is_there) return std::nullopt;
                if (*is_there) {
                    table(total)[x] = 1;
                    return true;
                }
            }
        }
        return false;
    }

    /// Try pairs with one of the most frequent values.
    bool has_likely_pair(std::size_t total, std::uint32_t x) {
        for (const std::uint32_t frequent : frequent_) {
            const std::size_t wanted = frequent ^ x;
            if (wanted >= remembered_.size()) continue;
            for (const std::uint64_t a : remembered_[wanted]) {
                if (a >= total) break;
                if (values_[total - a] != frequent || (code_.unequal && 2 * a == total)) continue;
                table(total)[x] = 1;
                return true;
            }
            work_ += kRemembered;
        }
        return false;
    }

    std::optional<bool> has_pair_among(std::size_t total, std::uint32_t x, std::size_t stride) {
        constexpr std::size_t kAtOnce = 64;
        const std::size_t half = total / 2;
        for (std::size_t first = stride; first <= half; first += kAtOnce * stride) {
            const std::size_t end = std::min(first + kAtOnce * stride, half + 1);
            bool is_there = false;
            for (std::size_t a = first; a < end; a += stride) {
                const bool is_pair = !code_.unequal || 2 * a != total;
                is_there |= is_pair && static_cast<Value>(values_[a] ^ values_[total - a]) == x;
            }
            if (is_there) return true;
            work_ += kAtOnce;
            if (work_ >= kPollEvery && !go_on()) return std::nullopt;
        }
        return false;
    }

    void append(std::uint32_t value) {
        const std::size_t n = known_;
        values_[n] = static_cast<Value>(value);
        ++known_;
        if (n == 0) return;
        if (value >= counts_.size()) grow_counts(value);
        ++counts_[value];
        if (odd_place(n)) ++odd_place_counts_[value];
        if (!is_common(n, value)) rare_.push_back(n);
        largest_ = std::max(largest_, value);
        if (value >= width_) widen(value);
        remember(n, value);
    }

    void remember(std::size_t n, std::uint32_t value) {
        if (value >= remembered_.size()) remembered_.resize(std::size_t{value} + 1);
        std::vector<std::uint64_t>& heaps = remembered_[value];
        if (heaps.size() < kRemembered && (heaps.empty() || n >= heaps.back() + kStride))
            heaps.push_back(n);
    }

    // ---- what two heaps of a total give

    /// See the pairs with a rare heap for a tile of totals, as far as all of them can be seen now.
    bool begin_tile() {
        tile_start_ = next_total_;
        tile_end_ = next_total_ + tile_;
        const auto far = std::lower_bound(rare_.begin(), rare_.end(), tile_);
        const auto far_end = std::lower_bound(far, rare_.end(), tile_start_);
        far_end_ = static_cast<std::size_t>(far_end - rare_.begin());
        for (std::size_t total = tile_start_; total < tile_end_; ++total)
            std::fill_n(table(total), width_, std::uint8_t{0});
        // The tables of a tile are one run, or two where they wrap around.
        const std::size_t first_slot = tile_start_ & (tables_ - 1);
        const std::size_t first_run = std::min(tile_, tables_ - first_slot);
        const auto see_for_the_tile = [&](std::size_t a) {
            const Value* const others = values_ + (tile_start_ - a);
            see_run(seen_.data() + first_slot * width_, others, values_[a], first_run);
            see_run(seen_.data(), others + first_run, values_[a], tile_ - first_run);
            work_ += tile_;
            return work_ < kPollEvery || go_on();
        };
        bool is_whole = true;
        for (auto a = far; is_whole && a != far_end; ++a) is_whole = see_for_the_tile(*a);
        // Some more pairs, of any kind: most numbers that are not common are seen from them.
        std::size_t more = splits_.empty() ? 0 : (width_ + width_ / 4) / splits_.size();
        for (std::size_t a = tile_; is_whole && more-- != 0 && a < tile_start_; a += kStride)
            is_whole = see_for_the_tile(a);
        if (!is_whole) tile_end_ = next_total_;
        return is_whole;
    }

    void see_run(std::uint8_t* seen, const Value* others, std::uint32_t own, std::size_t count) {
        // A copy: for all that the compiler knows, writing into a table may change the member.
        const std::size_t width = width_;
        for (std::size_t i = 0; i < count; ++i, seen += width) seen[others[i] ^ own] = 1;
    }

    /// See the pairs of a total with a rare heap that could not be seen for the whole tile.
    void finish_total(std::size_t total) {
        std::uint8_t* const seen = table(total);
        const auto see = [&](std::size_t a) { seen[values_[a] ^ values_[total - a]] = 1; };
        for (const std::uint64_t a : rare_) {
            if (a >= tile_ || a >= total) break;
            see(a);
        }
        for (std::size_t i = far_end_; i < rare_.size() && rare_[i] < total; ++i) {
            if (rare_[i] >= tile_) see(rare_[i]);
        }
        // The pair of two equal heaps, which may have been seen with the others, gives 0. Both are
        // rare or both common, so that no number is missed for which one of each is needed.
        if (code_.unequal && total % 2 == 0) seen[0] = 0;
    }

    /// Work out all tables that the next heap needs anew.
    void forget_tables() {
        const std::size_t most = splits_.empty() ? 0 : splits_.back();
        next_total_ = known_ >= most + 2 ? known_ - most : 2;
        tile_end_ = next_total_;
    }

    void widen(std::uint32_t value) {
        // Numbers below a power of two give only such numbers.
        width_ = std::bit_ceil(std::max(std::size_t{value} + 1, kLeastWidth));
        seen_.assign(tables_ * width_, 0);
        united_.assign(width_ / 64, 0);
        list_odd_numbers();
        forget_tables();
    }

    // ---- which heaps are rare

    void grow_counts(std::uint32_t value) {
        counts_.resize(std::bit_ceil(std::size_t{value} + 1));
        odd_place_counts_.resize(counts_.size());
    }

    void recount(std::size_t known) {
        known_ = known;
        for (std::size_t n = 1; n < known; ++n) {
            const std::uint32_t value = values_[n];
            if (value >= counts_.size()) grow_counts(value);
            ++counts_[value];
            if (odd_place(n)) ++odd_place_counts_[value];
            largest_ = std::max(largest_, value);
        }
        widen(largest_);
        while (next_choice_ <= known) next_choice_ *= 2;
        space_ = best_space();
        list_odd_numbers();
        list_rare_heaps();
        list_frequent_values();
        for (std::size_t n = 1; n < known; ++n) remember(n, values_[n]);
    }

    void choose_sparse_space() {
        next_choice_ *= 2;
        list_frequent_values();
        const SparseSpace best = best_space();
        if (best == space_) return;
        space_ = best;
        list_odd_numbers();
        list_rare_heaps();
        forget_tables();
    }

    void list_odd_numbers() {
        odd_numbers_.assign(width_ / 64, 0);
        for (std::uint32_t x = 0; x < width_; ++x)
            odd_numbers_[x / 64] |= std::uint64_t{is_odd(x, space_.mask)} << (x % 64);
    }

    void list_frequent_values() {
        frequent_.resize(counts_.size());
        for (std::uint32_t x = 0; x < frequent_.size(); ++x) frequent_[x] = x;
        const std::size_t most = std::min(kFrequent, frequent_.size());
        std::partial_sort(frequent_.begin(), frequent_.begin() + std::ptrdiff_t(most),
                          frequent_.end(), [&](std::uint32_t x, std::uint32_t y) {
                              return counts_[x] > counts_[y] || (counts_[x] == counts_[y] && x < y);
                          });
        frequent_.resize(most);
    }

    void list_rare_heaps() {
        rare_.clear();
        for (std::size_t n = 1; n < known_; ++n) {
            if (!is_common(n, values_[n])) rare_.push_back(n);
        }
    }

    SparseSpace best_space() const {
        std::vector<std::int64_t> counts(counts_.begin(), counts_.end());
        const BestMask plain = best_mask(counts);
        if (splits_.empty() || !may_go_by_place_) return {plain.mask, false};
        for (std::size_t x = 0; x < counts.size(); ++x)
            counts[x] -= 2 * static_cast<std::int64_t>(odd_place_counts_[x]);
        const BestMask by_place = best_mask(counts);
        return by_place.surplus < plain.surplus ? SparseSpace{by_place.mask, true}
                                                : SparseSpace{plain.mask, false};
    }

    const BreakingCode code_;
    Value* const values_;
    const std::size_t room_;
    const std::size_t tile_;
    std::size_t known_ = 0;
    std::vector<std::size_t> splits_;
    bool may_go_by_place_ = true;

    SparseSpace space_;
    std::vector<std::uint64_t> rare_;
    std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(8);
    std::vector<std::uint64_t> odd_place_counts_ = std::vector<std::uint64_t>(8);
    std::uint32_t largest_ = 0;
    std::size_t next_choice_ = kFirstChoice;

    // For each total of the last ones a table: seen[x] says whether two heaps give x.
    static constexpr std::size_t kLeastWidth = 64;
    std::size_t tables_ = 0;
    std::size_t width_ = kLeastWidth;
    Bytes seen_;
    Words united_;       // what is seen in the tables of one heap, as bits
    Words odd_numbers_;  // with respect to the mask, as bits
    std::vector<std::uint32_t> frequent_;
    std::vector<std::vector<std::uint64_t>> remembered_;  // some heaps of each value
    std::size_t next_total_ = 2;
    std::size_t tile_start_ = 2;
    std::size_t tile_end_ = 2;
    std::size_t far_end_ = 0;  // the rare heaps that were known when the tile began

    const std::atomic<bool>* stop_ = nullptr;
    std::size_t work_ = 0;
};

}  // namespace

BestMask best_mask(std::vector<std::int64_t> counts) {
    std::vector<std::int64_t>& sums = counts;
    for (std::size_t width = 1; width < sums.size(); width *= 2) {
        for (std::size_t start = 0; start < sums.size(); start += 2 * width) {
            for (std::size_t i = start; i < start + width; ++i) {
                const std::int64_t low = sums[i];
                const std::int64_t high = sums[i + width];
                sums[i] = low + high;
                sums[i + width] = low - high;
            }
        }
    }
    const auto best = std::min_element(sums.begin(), sums.end());
    return {static_cast<std::uint32_t>(best - sums.begin()), *best};
}

std::unique_ptr<HeapValues> HeapValues::in(const BreakingCode& code, std::span<std::byte> room,
                                           unsigned width, std::size_t known, std::size_t tile) {
    switch (width) {
        case 1:
            return std::make_unique<Sequence<std::uint8_t>>(code, room, known, tile);
        case 2:
            return std::make_unique<Sequence<std::uint16_t>>(code, room, known, tile);
        case 4:
            return std::make_unique<Sequence<std::uint32_t>>(code, room, known, tile);
        default:
            throw std::invalid_argument("expected a width of 1, 2 or 4 bytes");
    }
}

std::optional<std::size_t> HeapValues::needed_for_proof(const BreakingCode& code,
                                                        const Repeat& repeat) {
    if (repeat.period == 0 || code.unequal) return std::nullopt;
    return 2 * (repeat.preperiod + repeat.period) + code.most_taken();
}

}  // namespace farstar
