#include "sum_proof.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace farstar {

using Step = SumGames::Step;

// Search from a sum, always where the fewest sums seem to be left to settle: depth first, until
// other moves look better.
SumAnswer SumProof::wins(const Sum& root, bool left_moves, std::uint64_t limit,
                         std::size_t most_bytes, const std::atomic<bool>& stop) {
    const SumAnswer seen = games_.glance(root).first(left_moves);
    if (seen != SumAnswer::kUnknown) return seen;
    reading_ = root.reading;
    most_bytes_ = most_bytes;
    limit += nodes_;
    const Place place = memory_.insert(root, left_moves);
    frames_.assign({{place, kAnyNumber, kAnyNumber}});
    while (!frames_.empty()) {
        const Frame frame = frames_.back();
        const SumMemory::Position& position = memory_[frame.place];
        if (position.answer == SumAnswer::kUnknown && !position.is_entered) {
            if (nodes_ >= limit || stop.load(std::memory_order_relaxed)) return SumAnswer::kUnknown;
            enter(frame.place);
        }
        if (!descend(frame)) frames_.pop_back();
    }
    return memory_[place].answer;
}

// Look at all moves from a sum, and at all replies, and keep the moves that are still open.
void SumProof::enter(Place place) {
    ++nodes_;
    Sum sum = memory_.sum(place);
    sum.reading = reading_;
    const bool left_moves = memory_.left_moves(place);
    std::vector<Child> children;
    bool lost_so_far =
        games_.each_move(sum, left_moves, [&](const Step& step, const SumGlance& seen) {
            SumAnswer reply = seen.first(!left_moves);
            if (reply == SumAnswer::kUnknown) {
                const Sum next = games_.after(sum, step);
                const Place known = memory_.find(next, !left_moves);
                if (known != SumMemory::kNowhere) reply = memory_[known].answer;
                if (reply == SumAnswer::kUnknown)
                    children.push_back({next, 0, left_moves ? -seen.estimate : seen.estimate});
            }
            return reply != SumAnswer::kLoses;
        });
    lost_so_far = lost_so_far && !leave_out_refuted(children, left_moves);
    if (!lost_so_far || children.empty()) {
        memory_[place].answer = lost_so_far ? SumAnswer::kLoses : SumAnswer::kWins;
        return;
    }
    std::stable_sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
        return std::tie(a.replies, a.worse) < std::tie(b.replies, b.worse);
    });
    std::vector<Place> open;
    for (const Child& child : children) {
        const Place next = memory_.insert(child.sum, !left_moves);
        if (!memory_[next].is_entered) memory_[next].loss = child.replies;
        open.push_back(next);
    }
    memory_.set_moves(place, open);
}

// Leave out moves to which the bounds show a winning reply; of the others count the replies that
// are open. Say whether there is a move without any.
bool SumProof::leave_out_refuted(std::vector<Child>& children, bool left_moves) const {
    const auto is_refuted = [&](Child& child) {
        return !games_.each_move(child.sum, !left_moves, [&](const Step&, const SumGlance& seen) {
            const SumAnswer answer = seen.first(left_moves);
            child.replies += answer == SumAnswer::kUnknown ? 1 : 0;
            return answer != SumAnswer::kLoses;
        });
    };
    std::erase_if(children, is_refuted);
    return std::any_of(children.begin(), children.end(),
                       [](const Child& child) { return child.replies == 0; });
}

// Go to the most promising move; say no if the sum is settled or other sums look better now.
bool SumProof::descend(const Frame& frame) {
    SumMemory::Position& position = memory_[frame.place];
    if (position.answer != SumAnswer::kUnknown) return false;
    const std::span<Place> moves = memory_.moves(position);
    std::uint32_t best = kAnyNumber;
    std::uint32_t second = kAnyNumber;
    std::uint32_t hardest = 0;
    Place chosen = SumMemory::kNowhere;
    std::uint16_t kept = 0;
    for (const Place move : moves) {
        const SumMemory::Position& next = memory_[move];
        if (next.answer == SumAnswer::kLoses) {
            position.answer = SumAnswer::kWins;
            return false;
        }
        if (next.answer == SumAnswer::kWins) continue;
        moves[kept++] = move;
        hardest = std::max(hardest, next.win);
        if (next.loss < best) {
            second = std::exchange(best, next.loss);
            chosen = move;
        } else {
            second = std::min(second, next.loss);
        }
    }
    position.move_count = kept;
    if (kept == 0) {
        position.answer = SumAnswer::kLoses;
        return false;
    }
    // Many sums are reached in several ways; so the moves that remain count as one sum each.
    const std::uint32_t others = kept - 1u;
    position.win = best;
    position.loss = hardest + others;
    if (position.win >= frame.win || position.loss >= frame.loss) return false;
    frames_.push_back({chosen, frame.loss - others, std::min(frame.win, second + 1 + second / 4)});
    return true;
}

}  // namespace farstar
