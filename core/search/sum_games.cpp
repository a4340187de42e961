#include "sum_games.hpp"

#include <algorithm>
#include <cstdlib>
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

// Finding closer bounds on more games would take long.
constexpr std::size_t kMostRefined = 10'000;

// Swings of one game: their cuts have coefficients of this size.
constexpr std::int64_t kMostSwings = Uptimal::kMostDigit / 2;

/// Whether both bounds are on the same swings and stars, and hardly differ.
bool is_close(const UpStarLadder& l) {
    return l.low_starred == l.high_starred && l.low_swings == l.high_swings &&
           l.high - l.low < kNarrow;
}

// More than any infinitesimal that comes up.
constexpr Uptimal kFar{std::int64_t{1} << 60};

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
    heats_.emplace_back();  // see take_temperatures()
    return add(std::move(part));
}

std::int32_t SumGames::add(Part part) {
    if (parts_.size() >= std::numeric_limits<std::int32_t>::max()) {
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
    are_temperatures_taken_ = false;
    return static_cast<std::int32_t>(parts_.size() - 1);
}

void SumGames::set_opposite(std::int32_t g, std::int32_t h) {
    parts_.at(static_cast<std::size_t>(g)).opposite = h;
    parts_.at(static_cast<std::size_t>(h)).opposite = g;
}

void SumGames::put(Sum& sum, std::int32_t number) const {
    const Part& game = part(number);
    if (game.is_constant || (sum.reading != Reading::kExact && game.is_narrow)) {
        const UpStarLadder& l = game.ladder;
        const bool is_low = sum.reading == Reading::kLow;
        sum.up = sum.up + (is_low ? l.low : l.high);
        sum.swings += l.low_swings;
        sum.star ^= static_cast<std::uint32_t>(is_low ? l.low_starred : l.high_starred);
        return;
    }
    std::uint32_t* const first = sum.parts.data();
    std::uint32_t* const last = first + sum.count;
    if (game.opposite != kNoPart) {
        const auto wanted = static_cast<std::uint32_t>(game.opposite);
        std::uint32_t* const place = std::lower_bound(first, last, wanted);
        if (place != last && *place == wanted) {
            std::copy(place + 1, last, place);
            --sum.count;
            return;
        }
    }
    const auto value = static_cast<std::uint32_t>(number);
    std::uint32_t* const place = std::upper_bound(first, last, value);
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
           std::find(sum.parts.begin(), last, static_cast<std::uint32_t>(opposite)) != last;
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
    result.swings += step.swings;
    result.star ^= step.star;
    if (step.part != kNoPart) put(result, step.part);
    return result;
}

SumGlance SumGames::glance(const Sum& sum) const {
    Bounds bounds(sum.number, sum.up, sum.swings, sum.star);
    for (std::uint32_t i = 0; i < sum.count; ++i) bounds.count(*this, parts_[sum.parts[i]]);
    return bounds.glance(*this);
}

void SumGames::prepare() {
    is_refined_ = is_refined_ && parts_.size() <= kMostRefined;
    // Memory may run out at any place; the next call goes on from there.
    for (auto& cuts : cuts_) cuts.resize(parts_.size());
    for (; prepared_ < parts_.size(); ++prepared_) {
        const UpStarLadder& l = parts_[prepared_].ladder;
        cuts_[0][prepared_].plain = UptimalCuts::of_bound(l.low, l.low_starred, l.low_gap);
        cuts_[1][prepared_].plain = UptimalCuts::of_bound(-l.high, l.high_starred, l.high_gap);
        find_uptimals(prepared_);
    }
    if (!are_temperatures_taken_) take_temperatures();
    are_temperatures_taken_ = true;
}

bool SumGames::refine() {
    prepare();
    if (is_refined_ || parts_.size() > kMostRefined) return false;
    is_refined_ = true;
    bool has_changed = false;
    for (std::size_t g = 0; g < parts_.size(); ++g) {
        const UpStarLadder before = parts_[g].ladder;
        find_uptimals(g);
        has_changed = has_changed || parts_[g].ladder != before;
    }
    return has_changed;
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

// Find the uptimals on both sides of a game, unless it is hot, from those that are known. If these
// differ much, multiples of the swing may be closer: as many swings as the atomic weight says.
void SumGames::find_uptimals(std::size_t g) {
    Part& game = parts_[g];
    if (game.heat != kNoPart) return;
    UpStarLadder& l = game.ladder;
    GameCuts& low = cuts_[0][g];
    GameCuts& high = cuts_[1][g];
    low.plain = cuts_of(game, false, low.plain);
    high.plain = cuts_of(game, true, high.plain);
    l.low_swings = l.high_swings = 0;
    std::tie(l.low, l.low_starred, l.low_gap) = low.plain.best();
    std::tie(l.high, l.high_starred, l.high_gap) = high.plain.best();
    l.high = -l.high;
    if (!is_close(l)) {
        add_swings(low, game, false, l.floor);
        add_swings(high, game, true, -l.ceiling);
        UpStarLadder swung = l;
        if (low.is_tight()) {
            std::tie(swung.low, swung.low_starred, swung.low_gap) = low.swung.best();
            swung.low_swings = low.swings;
        }
        if (high.is_tight()) {
            std::tie(swung.high, swung.high_starred, swung.high_gap) = high.swung.best();
            swung.high = -swung.high;
            swung.high_swings = -high.swings;
        }
        if (is_close(swung)) l = swung;
    }
    game.is_narrow = is_close(l);
    game.is_constant = game.is_narrow && l.low == l.high;
}

// Find the cuts of a game less so many swings.
void SumGames::add_swings(GameCuts& cuts, const Part& game, bool is_negative,
                          std::int64_t swings) const {
    if (swings == 0 || std::abs(swings) > kMostSwings) return;
    const Options& left = is_negative ? game.right : game.left;
    const Options& right = is_negative ? game.left : game.right;
    const UptimalCuts& plain = cuts.plain;
    auto left_cuts = cuts_after_moves(left, is_negative, swings, true);
    auto right_cuts = cuts_after_moves(right, is_negative, swings, true);
    // A move in the swings leaves the game less one swing, less 0, or less ^^*.
    if (swings > 0) {
        right_cuts.push_back(swings == 1 ? plain + UptimalCuts::of_ups(-2, 1) : plain);
    } else {
        left_cuts.push_back(swings == -1 ? plain + UptimalCuts::of_ups(2, 1) : plain);
        UptimalCuts fewer = plain + UptimalCuts::of_swings(-swings - 1);
        auto left_of_fewer = cuts_after_moves(left, is_negative, swings + 1, true);
        if (swings < -1)
            left_of_fewer.push_back(swings == -2 ? plain + UptimalCuts::of_ups(2, 1) : plain);
        fewer.raise_by_moves(left_of_fewer);
        right_cuts.push_back(fewer);
    }
    cuts.swings = swings;
    cuts.swung = UptimalCuts::of_options(plain + UptimalCuts::of_swings(-swings), left_cuts,
                                         right_cuts, !is_refined_);
}

UptimalCuts SumGames::GameCuts::less(std::int64_t count) const {
    const UptimalCuts from_plain = plain + UptimalCuts::of_swings(-count);
    return swings == 0 ? from_plain
                       : from_plain.joined(swung + UptimalCuts::of_swings(swings - count));
}

UptimalCuts SumGames::cuts_of(const Part& game, bool is_negative, const UptimalCuts& known) const {
    return UptimalCuts::of_options(
        known, cuts_after_moves(is_negative ? game.right : game.left, is_negative, 0, false),
        cuts_after_moves(is_negative ? game.left : game.right, is_negative, 0, false),
        !is_refined_);
}

std::vector<UptimalCuts> SumGames::cuts_after_moves(const Options& moves, bool is_negative,
                                                    std::int64_t swings, bool looks_ahead) const {
    std::vector<UptimalCuts> result;
    for (const AfterMove& after : moves)
        result.push_back(cuts_after(after, is_negative, swings, looks_ahead));
    return result;
}

// The cuts of what a move leaves, less so many swings.
UptimalCuts SumGames::cuts_after(const AfterMove& after, bool is_negative, std::int64_t swings,
                                 bool looks_ahead) const {
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
    const auto ups = UptimalCuts::of_ups(is_negative ? -constant.up : constant.up, constant.star);
    if (game == nullptr) return ups + UptimalCuts::of_swings(-swings);
    const GameCuts& known = cuts_[is_negative][static_cast<std::size_t>(number)];
    UptimalCuts cuts = known.less(swings);
    if (looks_ahead && swings != known.swings) {
        const Options& left = is_negative ? game->right : game->left;
        cuts.raise_by_moves(cuts_after_moves(left, is_negative, swings, false));
    }
    return cuts + ups;
}

std::size_t SumGames::bytes() const {
    return parts_.capacity() * sizeof(Part) + option_bytes_ +
           heats_.capacity() * sizeof(ThermalTally) +
           2 * std::max(cuts_[0].capacity(), parts_.size()) * sizeof(GameCuts);
}

}  // namespace farstar
