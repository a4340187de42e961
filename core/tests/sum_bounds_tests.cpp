#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "sum_bounds.hpp"

namespace {

using farstar::each_option;
using farstar::each_swing_option;
using farstar::kBeatsStar;
using farstar::Uptimal;
using farstar::UptimalCuts;

constexpr int kNone = -1;

/// A sum of one game or none, powers of up, a nimber and swings {^^*|0}, played move by move.
struct State {
    int game = kNone;
    std::array<int, Uptimal::kLevels> powers{};
    unsigned star = 0;
    int swings = 0;

    auto operator<=>(const State&) const = default;
    Uptimal uptimal() const {
        Uptimal x;
        for (int i = 0; i < Uptimal::kLevels; ++i)
            x = x + powers[static_cast<std::size_t>(i)] * Uptimal::power(i);
        return x;
    }
};

/// Random games whose options are games, or ups and stars.
class Player {
public:
    struct Option {
        int game;
        int up;
        unsigned star;
    };
    using Sides = std::pair<std::vector<Option>, std::vector<Option>>;

    Player(std::uint32_t seed, int count) : random_(seed) {
        for (int g = 0; g < count; ++g) games_.emplace_back(side(g), side(g));
    }

    const std::vector<Sides>& games() const { return games_; }

    bool wins(const State& state, bool left) {
        const auto key = std::pair(state, left);
        const auto known = known_.find(key);
        if (known != known_.end()) return known->second;
        bool result = false;
        const auto move = [&](const State& after) { result = result || !wins(after, !left); };
        if (state.game != kNone) {
            const auto& [mine, yours] = games_[static_cast<std::size_t>(state.game)];
            for (const Option& option : left ? mine : yours) {
                State after = state;
                after.game = option.game;
                after.powers[0] += option.up;
                after.star ^= option.star;
                move(after);
            }
        }
        for (unsigned star = 0; star < state.star; ++star) {
            State after = state;
            after.star = star;
            move(after);
        }
        if (state.swings != 0) {
            const int sign = state.swings > 0 ? 1 : -1;
            State after = state;
            after.swings -= sign;
            if ((sign > 0) == left) {
                after.powers[0] += 2 * sign;
                after.star ^= 1u;
            }
            move(after);
        }
        // From up^k Left moves to 0, and Right to * - up - ... - up^(k-1).
        for (std::size_t k = 0; k < state.powers.size(); ++k) {
            if (state.powers[k] == 0) continue;
            const int sign = state.powers[k] > 0 ? 1 : -1;
            State after = state;
            after.powers[k] -= sign;
            if ((sign > 0) != left) {
                for (std::size_t i = 0; i < k; ++i) after.powers[i] -= sign;
                after.star ^= 1u;
            }
            move(after);
        }
        return known_[key] = result;
    }

    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

private:
    std::vector<Option> side(int game) {
        std::vector<Option> options(1 + below(2));
        for (Option& option : options) {
            const bool is_simple = game == 0 || below(3) == 0;
            option.game =
                is_simple ? kNone : static_cast<int>(below(static_cast<std::uint32_t>(game)));
            option.up = static_cast<int>(below(3)) - 1;
            option.star = below(3);
        }
        return options;
    }

    std::mt19937 random_;
    std::vector<Sides> games_;
    std::map<std::pair<State, bool>, bool> known_;
};

std::vector<State> uptimals(int most) {
    std::vector<State> states;
    for (int a = -most; a <= most; ++a) {
        for (int b = -most; b <= most; ++b) {
            for (int c = -most; c <= most; ++c) {
                for (int d = -most; d <= most; ++d) states.push_back({kNone, {a, b, c, d}});
            }
        }
    }
    // Up to four of the seven powers, and up + up^2 + ... + up^7 with the last one once or twice.
    for (int code = 0; code < 2187; ++code) {
        State state;
        int rest = code;
        int total = 0;
        for (int& power : state.powers) {
            power = rest % 3 - 1;
            rest /= 3;
            total += std::abs(power);
        }
        if (total <= 4) states.push_back(state);
    }
    states.push_back({kNone, {1, 1, 1, 1, 1, 1, 1}});
    states.push_back({kNone, {1, 1, 1, 1, 1, 1, 2}});
    return states;
}

}  // namespace

TEST(uptimals_are_ordered_by_their_coefficients) {
    Player player(0, 0);
    for (State state : uptimals(2)) {
        const Uptimal x = state.uptimal();
        for (int level = 0; level < Uptimal::kLevels; ++level)
            CHECK(x.digits()[static_cast<std::size_t>(level)] ==
                  state.powers[static_cast<std::size_t>(level)]);
        state.star = 0;
        CHECK(player.wins(state, false) == (x < Uptimal{}));
        CHECK(player.wins(state, true) == (x > Uptimal{}));
        state.star = 1;
        CHECK(player.wins(state, false) == (x < kBeatsStar));
        CHECK(player.wins(state, true) == (x > -kBeatsStar));
    }
}

TEST(swings_compare_with_uptimals_as_their_cuts_say) {
    Player player(0, 0);
    for (State state : uptimals(3)) {
        if (player.below(12) != 0) continue;
        const Uptimal x = -state.uptimal();
        for (state.swings = -3; state.swings <= 3; ++state.swings) {
            const UptimalCuts cuts = UptimalCuts::of_swings(state.swings);
            for (state.star = 0; state.star < 2; ++state.star) {
                CHECK(player.wins(state, false) == (x > cuts.at_least[state.star]));
                CHECK(player.wins(state, true) == (x <= cuts.not_at_most[state.star]));
            }
        }
    }
}

TEST(cuts_of_very_many_swings_are_weaker) {
    for (const std::int64_t count : {2000, -2000}) {
        const UptimalCuts cuts = UptimalCuts::of_swings(count);
        const Uptimal ups{count > 0 ? count : count - 2};
        for (const Uptimal x : cuts.at_least) CHECK(x == ups);
    }
}

TEST(several_swings_have_the_options_of_one_game) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Player player(seed, 8);
        for (int round = 0; round < 100; ++round) {
            State state;
            state.game = static_cast<int>(player.below(8));
            state.powers[0] = static_cast<int>(player.below(7)) - 3;
            state.swings = static_cast<int>(player.below(9)) - 4;
            for (const bool left : {true, false}) {
                bool wins = false;
                const auto try_move = [&](const State& after) {
                    wins = wins || !player.wins(after, !left);
                    return true;
                };
                const auto& [mine, yours] = player.games()[static_cast<std::size_t>(state.game)];
                for (const auto& [game, up, star] : left ? mine : yours) {
                    State after{game, state.powers, star, state.swings};
                    after.powers[0] += up;
                    try_move(after);
                }
                each_option(state.uptimal(), 0, left, [&](Uptimal x, std::uint32_t star) {
                    State after{state.game, {}, star, state.swings};
                    after.powers[0] = static_cast<int>(x.up);
                    return try_move(after);
                });
                each_swing_option(state.swings, left,
                                  [&](std::int64_t swings, Uptimal up, std::uint32_t star) {
                                      State after = state;
                                      after.swings += static_cast<int>(swings);
                                      after.powers[0] += static_cast<int>(up.up);
                                      after.star = star;
                                      return try_move(after);
                                  });
                CHECK(wins == player.wins(state, left));
            }
        }
    }
}

TEST(options_of_uptimals_that_are_left_out_do_not_matter) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        Player player(seed, 8);
        for (State state : uptimals(2)) {
            if (player.below(6) != 0 || state.uptimal().is_multiple_of_up()) continue;
            state.game = static_cast<int>(player.below(8));
            state.star = player.below(3);
            for (const bool left : {true, false}) {
                // If no move in the game wins, one of the options must, or none at all.
                bool wins = false;
                const auto& [mine, yours] = player.games()[static_cast<std::size_t>(state.game)];
                for (const auto& option : left ? mine : yours) {
                    State after = state;
                    after.game = option.game;
                    after.powers[0] += option.up;
                    after.star ^= option.star;
                    wins = wins || !player.wins(after, !left);
                }
                each_option(state.uptimal(), state.star, left, [&](Uptimal x, std::uint32_t star) {
                    State after{state.game, {}, star};
                    for (int i = 0; i < Uptimal::kLevels; ++i)
                        after.powers[static_cast<std::size_t>(i)] =
                            static_cast<int>(x.digits()[static_cast<std::size_t>(i)]);
                    wins = wins || !player.wins(after, !left);
                    return true;
                });
                CHECK(wins == player.wins(state, left));
            }
        }
    }
}

TEST(games_lie_on_the_side_of_uptimals_that_was_found) {
    int checked = 0;
    int fine = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Player player(seed, 10);
        std::vector<UptimalCuts> cuts;
        for (const auto& [left, right] : player.games()) {
            const auto options = [&](const std::vector<Player::Option>& side) {
                std::vector<UptimalCuts> result;
                for (const auto& [game, up, star] : side) {
                    result.push_back(game == kNone ? UptimalCuts::of_ups(up, star)
                                                   : cuts[static_cast<std::size_t>(game)] +
                                                         UptimalCuts::of_ups(up, star));
                }
                return result;
            };
            const UptimalCuts known = UptimalCuts::of_bound({-20}, 0, {});
            const bool are_coarse = seed % 2 == 1;
            cuts.push_back(
                UptimalCuts::of_options(known, options(left), options(right), are_coarse));
            for (const int j : {0, 1}) {
                for (const bool is_strict : {false, true}) {
                    const Uptimal x =
                        is_strict ? cuts.back().not_at_most[j] : cuts.back().at_least[j];
                    State difference{static_cast<int>(cuts.size()) - 1, {}, j == 0 ? 0u : 1u};
                    int total = 0;
                    for (std::size_t i = 0; i < difference.powers.size(); ++i) {
                        difference.powers[i] = -static_cast<int>(x.digits()[i]);
                        total += std::abs(difference.powers[i]);
                    }
                    if (total > 6) continue;
                    ++checked;
                    fine += x.tail[1] != 0 ? 1 : 0;
                    CHECK(player.wins(difference, is_strict) == is_strict);
                }
            }
        }
    }
    CHECK(checked > 1000);
    CHECK(fine > 20);
}
