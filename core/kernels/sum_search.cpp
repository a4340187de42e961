#include "sum_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

// The key of a sum: its parts, its ups in four pieces, its nimber and the player in two.
constexpr std::size_t kMostWords = SumSearch::kMostParts + 6;

// A search begins anew with more patience after so many sums. At first all moves are searched; then
// bounds of pairs and of gains help, and so many sums may be looked at to compare two moves.
struct Patience {
    std::uint64_t sums;
    std::uint64_t compared;
};
constexpr Patience kPatience[] = {{1000, 0}, {8000, 0}, {1000000, 500}, {UINT64_MAX / 2, 3000}};

constexpr std::uint64_t kMeasured = 2000;  // sums that are looked at for a bound

// What is known of two moves: that one gains as much as the other, that it does not, or, from here
// on, with which patience that was not found out.
constexpr std::uint32_t kYes = 1;
constexpr std::uint32_t kNo = 2;
constexpr std::uint32_t kGivenUp = 3;

/// The Left options of up.(up) + *star; for Right turn the ups round before and after.
template <typename Visit>
bool each_option_of_ups(std::int64_t up, std::uint32_t star, Visit visit) {
    if (up > 0) return visit(0, 0u) && (up != 1 || star != 1 || visit(0, 1u));
    if (up < 0) return visit(up + 1, star ^ 1u);
    for (std::uint32_t smaller = 0; smaller < star; ++smaller) {
        if (!visit(0, smaller)) return false;
    }
    return true;
}

}  // namespace

bool SumSearch::Sum::operator==(const Sum& other) const {
    return up == other.up && star == other.star && count == other.count &&
           std::equal(parts.begin(), parts.begin() + count, other.parts.begin());
}

std::int32_t SumSearch::add(const Ladder& ladder, std::vector<Landing> left,
                            std::vector<Landing> right) {
    if (parts_.size() >= UINT16_MAX || move_count_ >> 30 != 0) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory, "too many games for one search");
    }
    for (const auto* side : {&left, &right}) {
        for (const Landing& move : *side) {
            if (move.part != kNoPart && static_cast<std::size_t>(move.part) >= parts_.size())
                throw std::invalid_argument("expected options that are known already");
        }
    }
    option_bytes_ += (left.capacity() + right.capacity()) * sizeof(Landing);
    const std::uint32_t first_left = move_count_ + 1;
    const std::uint32_t first_right = first_left + static_cast<std::uint32_t>(left.size());
    move_count_ = first_right - 1 + static_cast<std::uint32_t>(right.size());
    parts_.push_back({ladder, std::move(left), std::move(right), kNoPart, first_left, first_right});
    return static_cast<std::int32_t>(parts_.size() - 1);
}

void SumSearch::set_opposite(std::int32_t g, std::int32_t h) {
    parts_.at(static_cast<std::size_t>(g)).opposite = h;
    parts_.at(static_cast<std::size_t>(h)).opposite = g;
}

// Insert a part in its place, or cancel it with its opposite.
void SumSearch::put(Sum& sum, std::int32_t part) const {
    std::uint16_t* const first = sum.parts.data();
    std::uint16_t* const last = first + sum.count;
    const std::int32_t opposite = parts_[static_cast<std::size_t>(part)].opposite;
    if (opposite != kNoPart) {
        const auto wanted = static_cast<std::uint16_t>(opposite);
        std::uint16_t* const found = std::lower_bound(first, last, wanted);
        if (found != last && *found == wanted) {
            std::copy(found + 1, last, found);
            --sum.count;
            return;
        }
    }
    const auto value = static_cast<std::uint16_t>(part);
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

bool SumSearch::holds_opposite(const Sum& sum, std::int32_t part) const {
    const std::int32_t opposite = parts_[static_cast<std::size_t>(part)].opposite;
    const auto last = sum.parts.begin() + sum.count;
    return opposite != kNoPart &&
           std::find(sum.parts.begin(), last, static_cast<std::uint16_t>(opposite)) != last;
}

// The sum after a move.
SumSearch::Sum SumSearch::after(const Sum& sum, const Step& step) const {
    Sum result = sum;
    if (step.move.part != kNoPart) {
        std::copy(sum.parts.begin() + step.place + 1, sum.parts.begin() + sum.count,
                  result.parts.begin() + step.place);
        --result.count;
    }
    result.up += step.move.landing.up;
    result.star ^= step.move.landing.star;
    if (step.move.landing.part != kNoPart) put(result, step.move.landing.part);
    return result;
}

// Visit each move, with the bounds of the sum after it, until a visit says false; tell whether all
// were visited.
template <typename Visit>
bool SumSearch::each_move(const Sum& sum, bool left_moves, Visit visit) const {
    std::array<Tally, kMostParts + 1> behind;  // the bounds of the parts behind each place
    for (std::uint32_t i = sum.count; i > 0; --i)
        behind[i - 1] = behind[i] + Tally(parts_[sum.parts[i - 1]].ladder);
    Tally before;
    for (std::uint32_t i = 0; i < sum.count; ++i) {
        const Part& part = parts_[sum.parts[i]];
        if (i == 0 || sum.parts[i] != sum.parts[i - 1]) {
            const Tally rest = before + behind[i + 1];
            std::uint32_t number = left_moves ? part.first_left : part.first_right;
            for (const Landing& landing : left_moves ? part.left : part.right) {
                const Step step{Move{number++, sum.parts[i], landing}, i};
                Tally bounds = rest + Tally(sum.up + landing.up, sum.star ^ landing.star);
                if (landing.part != kNoPart) {
                    if (holds_opposite(sum, landing.part))
                        bounds = tally(after(sum, step));
                    else
                        bounds += Tally(parts_[static_cast<std::size_t>(landing.part)].ladder);
                }
                if (!visit(step, bounds)) return false;
            }
        }
        before += Tally(part.ladder);
    }
    const std::int64_t sign = left_moves ? 1 : -1;
    return each_option_of_ups(sign * sum.up, sum.star, [&](std::int64_t up, std::uint32_t star) {
        const Landing landing{kNoPart, sign * up - sum.up, star ^ sum.star};
        return visit(Step{Move{0, kNoPart, landing}, 0}, behind[0] + Tally(sign * up, star));
    });
}

SumSearch::Answer SumSearch::known(const Sum& sum, bool left_moves) const {
    const Answer answer = tally(sum).glance().first(left_moves);
    return answer != Answer::kUnknown ? answer : remembered(sum, left_moves);
}

// Look at all moves from a sum, and at all replies; go down if that does not settle it. Moves with
// few replies that could refute them come first.
SumSearch::Answer SumSearch::enter(const Sum& sum, bool left_moves) {
    ++nodes_;
    const std::size_t first = children_.size();
    std::vector<Move> moves;
    std::vector<Edge> pairs;
    if (is_patient_) pairs = pairs_of(sum);
    const bool lost_so_far = each_move(sum, left_moves, [&](const Step& step, const Tally& bounds) {
        if (is_patient_) moves.push_back(step.move);
        const SumGlance seen = bounds.glance();
        Answer reply = seen.first(!left_moves);
        if (reply == Answer::kUnknown) {
            const Sum next = after(sum, step);
            reply = remembered(next, !left_moves);
            if (reply == Answer::kUnknown && is_patient_)
                reply = seen_in_pairs(sum, pairs, step, next, !left_moves);
            if (reply == Answer::kUnknown) {
                const std::int64_t worse = left_moves ? -seen.estimate : seen.estimate;
                children_.push_back({next, 0, worse, moves.size() - 1});
            }
        }
        return reply != Answer::kLoses;
    });
    if (lost_so_far && is_patient_) leave_out_dominated(moves, first, left_moves);
    if (lost_so_far) leave_out_refuted(first, left_moves);
    if (!lost_so_far || children_.size() == first) {
        children_.resize(first);
        const Answer answer = lost_so_far ? Answer::kLoses : Answer::kWins;
        remember(sum, left_moves, answer);
        return answer;
    }
    std::stable_sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
                     [](const Child& a, const Child& b) {
                         return std::tie(a.replies, a.worse) < std::tie(b.replies, b.worse);
                     });
    frames_.push_back({sum, left_moves, first, first});
    return Answer::kUnknown;
}

// Leave out moves to which the bounds show a winning reply; of the others count the replies that
// are open.
void SumSearch::leave_out_refuted(std::size_t first, bool left_moves) {
    const auto is_refuted = [&](Child& child) {
        return !each_move(child.sum, !left_moves, [&](const Step&, const Tally& bounds) {
            const Answer answer = bounds.glance().first(left_moves);
            child.replies += answer == Answer::kUnknown ? 1 : 0;
            return answer != Answer::kLoses;
        });
    };
    const auto begin = children_.begin() + static_cast<std::ptrdiff_t>(first);
    children_.erase(std::remove_if(begin, children_.end(), is_refuted), children_.end());
}

SumSearch::Answer SumSearch::wins(std::span<const std::int32_t> parts, std::int64_t up,
                                  std::uint32_t star, bool left_moves, std::uint64_t limit,
                                  std::size_t memory) {
    if (parts.size() > kMostParts) throw std::invalid_argument("expected at most 32 parts");
    Sum root;
    root.up = up;
    root.star = star;
    for (const std::int32_t part : parts) {
        if (part < 0 || static_cast<std::size_t>(part) >= parts_.size())
            throw std::invalid_argument("expected parts that are known already");
        put(root, part);
    }
    most_bytes_ = memory;
    frames_.clear();
    children_.clear();
    limit += nodes_;
    if (!(root == last_root_) || left_moves != last_left_) {
        patience_ = 0;
        patience_ends_ = nodes_ + kPatience[0].sums;
    }
    last_root_ = root;
    last_left_ = left_moves;
    while (true) {
        if (patience_ == 1) make_opposites();
        is_patient_ = patience_ > 0;
        const Answer found = search(root, left_moves, std::min(limit, patience_ends_));
        if (found != Answer::kUnknown || nodes_ > limit) return found;
        ++patience_;
        patience_ends_ = nodes_ + kPatience[patience_].sums;
    }
}

// Search from a sum, above what is on the stacks already.
SumSearch::Answer SumSearch::search(const Sum& root, bool left_moves, std::uint64_t limit) {
    Answer found = known(root, left_moves);
    if (found != Answer::kUnknown) return found;
    const std::size_t base = frames_.size();
    const std::size_t first = children_.size();
    found = enter(root, left_moves);
    while (frames_.size() > base) {
        if (nodes_ > limit) {
            frames_.resize(base);
            children_.resize(first);
            return Answer::kUnknown;
        }
        Frame& frame = frames_.back();
        if (found == Answer::kLoses) {
            found = Answer::kWins;
        } else if (frame.next == children_.size()) {
            found = Answer::kLoses;
        } else {
            const Sum move = children_[frame.next++].sum;
            const bool left_replies = !frame.left_moves;
            found = remembered(move, left_replies);
            if (found == Answer::kUnknown) found = enter(move, left_replies);
            continue;
        }
        remember(frame.sum, frame.left_moves, found);
        children_.resize(frame.first);
        frames_.pop_back();
    }
    return found;
}

// Find the ups and stars on both sides of a sum; where that takes long, some on both sides.
SumSearch::Ladder SumSearch::measured(const Sum& sum) {
    Ladder bounds = tally(sum).bounds();
    const auto loses = [&](std::int64_t n, std::uint32_t star, bool left_moves) {
        Sum difference = sum;
        difference.up -= n;
        difference.star ^= star;
        return search(difference, left_moves, nodes_ + kMeasured) == Answer::kLoses;
    };
    std::int64_t low[2];
    std::int64_t high[2];
    const bool was_patient = std::exchange(is_patient_, false);
    for (const std::uint32_t star : {0u, 1u}) {
        // A weight that is two ahead wins, so that these are safe.
        low[star] = bounds.floor - 2;
        while (loses(low[star] + 1, star, false)) ++low[star];
        high[star] = bounds.ceiling + 2;
        while (loses(high[star] - 1, star, true)) --high[star];
    }
    is_patient_ = was_patient;
    bounds.low = std::max(low[0], low[1]);
    bounds.low_starred = low[1] > low[0];
    bounds.low_gap = std::abs(low[0] - low[1]);
    bounds.high = std::min(high[0], high[1]);
    bounds.high_starred = high[1] < high[0];
    bounds.high_gap = std::abs(high[0] - high[1]);
    return bounds;
}

// Find the bounds of two games together, and how much better they are than those of each added up.
SumSearch::Pair SumSearch::pair(std::uint16_t g, std::uint16_t h) {
    std::uint32_t& known = pair_places_[(std::uint64_t{g} + 1) << 16 | h];
    if (known == 0) {
        Sum both;
        put(both, g);
        put(both, h);
        const Ladder found = measured(both);
        const Ladder& one = parts_[g].ladder;
        const Ladder& other = parts_[h].ladder;
        const auto gained = [](std::int64_t gain) {
            return static_cast<std::uint32_t>(std::clamp<std::int64_t>(gain, 0, 15));
        };
        make_room(pairs_);
        pairs_.push_back(found);
        known = static_cast<std::uint32_t>(pairs_.size()) << 8 |
                gained(found.low - one.low - other.low) << 4 |
                gained(one.high + other.high - found.high);
    }
    return {(known >> 8) - 1, known >> 4 & 15u, known & 15u};
}

// The pairs of parts of a sum whose bounds gain something.
std::vector<SumSearch::Edge> SumSearch::pairs_of(const Sum& sum) {
    std::vector<Edge> pairs;
    for (std::uint32_t i = 0; i < sum.count; ++i) {
        for (std::uint32_t j = i + 1; j < sum.count; ++j) {
            const Pair both = pair(sum.parts[i], sum.parts[j]);
            if (both.low_gain + both.high_gain > 0) pairs.push_back({both, 1u << i | 1u << j});
        }
    }
    return pairs;
}

// Look at the sum after a move with its parts in pairs, given those before the move.
SumSearch::Answer SumSearch::seen_in_pairs(const Sum& sum, std::span<const Edge> before,
                                           const Step& step, const Sum& next, bool left_moves) {
    const std::int32_t landed = step.move.landing.part;
    if (landed != kNoPart && holds_opposite(sum, landed)) return Answer::kUnknown;
    const std::uint32_t moved = step.move.part == kNoPart ? 0 : 1u << step.place;
    std::vector<Edge> pairs;
    for (const Edge& edge : before) {
        if ((edge.two & moved) == 0) pairs.push_back(edge);
    }
    for (std::uint32_t i = 0; landed != kNoPart && i < sum.count; ++i) {
        if (i == step.place) continue;
        const auto [g, h] = std::minmax({sum.parts[i], static_cast<std::uint16_t>(landed)});
        const Pair both = pair(g, h);
        if (both.low_gain + both.high_gain > 0) pairs.push_back({both, 1u << i | moved});
    }
    std::array<const Ladder*, kMostParts> bounds{};
    for (std::uint32_t i = 0; i < sum.count; ++i) {
        if ((moved >> i & 1u) == 0) bounds[i] = &parts_[sum.parts[i]].ladder;
    }
    if (landed != kNoPart) bounds[step.place] = &parts_[static_cast<std::size_t>(landed)].ladder;
    const Answer seen = paired(pairs, bounds, next.up, next.star, left_moves);
    if (seen != Answer::kUnknown) remember(next, left_moves, seen);
    return seen;
}

// Add up bounds after putting those games in pairs whose bounds gain most by it, from below for one
// answer and from above for the other.
SumSearch::Answer SumSearch::paired(std::span<const Edge> pairs,
                                    std::span<const Ladder* const> bounds, std::int64_t up,
                                    std::uint32_t star, bool left_moves) const {
    for (const auto gain : {&Pair::low_gain, &Pair::high_gain}) {
        std::uint32_t most = 0;
        for (const Edge& edge : pairs) most = std::max(most, edge.pair.*gain);
        Tally total(up, star);
        std::uint32_t taken = 0;
        for (; most > 0; --most) {
            for (const Edge& edge : pairs) {
                if (edge.pair.*gain != most || (taken & edge.two) != 0) continue;
                taken |= edge.two;
                total += Tally(pairs_[edge.pair.place]);
            }
        }
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            if (bounds[i] != nullptr && (taken >> i & 1u) == 0) total += Tally(*bounds[i]);
        }
        const Answer seen = total.glance().first(left_moves);
        if (seen != Answer::kUnknown) return seen;
    }
    return Answer::kUnknown;
}

// Give every game an opposite, so that differences are sums.
void SumSearch::make_opposites() {
    const auto sides_changed = [this](const std::vector<Landing>& side) {
        std::vector<Landing> result;
        for (const auto& [part, up, star] : side) {
            const bool none = part == kNoPart;
            const auto place = static_cast<std::size_t>(part);
            result.push_back({none ? kNoPart : parts_[place].opposite, -up, star});
        }
        return result;
    };
    const std::size_t count = parts_.size();
    for (std::size_t g = 0; g < count; ++g) {
        if (parts_[g].opposite != kNoPart) continue;
        const std::int32_t h = add(-parts_[g].ladder, sides_changed(parts_[g].right),
                                   sides_changed(parts_[g].left));
        set_opposite(static_cast<std::int32_t>(g), h);
    }
}

// Leave out moves that gain at most as much as another that stays. A move that is known to lose
// stays, and takes those with it that it dominates. Since only moves that are still there leave
// others out, some move at least as good as any that has gone is there in the end, even if some
// comparisons were given up.
void SumSearch::leave_out_dominated(std::vector<Move>& moves, std::size_t first, bool left_moves) {
    std::size_t kept = first;
    for (std::size_t i = first; i < children_.size(); ++i) {
        Move& own = moves[children_[i].move];
        const bool dominated = std::any_of(moves.begin(), moves.end(), [&](const Move& other) {
            if (&other == &own || other.has_gone) return false;
            return left_moves ? gains_as_much(other, own) : gains_as_much(own, other);
        });
        own.has_gone = dominated;
        if (!dominated) children_[kept++] = children_[i];
    }
    children_.resize(kept);
}

// Whether one move gains, for Left, at least as much as another; "no" if that takes long. What two
// games have to do with each other is remembered.
bool SumSearch::gains_as_much(const Move& better, const Move& worse) {
    if (better.number == 0 || worse.number == 0) return compare(better, worse) == Answer::kLoses;
    std::uint32_t& known = order_[std::uint64_t{better.number} << 32 | worse.number];
    const auto patience = static_cast<std::uint32_t>(kGivenUp + patience_);
    if (known == 0 || (known >= kGivenUp && known < patience)) {
        const Answer answer = compare(better, worse);
        known = answer == Answer::kLoses ? kYes : answer == Answer::kWins ? kNo : patience;
    }
    return known == kYes;
}

// Whether Right, moving first, loses the difference of two gains.
SumSearch::Answer SumSearch::compare(const Move& better, const Move& worse) {
    std::int64_t up = 0;
    std::uint32_t star = 0;
    if (better.number == 0) {
        up += better.landing.up;
        star ^= better.landing.star;
    }
    if (worse.number == 0) {
        up -= worse.landing.up;
        star ^= worse.landing.star;
    }
    Tally difference(up, star);
    if (better.number != 0) difference += Tally(gain(better));
    if (worse.number != 0) difference += Tally(-gain(worse));
    const Answer seen = difference.glance().right_first;
    // Ups and nimbers are too many to be remembered, and not worth a search.
    const bool is_open = seen == Answer::kUnknown && better.number != 0 && worse.number != 0;
    return is_open && kPatience[patience_].compared > 0 ? compare_exactly(better, worse) : seen;
}

// The same by a search of (x - g) - (y - h), for moves from g to x and from h to y.
SumSearch::Answer SumSearch::compare_exactly(const Move& better, const Move& worse) {
    const auto opposite = [this](std::int32_t part) {
        return parts_[static_cast<std::size_t>(part)].opposite;
    };
    Sum difference;
    difference.up = better.landing.up - worse.landing.up;
    difference.star = better.landing.star ^ worse.landing.star;
    if (better.landing.part != kNoPart) put(difference, better.landing.part);
    if (better.part != kNoPart) put(difference, opposite(better.part));
    if (worse.landing.part != kNoPart) put(difference, opposite(worse.landing.part));
    if (worse.part != kNoPart) put(difference, worse.part);
    const bool was_patient = std::exchange(is_patient_, false);
    const Answer answer = search(difference, false, nodes_ + kPatience[patience_].compared);
    is_patient_ = was_patient;
    return answer;
}

// The ups and stars on both sides of what a move in a game gains.
const SumSearch::Ladder& SumSearch::gain(const Move& move) {
    std::uint32_t& place = gain_places_[move.number];
    if (place == 0) {
        Sum difference;
        difference.up = move.landing.up;
        difference.star = move.landing.star;
        if (move.landing.part != kNoPart) put(difference, move.landing.part);
        put(difference, parts_[static_cast<std::size_t>(move.part)].opposite);
        const Ladder found = measured(difference);
        make_room(gains_);
        gains_.push_back(found);
        place = static_cast<std::uint32_t>(gains_.size());
    }
    return gains_[place - 1];
}

std::size_t SumSearch::key(const Sum& sum, bool left_moves, std::uint16_t* out) const {
    std::copy(sum.parts.begin(), sum.parts.begin() + sum.count, out);
    std::size_t length = sum.count;
    const auto up = static_cast<std::uint64_t>(sum.up);
    for (int shift = 0; shift < 64; shift += 16)
        out[length++] = static_cast<std::uint16_t>(up >> shift);
    const std::uint64_t rest = std::uint64_t{sum.star} << 1 | (left_moves ? 1u : 0u);
    out[length++] = static_cast<std::uint16_t>(rest);
    out[length++] = static_cast<std::uint16_t>(rest >> 16);
    return length;
}

// Where a key is, or where it would go.
std::size_t SumSearch::slot(std::span<const std::uint16_t> key) const {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const std::uint16_t word : key) hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
        const Entry& entry = entries_[i];
        if (entry.length == 0) return i;
        if (entry.length == key.size() &&
            std::equal(key.begin(), key.end(), keys_.begin() + entry.offset)) {
            return i;
        }
    }
}

SumSearch::Answer SumSearch::remembered(const Sum& sum, bool left_moves) const {
    std::uint16_t words[kMostWords];
    const Entry& entry = entries_[slot({words, key(sum, left_moves, words)})];
    return entry.length == 0 ? Answer::kUnknown : static_cast<Answer>(entry.answer);
}

void SumSearch::remember(const Sum& sum, bool left_moves, Answer answer) {
    if (used_ * 2 >= entries_.size()) grow();
    claim(0);
    std::uint16_t words[kMostWords];
    const std::size_t length = key(sum, left_moves, words);
    const std::size_t place = slot({words, length});
    if (entries_[place].length != 0) return;
    if (keys_.size() + length > UINT32_MAX) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory, "the search remembers too much");
    }
    const auto offset = static_cast<std::uint32_t>(keys_.size());
    keys_.insert(keys_.end(), words, words + length);  // first, since it may fail
    entries_[place] = {offset, static_cast<std::uint16_t>(length),
                       static_cast<std::int16_t>(answer)};
    ++used_;
}

std::size_t SumSearch::bytes() const {
    return parts_.capacity() * sizeof(Part) + option_bytes_ + frames_.capacity() * sizeof(Frame) +
           children_.capacity() * sizeof(Child) + entries_.capacity() * sizeof(Entry) +
           keys_.capacity() * sizeof(std::uint16_t) + pairs_.capacity() * sizeof(Ladder) +
           gains_.capacity() * sizeof(Ladder) + pair_places_.bytes() + gain_places_.bytes() +
           order_.bytes();
}

void SumSearch::claim(std::size_t bytes) const {
    if (bytes > most_bytes_ || this->bytes() > most_bytes_ - bytes) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of budget: the memory limit is reached");
    }
}

// Ask for the memory that one more element may take.
template <typename T>
void SumSearch::make_room(const std::vector<T>& list) const {
    if (list.size() == list.capacity())
        claim(std::max<std::size_t>(list.capacity(), 8) * sizeof(T));
}

void SumSearch::grow() {
    claim(entries_.size() * 4 * sizeof(Entry));
    std::vector<Entry> old(entries_.size() * 4);
    old.swap(entries_);
    for (const Entry& entry : old) {
        if (entry.length != 0) entries_[slot({&keys_[entry.offset], entry.length})] = entry;
    }
}

}  // namespace farstar
