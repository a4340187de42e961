#include "partizan_euclid.hpp"

#include <array>

namespace farstar {

PositionValues partizan_euclid_values(Engine& engine, std::uint32_t bound) {
    struct State {
        std::uint32_t p;
        std::uint32_t q;
        GameId a;
        GameId b;
    };
    PositionValues found;
    if (bound < 3) return found;
    PairCache forms(20);
    const auto construct = [&](GameId left, GameId right) {
        GameId game = forms.look_up(left, right);
        if (game == kNone) {
            game = engine.construct(std::array{left}, std::array{right});
            forms.put(left, right, game);
        }
        return game;
    };
    const GameId zero = engine.store().zero();
    std::vector<State> todo{{3, 2, zero, construct(zero, zero)}};
    while (!todo.empty()) {
        engine.step();
        const State s = todo.back();
        todo.pop_back();
        found.p.push_back(s.p);
        found.q.push_back(s.q);
        found.value.push_back(s.b);
        if (bound - s.p >= s.q) todo.push_back({s.p + s.q, s.p, s.b, construct(s.b, s.a)});
        if (bound - s.p >= s.p - s.q) todo.push_back({2 * s.p - s.q, s.p, s.a, construct(s.a, s.b)});
    }
    return found;
}

}  // namespace farstar
