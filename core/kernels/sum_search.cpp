#include "sum_search.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

using Reading = NumberedSum::Reading;

// How many sums are looked at in one reading of a sum before the next one has its turn.
constexpr std::uint64_t kFirstTurn = 500;
constexpr std::uint64_t kMoreEachTurn = 4;

// Games whose bounds differ by less are replaced by their bounds.
constexpr Uptimal kNarrow = Uptimal::power(2);

}  // namespace

std::int32_t SumSearch::add(const Ladder& ladder, std::vector<Landing> left,
                            std::vector<Landing> right) {
    if (parts_.size() >= UINT16_MAX) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory, "too many games for one search");
    }
    for (const auto* side : {&left, &right}) {
        for (const Landing& move : *side) {
            if (move.part != kNoPart && static_cast<std::size_t>(move.part) >= parts_.size())
                throw std::invalid_argument("expected options that are known already");
        }
    }
    option_bytes_ += (left.capacity() + right.capacity()) * sizeof(Landing);
    parts_.push_back({ladder, std::move(left), std::move(right)});
    return static_cast<std::int32_t>(parts_.size() - 1);
}

void SumSearch::set_opposite(std::int32_t g, std::int32_t h) {
    parts_.at(static_cast<std::size_t>(g)).opposite = h;
    parts_.at(static_cast<std::size_t>(h)).opposite = g;
}

// Insert a part in its place, or cancel it with its opposite; or add its bound instead.
void SumSearch::put(Sum& sum, std::int32_t number) const {
    const Part& game = part(number);
    if (sum.reading != Reading::kExact && game.is_narrow) {
        const Ladder& l = game.ladder;
        const bool is_low = sum.reading == Reading::kLow;
        sum.up = sum.up + (is_low ? l.low : l.high);
        sum.star ^= static_cast<std::uint32_t>(is_low ? l.low_starred : l.high_starred);
        return;
    }
    std::uint16_t* const first = sum.parts.data();
    std::uint16_t* const last = first + sum.count;
    if (game.opposite != kNoPart) {
        const auto wanted = static_cast<std::uint16_t>(game.opposite);
        std::uint16_t* const place = std::lower_bound(first, last, wanted);
        if (place != last && *place == wanted) {
            std::copy(place + 1, last, place);
            --sum.count;
            return;
        }
    }
    const auto value = static_cast<std::uint16_t>(number);
    std::uint16_t* const place = std::upper_bound(first, last, value);
    std::copy_backward(place, last, last + 1);
    *place = value;
    ++sum.count;
}

SumSearch::Tally SumSearch::tally(const Sum& sum) const {
    Tally total(sum.up, sum.star);
    for (std::uint32_t i = 0; i < sum.count; ++i) total += Tally(parts_[sum.parts[i]].ladder);
    return total;
}

bool SumSearch::holds_opposite(const Sum& sum, std::int32_t number) const {
    const std::int32_t opposite = part(number).opposite;
    const auto last = sum.parts.begin() + sum.count;
    return opposite != kNoPart &&
           std::find(sum.parts.begin(), last, static_cast<std::uint16_t>(opposite)) != last;
}

// The sum after a move.
SumSearch::Sum SumSearch::after(const Sum& sum, const Step& step) const {
    Sum result = sum;
    if (step.place != kNoPart) {
        std::copy(sum.parts.begin() + step.place + 1, sum.parts.begin() + sum.count,
                  result.parts.begin() + step.place);
        --result.count;
    }
    result.up = result.up + step.up;
    result.star ^= step.star;
    if (step.part != kNoPart) put(result, step.part);
    return result;
}

// Visit each move, with the bounds of the sum after it, until a visit says false; tell whether all
// were visited.
template <typename Visit>
bool SumSearch::each_move(const Sum& sum, bool left_moves, Visit visit) const {
    std::vector<Tally> behind(sum.count + 1);  // the bounds of the parts behind each place
    for (std::uint32_t i = sum.count; i > 0; --i)
        behind[i - 1] = behind[i] + Tally(parts_[sum.parts[i - 1]].ladder);
    Tally before;
    for (std::uint32_t i = 0; i < sum.count; ++i) {
        const Part& game = parts_[sum.parts[i]];
        if (i == 0 || sum.parts[i] != sum.parts[i - 1]) {
            const Tally rest = before + behind[i + 1];
            for (const auto& [number, up, star] : left_moves ? game.left : game.right) {
                const Step step{static_cast<std::int32_t>(i), number, {up, 0}, star};
                Tally bounds = rest + Tally(sum.up + step.up, sum.star ^ star);
                if (number != kNoPart) {
                    if (sum.reading != Reading::kExact || holds_opposite(sum, number))
                        bounds = tally(after(sum, step));
                    else
                        bounds += Tally(part(number).ladder);
                }
                if (!visit(step, bounds)) return false;
            }
        }
        before += Tally(game.ladder);
    }
    return each_option(sum.up, sum.star, left_moves, [&](Uptimal up, std::uint32_t star) {
        const Step step{kNoPart, kNoPart, up - sum.up, star ^ sum.star};
        return visit(step, behind[0] + Tally(up, star));
    });
}

// Look at all moves from a sum, and at all replies, and keep the moves that are still open.
void SumSearch::enter(Place place) {
    ++nodes_;
    const Sum sum = memory_.sum(place);
    const bool left_moves = memory_.left_moves(place);
    std::vector<Child> children;
    bool lost_so_far = each_move(sum, left_moves, [&](const Step& step, const Tally& bounds) {
        const SumGlance seen = bounds.glance();
        Answer reply = seen.first(!left_moves);
        if (reply == Answer::kUnknown) {
            const Sum next = after(sum, step);
            const Place known = memory_.find(next, !left_moves);
            if (known != SumMemory::kNowhere) reply = memory_[known].answer;
            if (reply == Answer::kUnknown)
                children.push_back({next, 0, left_moves ? -seen.estimate : seen.estimate});
        }
        return reply != Answer::kLoses;
    });
    lost_so_far = lost_so_far && !leave_out_refuted(children, left_moves);
    if (!lost_so_far || children.empty()) {
        memory_[place].answer = lost_so_far ? Answer::kLoses : Answer::kWins;
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
bool SumSearch::leave_out_refuted(std::vector<Child>& children, bool left_moves) const {
    const auto is_refuted = [&](Child& child) {
        return !each_move(child.sum, !left_moves, [&](const Step&, const Tally& bounds) {
            const Answer answer = bounds.glance().first(left_moves);
            child.replies += answer == Answer::kUnknown ? 1 : 0;
            return answer != Answer::kLoses;
        });
    };
    std::erase_if(children, is_refuted);
    return std::any_of(children.begin(), children.end(),
                       [](const Child& child) { return child.replies == 0; });
}

SumSearch::Answer SumSearch::wins(std::span<const std::int32_t> parts, std::int64_t up,
                                  std::uint32_t star, bool left_moves, std::uint64_t limit,
                                  std::size_t memory) {
    if (parts.size() > kMostParts) throw std::invalid_argument("expected at most 128 parts");
    for (const std::int32_t number : parts) {
        if (number < 0 || static_cast<std::size_t>(number) >= parts_.size())
            throw std::invalid_argument("expected parts that are known already");
    }
    find_uptimals();
    const std::size_t other_bytes = bytes() - memory_.bytes();
    most_bytes_ = memory - std::min(memory, other_bytes);
    limit += nodes_;
    for (std::uint64_t turn = kFirstTurn;; turn *= kMoreEachTurn) {
        for (const Reading reading : {Reading::kLow, Reading::kHigh, Reading::kExact}) {
            Sum root;
            root.reading = reading;
            root.up.up = up;
            root.star = star;
            for (const std::int32_t number : parts) put(root, number);
            const Answer answer = search(root, left_moves, std::min(limit, nodes_ + turn));
            // A lower bound shows that Left wins, and an upper bound that Right does.
            const bool left_wins = (answer == Answer::kWins) == left_moves;
            if (answer != Answer::kUnknown &&
                (reading == Reading::kExact || left_wins == (reading == Reading::kLow)))
                return answer;
            if (nodes_ > limit) return Answer::kUnknown;
        }
    }
}

// Search from a sum, always where the fewest sums seem to be left to settle: depth first, until
// other moves look better.
SumSearch::Answer SumSearch::search(const Sum& root, bool left_moves, std::uint64_t limit) {
    const Answer seen = tally(root).glance().first(left_moves);
    if (seen != Answer::kUnknown) return seen;
    const Place place = memory_.insert(root, left_moves);
    frames_.assign({{place, kAnyNumber, kAnyNumber}});
    while (!frames_.empty()) {
        const Frame frame = frames_.back();
        const SumMemory::Position& position = memory_[frame.place];
        if (position.answer == Answer::kUnknown && !position.is_entered) {
            if (nodes_ > limit) return Answer::kUnknown;
            enter(frame.place);
        }
        if (!descend(frame)) frames_.pop_back();
    }
    return memory_[place].answer;
}

// Go to the most promising move; say no if the sum is settled or other sums look better now.
bool SumSearch::descend(const Frame& frame) {
    SumMemory::Position& position = memory_[frame.place];
    if (position.answer != Answer::kUnknown) return false;
    const std::span<Place> moves = memory_.moves(position);
    std::uint32_t best = kAnyNumber;
    std::uint32_t second = kAnyNumber;
    std::uint32_t hardest = 0;
    Place chosen = SumMemory::kNowhere;
    std::uint16_t kept = 0;
    for (const Place move : moves) {
        const SumMemory::Position& next = memory_[move];
        if (next.answer == Answer::kLoses) {
            position.answer = Answer::kWins;
            return false;
        }
        if (next.answer == Answer::kWins) continue;
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
        position.answer = Answer::kLoses;
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

// Find the uptimals on both sides of the games that are new.
void SumSearch::find_uptimals() {
    for (std::size_t g = cuts_[0].size(); g < parts_.size(); ++g) {
        Part& game = parts_[g];
        Ladder& l = game.ladder;
        for (const bool is_negative : {false, true})
            cuts_[is_negative].push_back(cuts_of(game, is_negative));
        std::tie(l.low, l.low_starred, l.low_gap) = cuts_[0].back().best();
        std::tie(l.high, l.high_starred, l.high_gap) = cuts_[1].back().best();
        l.high = -l.high;
        game.is_narrow = l.low_starred == l.high_starred && l.high - l.low < kNarrow;
    }
}

UptimalCuts SumSearch::cuts_of(const Part& game, bool is_negative) const {
    const auto cuts_after = [&](const std::vector<Landing>& side) {
        std::vector<UptimalCuts> result;
        for (const auto& [number, up, star] : side) {
            const std::int64_t n = is_negative ? -up : up;
            result.push_back(
                number == kNoPart
                    ? UptimalCuts::of_ups(n, star)
                    : cuts_[is_negative][static_cast<std::size_t>(number)].shifted(n, star));
        }
        return result;
    };
    const Ladder l = is_negative ? -game.ladder : game.ladder;
    return UptimalCuts::of_options(UptimalCuts::of_bound(l.low, l.low_starred, l.low_gap),
                                   cuts_after(is_negative ? game.right : game.left),
                                   cuts_after(is_negative ? game.left : game.right));
}

std::size_t SumSearch::bytes() const {
    return parts_.capacity() * sizeof(Part) + option_bytes_ + frames_.capacity() * sizeof(Frame) +
           (cuts_[0].capacity() + cuts_[1].capacity()) * sizeof(UptimalCuts) + memory_.bytes();
}

}  // namespace farstar
