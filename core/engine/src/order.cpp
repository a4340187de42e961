#include "farstar/order.hpp"

#include <cassert>

namespace farstar {

// n.up + *m >= 0 iff n >= 0 (m = 0), n >= 2 (m = 1), n >= 1 (m >= 2).
bool Order::compare_compacts(const Compact& g, const Compact& h) const {
    if (g.number != h.number) return store_.dyadic(g.number) > store_.dyadic(h.number);
    const std::uint32_t star = g.star ^ h.star;
    const std::uint64_t least = star == 0 ? 0 : star == 1 ? 2 : 1;
    if (g.up < h.up) return false;
    // The difference may not fit a signed word, but it fits an unsigned one.
    return static_cast<std::uint64_t>(g.up) - static_cast<std::uint64_t>(h.up) >= least;
}

Answer Order::at_once(GameId g, GameId h) const {
    assert(store_.is_live(g) && store_.is_live(h));
    if (g == h) return Answer::kYes;
    if (store_.is_compact(g) && store_.is_compact(h))
        return answer(compare_compacts(store_.compact(g), store_.compact(h)));
    const std::uint32_t gl = store_.left_stop_index(g);
    const std::uint32_t gr = store_.right_stop_index(g);
    const std::uint32_t hl = store_.left_stop_index(h);
    const std::uint32_t hr = store_.right_stop_index(h);
    if (!(gl == gr && hl == hr && gl == hl)) {
        const Answer known =
            by_stops(store_.dyadic(gl), store_.dyadic(gr), store_.dyadic(hl), store_.dyadic(hr));
        if (known != Answer::kUnknown) return known;
    }
    return cache_.look_up(g, h);
}

bool Order::search(GameId g, GameId h) {
    const std::size_t base = stack_.size();
    stack_.push_back(frame(g, h));
    bool yes = false;
    std::size_t patience = cache_.size();
    while (stack_.size() > base) {
        meter_.step();
        if (--patience == 0) {
            if (cache_.can_grow()) {
                meter_.claim(4 * cache_.bytes());
                cache_.grow();
            }
            patience = cache_.size();
        }
        Frame& top = stack_.back();
        bool settled = false;
        GameId a = kNone;
        GameId b = kNone;
        std::uint64_t looked_at = 0;
        // A number's own options never matter here: the stops have already settled those cases.
        for (;; ++looked_at) {
            if (!top.second_phase) {
                b = store_.option_at(top.g, false, top.next);
                if (b == kNone) {
                    top.next = 0;
                    top.second_phase = true;
                    continue;
                }
                a = top.h;
            } else {
                a = store_.is_number(top.h) ? kNone : store_.option_at(top.h, true, top.next);
                if (a == kNone) {
                    yes = settled = true;
                    break;
                }
                b = top.g;
            }
            ++top.next;
            const Answer known = at_once(a, b);
            if (known == Answer::kYes) {
                yes = false;
                settled = true;
                break;
            }
            if (known == Answer::kUnknown) break;
        }
        meter_.labour(looked_at);
        if (!settled) {
            stack_.push_back(frame(a, b));
            continue;
        }
        // Hand the answer down: a "yes" below refutes its parent, a "no" lets the parent go on.
        for (;;) {
            const Frame done = stack_.back();
            stack_.pop_back();
            cache_.put(done.g, done.h, yes);
            if (stack_.size() == base || !yes) break;
            yes = false;
        }
    }
    return yes;
}

}  // namespace farstar
