// Atomic weights.
//
// Let G0 = {aw(G^L) - 2 | aw(G^R) + 2}. If G0 is not an integer it is the weight. If it is, the
// weight is 0 when G is confused with a far star, the greatest integer <| every aw(G^R) + 2 when G
// is above it, and the least integer |> every aw(G^L) - 2 when G is below it. For all-small games
// this is a theorem; for others the result is a candidate, which has_weight then accepts or not.
#include <algorithm>
#include <bit>
#include <optional>

#include "farstar/engine.hpp"
#include "farstar/errors.hpp"

namespace farstar {

bool Engine::is_all_small(GameId g) {
    post_order(
        g,
        [&](GameId x) {
            if (entry(small_of_, x, Answer::kUnknown) != Answer::kUnknown) return true;
            if (!store_.is_compact(x)) return false;
            small_of_[x] = answer(store_.dyadic(store_.compact(x).number).is_zero());
            return true;
        },
        [this](GameId x) {
            bool small = true;
            for (const Options side : {store_.left(x), store_.right(x)}) {
                for (GameId option : side) small = small && small_of_[option] == Answer::kYes;
            }
            entry(small_of_, x, Answer::kUnknown) = answer(small);
        });
    return small_of_[g] == Answer::kYes;
}

std::uint32_t Engine::greatest_star(GameId g) {
    post_order(
        g,
        [this](GameId x) {
            if (entry(star_of_, x, kNone) != kNone) return true;
            if (!store_.is_compact(x)) return false;
            const Compact& c = store_.compact(x);
            star_of_[x] = c.up == 0 ? c.star : std::max(c.star, c.star ^ 1u);
            return true;
        },
        [this](GameId x) {
            std::uint32_t star = 0;
            for (const Options side : {store_.left(x), store_.right(x)}) {
                for (GameId option : side) star = std::max(star, star_of_[option]);
            }
            entry(star_of_, x, kNone) = star;
        });
    return star_of_[g];
}

GameId Engine::atomic_weight(GameId g) {
    const Dyadic zero;
    if (store_.left_stop(g) != zero || store_.right_stop(g) != zero) {
        throw NotAtomic("no atomic weight: expected an infinitesimal");
    }
    greatest_star(g);
    post_order(
        g,
        [this](GameId x) {
            if (entry(weight_of_, x, kNone) != kNone) return true;
            if (!store_.is_compact(x)) return false;
            const GameId weight = store_.intern_number(Dyadic{store_.compact(x).up});
            weight_of_[x] = weight;
            return true;
        },
        [this](GameId x) {
            const GameId weight = weight_from_options(x);
            entry(weight_of_, x, kNone) = weight;
        });
    const GameId weight = weight_of_[g];
    if (!is_all_small(g) && !has_weight(g, weight)) {
        throw NotAtomic(
            "no atomic weight: the game is not all-small and stays too far from its candidate");
    }
    return weight;
}

GameId Engine::weight_from_options(GameId g) {
    const GameId two = store_.intern_number(Dyadic{2});
    const GameId minus_two = store_.intern_number(Dyadic{-2});
    std::vector<GameId> left;
    std::vector<GameId> right;
    for (GameId x : store_.left(g)) left.push_back(add(weight_of_[x], minus_two));
    for (GameId x : store_.right(g)) right.push_back(add(weight_of_[x], two));
    const GameId candidate = construct(left, right);
    if (!store_.is_number(candidate) || !store_.left_stop(candidate).is_integer()) return candidate;
    const GameId far =
        store_.intern_compact(Dyadic{}, 0, std::bit_ceil(std::max(star_of_[g] + 1, 2u)));
    if (geq(g, far)) {
        std::optional<Dyadic> best;
        for (GameId w : right) {
            const Dyadic stop = store_.left_stop(w).floor();
            const bool fits = stop != store_.left_stop(w) || !geq(store_.intern_number(stop), w);
            const Dyadic greatest = fits ? stop : stop - Dyadic{1};
            if (!best || greatest < *best) best = greatest;
        }
        return store_.intern_number(best.value_or(Dyadic{}));
    }
    if (geq(far, g)) {
        std::optional<Dyadic> best;
        for (GameId w : left) {
            const Dyadic stop = store_.right_stop(w).ceil();
            const bool fits = stop != store_.right_stop(w) || !geq(w, store_.intern_number(stop));
            const Dyadic least = fits ? stop : stop + Dyadic{1};
            if (!best || least > *best) best = least;
        }
        return store_.intern_number(best.value_or(Dyadic{}));
    }
    return store_.zero();
}

// The Norton product by up: n.up for an integer n, else {W^L.up + up + up + * | W^R.up - up - up -
// *}.
GameId Engine::times_up(GameId weight) {
    const GameId gain = store_.intern_compact(Dyadic{}, 2, 1);
    const GameId loss = store_.intern_compact(Dyadic{}, -2, 1);
    post_order(
        weight,
        [this](GameId w) {
            if (up_multiple_of_.contains(w)) return true;
            if (!store_.is_number(w) || !store_.left_stop(w).is_integer()) return false;
            const Dyadic n = store_.left_stop(w);
            if (!n.is_small()) throw ValueOverflow("multiple of up too large: expected below 2^62");
            up_multiple_of_[w] = store_.intern_compact(Dyadic{}, n.small_numerator(), 0);
            return true;
        },
        [&](GameId w) {
            std::vector<GameId> left;
            std::vector<GameId> right;
            for (GameId x : store_.left(w)) left.push_back(add(up_multiple_of_.at(x), gain));
            for (GameId x : store_.right(w)) right.push_back(add(up_multiple_of_.at(x), loss));
            up_multiple_of_[w] = construct(left, right);
        });
    return up_multiple_of_.at(weight);
}

bool Engine::has_weight(GameId g, GameId weight) {
    const GameId rest = subtract(g, times_up(weight));
    const std::uint32_t n = std::bit_ceil(std::max(greatest_star(rest) + 1, 2u));
    const GameId star = store_.intern_compact(Dyadic{}, 0, n);
    std::vector<GameId> right(store_.right(star).begin(), store_.right(star).end());
    right.push_back(star);
    const GameId kite = construct(store_.left(star), right);
    const GameId up_star = store_.intern_compact(Dyadic{}, 1, 1);
    const GameId bound = add(up_star, negate(kite));
    return geq(bound, rest) && geq(rest, negate(bound));
}

}  // namespace farstar
