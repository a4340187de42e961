// Rules as data: a pattern says which marks must stand where, which must not, and what is written.
//
// A board has one plane for each mark that some pattern asks for. A cell without any of them, and
// everything outside the box, matches nothing. All places where a pattern fits are found at once,
// by shifting planes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "board.hpp"
#include "groups.hpp"
#include "pattern_layout.hpp"
#include "solver.hpp"

namespace farstar {

/// A symmetry of the square with an exchange of marks under which the rules stay as they are, or
/// Left's and Right's are exchanged. Numbers 4 to 7 exchange rows and columns first; then 1 mirrors
/// the rows, 2 reverses their order, 3 does both.
struct PatternSymmetry {
    unsigned turn = 0;
    std::vector<unsigned> marks;
    bool negative = false;
};

template <unsigned kMarks>
class PatternRules {
public:
    static constexpr unsigned kPlanes = kMarks;
    static constexpr bool kRemembersWholeBoards = true;  // finding components is slow
    using GameBoard = Board<kMarks>;

    PatternRules() = default;
    PatternRules(std::vector<Pattern> left, std::vector<Pattern> right,
                 std::vector<PatternSymmetry> symmetries)
        : left_(std::move(left)), right_(std::move(right)), symmetries_(std::move(symmetries)) {
        for (const bool by_left : {false, true}) {
            for (const bool between_rows : {false, true})
                may_cut_[by_left][between_rows] = find_whether_may_cut(by_left, between_rows);
        }
    }

    /// Whether a player may renounce the moves across a border between rows, or columns, so that
    /// the two sides become independent: the opponent has no moves across it, and whether a move of
    /// the player is allowed depends on its own rows, or columns, alone.
    bool may_cut_for(bool left, bool between_rows) const { return may_cut_[left][between_rows]; }

    template <typename Visit>
    void each_move(const GameBoard& board, bool left, Visit visit) const {
        const auto& both = layouts_.of(left_, right_, board.box);
        const PatternLayout& layout = left ? both.left : both.right;
        for (const auto& laid : layout.all()) {
            Bits places = fitting(layout, laid, board.planes);
            for (const auto& banned : layout.forbids(laid)) {
                if (places == 0) break;
                places &=
                    ~(banned.room & moved(marked(board.planes, banned.cell), -banned.cell.by));
            }
            for (; places != 0; places &= places - 1) {
                const auto first = static_cast<int>(std::countr_zero(places));
                GameBoard after = board;
                const Bits changed = laid.written << (first + laid.lowest);
                for (Bits& plane : after.planes) plane &= ~changed;
                for (const auto& write : layout.writes(laid)) {
                    if (write.mark >= 0)
                        after.planes[static_cast<unsigned>(write.mark)] |= Bits{1}
                                                                           << (first + write.by);
                }
                visit(after);
            }
        }
    }

    /// For each cell the marks that it may ever hold are found, from above: a pattern counts as
    /// possible if each of its cells may hold what it needs. Cells that may change belong together
    /// if a possible pattern has both; cells that never change are scenery, which may stand in
    /// several components.
    template <typename Visit>
    void each_component(const GameBoard& board, Visit visit) const {
        const auto& both = layouts_.of(left_, right_, board.box);
        std::array<Bits, kMarks> may = board.planes;
        const Bits changing = spread(both, may);
        if (changing == 0) return;
        Groups groups;
        join(both.left, may, changing, groups);
        join(both.right, may, changing, groups);
        for (std::size_t i = 0; i < groups.count; ++i)
            visit(cropped(board, groups.moving[i] | groups.scenery[i]));
    }

    Representative<kMarks> representative(const GameBoard& component) const {
        Representative<kMarks> best{component, false};
        for (const PatternSymmetry& symmetry : symmetries_) {
            GameBoard image = component;
            for (unsigned mark = 0; mark < symmetry.marks.size(); ++mark)
                image.planes[symmetry.marks[mark]] = component.planes[mark];
            if (symmetry.turn >= 4) image = transposed(image);
            if (symmetry.turn % 4 == 1) image = turned(flipped(image));
            if (symmetry.turn % 4 == 2) image = flipped(image);
            if (symmetry.turn % 4 == 3) image = turned(image);
            if (before(image, best.board)) best = {image, symmetry.negative};
        }
        return best;
    }

    std::size_t bytes() const { return layouts_.bytes(); }

private:
    bool find_whether_may_cut(bool left, bool between_rows) const {
        const auto line = [&](const auto& cell) { return between_rows ? cell.row : cell.col; };
        const auto stays = [&](const Pattern& pattern) {
            const auto is_there = [&](const auto& cell) { return line(cell) == 0; };
            return std::all_of(pattern.needs.begin(), pattern.needs.end(), is_there) &&
                   std::all_of(pattern.writes.begin(), pattern.writes.end(), is_there);
        };
        const auto looks_within = [&](const Pattern& pattern) {
            int first = 0, last = 0;
            for (const PatternCell& cell : pattern.needs) {
                first = std::min(first, line(cell));
                last = std::max(last, line(cell));
            }
            const auto is_within = [&](const auto& cell) {
                return line(cell) >= first && line(cell) <= last;
            };
            return std::all_of(pattern.forbids.begin(), pattern.forbids.end(), is_within) &&
                   std::all_of(pattern.writes.begin(), pattern.writes.end(), is_within);
        };
        const std::vector<Pattern>& mine = left ? left_ : right_;
        const std::vector<Pattern>& yours = left ? right_ : left_;
        return std::all_of(yours.begin(), yours.end(), stays) &&
               std::all_of(mine.begin(), mine.end(), looks_within);
    }

    // A span, since compilers that merge this for two numbers of marks warn of arrays.
    static Bits marked(std::span<const Bits> planes, const PatternLayout::Marked& cell) {
        if (cell.only >= 0) return planes[static_cast<unsigned>(cell.only)];
        Bits cells = 0;
        for (std::uint32_t marks = cell.marks; marks != 0; marks &= marks - 1)
            cells |= planes[static_cast<unsigned>(std::countr_zero(marks))];
        return cells;
    }

    /// The first cells of all places where a pattern may fit.
    static Bits fitting(const PatternLayout& layout, const PatternLayout::Laid& laid,
                        const std::array<Bits, kMarks>& planes) {
        Bits places = laid.room;
        for (const auto& need : layout.needs(laid)) {
            places &= moved(marked(planes, need), -need.by);
            if (places == 0) break;
        }
        return places;
    }

    /// Adds what moves may write, again and again; returns the cells that may change.
    static Bits spread(const PatternLayouts::OfBox& both, std::array<Bits, kMarks>& may) {
        Bits changing = 0;
        // A pattern is tried again only if a mark that it asks for has gained cells since.
        std::uint32_t gained_before = ~std::uint32_t{0};
        while (gained_before != 0) {
            std::uint32_t gained = 0;
            for (const PatternLayout* layout : {&both.left, &both.right}) {
                for (const auto& laid : layout->all()) {
                    if ((laid.asked & (gained_before | gained)) == 0) continue;
                    const Bits places = fitting(*layout, laid, may);
                    if (places == 0) continue;
                    for (const auto& write : layout->writes(laid)) {
                        const Bits cells = moved(places, write.by);
                        changing |= cells;
                        if (write.mark < 0) continue;
                        Bits& plane = may[static_cast<unsigned>(write.mark)];
                        if ((cells & ~plane) != 0) gained |= std::uint32_t{1} << write.mark;
                        plane |= cells;
                    }
                }
            }
            gained_before = gained;
        }
        return changing;
    }

    static void join(const PatternLayout& layout, const std::array<Bits, kMarks>& may,
                     Bits changing, Groups& groups) {
        for (const auto& laid : layout.all()) {
            Bits places = fitting(layout, laid, may);
            for (; places != 0; places &= places - 1) {
                const auto first = static_cast<int>(std::countr_zero(places));
                Bits cells = laid.footprint << (first + laid.lowest);
                for (const auto& banned : layout.forbids(laid)) {
                    if ((banned.room & lowest(places)) != 0)
                        cells |= Bits{1} << (first + banned.cell.by) & marked(may, banned.cell);
                }
                groups.add(cells & changing, cells & ~changing);
            }
        }
    }

    std::vector<Pattern> left_;
    std::vector<Pattern> right_;
    std::vector<PatternSymmetry> symmetries_;
    mutable PatternLayouts layouts_;
    std::array<std::array<bool, 2>, 2> may_cut_{};
};

}  // namespace farstar
