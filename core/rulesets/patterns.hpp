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
#include <utility>
#include <vector>

#include "board.hpp"
#include "groups.hpp"
#include "solver.hpp"

namespace farstar {

/// Some marks, as bits, in a cell beside the first cell of a pattern.
struct PatternCell {
    int row = 0;
    int col = 0;
    std::uint32_t marks = 0;
};

/// A mark that a move writes; -1 for one that no pattern asks for.
struct PatternWrite {
    int row = 0;
    int col = 0;
    int mark = -1;
};

struct Pattern {
    std::vector<PatternCell> needs;
    std::vector<PatternCell> forbids;
    std::vector<PatternWrite> writes;
    int rows = 0;  // how many rows and columns its needs take
    int cols = 0;
};

/// The pattern with its size.
inline Pattern measured(Pattern pattern) {
    int top = 0, bottom = 0, first = 0, last = 0;
    for (const PatternCell& cell : pattern.needs) {
        top = std::min(top, cell.row);
        bottom = std::max(bottom, cell.row);
        first = std::min(first, cell.col);
        last = std::max(last, cell.col);
    }
    pattern.rows = bottom - top + 1;
    pattern.cols = last - first + 1;
    return pattern;
}

/// A symmetry of the square with an exchange of marks under which the rules stay as they are, or
/// Left's and Right's are exchanged. Numbers 4 to 7 exchange rows and columns first; then 1 mirrors
/// the rows, 2 reverses their order, 3 does both.
struct PatternSymmetry {
    unsigned turn = 0;
    std::vector<unsigned> marks;
    bool negative = false;
};

/// The cells from which a step by (row, col) leads to one of `to`.
inline Bits cells_before(Box box, Bits to, int row, int col) {
    const int cols = box.cols;
    if (col >= cols || -col >= cols || row >= box.rows || -row >= box.rows) return 0;
    if (col != 0) {
        // Of each row of `to` only the cells that such a step can reach.
        const int width = cols - (col > 0 ? col : -col);
        const Bits reached = ((Bits{1} << width) - 1) << (col > 0 ? col : 0);
        to &= first_column(box) * reached;
    }
    const int shift = row * cols + col;
    return (shift >= 0 ? to >> shift : to << -shift) & box.all();
}

template <unsigned kMarks>
class PatternRules {
public:
    static constexpr unsigned kPlanes = kMarks;
    using GameBoard = Board<kMarks>;

    PatternRules() = default;
    PatternRules(std::vector<Pattern> left, std::vector<Pattern> right,
                 std::vector<PatternSymmetry> symmetries)
        : left_(std::move(left)), right_(std::move(right)), symmetries_(std::move(symmetries)) {
        for (auto* patterns : {&left_, &right_}) {
            for (Pattern& pattern : *patterns) pattern = measured(std::move(pattern));
        }
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
        for (const Pattern& pattern : left ? left_ : right_) {
            Bits places = fitting(board, pattern, board.planes);
            for (const PatternCell& cell : pattern.forbids) {
                if (places == 0) break;
                places &=
                    ~cells_before(board.box, marked(board.planes, cell.marks), cell.row, cell.col);
            }
            for (; places != 0; places &= places - 1) {
                GameBoard after = board;
                const auto first = static_cast<int>(std::countr_zero(places));
                for (const PatternWrite& write : pattern.writes) {
                    const Bits cell = cell_at(board.box, first, write.row, write.col);
                    for (Bits& plane : after.planes) plane &= ~cell;
                    if (write.mark >= 0) after.planes[static_cast<unsigned>(write.mark)] |= cell;
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
        std::array<Bits, kMarks> may = board.planes;
        const Bits changing = spread(board, may);
        if (changing == 0) return;
        Groups groups;
        join(board, left_, may, changing, groups);
        join(board, right_, may, changing, groups);
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

    static Bits marked(const std::array<Bits, kMarks>& planes, std::uint32_t marks) {
        Bits cells = 0;
        for (; marks != 0; marks &= marks - 1)
            cells |= planes[static_cast<unsigned>(std::countr_zero(marks))];
        return cells;
    }

    static Bits cell_at(Box box, int first, int row, int col) {
        return Bits{1} << (first + row * box.cols + col);
    }

    /// The first cells of all places where a pattern may fit.
    static Bits fitting(const GameBoard& board, const Pattern& pattern,
                        const std::array<Bits, kMarks>& planes) {
        if (pattern.rows > board.box.rows || pattern.cols > board.box.cols) return 0;
        Bits places = board.box.all();
        for (const PatternCell& cell : pattern.needs) {
            places &= cells_before(board.box, marked(planes, cell.marks), cell.row, cell.col);
            if (places == 0) break;
        }
        return places;
    }

    /// Adds what moves may write, again and again; returns the cells that may change.
    Bits spread(const GameBoard& board, std::array<Bits, kMarks>& may) const {
        Bits changing = 0;
        for (bool grown = true; grown;) {
            grown = false;
            for (const auto* patterns : {&left_, &right_}) {
                for (const Pattern& pattern : *patterns) {
                    const Bits places = fitting(board, pattern, may);
                    if (places == 0) continue;
                    for (const PatternWrite& write : pattern.writes) {
                        const Bits cells = cells_before(board.box, places, -write.row, -write.col);
                        changing |= cells;
                        if (write.mark < 0) continue;
                        Bits& plane = may[static_cast<unsigned>(write.mark)];
                        grown |= (cells & ~plane) != 0;
                        plane |= cells;
                    }
                }
            }
        }
        return changing;
    }

    static void join(const GameBoard& board, const std::vector<Pattern>& patterns,
                     const std::array<Bits, kMarks>& may, Bits changing, Groups& groups) {
        for (const Pattern& pattern : patterns) {
            Bits places = fitting(board, pattern, may);
            for (; places != 0; places &= places - 1) {
                const auto first = static_cast<int>(std::countr_zero(places));
                Bits cells = 0;
                for (const PatternCell& cell : pattern.needs)
                    cells |= cell_at(board.box, first, cell.row, cell.col);
                for (const PatternCell& cell : pattern.forbids) {
                    if ((cells_before(board.box, marked(may, cell.marks), cell.row, cell.col) &
                         lowest(places)) != 0)
                        cells |= cell_at(board.box, first, cell.row, cell.col);
                }
                groups.add(cells & changing, cells & ~changing);
            }
        }
    }

    std::vector<Pattern> left_;
    std::vector<Pattern> right_;
    std::vector<PatternSymmetry> symmetries_;
    std::array<std::array<bool, 2>, 2> may_cut_{};
};

}  // namespace farstar
