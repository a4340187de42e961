// Who wins a sum of all-small games, by a search with bounds at every step.
//
// The games are numbered by the caller, who says of each what its options are and between which
// ups and stars it lies. A sum is a few of them, an uptimal and a nimber. Nothing here needs the
// engine.
//
// The search finds closer bounds itself: uptimals on both sides of every game. Most games that come
// up lie between two uptimals that hardly differ. So a sum is first searched with these in their
// place, the lower ones for one answer and the upper ones for the other, which leaves few games to
// move in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sum_bounds.hpp"
#include "sum_memory.hpp"

namespace farstar {

class SumSearch {
public:
    static constexpr std::size_t kMostParts = NumberedSum::kMostParts;
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

    SumSearch() = default;
    SumSearch(const SumSearch&) = delete;
    SumSearch& operator=(const SumSearch&) = delete;

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
    using Sum = NumberedSum;
    using Place = SumMemory::Place;
    using Tally = UpStarTally;

    static constexpr std::uint32_t kAnyNumber = UINT32_MAX / 4;  // no bound on a proof number

    struct Part {
        Ladder ladder;
        std::vector<Landing> left;
        std::vector<Landing> right;
        std::int32_t opposite = kNoPart;
        bool is_narrow = false;  // its bounds hardly differ
    };
    /// A move in a sum: in the part at a place, or in what is no part.
    struct Step {
        std::int32_t place;
        std::int32_t part;  // what it leaves
        Uptimal up;         // what it adds
        std::uint32_t star;
    };
    struct Child {
        Sum sum;
        std::uint32_t replies;  // those that the bounds leave open
        std::int64_t worse;
    };
    /// A sum that is searched until one of its proof numbers is as large as these.
    struct Frame {
        Place place;
        std::uint32_t win;
        std::uint32_t loss;
    };

    const Part& part(std::int32_t number) const { return parts_[static_cast<std::size_t>(number)]; }
    void put(Sum& sum, std::int32_t part) const;
    Tally tally(const Sum& sum) const;
    bool holds_opposite(const Sum& sum, std::int32_t part) const;
    Sum after(const Sum& sum, const Step& step) const;
    Answer search(const Sum& root, bool left_moves, std::uint64_t limit);
    bool descend(const Frame& frame);
    void enter(Place place);
    bool leave_out_refuted(std::vector<Child>& children, bool left_moves) const;
    template <typename Visit>
    bool each_move(const Sum& sum, bool left_moves, Visit visit) const;

    void find_uptimals();
    UptimalCuts cuts_of(const Part& part, bool is_negative) const;

    std::vector<Part> parts_;
    std::vector<UptimalCuts> cuts_[2];  // of the games, and of their negatives
    std::vector<Frame> frames_;
    std::size_t option_bytes_ = 0;
    std::size_t most_bytes_ = SIZE_MAX;  // for the memory
    SumMemory memory_{most_bytes_};
    std::uint64_t nodes_ = 0;
};

}  // namespace farstar
