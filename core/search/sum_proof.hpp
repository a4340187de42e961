// Who wins a sum in one reading, by depth-first proof-number search with bounds at every step.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sum_games.hpp"
#include "sum_memory.hpp"

namespace farstar {

class SumProof {
public:
    using Sum = NumberedSum;

    explicit SumProof(const SumGames& games) : games_(games) {}
    SumProof(const SumProof&) = delete;
    SumProof& operator=(const SumProof&) = delete;

    /// Whether a player wins the sum by moving first; unknown after so many sums were looked at, or
    /// once `stop` is set. Refuses to hold more than `most_bytes`; what was found out stays known.
    SumAnswer wins(const Sum& root, bool left_moves, std::uint64_t limit, std::size_t most_bytes,
                   const std::atomic<bool>& stop);
    /// Forget what was found out.
    void forget() { memory_ = SumMemory(most_bytes_); }
    std::uint64_t nodes() const { return nodes_; }
    std::size_t bytes() const { return frames_.capacity() * sizeof(Frame) + memory_.bytes(); }

private:
    using Place = SumMemory::Place;

    static constexpr std::uint32_t kAnyNumber = UINT32_MAX / 4;  // no bound on a proof number

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

    bool descend(const Frame& frame);
    void enter(Place place);
    bool leave_out_refuted(std::vector<Child>& children, bool left_moves) const;

    const SumGames& games_;
    Sum::Reading reading_ = Sum::Reading::kExact;
    std::vector<Frame> frames_;
    std::size_t most_bytes_ = SIZE_MAX;  // for the memory
    SumMemory memory_{most_bytes_};
    std::uint64_t nodes_ = 0;
};

}  // namespace farstar
