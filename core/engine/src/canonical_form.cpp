// Canonical forms: the simplest number if one fits; otherwise no dominated and no reversible
// option.
#include <algorithm>
#include <cassert>
#include <optional>
#include <unordered_set>
#include <utility>

#include "farstar/form.hpp"

namespace farstar {

namespace {

void sort_unique(std::vector<GameId>& side) {
    if (side.size() < 2) return;
    std::sort(side.begin(), side.end());
    side.erase(std::unique(side.begin(), side.end()), side.end());
}

}  // namespace

// Of the compact options only few can matter, found in linear time: the best number x, for it the
// best multiple M.up with any star, and (M - 1).up + *(s xor 1) where *s is the only star beside M.
// What is left is an antichain, and comes first in the list.
void Canonicaliser::keep_best_compacts(std::vector<GameId>& side, bool left_side) const {
    const Compact* best = nullptr;
    std::size_t at_best = 0;
    for (GameId g : side) {
        if (!store_.is_compact(g)) continue;
        const Compact& c = store_.compact(g);
        const auto better = [&] {
            if (c.number != best->number) {
                return (store_.dyadic(c.number) > store_.dyadic(best->number)) == left_side;
            }
            return c.up != best->up && (c.up > best->up) == left_side;
        };
        if (best == nullptr || better()) {
            best = &c;
            at_best = 1;
        } else if (c.number == best->number && c.up == best->up) {
            ++at_best;
        }
    }
    if (best == nullptr) return;
    const Compact top = *best;
    const std::int64_t next = left_side ? top.up - 1 : top.up + 1;
    std::erase_if(side, [&](GameId g) {
        if (!store_.is_compact(g)) return false;
        const Compact& c = store_.compact(g);
        if (c.number != top.number) return true;
        return c.up != top.up && !(c.up == next && at_best == 1 && (c.star ^ top.star) == 1);
    });
    std::stable_partition(side.begin(), side.end(),
                          [this](GameId g) { return store_.is_compact(g); });
}

// {x + *s, ... | the same} is x + *m for the least m that does not occur.
GameId Canonicaliser::as_nimber(const Form& form) {
    if (form.left.empty() || form.left != form.right) return kNone;
    const GameId first = form.left.front();
    if (!store_.is_compact(first)) return kNone;
    const std::uint32_t number = store_.compact(first).number;
    std::vector<bool> seen(form.left.size() + 1);
    for (GameId g : form.left) {
        if (!store_.is_compact(g)) return kNone;
        const Compact& c = store_.compact(g);
        if (c.number != number || c.up != 0) return kNone;
        if (c.star < seen.size()) seen[c.star] = true;
    }
    const auto mex = std::find(seen.begin(), seen.end(), false) - seen.begin();
    return store_.intern_compact(number, 0, static_cast<std::uint32_t>(mex));
}

GameId Canonicaliser::canonical_form(Options left, Options right) {
    Form form = std::move(spare_);
    form.left.assign(left.begin(), left.end());
    form.right.assign(right.begin(), right.end());
    const GameId canonical = simplified(form);
    spare_ = std::move(form);
    return canonical;
}

GameId Canonicaliser::simplified(Form& form) {
    sort_unique(form.left);
    sort_unique(form.right);
    const GameId nimber = as_nimber(form);
    if (nimber != kNone) return nimber;
    for (const bool left_side : {true, false}) {
        if (form.side(left_side).size() > 1) keep_best_compacts(form.side(left_side), left_side);
    }
    const GameId number = as_number(form);
    if (number != kNone) return number;
    assert(!form.left.empty() && !form.right.empty());
    keep_undominated(form.left, true);
    keep_undominated(form.right, false);
    form_order_.begin();
    bypass_reversible(form, true);
    bypass_reversible(form, false);
    sort_unique(form.left);
    sort_unique(form.right);
    return store_.intern_canonical(form.left, form.right);
}

// Simplest number theorem: a number x with every G^L <| x <| every G^R. Whether G^L <| x is
// decided by the Right stop of G^L, but for x equal to that stop, where the games are compared.
GameId Canonicaliser::as_number(Form& form) {
    std::optional<Bound> low;
    std::optional<Bound> high;
    for (GameId g : form.left) {
        if (!low || store_.right_stop(g) > low->at) low = Bound{store_.right_stop(g), true};
    }
    for (GameId g : form.right) {
        if (!high || store_.left_stop(g) < high->at) high = Bound{store_.left_stop(g), true};
    }
    if (low) form.left_stop = low->at;
    if (high) form.right_stop = high->at;
    if (low && high && low->at > high->at) return kNone;
    if (low) {
        const GameId end = store_.intern_number(low->at);
        low->closed = std::none_of(form.left.begin(), form.left.end(), [&](GameId g) {
            return store_.right_stop(g) == low->at && order_.geq(g, end);
        });
    }
    if (low && high && low->at == high->at && !low->closed) return kNone;
    if (high) {
        const GameId end = store_.intern_number(high->at);
        high->closed = std::none_of(form.right.begin(), form.right.end(), [&](GameId g) {
            return store_.left_stop(g) == high->at && order_.geq(end, g);
        });
    }
    if (low && high && low->at == high->at && !high->closed) return kNone;
    return store_.intern_number(simplest_number(low, high));
}

// The compact options stand first and are an antichain; every other option is compared with all.
// The stops are fetched once: they settle most comparisons, and put the best options first.
void Canonicaliser::keep_undominated(std::vector<GameId>& side, bool left_side) {
    if (side.size() < 2) return;
    rivals_.clear();
    std::size_t kept = 0;
    for (const GameId g : side) {
        rivals_.push_back({g, store_.left_stop(g), store_.right_stop(g)});
        kept += store_.is_compact(g);
    }
    if (kept == side.size()) return;
    const auto not_below = [this](const Rival& a, const Rival& b) {
        const Answer known = Order::by_stops(a.left_stop, a.right_stop, b.left_stop, b.right_stop);
        return known == Answer::kUnknown ? order_.geq(a.game, b.game) : known == Answer::kYes;
    };
    const auto beats = [&](const Rival& a, const Rival& b) {
        return left_side ? not_below(a, b) : not_below(b, a);
    };
    const auto at = [this](std::size_t i) {
        return rivals_.begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::sort(at(kept), rivals_.end(), [left_side](const Rival& a, const Rival& b) {
        return left_side ? a.right_stop > b.right_stop : a.left_stop < b.left_stop;
    });
    for (std::size_t i = kept; i < rivals_.size(); ++i) {
        const Rival candidate = rivals_[i];
        const bool dominated = std::any_of(at(0), at(kept), [&](const Rival& rival) {
            meter_.step();
            return beats(rival, candidate);
        });
        if (dominated) continue;
        const auto survivors = std::remove_if(
            at(0), at(kept), [&](const Rival& rival) { return beats(candidate, rival); });
        kept = static_cast<std::size_t>(survivors - rivals_.begin());
        rivals_[kept++] = candidate;
    }
    side.resize(kept);
    for (std::size_t i = 0; i < kept; ++i) side[i] = rivals_[i].game;
}

// The first G^LR <= G (or G^RL >= G) through which an option reverses out; kNone if it does not.
GameId Canonicaliser::reverses_through(const Form& form, GameId option, bool left_side,
                                       Failed& failed) {
    // The replies to a nimber are among those to a larger one: none is tried twice.
    const bool nimber = store_.is_unlisted_nimber(option);
    const std::uint32_t number = nimber ? store_.compact(option).number : 0;
    if (nimber) {
        // All replies have the same stops, which may settle the matter for all.
        const Dyadic& x = store_.dyadic(number);
        const Answer known = left_side ? Order::by_stops(form.left_stop, form.right_stop, x, x)
                                       : Order::by_stops(x, x, form.left_stop, form.right_stop);
        if (known == Answer::kNo) return kNone;
    }
    const bool again = nimber && number == failed.number;
    for (std::uint32_t i = again ? failed.stars : 0;; ++i) {
        meter_.step();
        const GameId reply = store_.option_at(option, !left_side, i);
        if (reply == kNone) {
            if (nimber) failed = {number, std::max(again ? failed.stars : 0, i)};
            return kNone;
        }
        if (form_order_.compare(form, reply, left_side)) return reply;
    }
}

// A Left option that reverses through G^LR is replaced by the Left options of G^LR, which are
// tested in turn. Only the value of G enters the test, so the order of work does not matter.
void Canonicaliser::bypass_reversible(Form& form, bool left_side) {
    Failed failed;
    std::vector<GameId>& side = form.side(left_side);
    std::size_t first = 0;
    GameId through = kNone;
    while (first < side.size() &&
           (through = reverses_through(form, side[first], left_side, failed)) == kNone)
        ++first;
    if (first == side.size()) return;
    const auto middle = side.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<GameId> kept(side.begin(), middle);
    std::vector<GameId> todo(middle + 1, side.end());
    std::unordered_set<GameId> seen(side.begin(), side.end());
    for (;;) {
        GameId g = kNone;
        for (std::uint32_t i = 0; (g = store_.option_at(through, left_side, i)) != kNone; ++i) {
            if (seen.insert(g).second) todo.push_back(g);
        }
        through = kNone;
        while (!todo.empty() && through == kNone) {
            const GameId option = todo.back();
            todo.pop_back();
            through = reverses_through(form, option, left_side, failed);
            if (through == kNone) kept.push_back(option);
        }
        if (through == kNone) break;
    }
    // The form was compared with all this while, so its options change only now.
    keep_best_compacts(kept, left_side);
    keep_undominated(kept, left_side);
    side = std::move(kept);
}

}  // namespace farstar
