// Bounds of a board by cutting it into strips of a few rows, or of a few columns.
//
// A player who renounces the moves across a border loses nothing by the renunciation but those
// moves. If the opponent has no moves across it either, the two sides are independent, and their
// sum is a lower bound. A thin strip has components so small that their values are known. Of all
// ways to cut a board into strips, the best is found for each temperature.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "board.hpp"
#include "placement_count.hpp"
#include "walls.hpp"

namespace farstar {

template <typename Rules>
class StripBounds {
public:
    using GameBoard = typename Rules::GameBoard;

    /// What each player gets at least on a board that is cut into strips of at most so many lines;
    /// `value_of` gives the value of a component.
    template <typename ValueOf>
    std::optional<BothWalls> bounds(Engine& engine, const Rules& rules, const GameBoard& board,
                                    unsigned lines, ValueOf value_of) {
        if (!may_cut(rules, true) || !may_cut(rules, false)) return std::nullopt;
        if (boards_.empty()) make_room(engine);
        BoardEntry& place = boards_[board.hash() % boards_.size()];
        if (place.board == board && place.lines >= lines) return place.walls;
        std::optional<BothWalls> both;
        const auto left = best_cut(engine, rules, board, true, lines, value_of);
        const auto right = best_cut(engine, rules, board, false, lines, value_of);
        if (left && right) both = BothWalls{*left, *right};
        place = {board, lines, both};
        return both;
    }
    void clear() {
        boards_ = {};
        strips_ = {};
        components_ = {};
    }
    std::size_t bytes() const {
        return boards_.size() * sizeof(BoardEntry) + strips_.size() * sizeof(StripEntry) +
               components_.size() * sizeof(ComponentEntry);
    }

private:
    using Plane = typename GameBoard::Plane;
    static constexpr unsigned kMostLines = kCellsOf<Plane>;
    static constexpr std::size_t kBoards = std::size_t{1} << 12;
    static constexpr std::size_t kStrips = std::size_t{1} << 16;
    static constexpr std::size_t kComponents = std::size_t{1} << 12;
    struct BoardEntry {
        GameBoard board;
        unsigned lines = 0;
        std::optional<BothWalls> walls;
    };
    struct StripEntry {
        GameBoard board;
        std::uint8_t player = 0;  // 1 and 2 are Left and Right
        bool is_known = false;
        Walls walls;
    };
    struct ComponentEntry {
        GameId value = kNone;
        bool is_known = false;
        Walls walls;
    };

    static bool may_cut(const Rules& rules, bool left) {
        return rules.may_cut_for(left, true) || rules.may_cut_for(left, false);
    }

    void make_room(Engine& engine) {
        engine.claim(kBoards * sizeof(BoardEntry) + kStrips * sizeof(StripEntry) +
                     kComponents * sizeof(ComponentEntry));
        strips_.resize(kStrips);
        components_.resize(kComponents);
        boards_.resize(kBoards);
    }

    template <typename ValueOf>
    std::optional<Walls> best_cut(Engine& engine, const Rules& rules, const GameBoard& board,
                                  bool left, unsigned most_lines, ValueOf& value_of) {
        const bool rows = rules.may_cut_for(left, true);
        const unsigned lines = rows ? board.box.rows : board.box.cols;
        std::array<Walls, kMostLines + 1> best;
        std::array<bool, kMostLines + 1> is_known{true};
        for (unsigned end = 1; end <= lines; ++end) {
            for (unsigned count = 1; count <= std::min(most_lines, end); ++count) {
                if (!is_known[end - count]) continue;
                const StripEntry& strip = strip_walls(
                    engine, rules, strip_of(board, rows, end - count, count), left, value_of);
                if (!strip.is_known) continue;
                Walls walls = best[end - count];
                walls += strip.walls;
                if (is_known[end]) {
                    best[end].improve(walls);
                } else {
                    best[end] = walls;
                    is_known[end] = true;
                }
            }
        }
        if (!is_known[lines]) return std::nullopt;
        return best[lines];
    }

    static GameBoard strip_of(const GameBoard& board, bool rows, unsigned first, unsigned count) {
        GameBoard strip;
        const unsigned cols = board.box.cols;
        const auto size = static_cast<std::uint8_t>(count);
        strip.box = rows ? Box{size, board.box.cols} : Box{board.box.rows, size};
        const Plane all = strip.box.template all<Plane>();
        const Plane row = strip.box.template row<Plane>();
        for (unsigned p = 0; p < Rules::kPlanes; ++p) {
            if (rows) {
                strip.planes[p] = board.planes[p] >> (first * cols) & all;
                continue;
            }
            for (unsigned r = 0; r < board.box.rows; ++r)
                strip.planes[p] |= (board.planes[p] >> (r * cols + first) & row) << (r * count);
        }
        return strip;
    }

    template <typename ValueOf>
    const StripEntry& strip_walls(Engine& engine, const Rules& rules, const GameBoard& strip,
                                  bool left, ValueOf& value_of) {
        const std::uint8_t player = left ? 1 : 2;
        StripEntry& place = strips_[(strip.hash() + player) % strips_.size()];
        if (place.player == player && place.board == strip) return place;
        Walls total;
        bool is_known = true;
        rules.each_component(strip, [&](const GameBoard& component) {
            if (!is_known) return;
            const auto walls = component_walls(engine, rules, component, left, value_of);
            is_known = walls.has_value();
            if (walls) total += *walls;
        });
        place = {strip, player, is_known, total};
        return place;
    }

    template <typename ValueOf>
    std::optional<Walls> component_walls(Engine& engine, const Rules& rules,
                                         const GameBoard& component, bool left, ValueOf& value_of) {
        const int cells = popcount(component.occupied());
        const bool is_thin = std::min(component.box.rows, component.box.cols) <= 2;
        if (cells > (is_thin ? rules.thin_cells() : rules.strip_cells()))
            return counted(rules, component, left);
        GameId value = value_of(component);
        if (!left) value = engine.negate(value);
        ComponentEntry& place = components_[value % components_.size()];
        if (place.value != value) {
            const auto walls = walls_of(engine, value);
            place = {value, walls.has_value(), walls.value_or(Walls{})};
        }
        // So the walls of a board are far from the limits of their type.
        const int most = 2 * cells * Walls::kUnit;
        if (!place.is_known || place.walls.right[0] < -most ||
            place.walls.right[0] + place.walls.width[0] > most)
            return std::nullopt;
        return place.walls;
    }

    static std::optional<Walls> counted(const Rules& rules, const GameBoard& component, bool left) {
        if (!rules.counts_places()) return std::nullopt;
        const PlacementCounts counts = left ? rules.count(component) : -rules.count(component);
        return Walls::of_number(at_least(counts.left, counts.right));
    }

    // Overwritten at will; there is no room for them before the first question.
    std::vector<BoardEntry> boards_;
    std::vector<StripEntry> strips_;
    std::vector<ComponentEntry> components_;
};

}  // namespace farstar
