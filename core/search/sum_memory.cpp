#include "sum_memory.hpp"

#include <algorithm>

#include "farstar/errors.hpp"

namespace farstar {

std::size_t SumMemory::write_key(const NumberedSum& sum, bool left_moves, std::uint32_t* out) {
    const std::uint32_t* const first = out;
    const auto write = [&out](std::uint64_t number, int bits) {
        for (int shift = 0; shift < bits; shift += 32)
            *out++ = static_cast<std::uint32_t>(number >> shift);
    };
    out = std::copy(sum.parts.begin(), sum.parts.begin() + sum.count, out);
    write(static_cast<std::uint64_t>(sum.up.up), 64);
    for (const std::int64_t digits : sum.up.tail) write(static_cast<std::uint64_t>(digits), 64);
    write(static_cast<std::uint32_t>(sum.swings), 32);
    if (sum.number != 0) write(static_cast<std::uint64_t>(sum.number), 64);
    write(sum.star << 2 | (sum.number != 0 ? 2u : 0u) | (left_moves ? 1u : 0u), 32);
    return static_cast<std::size_t>(out - first);
}

NumberedSum SumMemory::sum(Place place) const {
    const Position& position = positions_[place];
    const std::uint32_t* word = &keys_[position.key];
    const bool has_number = (word[position.length - 1] & 2u) != 0;
    const auto read = [&word](int bits) {
        std::uint64_t number = 0;
        for (int shift = 0; shift < bits; shift += 32) number |= std::uint64_t{*word++} << shift;
        return number;
    };
    NumberedSum sum;
    sum.count =
        static_cast<std::uint32_t>(position.length - kOtherWords - (has_number ? kNumberWords : 0));
    std::copy(word, word + sum.count, sum.parts.begin());
    word += sum.count;
    sum.up.up = static_cast<std::int64_t>(read(64));
    for (std::int64_t& digits : sum.up.tail) digits = static_cast<std::int64_t>(read(64));
    sum.swings = static_cast<std::int32_t>(read(32));
    if (has_number) sum.number = static_cast<std::int64_t>(read(64));
    sum.star = static_cast<std::uint32_t>(read(32)) >> 2;
    return sum;
}

bool SumMemory::left_moves(Place place) const {
    const Position& position = positions_[place];
    return (keys_[position.key + position.length - 1u] & 1u) != 0;
}

// Where the place of a key is, or would go.
std::size_t SumMemory::slot(std::span<const std::uint32_t> key) const {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const std::uint32_t word : key) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 32;
    }
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
        if (slots_[i] == kNowhere) return i;
        const Position& position = positions_[slots_[i]];
        if (position.length == key.size() &&
            std::equal(key.begin(), key.end(), keys_.begin() + position.key)) {
            return i;
        }
    }
}

SumMemory::Place SumMemory::find(const NumberedSum& sum, bool left_moves) const {
    std::uint32_t words[kMostWords];
    return slots_[slot({words, write_key(sum, left_moves, words)})];
}

SumMemory::Place SumMemory::insert(const NumberedSum& sum, bool left_moves) {
    if (positions_.size() * 2 >= slots_.size()) grow();
    std::uint32_t words[kMostWords];
    const std::size_t length = write_key(sum, left_moves, words);
    const std::size_t i = slot({words, length});
    if (slots_[i] != kNowhere) return slots_[i];
    if (bytes() > *most_bytes_ || keys_.size() + length > UINT32_MAX ||
        moves_.size() > UINT32_MAX - UINT16_MAX)
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of budget: the memory limit is reached");
    const auto key = static_cast<std::uint32_t>(keys_.size());
    keys_.insert(keys_.end(), words, words + length);  // first, since it may fail
    positions_.push_back(
        {key, 0, 1, 1, 0, static_cast<std::uint16_t>(length), SumAnswer::kUnknown, false});
    return slots_[i] = static_cast<Place>(positions_.size() - 1);
}

void SumMemory::set_moves(Place place, std::span<const Place> moves) {
    Position& position = positions_[place];
    if (moves.size() > position.move_count) {
        position.first_move = static_cast<std::uint32_t>(moves_.size());
        moves_.insert(moves_.end(), moves.begin(), moves.end());
    } else {
        std::copy(moves.begin(), moves.end(), moves_.begin() + position.first_move);
    }
    position.move_count = static_cast<std::uint16_t>(moves.size());
    position.is_entered = true;
}

std::size_t SumMemory::bytes() const {
    return slots_.capacity() * sizeof(Place) + positions_.capacity() * sizeof(Position) +
           keys_.capacity() * sizeof(std::uint32_t) + moves_.capacity() * sizeof(Place);
}

void SumMemory::grow() {
    if (bytes() + slots_.size() * 4 * sizeof(Place) > *most_bytes_)
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of budget: the memory limit is reached");
    std::vector<Place> old(slots_.size() * 4, kNowhere);
    old.swap(slots_);
    for (const Place place : old) {
        if (place == kNowhere) continue;
        const Position& position = positions_[place];
        slots_[slot({&keys_[position.key], position.length})] = place;
    }
}

}  // namespace farstar
