// Negatives and sums.
#include <algorithm>

#include "farstar/engine.hpp"
#include "farstar/errors.hpp"

namespace farstar {

GameId Engine::negate_if_known(GameId g) {
    if (store_.known_negative(g) != kNone) return store_.known_negative(g);
    if (!store_.is_compact(g)) return kNone;
    const Compact c = store_.compact(g);
    const GameId h = store_.intern_compact(-store_.dyadic(c.number), -c.up, c.star);
    store_.set_negative(g, h);
    return h;
}

GameId Engine::negate(GameId g) {
    post_order(
        g, [this](GameId x) { return negate_if_known(x) != kNone; },
        [this](GameId x) {
            std::vector<GameId> left;
            std::vector<GameId> right;
            for (GameId y : store_.right(x)) left.push_back(store_.known_negative(y));
            for (GameId y : store_.left(x)) right.push_back(store_.known_negative(y));
            std::sort(left.begin(), left.end());
            std::sort(right.begin(), right.end());
            store_.set_negative(x, store_.intern_options(left, right));
        });
    return store_.known_negative(g);
}

GameId Engine::add_if_known(GameId g, GameId h) {
    if (g == store_.zero()) return h;
    if (h == store_.zero()) return g;
    if (store_.is_compact(g) && store_.is_compact(h)) {
        const Compact a = store_.compact(g);
        const Compact b = store_.compact(h);
        if (b.up > 0 ? a.up > INT64_MAX - b.up : a.up < -INT64_MAX - b.up) {
            throw ValueOverflow("multiple of up too large: expected below 2^63");
        }
        const std::int64_t up = a.up + b.up;
        const std::uint32_t star = a.star ^ b.star;
        if (a.number == b.number && store_.dyadic(a.number).is_zero())
            return store_.intern_compact(a.number, up, star);
        return store_.intern_compact(store_.dyadic(a.number) + store_.dyadic(b.number), up, star);
    }
    if (store_.known_negative(g) == h) return store_.zero();
    return g < h ? sum_cache_.look_up(g, h) : sum_cache_.look_up(h, g);
}

GameId Engine::add(GameId g, GameId h) {
    const GameId known = add_if_known(g, h);
    return known != kNone ? known : search_sum(g, h);
}

namespace {

enum Phase : std::uint8_t { kLeftOfG, kLeftOfH, kRightOfG, kRightOfH, kDone };

}  // namespace

// The next pair of games to be added for this frame, or false when all option sums are there.
// Adding a number x moves only in the other game (number translation).
bool Engine::next_pair(SumFrame& frame, GameId& g, GameId& h) {
    for (; frame.phase != kDone; ++frame.phase, frame.next = 0) {
        const bool in_g = frame.phase == kLeftOfG || frame.phase == kRightOfG;
        const bool left_side = frame.phase == kLeftOfG || frame.phase == kLeftOfH;
        const GameId mover = in_g ? frame.g : frame.h;
        if (frame.phase == kRightOfG && frame.next == 0) {
            frame.left_count = static_cast<std::uint32_t>(sum_values_.size() - frame.base);
        }
        if (store_.is_number(mover)) continue;
        const Options options = left_side ? store_.left(mover) : store_.right(mover);
        if (frame.next == options.size()) continue;
        g = options[frame.next++];
        h = in_g ? frame.h : frame.g;
        return true;
    }
    return false;
}

GameId Engine::finish_sum(const SumFrame& frame) {
    const auto options = std::span(sum_values_).subspan(frame.base);
    const auto left = options.first(frame.left_count);
    const auto right = options.subspan(frame.left_count);
    GameId sum = kNone;
    if (store_.is_number(frame.g) || store_.is_number(frame.h)) {
        // The translate of a canonical form that is not a number is canonical as it stands.
        std::sort(left.begin(), left.end());
        std::sort(right.begin(), right.end());
        sum = store_.intern_canonical(left, right);
    } else {
        sum = canonicaliser_.canonical_form(left, right);
    }
    sum_values_.resize(frame.base);
    sum_cache_.put(std::min(frame.g, frame.h), std::max(frame.g, frame.h), sum);
    return sum;
}

GameId Engine::search_sum(GameId g, GameId h) {
    const auto push = [this](GameId a, GameId b) {
        step();
        sum_stack_.push_back({a, b, 0, 0, sum_values_.size(), kLeftOfG});
    };
    const std::size_t base = sum_stack_.size();
    push(g, h);
    for (;;) {
        SumFrame& top = sum_stack_.back();
        GameId a = kNone;
        GameId b = kNone;
        bool waiting = false;
        const std::size_t before = sum_values_.size();
        while (next_pair(top, a, b)) {
            const GameId known = add_if_known(a, b);
            if (known == kNone) {
                waiting = true;
                break;
            }
            sum_values_.push_back(known);
        }
        labour(sum_values_.size() - before);
        if (waiting) {
            push(a, b);
            continue;
        }
        const GameId sum = finish_sum(top);
        sum_stack_.pop_back();
        if (sum_stack_.size() == base) return sum;
        sum_values_.push_back(sum);
    }
}

}  // namespace farstar
