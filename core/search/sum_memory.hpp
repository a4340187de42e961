// What a search through sums has found out: a graph of sums, each with the player to move.
//
// Of every sum it keeps proof numbers, and of those that were looked at the moves that are open.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sum_bounds.hpp"

namespace farstar {

/// Games that are numbered, in ascending order, no two of them opposite; a number, an uptimal, a
/// multiple of the swing {^^*|0} and a nimber.
struct NumberedSum {
    static constexpr std::size_t kMostParts = 128;

    /// Whether games between two uptimals that hardly differ stand for themselves, or whether one
    /// of their bounds replaces them.
    enum class Reading : std::uint8_t { kExact, kLow, kHigh };

    std::array<std::uint32_t, kMostParts> parts;
    std::uint32_t count = 0;
    std::uint32_t star = 0;
    std::int64_t number = 0;
    Uptimal up;
    std::int64_t swings = 0;
    Reading reading = Reading::kExact;
};

class SumMemory {
public:
    /// The place of a sum in the memory.
    using Place = std::uint32_t;
    static constexpr Place kNowhere = UINT32_MAX;

    /// A sum and the player to move. `win` and `loss` are proof numbers: about how many sums have
    /// to be settled to show that the player wins, or loses.
    struct Position {
        std::uint32_t key;  // where its words begin
        std::uint32_t first_move;
        std::uint32_t win;
        std::uint32_t loss;
        std::uint16_t move_count;
        std::uint16_t length;
        SumAnswer answer;
        bool is_entered;  // whether its moves are known
    };

    explicit SumMemory(std::size_t& most_bytes) : most_bytes_(&most_bytes) {}

    Place find(const NumberedSum& sum, bool left_moves) const;
    /// The place of a sum, which is new if it was not there.
    Place insert(const NumberedSum& sum, bool left_moves);
    Position& operator[](Place place) { return positions_[place]; }
    const Position& operator[](Place place) const { return positions_[place]; }
    /// The sum at a place, read exactly.
    NumberedSum sum(Place place) const;
    bool left_moves(Place place) const;

    std::span<Place> moves(const Position& position) {
        return {moves_.data() + position.first_move, position.move_count};
    }
    void set_moves(Place place, std::span<const Place> moves);
    std::size_t bytes() const;

private:
    // The key of a sum: its parts, its uptimal and swings, its number unless that is 0, and its
    // nimber with the player.
    static constexpr std::size_t kOtherWords = 8;
    static constexpr std::size_t kNumberWords = 2;
    static constexpr std::size_t kMostWords = NumberedSum::kMostParts + kOtherWords + kNumberWords;

    static std::size_t write_key(const NumberedSum& sum, bool left_moves, std::uint32_t* out);
    std::size_t slot(std::span<const std::uint32_t> key) const;
    void grow();

    std::size_t* most_bytes_;
    std::vector<Place> slots_ = std::vector<Place>(std::size_t{1} << 12, kNowhere);
    std::vector<Position> positions_;
    std::vector<std::uint32_t> keys_;
    std::vector<Place> moves_;
};

}  // namespace farstar
