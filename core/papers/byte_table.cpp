#include "byte_table.hpp"

#include <map>
#include <numeric>

#include "farstar/prefetch.hpp"
#include "table_rows.hpp"

#if FARSTAR_AVX2
#include <immintrin.h>
#endif

namespace farstar {

namespace {

// The rule with the last step applied already: what is written in the left and in the right half
// of a row, by what is stored and by the quotient.
struct HalfMaps {
    std::vector<ByteMap> left;
    std::vector<ByteMap> right;

    HalfMaps(const ByteRule& rule, const ByteMap& shown) {
        // Quotients 2 and 3 stand apart, whatever the period: p < 3q and p = 3q.
        const std::uint32_t count = static_cast<std::uint32_t>(rule.steps.size()) + 4;
        start_ = count - rule.period;
        period_ = rule.period;
        for (std::uint32_t m = 0; m < count; ++m) {
            ByteMap first{};
            ByteMap second{};
            for (std::uint8_t x = 0; x < 16; ++x) {
                first[x] = shown[rule.first(x, m)];
                if (m < 2) continue;
                const std::uint8_t cell = rule.first(x, m - 1);
                const ByteMap& kept = m == 2                        ? rule.above
                                      : m == 3 && x == rule.nothing ? rule.tie
                                                                    : rule.below;
                second[x] = shown[rule.first(kept[cell], 1)];
            }
            left.push_back(first);
            right.push_back(second);
        }
    }
    std::uint32_t place(std::uint32_t m) const {
        return m < start_ + period_ ? m : start_ + (m - start_) % period_;
    }
    std::uint32_t after(std::uint32_t place) const {
        return place + 1 == start_ + period_ ? start_ : place + 1;
    }

private:
    std::uint32_t start_;
    std::uint32_t period_;
};

template <typename Out>
void fill_columns(const HalfMaps& maps, const CellStore<std::uint8_t>& store, std::uint32_t begin,
                  std::uint32_t end, std::uint32_t from, std::uint32_t to, Out out) {
    for (std::uint32_t r = from; r <= std::min((end - 1) / 2, to); ++r) {
        const std::uint8_t* cells = store.at(r);
        std::uint32_t p = std::max(begin, 2 * r);
        std::uint32_t t = p % r;
        std::uint32_t place = maps.place(p / r);
        for (; p < end; ++p) {
            std::uint8_t* row = out(p);
            row[r - 1] = maps.left[place][cells[t]];
            if (2 * r < p) row[p - r - 1] = maps.right[place][cells[t]];
            if (++t == r) {
                t = 0;
                place = maps.after(place);
            }
        }
    }
}

void map_plainly(const std::uint8_t* from, std::uint8_t* to, std::size_t count,
                 const ByteMap& map) {
    for (std::size_t i = 0; i < count; ++i) to[i] = map[from[i]];
}

#if FARSTAR_AVX2

FARSTAR_VECTORS inline __m256i look_up(const ByteMap& map, __m256i x) {
    const __m128i table = _mm_loadu_si128(reinterpret_cast<const __m128i*>(map.data()));
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), x);
}

FARSTAR_VECTORS void map_vectors(const std::uint8_t* from, std::uint8_t* to, std::size_t count,
                                 const ByteMap& map) {
    std::size_t i = 0;
    for (; i + 32 <= count; i += 32) {
        const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i), look_up(map, x));
    }
    map_plainly(from + i, to + i, count - i, map);
}

// Sixteen vectors, each with thirty-two rows of one column, become thirty-two rows of sixteen
// columns: vector i holds row i below and row i + 16 above.
FARSTAR_VECTORS inline void transpose(__m256i* x) {
    __m256i y[16];
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 8; ++i) {
            y[2 * i] = _mm256_unpacklo_epi8(x[i], x[i + 8]);
            y[2 * i + 1] = _mm256_unpackhi_epi8(x[i], x[i + 8]);
        }
        for (int i = 0; i < 8; ++i) {
            x[2 * i] = _mm256_unpacklo_epi8(y[i], y[i + 8]);
            x[2 * i + 1] = _mm256_unpackhi_epi8(y[i], y[i + 8]);
        }
    }
}

FARSTAR_VECTORS inline void put_rows(const __m256i* x, std::uint8_t* const* rows,
                                     std::ptrdiff_t column, bool slanted) {
    for (int i = 0; i < 16; ++i) {
        const std::ptrdiff_t low = column + (slanted ? i : 0);
        const std::ptrdiff_t high = column + (slanted ? i + 16 : 0);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(rows[i] + low), _mm256_castsi256_si128(x[i]));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(rows[i + 16] + high),
                         _mm256_extracti128_si256(x[i], 1));
    }
}

// Where a column meets a block of rows.
struct Column {
    const std::uint8_t* cells;
    std::uint32_t place;   // of the quotient in the first row
    std::uint32_t change;  // how many rows below the quotient is one greater
};

constexpr std::uint32_t kTileColumns = 16;

// The stored rows are far apart in memory: they are fetched while the tile before is worked out.
inline void find_columns(const HalfMaps& maps, const CellStore<std::uint8_t>& store,
                         std::uint32_t begin, std::uint32_t r, Column* columns) {
    for (std::uint32_t i = 0; i < kTileColumns; ++i) {
        const std::uint32_t m = begin / (r + i);
        const std::uint32_t t = begin - m * (r + i);
        columns[i] = {store.at(r + i) + t, maps.place(m), r + i - t};
        prefetch(columns[i].cells);
        prefetch(columns[i].cells + kBlockRows - 1);
    }
}

// Sixteen columns r, r + 1, ... >= 32 of thirty-two rows, and their mirror images.
FARSTAR_VECTORS void fill_tile(const HalfMaps& maps, const Column* columns, std::uint32_t begin,
                               std::uint32_t r, std::uint8_t* const* rows) {
    const __m256i lanes =
        _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                         21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    __m256i left[kTileColumns];
    __m256i right[kTileColumns];
    for (std::uint32_t i = 0; i < kTileColumns; ++i) {
        const auto [cells, place, change] = columns[i];
        const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cells));
        __m256i one = look_up(maps.left[place], x);
        __m256i other = look_up(maps.right[place], x);
        if (change < kBlockRows) {
            const std::uint32_t next = maps.after(place);
            const __m256i later =
                _mm256_cmpgt_epi8(lanes, _mm256_set1_epi8(static_cast<char>(change - 1)));
            one = _mm256_blendv_epi8(one, look_up(maps.left[next], x), later);
            other = _mm256_blendv_epi8(other, look_up(maps.right[next], x), later);
        }
        left[i] = one;
        right[15 - i] = other;
    }
    transpose(left);
    put_rows(left, rows, static_cast<std::ptrdiff_t>(r) - 1, false);
    transpose(right);
    // Column p - r of row p: where it begins moves on by one from row to row.
    put_rows(right, rows, static_cast<std::ptrdiff_t>(begin - r) - 16, true);
}

template <typename Out>
void fill_vectors(const HalfMaps& maps, const CellStore<std::uint8_t>& store, std::uint32_t begin,
                  std::uint32_t end, Out out) {
    std::uint32_t r = kBlockRows;
    const auto fits = [&] { return 2 * (r + kTileColumns - 1) < begin; };
    if (end - begin == kBlockRows && fits()) {
        std::uint8_t* rows[kBlockRows];
        for (std::uint32_t i = 0; i < kBlockRows; ++i) rows[i] = out(begin + i);
        Column tiles[2][kTileColumns];
        find_columns(maps, store, begin, r, tiles[0]);
        for (unsigned turn = 0; fits(); r += kTileColumns, turn ^= 1) {
            // Beyond the last tile these are columns still, and nothing is read there.
            if (r + 2 * kTileColumns - 1 <= store.last())
                find_columns(maps, store, begin, r + kTileColumns, tiles[turn ^ 1]);
            fill_tile(maps, tiles[turn], begin, r, rows);
        }
        fill_columns(maps, store, begin, end, 1, kBlockRows - 1, out);
    } else {
        r = 1;
    }
    fill_columns(maps, store, begin, end, r, UINT32_MAX, out);
}

#endif

class ByteFiller {
public:
    ByteFiller(const ByteRule& rule, const ByteMap& shown, bool vectors)
        : rule_(rule), shown_(shown), maps_(rule, shown), vectors_(vectors && has_avx2()) {}

    std::uint8_t show(std::uint8_t cell) const { return shown_[cell]; }

    template <typename Out>
    void fill(const CellStore<std::uint8_t>& store, std::uint32_t begin, std::uint32_t end,
              Out out) const {
#if FARSTAR_AVX2
        if (vectors_) return fill_vectors(maps_, store, begin, end, out);
#endif
        fill_columns(maps_, store, begin, end, 1, UINT32_MAX, out);
    }
    void keep(const std::uint8_t* row, std::uint32_t p, std::uint8_t* kept) const {
        const std::uint32_t low = (p - 1) / 2;  // the last t below p/2
        kept[0] = rule_.zero();
        map(row, kept + 1, low, rule_.below);
        if (p % 2 == 0) kept[p / 2] = rule_.tie[row[p / 2 - 1]];
        map(row + p / 2, kept + p / 2 + 1, p - 1 - p / 2, rule_.above);
    }

private:
    void map(const std::uint8_t* from, std::uint8_t* to, std::size_t count,
             const ByteMap& by) const {
#if FARSTAR_AVX2
        if (vectors_) return map_vectors(from, to, count, by);
#endif
        map_plainly(from, to, count, by);
    }

    const ByteRule& rule_;
    ByteMap shown_;
    HalfMaps maps_;
    bool vectors_;
};

ByteMap identity() {
    ByteMap map{};
    std::iota(map.begin(), map.end(), std::uint8_t{0});
    return map;
}

// Where the quotient does not matter, a way is a word in two letters: the rest is below half of
// what it divides, or above. There are few different maps that words of any length give.
class Words {
public:
    static constexpr int kLongest = 14;

    explicit Words(const ByteRule& rule) {
        if (rule.steps.size() != 1) return;
        std::map<ByteMap, std::uint8_t> known{{identity(), std::uint8_t{0}}};
        maps_.push_back(identity());
        number_.assign(std::size_t{2} << kLongest, 0);
        for (std::size_t word = 2; word < number_.size(); ++word) {
            const ByteMap& before = maps_[number_[word / 2]];
            const ByteMap& kept = word % 2 == 0 ? rule.below : rule.above;
            ByteMap map{};
            for (std::size_t x = 0; x < 16; ++x) map[x] = before[kept[rule.steps[0][x]]];
            const auto [at, is_new] =
                known.try_emplace(map, static_cast<std::uint8_t>(maps_.size()));
            if (is_new) maps_.push_back(map);
            if (maps_.size() > UINT8_MAX) {
                maps_.clear();
                return;
            }
            number_[word] = at->second;
        }
    }
    bool are_known() const { return !maps_.empty(); }
    /// The map of a word: its letters as bits below a leading one.
    const ByteMap& map(std::int32_t word) const {
        return maps_[number_[static_cast<std::size_t>(word)]];
    }

private:
    std::vector<ByteMap> maps_;
    std::vector<std::uint8_t> number_;  // of the map, by word
};

class WordWay {
public:
    static constexpr int kMostSteps = Words::kLongest;

    explicit WordWay(const Words& words) : words_(&words) {}
    void start(std::uint32_t i) { word_[i] = 1; }
    FARSTAR_INLINE void go(std::uint32_t i, bool goes, std::int32_t, std::int32_t small,
                           std::int32_t large) {
        word_[i] = goes ? 2 * word_[i] + (2 * small > large ? 1 : 0) : word_[i];
    }
    FARSTAR_INLINE bool is_settled(std::uint32_t) const { return false; }
    std::uint8_t map(std::uint32_t i, std::uint8_t x) const { return words_->map(word_[i])[x]; }

private:
    alignas(32) std::int32_t word_[kLanes];
    const Words* words_;
};

// Whether a rule is that of a heap in front of a rest that is won (1) or lost (0), and of heaps
// only their size modulo the period counts, or all that counts is whether it is 0, 1 or more.
bool is_about_heaps(const ByteRule& rule) {
    const bool free = rule.period == 1 && rule.steps.size() == 3;
    if (!free && rule.period != rule.steps.size()) return false;
    for (std::size_t m = 0; m < rule.steps.size(); ++m) {
        if (rule.steps[m][0] != (m != 0) || rule.steps[m][1] != (m != 1)) return false;
    }
    return rule.below == identity() && rule.tie == identity() && rule.above == identity();
}

class HeapWay {
public:
    static constexpr int kMostSteps = 48;

    explicit HeapWay(std::uint32_t period) : period_(static_cast<std::int32_t>(period)) {}
    void start(std::uint32_t i) {
        lost_[i] = 0;
        won_[i] = 1;
    }
    FARSTAR_INLINE void go(std::uint32_t i, bool goes, std::int32_t m, std::int32_t, std::int32_t) {
        const auto rounds = static_cast<std::int32_t>(static_cast<double>(m) / period_);
        const std::int32_t heap = period_ == 1 ? m : m - period_ * rounds;
        const std::int32_t after_lost = heap != 0 ? won_[i] : lost_[i];
        const std::int32_t after_won = heap != 1 ? won_[i] : lost_[i];
        lost_[i] = goes ? after_lost : lost_[i];
        won_[i] = goes ? after_won : won_[i];
    }
    FARSTAR_INLINE bool is_settled(std::uint32_t i) const { return lost_[i] == won_[i]; }
    std::uint8_t map(std::uint32_t i, std::uint8_t x) const {
        return static_cast<std::uint8_t>(x == 0 ? lost_[i] : won_[i]);
    }

private:
    std::int32_t period_;
    alignas(32) std::int32_t lost_[kLanes];  // where the rest is lost
    alignas(32) std::int32_t won_[kLanes];
};

}  // namespace

bool has_avx2() {
#if FARSTAR_AVX2
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

void byte_table(const ByteRule& rule, const ByteMap& shown, std::uint32_t begin, std::uint32_t end,
                unsigned threads, bool vectors, std::uint8_t* cells,
                const std::atomic<bool>& stop) {
    const ByteFiller inner(rule, identity(), vectors);
    const ByteFiller outer(rule, shown, vectors);
    begin = std::max(begin, 2u);
    prefer_large_pages(cells, cells_before(std::max(begin, end)) - cells_before(begin));
    const auto fill = [&](const auto& way) {
        each_block(
            rule, inner, outer, way, begin, end, threads, vectors && has_avx2(), stop,
            [&](std::uint32_t p, std::uint32_t, unsigned) {
                return cells + (cells_before(p) - cells_before(begin));
            },
            [](std::uint32_t, std::uint32_t, unsigned) {});
    };
    if (is_about_heaps(rule)) return fill(HeapWay(rule.period));
    const Words words(rule);
    if (words.are_known()) return fill(WordWay(words));
    fill(NoWay{});
}

}  // namespace farstar
