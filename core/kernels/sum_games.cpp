#include "sum_games.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

using Reading = NumberedSum::Reading;

// Games whose bounds differ by less are replaced by their bounds.
constexpr Uptimal kNarrow = Uptimal::power(2);

// More than any infinitesimal that comes up.
constexpr Uptimal kFar{std::int64_t{1} << 60, 0};

/// The cuts of a game with these stops, one of which may be 0: only numbers matter.
UptimalCuts cuts_of_stops(std::int64_t left, std::int64_t right) {
    const Uptimal least = right > 0 ? kFar : -kFar;
    const Uptimal most = left > 0 ? kFar : -kFar;
    return {{least, least}, {most, most}};
}

}  // namespace

std::int32_t SumGames::add(const UpStarLadder& ladder, Options left, Options right) {
    Part part;
    part.ladder = ladder;
    part.left = std::move(left);
    part.right = std::move(right);
    return add(std::move(part));
}

std::int32_t SumGames::add_hot(ThermalWalls walls, Options left, Options right) {
    for (const ThermalWall* wall : {&walls.left, &walls.right}) {
        if (wall->slopes.size() != wall->corners.size() + 1)
            throw std::invalid_argument("expected one more slope than corners");
    }
    Part part;
    part.walls = std::move(walls);
    part.left = std::move(left);
    part.right = std::move(right);
    part.heat = static_cast<std::int32_t>(heats_.size());
    const std::int32_t number = add(std::move(part));
    heats_.emplace_back();  // see take_temperatures()
    return number;
}

std::int32_t SumGames::add(Part part) {
    if (parts_.size() >= std::numeric_limits<std::uint16_t>::max()) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory, "too many games for one search");
    }
    for (const Options* side : {&part.left, &part.right}) {
        for (const AfterMove& move : *side) {
            if (move.part != kNoPart && static_cast<std::size_t>(move.part) >= parts_.size())
                throw std::invalid_argument("expected options that are known already");
        }
    }
    const std::size_t corners = part.walls.left.corners.size() + part.walls.right.corners.size();
    option_bytes_ += (part.left.capacity() + part.right.capacity()) * sizeof(AfterMove) +
                     2 * corners * sizeof(std::int64_t);
    parts_.push_back(std::move(part));
    return static_cast<std::int32_t>(parts_.size() - 1);
}

void SumGames::set_opposite(std::int32_t g, std::int32_t h) {
    parts_.at(static_cast<std::size_t>(g)).opposite = h;
    parts_.at(static_cast<std::size_t>(h)).opposite = g;
}

void SumGames::put(Sum& sum, std::int32_t number) const {
    const Part& game = part(number);
    if (sum.reading != Reading::kExact && game.is_narrow) {
        const UpStarLadder& l = game.ladder;
        const bool is_low = sum.reading == Reading::kLow;
        sum.up = sum.up + (is_low ? l.low : l.high);
        sum.star ^= static_cast<std::uint32_t>(is_low ? l.low_starred : l.high_starred);
        return;
    }
    std::uint16_t* const first = sum.parts.data();
    std::uint16_t* const last = first + sum.count;
    if (game.opposite != kNoPart) {
        const auto wanted = static_cast<std::uint16_t>(game.opposite);
        std::uint16_t* const place = std::lower_bound(first, last, wanted);
        if (place != last && *place == wanted) {
            std::copy(place + 1, last, place);
            --sum.count;
            return;
        }
    }
    const auto value = static_cast<std::uint16_t>(number);
    std::uint16_t* const place = std::upper_bound(first, last, value);
    std::copy_backward(place, last, last + 1);
    *place = value;
    ++sum.count;
}

SumGames::Sum SumGames::sum(std::span<const std::int32_t> parts, const Constant& constant,
                            Reading reading) const {
    if (parts.size() > Sum::kMostParts) throw std::invalid_argument("expected at most 128 parts");
    Sum sum;
    sum.reading = reading;
    sum.number = constant.number;
    sum.up.up = constant.up;
    sum.star = constant.star;
    for (const std::int32_t number : parts) {
        if (number < 0 || static_cast<std::size_t>(number) >= parts_.size())
            throw std::invalid_argument("expected parts that are known already");
        put(sum, number);
    }
    return sum;
}

bool SumGames::holds_opposite(const Sum& sum, std::int32_t number) const {
    const std::int32_t opposite = part(number).opposite;
    const auto last = sum.parts.begin() + sum.count;
    return opposite != kNoPart &&
           std::find(sum.parts.begin(), last, static_cast<std::uint16_t>(opposite)) != last;
}

SumGames::Sum SumGames::after(const Sum& sum, const Step& step) const {
    Sum result = sum;
    if (step.place != kNoPart) {
        std::copy(sum.parts.begin() + step.place + 1, sum.parts.begin() + sum.count,
                  result.parts.begin() + step.place);
        --result.count;
    }
    result.number += step.number;
    result.up = result.up + step.up;
    result.star ^= step.star;
    if (step.part != kNoPart) put(result, step.part);
    return result;
}

SumGlance SumGames::glance(const Sum& sum) const {
    Bounds bounds(sum.number, sum.up, sum.star);
    for (std::uint32_t i = 0; i < sum.count; ++i) bounds.count(*this, parts_[sum.parts[i]]);
    return bounds.glance(*this);
}

void SumGames::prepare() {
    const std::size_t known = cuts_[0].size();
    if (known == parts_.size()) return;
    for (std::size_t g = known; g < parts_.size(); ++g) find_uptimals(parts_[g]);
    take_temperatures();
}

void SumGames::take_temperatures() {
    if (heats_.empty()) return;
    std::vector<std::int64_t> corners;
    for (const Part& game : parts_) {
        for (const ThermalWall* wall : {&game.walls.left, &game.walls.right})
            corners.insert(corners.end(), wall->corners.begin(), wall->corners.end());
    }
    temperatures_ = spread_temperatures(std::move(corners));
    for (const Part& game : parts_) {
        if (game.heat != kNoPart)
            heats_[static_cast<std::size_t>(game.heat)] = ThermalTally(game.walls, temperatures_);
    }
}

// Find the uptimals on both sides of a game, unless it is hot.
void SumGames::find_uptimals(Part& game) {
    if (game.heat != kNoPart) {
        for (auto& cuts : cuts_) cuts.emplace_back();
        return;
    }
    UpStarLadder& l = game.ladder;
    for (const bool is_negative : {false, true})
        cuts_[is_negative].push_back(cuts_of(game, is_negative));
    std::tie(l.low, l.low_starred, l.low_gap) = cuts_[0].back().best();
    std::tie(l.high, l.high_starred, l.high_gap) = cuts_[1].back().best();
    l.high = -l.high;
    game.is_narrow = l.low_starred == l.high_starred && l.high - l.low < kNarrow;
}

UptimalCuts SumGames::cuts_of(const Part& game, bool is_negative) const {
    const auto cuts_of_side = [&](const Options& side) {
        std::vector<UptimalCuts> result;
        for (const AfterMove& after : side) result.push_back(cuts_after(after, is_negative));
        return result;
    };
    const UpStarLadder l = is_negative ? -game.ladder : game.ladder;
    return UptimalCuts::of_options(UptimalCuts::of_bound(l.low, l.low_starred, l.low_gap),
                                   cuts_of_side(is_negative ? game.right : game.left),
                                   cuts_of_side(is_negative ? game.left : game.right));
}

UptimalCuts SumGames::cuts_after(const AfterMove& after, bool is_negative) const {
    const auto& [number, constant] = after;
    const Part* const game = number == kNoPart ? nullptr : &part(number);
    std::int64_t left = constant.number;
    std::int64_t right = left;
    const bool is_hot = game != nullptr && game->heat != kNoPart;
    if (is_hot) {
        left += game->walls.left.at(0);
        right += game->walls.right.at(0);
    }
    if (is_hot || left != 0)
        return is_negative ? cuts_of_stops(-right, -left) : cuts_of_stops(left, right);
    const std::int64_t up = is_negative ? -constant.up : constant.up;
    if (game == nullptr) return UptimalCuts::of_ups(up, constant.star);
    return cuts_[is_negative][static_cast<std::size_t>(number)].shifted(up, constant.star);
}

std::size_t SumGames::bytes() const {
    return parts_.capacity() * sizeof(Part) + option_bytes_ +
           heats_.capacity() * sizeof(ThermalTally) +
           (cuts_[0].capacity() + cuts_[1].capacity()) * sizeof(UptimalCuts);
}

}  // namespace farstar
