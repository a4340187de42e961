#include "walls.hpp"

namespace farstar {

namespace {

/// A number in 64ths, rounded down.
std::optional<std::int16_t> in_units(const Dyadic& number) {
    constexpr int kMost = 200;
    if (number > Dyadic{kMost} || number < Dyadic{-kMost}) return std::nullopt;
    if (!number.is_small()) return std::nullopt;
    const auto exponent = static_cast<std::uint32_t>(number.exponent());
    const std::int64_t numerator = number.small_numerator();
    return static_cast<std::int16_t>(exponent > 6 ? numerator >> (exponent - 6)
                                                  : numerator * (1 << (6 - exponent)));
}

Dyadic rise(int slope, const Dyadic& by) { return slope == 0 ? Dyadic{} : slope > 0 ? by : -by; }

Dyadic wall_at(const Trajectory& wall, const Dyadic& temperature) {
    Dyadic value = wall.value;
    Dyadic at = wall.top();
    if (temperature >= at) return value + rise(wall.slopes[0], temperature - at);
    for (std::size_t i = 0; i < wall.corners.size() && at > temperature; ++i) {
        const bool is_last = i + 1 == wall.corners.size();
        const Dyadic next = is_last ? temperature : std::max(wall.corners[i + 1], temperature);
        value = value - rise(wall.slopes[i + 1], at - next);
        at = next;
    }
    return value;
}

}  // namespace

std::optional<Walls> walls_of(Engine& engine, GameId game) {
    const Thermograph& thermograph = engine.thermograph(game);
    Walls walls;
    for (std::size_t i = 0; i < Walls::kCount; ++i) {
        const Dyadic temperature = Dyadic::make(Walls::kTemperatures[i], 6);
        const auto right = in_units(wall_at(thermograph.right, temperature));
        const auto left = in_units(wall_at(thermograph.left, temperature));
        if (!right || !left) return std::nullopt;
        walls.right[i] = *right;
        walls.width[i] = static_cast<std::int16_t>(*left - *right);
    }
    // The stops may be off by an infinitesimal; a 64th is more than that.
    Store& store = engine.store();
    const auto number = [&](int units) { return store.intern_number(Dyadic::make(units, 6)); };
    int second = walls.right[0];
    int first = second + walls.width[0];
    if (!engine.geq(game, number(second))) --second;
    if (engine.geq(number(first), game)) --first;
    walls.right[0] = static_cast<std::int16_t>(second);
    walls.width[0] = static_cast<std::int16_t>(first - second);
    return walls;
}

}  // namespace farstar
