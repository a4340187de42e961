#include "sum_search.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

// The key of a sum: its parts, its ups in four pieces, its nimber and the player in two.
constexpr std::size_t kMostWords = SumSearch::kMostParts + 6;

// So many sums are looked at before dominated moves are left out, and so many to compare two.
constexpr std::uint64_t kEager = 256;
constexpr std::uint64_t kCompared = 300;

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

// The best sum takes of each part the better of its two numbers, plain or starred; for the other
// parity of stars one part has to change, and the one that loses least does.
SumSearch::Glance SumSearch::glance(const Sum& sum) const {
    const bool far = sum.star > 1;
    std::int64_t low = far ? sum.up - 1 : sum.up;
    std::int64_t high = far ? sum.up + 1 : sum.up;
    std::int64_t low_gap = far ? 0 : 2;
    std::int64_t high_gap = low_gap;
    std::int64_t low_starred = far ? 0 : sum.star;
    std::int64_t high_starred = low_starred;
    std::int64_t floor = sum.up;
    std::int64_t ceiling = sum.up;
    for (std::uint32_t i = 0; i < sum.count; ++i) {
        const Ladder& part = parts_[sum.parts[i]].ladder;
        low += part.low;
        low_starred ^= part.low_starred;
        low_gap = std::min(low_gap, part.low_gap);
        floor += part.floor;
        high += part.high;
        high_starred ^= part.high_starred;
        high_gap = std::min(high_gap, part.high_gap);
        ceiling += part.ceiling;
    }
    const std::int64_t even = low_starred != 0 ? low - low_gap : low;
    const std::int64_t odd = low_starred != 0 ? low : low - low_gap;
    const std::int64_t top_even = high_starred != 0 ? high + high_gap : high;
    const std::int64_t top_odd = high_starred != 0 ? high : high + high_gap;
    // n.up is >= 0 for n >= 0 and not <= 0 for n >= 1; n.up + * is >= 0 for n >= 2 and not <= 0
    // for n >= -1; a weight of 2 wins, and one of 1 wins moving first.
    Glance seen{Answer::kUnknown, Answer::kUnknown, floor + ceiling};
    if (floor >= 2 || even >= 0 || odd >= 2) {
        seen.right_first = Answer::kLoses;
    } else if (ceiling <= -1 || top_even <= -1 || top_odd <= 1) {
        seen.right_first = Answer::kWins;
    }
    if (ceiling <= -2 || top_even <= 0 || top_odd <= -2) {
        seen.left_first = Answer::kLoses;
    } else if (floor >= 1 || even >= 1 || odd >= -1) {
        seen.left_first = Answer::kWins;
    }
    return seen;
}

// Visit the sums after each move until a visit says false; tell whether all were visited.
template <typename Visit>
bool SumSearch::each_move(const Sum& sum, bool left_moves, Visit visit) const {
    for (std::uint32_t i = 0; i < sum.count; ++i) {
        if (i > 0 && sum.parts[i] == sum.parts[i - 1]) continue;
        const Part& part = parts_[sum.parts[i]];
        Sum rest = sum;
        std::copy(sum.parts.begin() + i + 1, sum.parts.begin() + sum.count, rest.parts.begin() + i);
        --rest.count;
        std::uint32_t number = left_moves ? part.first_left : part.first_right;
        for (const Landing& move : left_moves ? part.left : part.right) {
            Sum after = rest;
            after.up += move.up;
            after.star ^= move.star;
            if (move.part != kNoPart) put(after, move.part);
            if (!visit(after, Move{number++, sum.parts[i], move})) return false;
        }
    }
    const std::int64_t sign = left_moves ? 1 : -1;
    return each_option_of_ups(sign * sum.up, sum.star, [&](std::int64_t up, std::uint32_t star) {
        Sum after = sum;
        after.up = sign * up;
        after.star = star;
        return visit(after, Move{0, kNoPart, {kNoPart, after.up - sum.up, star ^ sum.star}});
    });
}

SumSearch::Answer SumSearch::known(const Sum& sum, bool left_moves) const {
    const Glance seen = glance(sum);
    const Answer answer = left_moves ? seen.left_first : seen.right_first;
    return answer != Answer::kUnknown ? answer : remembered(sum, left_moves);
}

// Look at all moves from a sum; go down if that does not settle it.
SumSearch::Answer SumSearch::enter(const Sum& sum, bool left_moves) {
    ++nodes_;
    const std::size_t first = children_.size();
    moves_.clear();
    const bool lost_so_far = each_move(sum, left_moves, [&](const Sum& after, const Move& move) {
        moves_.push_back(move);
        const Glance seen = glance(after);
        Answer reply = left_moves ? seen.right_first : seen.left_first;
        if (reply == Answer::kUnknown) reply = remembered(after, !left_moves);
        if (reply == Answer::kUnknown)
            children_.push_back(
                {after, left_moves ? -seen.estimate : seen.estimate, moves_.size() - 1});
        return reply != Answer::kLoses;
    });
    if (lost_so_far && prunes_) leave_out_dominated(first, left_moves);
    if (!lost_so_far || children_.size() == first) {
        children_.resize(first);
        const Answer answer = lost_so_far ? Answer::kLoses : Answer::kWins;
        remember(sum, left_moves, answer);
        return answer;
    }
    std::stable_sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
                     [](const Child& a, const Child& b) { return a.worse < b.worse; });
    frames_.push_back({sum, left_moves, first, first});
    return Answer::kUnknown;
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
    prunes_ = false;
    frames_.clear();
    children_.clear();
    limit += nodes_;
    const Answer found = search(root, left_moves, std::min(limit, nodes_ + kEager));
    if (found != Answer::kUnknown || nodes_ > limit || !make_opposites()) return found;
    prunes_ = true;
    return search(root, left_moves, limit);
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

// Give every game an opposite, so that differences are sums; false if they are too many.
bool SumSearch::make_opposites() {
    if (parts_.size() > UINT16_MAX / 2) return false;
    const auto turned = [this](const std::vector<Landing>& side) {
        std::vector<Landing> result;
        for (const auto& [part, up, star] : side) {
            result.push_back(
                {part == kNoPart ? kNoPart : parts_[static_cast<std::size_t>(part)].opposite, -up,
                 star});
        }
        return result;
    };
    const std::size_t count = parts_.size();
    for (std::size_t g = 0; g < count; ++g) {
        if (parts_[g].opposite != kNoPart) continue;
        const Ladder l = parts_[g].ladder;
        const Ladder ladder{-l.high, l.high_starred, l.high_gap, -l.ceiling,
                            -l.low,  l.low_starred,  l.low_gap,  -l.floor};
        const std::int32_t h = add(ladder, turned(parts_[g].right), turned(parts_[g].left));
        set_opposite(static_cast<std::int32_t>(g), h);
    }
    return true;
}

// Leave out moves that gain at most as much as another that stays. A move that is known to lose
// stays, and takes those with it that it dominates. Since only moves that are still there leave
// others out, some move at least as good as any that has gone is there in the end, even if some
// comparisons were given up.
void SumSearch::leave_out_dominated(std::size_t first, bool left_moves) {
    std::vector<Move> staying = moves_;
    std::size_t kept = first;
    for (std::size_t i = first; i < children_.size(); ++i) {
        Move& own = staying[children_[i].move];
        const bool dominated = std::any_of(staying.begin(), staying.end(), [&](const Move& other) {
            if (&other == &own || other.has_gone) return false;
            return left_moves ? gains_as_much(other, own) : gains_as_much(own, other);
        });
        own.has_gone = dominated;
        if (!dominated) children_[kept++] = children_[i];
    }
    children_.resize(kept);
}

// Whether one move gains, for Left, at least as much as another. What two games have to do with
// each other is remembered.
bool SumSearch::gains_as_much(const Move& better, const Move& worse) {
    if (better.number == 0 || worse.number == 0) return compare(better, worse);
    if (ordered_ * 2 >= order_.size()) {
        claim(order_.size() * 4 * sizeof(std::uint64_t));
        std::vector<std::uint64_t> old(order_.size() * 4);
        old.swap(order_);
        for (const std::uint64_t entry : old) {
            if (entry != 0) order_[order_slot(entry >> 1)] = entry;
        }
    }
    const std::uint64_t pair = std::uint64_t{better.number} << 32 | worse.number;
    std::size_t place = order_slot(pair);
    if (order_[place] == 0) {
        const bool answer = compare(better, worse);
        order_[place] = pair << 1 | (answer ? 1u : 0u);
        ++ordered_;
    }
    return (order_[place] & 1u) != 0;
}

// Where a pair of moves is, or where it would go.
std::size_t SumSearch::order_slot(std::uint64_t pair) const {
    const std::uint64_t hash = pair * 0x9e3779b97f4a7c15ULL;
    const std::size_t mask = order_.size() - 1;
    std::size_t i = (hash ^ hash >> 32) & mask;
    while (order_[i] != 0 && order_[i] >> 1 != pair) i = (i + 1) & mask;
    return i;
}

// Whether (x - g) - (y - h) >= 0 for moves from g to x and from h to y; "no" if that takes long.
bool SumSearch::compare(const Move& better, const Move& worse) {
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
    prunes_ = false;
    const Answer answer = search(difference, false, nodes_ + kCompared);
    prunes_ = true;
    return answer == Answer::kLoses;
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
    entries_[place] = {static_cast<std::uint32_t>(keys_.size()), static_cast<std::uint16_t>(length),
                       static_cast<std::int16_t>(answer)};
    keys_.insert(keys_.end(), words, words + length);
    ++used_;
}

std::size_t SumSearch::bytes() const {
    return parts_.capacity() * sizeof(Part) + option_bytes_ + frames_.capacity() * sizeof(Frame) +
           children_.capacity() * sizeof(Child) + entries_.capacity() * sizeof(Entry) +
           keys_.capacity() * sizeof(std::uint16_t) + order_.capacity() * sizeof(std::uint64_t);
}

void SumSearch::claim(std::size_t bytes) const {
    if (bytes > most_bytes_ || this->bytes() > most_bytes_ - bytes) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of budget: the memory limit is reached");
    }
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
