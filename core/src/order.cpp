// The order: g >= h unless some g^R <= h or some h^L >= g.
#include "farstar/engine.hpp"

namespace farstar {

// n.up + *m >= 0 iff n >= 0 (m = 0), n >= 2 (m = 1), n >= 1 (m >= 2).
int Engine::compare_compacts(const Compact& g, const Compact& h) const {
    if (g.number != h.number) return store_.dyadic(g.number) > store_.dyadic(h.number) ? 1 : 0;
    const std::uint32_t star = g.star ^ h.star;
    const std::int64_t least = star == 0 ? 0 : star == 1 ? 2 : 1;
    // g.up - h.up >= least, without overflow: the difference of two int64 fits 65 bits.
    return static_cast<Int128>(g.up) - h.up >= least ? 1 : 0;
}

int Engine::order_of_stops(const Dyadic& gl, const Dyadic& gr, const Dyadic& hl,
                           const Dyadic& hr) const {
    if (gl < hl || gr < hr) return 0;
    return gr > hl ? 1 : -1;
}

int Engine::order_at_once(GameId g, GameId h) const {
    if (g == h) return 1;
    if (g == kForm || h == kForm) {
        const Dyadic& gl = g == kForm ? form_left_stop_ : store_.left_stop(g);
        const Dyadic& gr = g == kForm ? form_right_stop_ : store_.right_stop(g);
        const Dyadic& hl = h == kForm ? form_left_stop_ : store_.left_stop(h);
        const Dyadic& hr = h == kForm ? form_right_stop_ : store_.right_stop(h);
        const int known = order_of_stops(gl, gr, hl, hr);
        return known >= 0 ? known : form_cache_.look_up(g, h);
    }
    if (store_.is_compact(g) && store_.is_compact(h))
        return compare_compacts(store_.compact(g), store_.compact(h));
    const std::uint32_t gl = store_.left_stop_index(g);
    const std::uint32_t gr = store_.right_stop_index(g);
    const std::uint32_t hl = store_.left_stop_index(h);
    const std::uint32_t hr = store_.right_stop_index(h);
    if (!(gl == gr && hl == hr && gl == hl)) {
        const int known = order_of_stops(store_.dyadic(gl), store_.dyadic(gr), store_.dyadic(hl),
                                         store_.dyadic(hr));
        if (known >= 0) return known;
    }
    return order_cache_.look_up(g, h);
}

void Engine::remember_order(GameId g, GameId h, bool yes) {
    if (g == kForm || h == kForm) {
        form_cache_.put(g, h, yes);
    } else {
        order_cache_.put(g, h, yes);
    }
}

int Engine::geq_if_known(GameId g, GameId h) { return order_at_once(g, h); }

bool Engine::geq(GameId g, GameId h) {
    const int known = order_at_once(g, h);
    return known >= 0 ? known != 0 : search_order(g, h);
}

// The i-th option on a side, kNone past the last. The options of a large nimber are not listed:
// the lists of *1, ..., *n together would take n^2 places.
GameId Engine::option_at(GameId g, bool left_side, std::uint32_t i) {
    if (g != kForm && store_.is_unlisted_nimber(g)) {
        const Compact c = store_.compact(g);
        return i < c.star ? store_.intern_compact(c.number, 0, i) : kNone;
    }
    const Options options = g == kForm  ? Options{left_side ? form_left_ : form_right_}
                            : left_side ? store_.left(g)
                                        : store_.right(g);
    return i < options.size() ? options[i] : kNone;
}

bool Engine::search_order(GameId g, GameId h) {
    const std::size_t base = order_stack_.size();
    // A number's own options never matter here: the stops have already settled those cases.
    const auto frame = [this](GameId a, GameId b) { return OrderFrame{a, b, 0, is_number(a)}; };
    order_stack_.push_back(frame(g, h));
    bool answer = false;
    std::size_t patience = order_cache_.size();
    while (order_stack_.size() > base) {
        step();
        if (--patience == 0) {
            if (order_cache_.can_grow()) {
                claim(4 * order_cache_.bytes());
                order_cache_.grow();
            }
            patience = order_cache_.size();
        }
        OrderFrame& top = order_stack_.back();
        bool settled = false;
        GameId a = kNone;
        GameId b = kNone;
        std::uint64_t looked_at = 0;
        for (;; ++looked_at) {
            if (!top.second_phase) {
                b = option_at(top.g, false, top.next);
                if (b == kNone) {
                    top.next = 0;
                    top.second_phase = true;
                    continue;
                }
                a = top.h;
            } else {
                a = is_number(top.h) ? kNone : option_at(top.h, true, top.next);
                if (a == kNone) {
                    answer = settled = true;
                    break;
                }
                b = top.g;
            }
            ++top.next;
            const int known = order_at_once(a, b);
            if (known == 1) {
                answer = false;
                settled = true;
                break;
            }
            if (known < 0) break;
        }
        labour(looked_at);
        if (!settled) {
            order_stack_.push_back(frame(a, b));
            continue;
        }
        // Hand the answer down: a "yes" below refutes its parent, a "no" lets the parent go on.
        for (;;) {
            const OrderFrame done = order_stack_.back();
            order_stack_.pop_back();
            remember_order(done.g, done.h, answer);
            if (order_stack_.size() == base || !answer) break;
            answer = false;
        }
    }
    return answer;
}

}  // namespace farstar
