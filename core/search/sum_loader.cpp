#include "sum_loader.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

constexpr std::size_t kMostGames = 200'000;
constexpr std::size_t kWeighed = 1024;  // after so many games the memory is compared with its bound
constexpr int kUnitBits = 32;           // numbers are in units of 2^-kUnitBits
constexpr int kWeightBits = 16;
static_assert(kWeightUnits == std::int64_t{1} << kWeightBits);
constexpr std::int64_t kMostNumber = std::int64_t{1} << (22 + kUnitBits);
constexpr std::int64_t kMostUps = std::int64_t{1} << 30;
constexpr std::uint32_t kMostStar = 1u << 10;
/// Ups that stand for no bound: more than those of all games of a sum.
constexpr std::int64_t kFar = std::int64_t{1} << 38;

bool is_small(std::int64_t n, std::int64_t most) { return n >= -most && n <= most; }

/// A number in units of 2^-bits, rounded down, if it is not too large.
std::optional<std::int64_t> rounded_down(const Dyadic& x, int bits) {
    if (!x.is_small()) return std::nullopt;
    const std::int64_t numerator = x.small_numerator();
    const int finer = static_cast<int>(x.exponent()) - bits;
    if (finer >= 0) return numerator >> finer;
    if (!is_small(numerator, kMostNumber >> -finer)) return std::nullopt;
    return numerator * (std::int64_t{1} << -finer);
}

std::optional<std::int64_t> rounded_up(const Dyadic& x, int bits) {
    const auto below = rounded_down(-x, bits);
    if (!below) return std::nullopt;
    return -*below;
}

/// The number of units, if it is a whole one and not too large.
std::optional<std::int64_t> units(const Dyadic& x) {
    if (!x.is_small() || x.exponent() > kUnitBits) return std::nullopt;
    const auto n = rounded_down(x, kUnitBits);
    return n && is_small(*n, kMostNumber) ? n : std::nullopt;
}

/// A wall from temperature 0 up.
std::optional<ThermalWall> in_units(const Trajectory& wall) {
    ThermalWall result;
    const auto mast = units(wall.value);
    if (!mast) return std::nullopt;
    result.mast = *mast;
    for (const Dyadic& corner : wall.corners) {
        if (corner.sign() <= 0) break;
        const auto temperature = units(corner);
        if (!temperature) return std::nullopt;
        result.corners.push_back(*temperature);
    }
    const auto first = wall.slopes.begin();
    result.slopes.assign(first, first + static_cast<std::ptrdiff_t>(result.corners.size()) + 1);
    return result;
}

}  // namespace

SumLoader::~SumLoader() {
    if (engine_ == nullptr) return;
    Store& store = engine_->store();
    for (const auto& [g, parts] : parts_) {
        store.unpin(g);
        if (parts.game != kNone) store.unpin(parts.game);
    }
    for (const auto& [g, number] : numbers_) store.unpin(g);
}

std::int32_t SumLoader::load(Engine& engine, GameId g) {
    engine_ = &engine;
    waiting_.assign({g});
    while (!waiting_.empty()) {
        engine.step();
        const GameId top = waiting_.back();
        if (numbers_.contains(top)) {
            waiting_.pop_back();
        } else if (is_ready(top)) {
            const std::int32_t number = add(top);
            numbers_.emplace(top, number);
            engine.store().pin(top);
            if (numbers_.size() % kWeighed == 0) engine.claim(games_.bytes() + bytes());
        }
    }
    return numbers_.at(g);
}

/// Whether the options of a game are known, or do not matter; else these have to wait for others.
bool SumLoader::is_ready(GameId g) {
    if (numbers_.size() >= kMostGames) return true;
    const std::size_t before = waiting_.size();
    for (const bool left : {true, false}) {
        for (std::uint32_t i = 0;; ++i) {
            const GameId option = engine_->store().option_at(g, left, i);
            if (option == kNone) break;
            const GameId game = take_apart(option).game;
            if (game != kNone && !numbers_.contains(game)) waiting_.push_back(game);
        }
    }
    return waiting_.size() == before;
}

const SumLoader::Parts& SumLoader::take_apart(GameId g) {
    const auto known = parts_.find(g);
    if (known != parts_.end()) return known->second;
    Store& store = engine_->store();
    Parts parts{kNone, std::nullopt};
    if (store.is_compact(g)) {
        const Compact& c = store.compact(g);
        const auto number = units(store.dyadic(c.number));
        if (number && is_small(c.up, kMostUps) && c.star <= kMostStar)
            parts.constant = {*number, c.up, c.star};
    } else {
        const Dyadic mean = engine_->thermograph(g).mean();
        const auto number = units(mean);
        if (number) {
            parts.game = *number == 0 ? g : engine_->subtract(g, store.intern_number(mean));
            parts.constant = {*number, 0, 0};
        }
    }
    const Parts& kept = parts_.emplace(g, parts).first->second;
    store.pin(g);
    if (parts.game != kNone) store.pin(parts.game);
    return kept;
}

std::int32_t SumLoader::add(GameId g) {
    SumGames::Options left;
    SumGames::Options right;
    if (numbers_.size() >= kMostGames || !list_options(g, true, left) ||
        !list_options(g, false, right))
        return kUnfit;
    const GameId negative = engine_->negate(g);
    std::int32_t number = kUnfit;
    const Store& store = engine_->store();
    if (store.left_stop(g) != store.right_stop(g)) {
        if (auto its_walls = walls(g))
            number = games_.add_hot(std::move(*its_walls), std::move(left), std::move(right));
    } else if (const auto its_ladder = ladder(g)) {
        number = games_.add(*its_ladder, std::move(left), std::move(right));
    }
    if (number == kUnfit) return kUnfit;
    const auto opposite = numbers_.find(negative);
    if (negative == g)
        games_.set_opposite(number, number);
    else if (opposite != numbers_.end() && opposite->second != kUnfit)
        games_.set_opposite(number, opposite->second);
    return number;
}

/// List what the moves of a player leave; say no if some of that is unfit.
bool SumLoader::list_options(GameId g, bool left, SumGames::Options& result) {
    for (std::uint32_t i = 0;; ++i) {
        const GameId option = engine_->store().option_at(g, left, i);
        if (option == kNone) return true;
        const auto& [game, constant] = take_apart(option);
        const std::int32_t number = game == kNone ? SumGames::kNoPart : numbers_.at(game);
        if (!constant || number == kUnfit) return false;
        result.push_back({number, *constant});
    }
}

std::optional<ThermalWalls> SumLoader::walls(GameId g) {
    const Thermograph& graph = engine_->thermograph(g);
    auto left = in_units(graph.left);
    auto right = in_units(graph.right);
    if (!left || !right) return std::nullopt;
    return ThermalWalls{std::move(*left), std::move(*right)};
}

/// Whether g >= n.up + *star.
bool SumLoader::is_at_least(GameId g, std::int64_t ups, std::uint32_t star) {
    return engine_->geq(g, engine_->store().intern_compact(Dyadic{0}, ups, star));
}

/// The largest n with g >= n.up + *star. With an atomic weight, it is the floor of the weight, or
/// at most two less: what is two ahead wins, and n is never above the weight.
std::int64_t SumLoader::most_ups(GameId g, std::optional<std::int64_t> floor, std::uint32_t star) {
    const auto holds = [&](std::int64_t n) { return is_at_least(g, n, star); };
    if (floor) return holds(*floor) ? *floor : holds(*floor - 1) ? *floor - 1 : *floor - 2;
    std::int64_t low = -1;
    for (std::int64_t step = 1; !holds(low); step *= 2) low -= step;
    std::int64_t high = low + 1;
    for (std::int64_t step = 1; holds(high); step *= 2) low = std::exchange(high, high + step);
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (holds(middle) ? low : high) = middle;
    }
    return low;
}

/// The atomic weight, or kNone if there is none.
GameId SumLoader::weight_of(GameId g) {
    try {
        return engine_->atomic_weight(g);
    } catch (const NotAtomic&) {
        return kNone;
    }
}

std::optional<UpStarLadder> SumLoader::ladder(GameId g) {
    Store& store = engine_->store();
    std::optional<std::int64_t> floor;
    std::optional<std::int64_t> below;  // the floor of minus the weight
    UpStarLadder result{};
    result.mean_low = -kFar * kWeightUnits;
    result.mean_high = kFar * kWeightUnits;
    if (const GameId weight = weight_of(g); weight != kNone) {
        floor = rounded_down(store.right_stop(weight), 0);
        below = rounded_down(-store.left_stop(weight), 0);
        if (!floor || !below || !is_small(*floor, kMostUps) || !is_small(*below, kMostUps))
            return std::nullopt;
        if (!engine_->geq(weight, store.intern_number(*floor))) --*floor;
        if (!engine_->geq(store.intern_number(-*below), weight)) --*below;
        const Thermograph& graph = engine_->thermograph(weight);
        const auto heat = [](const Trajectory& wall) {
            return rounded_up(std::max(wall.top(), Dyadic{0}), kWeightBits);
        };
        const auto mean_low = rounded_down(graph.mean(), kWeightBits);
        const auto mean_high = rounded_up(graph.mean(), kWeightBits);
        const auto right_heat = heat(graph.right);
        const auto left_heat = heat(graph.left);
        if (!mean_low || !mean_high || !right_heat || !left_heat) return std::nullopt;
        result.mean_low = *mean_low;
        result.mean_high = *mean_high;
        result.right_heat = *right_heat;
        result.left_heat = *left_heat;
    }
    const GameId negative = engine_->negate(g);
    const std::int64_t low[2] = {most_ups(g, floor, 0), most_ups(g, floor, 1)};
    const std::int64_t high[2] = {-most_ups(negative, below, 0), -most_ups(negative, below, 1)};
    for (const std::int64_t n : {low[0], low[1], high[0], high[1]}) {
        if (!is_small(n, kMostUps)) return std::nullopt;
    }
    result.low.up = std::max(low[0], low[1]);
    result.low_starred = low[1] > low[0] ? 1 : 0;
    result.low_gap.up = std::abs(low[0] - low[1]);
    result.floor = floor.value_or(-kFar);
    result.high.up = std::min(high[0], high[1]);
    result.high_starred = high[1] < high[0] ? 1 : 0;
    result.high_gap.up = std::abs(high[0] - high[1]);
    result.ceiling = below ? -*below : kFar;
    return result;
}

std::size_t SumLoader::bytes() const {
    constexpr std::size_t kNode = 2 * sizeof(void*);  // of a map, about
    return parts_.size() * (sizeof(Parts) + sizeof(GameId) + kNode) +
           numbers_.size() * (sizeof(GameId) + sizeof(std::int32_t) + kNode) +
           (parts_.bucket_count() + numbers_.bucket_count()) * sizeof(void*);
}

}  // namespace farstar
