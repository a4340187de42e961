#include "sum_table.hpp"

#include <algorithm>
#include <bit>

#include "farstar/caches.hpp"

namespace farstar {

namespace {

std::uint32_t work_of(std::uint32_t header) { return header >> 8 & 0xff; }
std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 48) << 16; }

}  // namespace

SumTable::SumTable(std::size_t most_bytes)
    : words_(kFirst),
      most_words_(std::bit_floor(std::max(most_bytes / sizeof(std::uint32_t), kFirst))) {}

std::uint64_t SumTable::hash(SumKey key) {
    std::uint64_t x = key.size();
    for (const std::uint32_t word : key) {
        x = (x ^ word) * 0x9e3779b97f4a7c15ULL;
        x ^= x >> 29;
    }
    x *= 0xd6e8feb86659fd93ULL;
    return x ^ (x >> 32);
}

Answer SumTable::look_up(SumKey key, std::uint64_t hash) const {
    if (key.size() > kLongest) return Answer::kUnknown;
    const std::uint32_t* at = bucket(hash);
    const std::uint32_t* const end = at + kBucket;
    const std::uint32_t wanted = tag_of(hash) | static_cast<std::uint32_t>(key.size());
    while (at < end && *at != 0) {
        const std::uint32_t header = *at++;
        if ((header & (0xffff0000u | kLength)) == wanted && std::equal(key.begin(), key.end(), at))
            return answer((header & kWins) != 0);
        at += (header & kLength);
    }
    return Answer::kUnknown;
}

void SumTable::put(SumKey key, std::uint64_t hash, bool wins, std::uint64_t work) {
    if (key.size() > kLongest) return;
    const auto size = static_cast<std::uint32_t>(std::bit_width(work));
    insert(key, hash,
           tag_of(hash) | size << 8 | (wins ? kWins : 0) | static_cast<std::uint32_t>(key.size()));
}

void SumTable::insert(SumKey key, std::uint64_t hash, std::uint32_t header) {
    std::uint32_t* const begin = bucket(hash);
    for (;;) {
        std::size_t at = 0;
        std::size_t least_at = 0;
        std::uint32_t least = UINT32_MAX;
        while (at < kBucket && begin[at] != 0) {
            if (work_of(begin[at]) < least) {
                least = work_of(begin[at]);
                least_at = at;
            }
            at += 1 + (begin[at] & kLength);
        }
        if (at + 1 + key.size() <= kBucket) {
            begin[at] = header;
            std::copy(key.begin(), key.end(), begin + at + 1);
            used_ += 1 + key.size();
            return;
        }
        const std::size_t gone = 1 + (begin[least_at] & kLength);
        std::copy(begin + least_at + gone, begin + at, begin + least_at);
        std::fill(begin + at - gone, begin + at, 0);
        used_ -= gone;
    }
}

void SumTable::grow() {
    std::vector<std::uint32_t> old(words_.size() * 2);
    old.swap(words_);
    used_ = 0;
    for (std::size_t first = 0; first < old.size(); first += kBucket) {
        for (std::size_t at = first; at < first + kBucket && old[at] != 0;) {
            const SumKey key(old.data() + at + 1, old[at] & kLength);
            insert(key, hash(key), old[at]);
            at += 1 + key.size();
        }
    }
}

void SumTable::clear() {
    shrink(words_, kFirst);
    std::fill(words_.begin(), words_.end(), 0);
    used_ = 0;
}

}  // namespace farstar
