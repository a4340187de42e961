// Canonical forms: the simplest number if one fits; otherwise no dominated and no reversible option.
#include <algorithm>
#include <optional>

#include "farstar/engine.hpp"
#include "farstar/errors.hpp"

namespace farstar {

GameId Engine::construct(Options left, Options right) {
    step();
    form_left_.assign(left.begin(), left.end());
    form_right_.assign(right.begin(), right.end());
    return canonical_form();
}

namespace {

void sort_unique(std::vector<GameId>& side) {
    if (side.size() < 2) return;
    std::sort(side.begin(), side.end());
    side.erase(std::unique(side.begin(), side.end()), side.end());
}

}  // namespace

// Of several numbers only the best can matter; this keeps long lists of numbers linear.
void Engine::keep_one_number(std::vector<GameId>& side, bool left_side) const {
    GameId best = kNone;
    for (GameId g : side) {
        if (!store_.is_number(g)) continue;
        if (best == kNone) {
            best = g;
            continue;
        }
        const bool better = left_side ? store_.left_stop(g) > store_.left_stop(best)
                                      : store_.left_stop(g) < store_.left_stop(best);
        if (better) best = g;
    }
    if (best == kNone) return;
    std::erase_if(side, [&](GameId g) { return g != best && store_.is_number(g); });
}

GameId Engine::canonical_form() {
    sort_unique(form_left_);
    sort_unique(form_right_);
    if (form_left_.size() > 1) keep_one_number(form_left_, true);
    if (form_right_.size() > 1) keep_one_number(form_right_, false);
    const GameId number = form_as_number();
    if (number != kNone) return number;
    keep_undominated(form_left_, true);
    keep_undominated(form_right_, false);
    if (form_cache_used_) {
        form_cache_.clear();
        form_cache_used_ = false;
    }
    bypass_reversible(form_left_, true);
    bypass_reversible(form_right_, false);
    return store_.intern_canonical(form_left_, form_right_);
}

// Simplest number theorem: a number x with every G^L <| x <| every G^R. Whether G^L <| x is
// decided by the Right stop of G^L, but for x equal to that stop, where the games are compared.
GameId Engine::form_as_number() {
    std::optional<Bound> low;
    std::optional<Bound> high;
    for (GameId g : form_left_) {
        if (!low || store_.right_stop(g) > low->at) low = Bound{store_.right_stop(g), true};
    }
    for (GameId g : form_right_) {
        if (!high || store_.left_stop(g) < high->at) high = Bound{store_.left_stop(g), true};
    }
    if (low) form_left_stop_ = low->at;
    if (high) form_right_stop_ = high->at;
    if (low && high && low->at > high->at) return kNone;
    if (low) {
        const GameId end = store_.intern_number(low->at);
        for (GameId g : form_left_) {
            if (store_.right_stop(g) == low->at && geq(g, end)) {
                low->closed = false;
                break;
            }
        }
    }
    if (low && high && low->at == high->at && !low->closed) return kNone;
    if (high) {
        const GameId end = store_.intern_number(high->at);
        for (GameId g : form_right_) {
            if (store_.left_stop(g) == high->at && geq(end, g)) {
                high->closed = false;
                break;
            }
        }
    }
    if (low && high && low->at == high->at && !high->closed) return kNone;
    return store_.intern_number(simplest_number(low, high));
}

void Engine::keep_undominated(std::vector<GameId>& side, bool left_side) {
    if (side.size() < 2) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < side.size(); ++i) {
        const GameId candidate = side[i];
        bool dominated = false;
        std::size_t survivors = 0;
        for (std::size_t j = 0; j < kept; ++j) {
            const GameId rival = side[j];
            step();
            if (!dominated && (left_side ? geq(rival, candidate) : geq(candidate, rival))) {
                // Equal options are one id, so a dominated candidate beats none of the kept ones.
                dominated = true;
                survivors = kept;
                break;
            }
            if (left_side ? geq(candidate, rival) : geq(rival, candidate)) continue;
            side[survivors++] = rival;
        }
        if (dominated) continue;
        side[survivors++] = candidate;
        kept = survivors;
    }
    side.resize(kept);
}

// G^L is reversible if some G^LR <= G; it is then replaced by the Left options of G^LR, which are
// tested in turn. Only the value of G enters the test, so the order of work does not matter.
void Engine::bypass_reversible(std::vector<GameId>& side, bool left_side) {
    std::vector<GameId> todo(side.rbegin(), side.rend());
    std::vector<GameId> kept;
    std::vector<GameId> seen(side.begin(), side.end());
    bool replaced = false;
    while (!todo.empty()) {
        step();
        const GameId option = todo.back();
        todo.pop_back();
        GameId through = kNone;
        for (GameId reply : left_side ? store_.right(option) : store_.left(option)) {
            if (left_side ? geq(kForm, reply) : geq(reply, kForm)) {
                through = reply;
                break;
            }
        }
        if (through == kNone) {
            kept.push_back(option);
            continue;
        }
        replaced = true;
        for (GameId g : left_side ? store_.left(through) : store_.right(through)) {
            if (std::find(seen.begin(), seen.end(), g) == seen.end()) {
                seen.push_back(g);
                todo.push_back(g);
            }
        }
    }
    if (!replaced) return;
    // While this side is still compared with, the form must keep its value: change it at the end.
    sort_unique(kept);
    keep_undominated(kept, left_side);
    side = std::move(kept);
    sort_unique(side);
}

}  // namespace farstar
