#include <cassert>

#include "farstar/form.hpp"

namespace farstar {

namespace {

// The second half of a key of the cache. The pair (0, 0) would look like an empty entry.
constexpr GameId direction(bool form_is_greater) { return form_is_greater ? 1 : 2; }

}  // namespace

void FormOrder::begin() {
    if (puts_ == 0) return;
    cache_.clear();
    puts_ = 0;
}

Answer FormOrder::at_once(const Form& form, GameId game, bool form_is_greater) const {
    const Dyadic& gl = store_.left_stop(game);
    const Dyadic& gr = store_.right_stop(game);
    const Answer known = form_is_greater ? Order::by_stops(form.left_stop, form.right_stop, gl, gr)
                                         : Order::by_stops(gl, gr, form.left_stop, form.right_stop);
    return known != Answer::kUnknown ? known : cache_.look_up(game, direction(form_is_greater));
}

// form >= game fails if some form^R <= game; game >= form fails if some form^L >= game.
bool FormOrder::is_refuted_by_an_option(const Form& form, const Frame& frame) {
    if (frame.form_is_greater) {
        for (const GameId right : form.right) {
            if (order_.geq(frame.game, right)) return true;
        }
        meter_.labour(form.right.size());
        return false;
    }
    for (const GameId left : form.left) {
        if (order_.geq(left, frame.game)) return true;
    }
    meter_.labour(form.left.size());
    return false;
}

// Otherwise form >= game fails if some game^L >= form, and game >= form if some game^R <= form:
// the same question the other way round, about an option.
bool FormOrder::compare(const Form& form, GameId game, bool form_is_greater) {
    assert(store_.is_live(game));
    const Answer at_first = at_once(form, game, form_is_greater);
    if (at_first != Answer::kUnknown) return at_first == Answer::kYes;
    const std::size_t base = stack_.size();
    stack_.push_back({game, 0, form_is_greater});
    bool yes = false;
    while (stack_.size() > base) {
        meter_.step();
        Frame& top = stack_.back();
        // The Right options of the greater side come first.
        bool settled = top.form_is_greater && top.next == 0 && is_refuted_by_an_option(form, top);
        yes = false;
        GameId option = kNone;
        std::uint64_t looked_at = 0;
        for (; !settled; ++looked_at) {
            // A number's own options never matter: the stops have already settled those cases.
            option = store_.is_number(top.game)
                         ? kNone
                         : store_.option_at(top.game, top.form_is_greater, top.next);
            if (option == kNone) {
                yes = top.form_is_greater || !is_refuted_by_an_option(form, top);
                settled = true;
                break;
            }
            ++top.next;
            const Answer known = at_once(form, option, !top.form_is_greater);
            settled = known == Answer::kYes;
            if (known == Answer::kUnknown) break;
        }
        meter_.labour(looked_at);
        if (!settled) {
            stack_.push_back({option, 0, !top.form_is_greater});
            continue;
        }
        // A "yes" below refutes its parent, a "no" lets the parent go on.
        for (;;) {
            const Frame done = stack_.back();
            stack_.pop_back();
            if (++puts_ > cache_.size() && cache_.can_grow()) cache_.grow();
            cache_.put(done.game, direction(done.form_is_greater), yes);
            if (stack_.size() == base || !yes) break;
            yes = false;
        }
    }
    return yes;
}

}  // namespace farstar
