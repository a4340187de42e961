// Who wins a sum of all-small games, by a search with bounds at every step.
//
// The games are numbered by the caller, who says of each what its options are and between which
// ups and stars it lies. A sum is a few of them, some ups and a nimber. Nothing here needs the
// engine.
//
// Where that takes long, two things help, and the same search provides both, once for all sums:
// - Bounds of pairs. Between which ups and stars g + h lies is often known better than the bounds
// of
//   g and of h tell, so that games are put in pairs before their bounds are added up.
// - Dominated moves are left out. A move from g to x gains x - g, whatever else is in the sum, so
//   that Left need not look at a move that gains at most as much as another does. The bounds of the
//   gains may tell, and otherwise x - g >= y - h is a question about a sum of four games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "number_map.hpp"
#include "sum_bounds.hpp"

namespace farstar {

class SumSearch {
public:
    static constexpr std::size_t kMostParts = 32;
    static constexpr std::int32_t kNoPart = -1;
    static constexpr std::int64_t kUnits = kWeightUnits;

    /// What a move leaves of a game: another game or none, ups, and a nimber.
    struct Landing {
        std::int32_t part;
        std::int64_t up;
        std::uint32_t star;
    };

    using Answer = SumAnswer;
    using Ladder = UpStarLadder;

    /// Make a game known whose options are known; return its number.
    std::int32_t add(const Ladder& ladder, std::vector<Landing> left, std::vector<Landing> right);
    /// Say that two games, or a game with itself, add up to zero.
    void set_opposite(std::int32_t g, std::int32_t h);
    std::size_t size() const { return parts_.size(); }

    /// Whether a player wins the sum by moving first; unknown after so many sums were looked at.
    /// Refuses to hold more than `memory` bytes; what was found out before stays known.
    Answer wins(std::span<const std::int32_t> parts, std::int64_t up, std::uint32_t star,
                bool left_moves, std::uint64_t limit, std::size_t memory = SIZE_MAX);
    /// How many sums were looked at in all.
    std::uint64_t nodes() const { return nodes_; }
    /// The bytes held for games and for what was found out.
    std::size_t bytes() const;

private:
    struct Part {
        Ladder ladder;
        std::vector<Landing> left;
        std::vector<Landing> right;
        std::int32_t opposite = kNoPart;
        std::uint32_t first_left;  // the numbers of its moves
        std::uint32_t first_right;
    };
    /// A move: from which game, or from ups and a nimber, and what it leaves of it.
    struct Move {
        std::uint32_t number;  // 0 for a move from ups and a nimber
        std::int32_t part;
        Landing landing;
        bool has_gone = false;  // left out as dominated
    };
    /// A move in a sum: that in the part at a place.
    struct Step {
        Move move;
        std::uint32_t place;
    };
    /// Two games together: where their bounds are among pairs_, and by how many ups these are
    /// better than those of each added up.
    struct Pair {
        std::uint32_t place;
        std::uint32_t low_gain;
        std::uint32_t high_gain;
    };
    /// Two places of a sum, as bits, and the games there together.
    struct Edge {
        Pair pair;
        std::uint32_t two;
    };
    /// A sum: numbers of games in ascending order, no two of them opposite.
    struct Sum {
        std::array<std::uint16_t, kMostParts> parts;
        std::uint32_t count = 0;
        std::uint32_t star = 0;
        std::int64_t up = 0;

        bool operator==(const Sum& other) const;
    };
    using Tally = UpStarTally;
    using Map = NumberMap;

    struct Child {
        Sum sum;
        std::int64_t replies;  // those that the bounds leave open
        std::int64_t worse;
        std::size_t move;  // its place among the moves, where these are kept
    };
    struct Frame {
        Sum sum;
        bool left_moves;
        std::size_t first;  // where its moves begin among children_
        std::size_t next;
    };

    void put(Sum& sum, std::int32_t part) const;
    Tally tally(const Sum& sum) const;
    bool holds_opposite(const Sum& sum, std::int32_t part) const;
    Sum after(const Sum& sum, const Step& step) const;
    Answer known(const Sum& sum, bool left_moves) const;
    Answer search(const Sum& root, bool left_moves, std::uint64_t limit);
    Answer enter(const Sum& sum, bool left_moves);
    void leave_out_refuted(std::size_t first, bool left_moves);
    template <typename Visit>
    bool each_move(const Sum& sum, bool left_moves, Visit visit) const;

    // What was found out, in open addressing over the sums themselves.
    std::size_t key(const Sum& sum, bool left_moves, std::uint16_t* out) const;
    std::size_t slot(std::span<const std::uint16_t> key) const;
    Answer remembered(const Sum& sum, bool left_moves) const;
    void remember(const Sum& sum, bool left_moves, Answer answer);
    void grow();
    void claim(std::size_t bytes) const;
    template <typename T>
    void make_room(const std::vector<T>& list) const;

    // Bounds of pairs.
    Ladder measured(const Sum& sum);
    Pair pair(std::uint16_t g, std::uint16_t h);
    std::vector<Edge> pairs_of(const Sum& sum);
    Answer seen_in_pairs(const Sum& sum, std::span<const Edge> before, const Step& step,
                         const Sum& next, bool left_moves);
    Answer paired(std::span<const Edge> pairs, std::span<const Ladder* const> bounds,
                  std::int64_t up, std::uint32_t star, bool left_moves) const;

    // Dominated moves.
    void make_opposites();
    void leave_out_dominated(std::vector<Move>& moves, std::size_t first, bool left_moves);
    bool gains_as_much(const Move& better, const Move& worse);
    Answer compare(const Move& better, const Move& worse);
    Answer compare_exactly(const Move& better, const Move& worse);
    const Ladder& gain(const Move& move);

    struct Entry {
        std::uint32_t offset;
        std::uint16_t length;  // 0: empty
        std::int16_t answer;
    };

    std::vector<Part> parts_;
    std::vector<Frame> frames_;
    std::vector<Child> children_;
    std::vector<Ladder> pairs_;
    std::vector<Ladder> gains_;
    Map pair_places_;  // one more than the place in pairs_, and both gains
    Map gain_places_;  // one more than the place in gains_
    Map order_;        // what is known of two moves
    std::uint32_t move_count_ = 0;
    bool is_patient_ = false;
    std::size_t patience_ = 0;
    std::uint64_t patience_ends_ = 0;
    Sum last_root_;
    bool last_left_ = false;
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << 12);
    std::vector<std::uint16_t> keys_;
    std::size_t used_ = 0;
    std::size_t option_bytes_ = 0;
    std::size_t most_bytes_ = SIZE_MAX;
    std::uint64_t nodes_ = 0;
};

}  // namespace farstar
