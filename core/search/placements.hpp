// Rules as data on cells without geometry: rings, graphs, or anything else.
//
// A placement says which of its cells must hold which marks, which must not, and what is written,
// by cells that are numbers from 0 to 63. A board has one plane for each mark that some placement
// asks for; a cell without any of them matches nothing. Components keep the numbers of their cells.
#pragma once

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

/// Cells that all must, or must not, hold one of some marks.
struct MarkedCells {
    std::uint32_t marks = 0;
    Bits cells = 0;

    bool operator==(const MarkedCells&) const = default;
};

/// Cells that a move gives a mark; -1 for one that no placement asks for.
struct WrittenCells {
    int mark = -1;
    Bits cells = 0;

    bool operator==(const WrittenCells&) const = default;
};

struct Placement {
    std::vector<MarkedCells> needs;
    std::vector<MarkedCells> forbids;
    std::vector<WrittenCells> writes;
    Bits needed = 0;   // all cells in `needs`
    Bits written = 0;  // all cells in `writes`

    bool operator==(const Placement&) const = default;
};

/// A permutation of the cells with an exchange of marks under which the rules stay as they are, or
/// Left's and Right's are exchanged.
struct CellSymmetry {
    std::vector<unsigned> cells;
    std::vector<unsigned> marks;
    bool negative = false;
};

template <unsigned kMarks>
class PlacementRules {
public:
    static constexpr unsigned kPlanes = kMarks;
    static constexpr bool kRemembersWholeBoards = true;  // finding components is slow
    using GameBoard = Board<kMarks>;

    PlacementRules() = default;
    PlacementRules(std::vector<Placement> left, std::vector<Placement> right,
                   std::vector<CellSymmetry> symmetries)
        : left_(std::move(left)), right_(std::move(right)), symmetries_(std::move(symmetries)) {
        is_impartial_ = left_ == right_;
        for (const auto* placements : {&left_, &right_}) {
            for (const Placement& placement : *placements)
                bytes_ +=
                    sizeof(Placement) +
                    (placement.needs.size() + placement.forbids.size()) * sizeof(MarkedCells) +
                    placement.writes.size() * sizeof(WrittenCells);
        }
    }

    bool is_impartial() const { return is_impartial_; }

    template <typename Visit>
    void each_move(const GameBoard& board, bool left, Visit visit) const {
        for (const Placement& placement : left ? left_ : right_) {
            if (!may_fit(board.planes, placement) || is_forbidden(board.planes, placement))
                continue;
            GameBoard after = board;
            for (Bits& plane : after.planes) plane &= ~placement.written;
            for (const WrittenCells& write : placement.writes) {
                if (write.mark >= 0) after.planes[static_cast<unsigned>(write.mark)] |= write.cells;
            }
            visit(after);
        }
    }

    /// As for patterns: cells that may change belong together if a possible placement has both.
    template <typename Visit>
    void each_component(const GameBoard& board, Visit visit) const {
        std::array<Bits, kMarks> may = board.planes;
        const Bits changing = spread(may);
        if (changing == 0) return;
        Groups groups;
        for (const auto* placements : {&left_, &right_}) {
            for (const Placement& placement : *placements) {
                if (!may_fit(may, placement)) continue;
                Bits cells = placement.needed;
                for (const MarkedCells& banned : placement.forbids)
                    cells |= banned.cells & marked(may, banned.marks);
                groups.add(cells & changing, cells & ~changing);
            }
        }
        for (std::size_t i = 0; i < groups.count; ++i) {
            GameBoard part = board;
            for (Bits& plane : part.planes) plane &= groups.moving[i] | groups.scenery[i];
            visit(part);
        }
    }

    Representative<GameBoard> representative(const GameBoard& component) const {
        Representative<GameBoard> best{component, false};
        for (const CellSymmetry& symmetry : symmetries_) {
            GameBoard image;
            image.box = component.box;
            for (unsigned mark = 0; mark < kMarks; ++mark) {
                const unsigned other = mark < symmetry.marks.size() ? symmetry.marks[mark] : mark;
                for (Bits m = component.planes[mark]; m != 0; m &= m - 1) {
                    const auto cell = static_cast<unsigned>(std::countr_zero(m));
                    image.planes[other] |= Bits{1} << symmetry.cells[cell];
                }
            }
            if (before(image, best.board)) best = {image, symmetry.negative};
        }
        return best;
    }

    std::size_t bytes() const { return bytes_; }

private:
    static Bits marked(const std::array<Bits, kMarks>& planes, std::uint32_t marks) {
        Bits cells = 0;
        for (; marks != 0; marks &= marks - 1)
            cells |= planes[static_cast<unsigned>(std::countr_zero(marks))];
        return cells;
    }
    static bool may_fit(const std::array<Bits, kMarks>& planes, const Placement& placement) {
        for (const MarkedCells& need : placement.needs) {
            if ((need.cells & ~marked(planes, need.marks)) != 0) return false;
        }
        return true;
    }
    static bool is_forbidden(const std::array<Bits, kMarks>& planes, const Placement& placement) {
        for (const MarkedCells& banned : placement.forbids) {
            if ((banned.cells & marked(planes, banned.marks)) != 0) return true;
        }
        return false;
    }

    /// Adds what moves may write, again and again; returns the cells that may change.
    Bits spread(std::array<Bits, kMarks>& may) const {
        Bits changing = 0;
        for (bool grown = true; grown;) {
            grown = false;
            for (const auto* placements : {&left_, &right_}) {
                for (const Placement& placement : *placements) {
                    if (!may_fit(may, placement)) continue;
                    changing |= placement.written;
                    for (const WrittenCells& write : placement.writes) {
                        if (write.mark < 0) continue;
                        Bits& plane = may[static_cast<unsigned>(write.mark)];
                        grown |= (write.cells & ~plane) != 0;
                        plane |= write.cells;
                    }
                }
            }
        }
        return changing;
    }

    std::vector<Placement> left_;
    std::vector<Placement> right_;
    std::vector<CellSymmetry> symmetries_;
    bool is_impartial_ = false;
    std::size_t bytes_ = 0;
};

}  // namespace farstar
