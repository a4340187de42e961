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
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "board.hpp"
#include "domino_count.hpp"
#include "pattern.hpp"
#include "pattern_layout.hpp"
#include "solver.hpp"

namespace farstar {

template <unsigned kMarks, typename Plane = Bits>
class PatternRules {
public:
    static constexpr unsigned kPlanes = kMarks;
    using GameBoard = Board<kMarks, Plane>;

    PatternRules() = default;
    PatternRules(std::vector<Pattern> left, std::vector<Pattern> right,
                 std::vector<PatternSymmetry> symmetries)
        : left_(std::move(left)), right_(std::move(right)) {
        for (const bool between_rows : {false, true}) {
            may_cut_[true][between_rows] = may_cut(left_, right_, between_rows);
            may_cut_[false][between_rows] = may_cut(right_, left_, between_rows);
        }
        is_impartial_ = has_same_moves(left_, right_);
        is_all_small_ = is_impartial_ || is_dicotic(left_, right_);
        dominoes_ = kMarks == 1 ? crossing_dominoes(left_, right_) : std::nullopt;
        for (PatternSymmetry& symmetry : symmetries) add(symmetry);
        choose_joins();
    }

    bool may_cut_for(bool left, bool between_rows) const { return may_cut_[left][between_rows]; }
    bool is_impartial() const { return is_impartial_; }
    bool is_all_small() const { return is_all_small_; }
    bool counts_places() const { return dominoes_.has_value(); }
    PlacementCounts count(const GameBoard& board) const {
        return DominoCount::of(board.box, board.planes[0], *dominoes_);
    }
    /// The fewer marks there are, the more cells a board may have whose value is found quickly.
    int small_cells() const { return kMarks > 1 ? 10 : is_impartial_ ? 16 : 12; }
    int strip_cells() const { return kMarks > 1 ? 16 : 18; }
    int thin_cells() const { return kMarks > 1 ? 16 : 30; }

    template <typename Visit>
    void each_move(const GameBoard& board, bool left, Visit visit) const {
        const auto& both = layout(board.box);
        const auto& moves = left ? both.left : both.right;
        for (const auto& move : moves.all()) {
            Plane places = fitting(move.room, moves.needs(move), board.planes);
            for (const auto& banned : moves.forbids(move)) {
                if (places == 0) break;
                places &=
                    ~(banned.room & moved(marked(board.planes, banned.cell), -banned.cell.by));
            }
            for (; places != 0; places &= places - 1) {
                const int shift = countr_zero(places) + move.lowest;
                const Plane unchanged = ~(move.written << shift);
                GameBoard after;
                after.box = board.box;
                for (unsigned p = 0; p < kMarks; ++p)
                    after.planes[p] = (board.planes[p] & unchanged) | move.result[p] << shift;
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
        const auto& both = layout(board.box);
        if (spreads_) {
            std::array<Plane, kMarks> may = board.planes;
            spread(both.joins, may);
            split(both, board, may, visit);
        } else {
            split(both, board, board.planes, visit);
        }
    }

    Representative<GameBoard> representative(const GameBoard& component) const {
        // Wide boxes come first, so that a tall one is transposed at once if it may be.
        const bool is_tall = component.box.rows > component.box.cols;
        const bool is_wide = component.box.rows < component.box.cols;
        Representative<GameBoard> best{component, false};
        if (!is_tall || !may_transpose_) consider_upright(component, 0, best);
        if (may_transpose_ && !is_wide) consider_upright(transposed(component), 4, best);
        return best;
    }

    std::size_t bytes() const { return layouts_.bytes() + places_.capacity() * sizeof(Plane); }

private:
    using Joins = JoinLayout<Plane>;

    /// An exchange of marks: for each plane of the image, the plane that it comes from.
    struct Exchange {
        std::array<std::uint8_t, kMarks> from{};
        bool is_identity = true;
        bool negative = false;
    };

    const BoxLayout<kMarks, Plane>& layout(Box box) const {
        return layouts_.of(box, [&] {
            return BoxLayout<kMarks, Plane>{MoveLayout<kMarks, Plane>(left_, box),
                                            MoveLayout<kMarks, Plane>(right_, box),
                                            Joins(joins_, box), Joins(starts_, box)};
        });
    }

    void add(const PatternSymmetry& symmetry) {
        Exchange exchange;
        exchange.negative = symmetry.negative;
        for (unsigned p = 0; p < kMarks; ++p) exchange.from[p] = static_cast<std::uint8_t>(p);
        for (unsigned mark = 0; mark < symmetry.marks.size(); ++mark) {
            exchange.from[symmetry.marks[mark]] = static_cast<std::uint8_t>(mark);
            exchange.is_identity &= symmetry.marks[mark] == mark;
        }
        may_transpose_ |= symmetry.turn >= 4;
        exchanges_[symmetry.turn].push_back(exchange);
    }

    /// Without following what moves write from cell to cell, a cell may hold whatever its mark may
    /// become. That is quick, and often just as good; so it is tried on random boards. Components
    /// in which nobody can move now are then left out: nobody ever can.
    void choose_joins() {
        constexpr std::size_t kMostTried = 64;
        joins_ = united(left_, right_);
        const std::vector<Pattern> wide = widened(joins_);
        if (wide == joins_) return;
        if (joins_.size() > kMostTried) {
            spreads_ = true;
            return;
        }
        PatternRules thorough = *this;
        thorough.spreads_ = true;
        starts_ = joins_;
        joins_ = wide;
        spreads_ = !splits_like(thorough);
        if (spreads_) *this = thorough;
        layouts_ = {};
    }
    bool splits_like(const PatternRules& other) const {
        constexpr unsigned kTried = 24;
        std::uint64_t random = 1;
        for (const Box box : {Box{4, 4}, Box{1, 12}, Box{12, 1}}) {
            for (unsigned i = 0; i < kTried; ++i) {
                GameBoard board;
                board.box = box;
                for (unsigned cell = 0; cell < box.cells(); ++cell) {
                    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
                    const auto mark = static_cast<unsigned>((random >> 33) % (kMarks + 1));
                    if (mark < kMarks) board.planes[mark] |= Plane{1} << cell;
                }
                if (components(board) != other.components(board)) return false;
            }
        }
        return true;
    }
    std::vector<GameBoard> components(const GameBoard& board) const {
        std::vector<GameBoard> all;
        each_component(board, [&](const GameBoard& part) { all.push_back(part); });
        std::sort(all.begin(), all.end(),
                  [](const GameBoard& a, const GameBoard& b) { return before(a, b); });
        return all;
    }

    // A span, since compilers that merge this for two numbers of marks warn of arrays.
    static Plane marked(std::span<const Plane> planes, const MarkedStep& cell) {
        if (kMarks == 1) return planes[0];
        if (cell.only >= 0) return planes[static_cast<unsigned>(cell.only)];
        Plane cells = 0;
        for (std::uint32_t marks = cell.marks; marks != 0; marks &= marks - 1)
            cells |= planes[static_cast<unsigned>(std::countr_zero(marks))];
        return cells;
    }

    /// The first cells of all places where a pattern may fit.
    static Plane fitting(Plane places, std::span<const MarkedStep> needs,
                         const std::array<Plane, kMarks>& planes) {
        for (const MarkedStep& need : needs) {
            places &= moved(marked(planes, need), -need.by);
            if (places == 0) break;
        }
        return places;
    }

    /// Adds what moves may write, again and again.
    static void spread(const Joins& joins, std::array<Plane, kMarks>& may) {
        // A pattern is tried again only if a mark that it asks for has gained cells since.
        std::uint32_t gained_before = ~std::uint32_t{0};
        while (gained_before != 0) {
            std::uint32_t gained = 0;
            for (const auto& join : joins.all()) {
                if ((join.asked & (gained_before | gained)) == 0) continue;
                const Plane places = fitting(join.room, joins.needs(join), may);
                if (places == 0) continue;
                for (const WrittenStep& write : joins.writes(join)) {
                    if (write.mark < 0) continue;
                    const Plane cells = moved(places, write.by);
                    Plane& plane = may[static_cast<unsigned>(write.mark)];
                    if ((cells & ~plane) != 0) gained |= std::uint32_t{1} << write.mark;
                    plane |= cells;
                }
            }
            gained_before = gained;
        }
    }

    /// Shows the components, given the marks that each cell may hold.
    template <typename Visit>
    void split(const BoxLayout<kMarks, Plane>& both, const GameBoard& board,
               const std::array<Plane, kMarks>& may, Visit& visit) const {
        const Joins& joins = both.joins;
        const std::size_t distances = joins.distances().size();
        std::array<Plane, kCellsOf<Plane>>
            joined;  // for each distance, the lower ones of two cells
        std::fill_n(joined.begin(), distances, 0);
        if (joins.has_links()) places_.resize(joins.all().size());
        Plane changing = 0;
        for (std::size_t i = 0; i < joins.all().size(); ++i) {
            const auto& join = joins.all()[i];
            const Plane places = fitting(join.room, joins.needs(join), may);
            if (joins.has_links()) places_[i] = places;
            if (places == 0) continue;
            for (const WrittenStep& write : joins.writes(join)) changing |= moved(places, write.by);
            for (const auto& link : joins.chain(join))
                joined[link.distance] |= moved(places, link.from);
        }
        if (changing == 0) return;
        if (joins.has_links()) add_links(joins, may, changing, joined);
        const Plane possible = starts_.empty() ? changing : cells_of_moves(both.starts, board);
        std::array<Plane, kCellsOf<Plane>>
            parts;  // all before the first visit, which may split others
        std::size_t count = 0;
        for (Plane rest = changing; rest != 0;) {
            const Plane part = connected_by(joins.distances(), joined, lowest(rest));
            rest &= ~part;
            if ((part & possible) == 0) continue;
            parts[count++] = joins.has_links() ? part | scenery(joins, may, part) : part;
        }
        for (std::size_t i = 0; i < count; ++i) visit(cropped(board, parts[i]));
    }

    /// All cells that are joined with one of them.
    static Plane connected_by(const std::vector<int>& distances,
                              const std::array<Plane, kCellsOf<Plane>>& joined, Plane part) {
        if (distances.size() == 2) {  // as on most grids; everything fits into registers
            const int across = distances[0], down = distances[1];
            const Plane beside = joined[0], below = joined[1];
            for (Plane before = 0; before != part;) {
                before = part;
                part |= (part & beside) << across | (part >> across & beside);
                part |= (part & below) << down | (part >> down & below);
            }
            return part;
        }
        for (Plane before = 0; before != part;) {
            before = part;
            for (std::size_t i = 0; i < distances.size(); ++i) {
                const int by = distances[i];
                part |= (part & joined[i]) << by | (part >> by & joined[i]);
            }
        }
        return part;
    }

    /// Cells in which a move now begins, whatever it forbids.
    static Plane cells_of_moves(const Joins& starts, const GameBoard& board) {
        Plane cells = 0;
        for (const auto& join : starts.all()) {
            const Plane places = fitting(join.room, starts.needs(join), board.planes);
            cells |= moved(places, starts.writes(join)[0].by);
        }
        return cells;
    }

    /// The places of a pattern at which a cell that it does not write matters.
    static Plane looking(const typename Joins::Link& link, Plane places,
                         const std::array<Plane, kMarks>& may) {
        places &= link.room;
        if (link.forbidden.marks != 0) places &= moved(marked(may, link.forbidden), -link.to);
        return places;
    }
    void add_links(const Joins& joins, const std::array<Plane, kMarks>& may, Plane changing,
                   std::array<Plane, kCellsOf<Plane>>& joined) const {
        for (std::size_t i = 0; i < joins.all().size(); ++i) {
            if (places_[i] == 0) continue;
            for (const auto& link : joins.links(joins.all()[i])) {
                const Plane places = looking(link, places_[i], may) & moved(changing, -link.to);
                joined[link.distance] |= moved(places, std::min(link.from, link.to));
            }
        }
    }
    /// The cells that patterns look at which write in this component.
    Plane scenery(const Joins& joins, const std::array<Plane, kMarks>& may, Plane part) const {
        Plane cells = 0;
        for (std::size_t i = 0; i < joins.all().size(); ++i) {
            if (places_[i] == 0) continue;
            for (const auto& link : joins.links(joins.all()[i])) {
                const Plane here = places_[i] & moved(part, -link.from);
                if (here != 0) cells |= moved(looking(link, here, may), link.to);
            }
        }
        return cells;
    }

    /// Takes the first of a board, its reflections and its half turn, with exchanged marks.
    void consider_upright(const GameBoard& board, unsigned first_turn,
                          Representative<GameBoard>& best) const {
        const auto* exchanges = &exchanges_[first_turn];
        consider(board, exchanges[0], best);
        if (!exchanges[3].empty()) consider(turned(board), exchanges[3], best);
        if (exchanges[1].empty() && exchanges[2].empty()) return;
        const GameBoard other = flipped(board);
        consider(other, exchanges[2], best);
        if (!exchanges[1].empty()) consider(turned(other), exchanges[1], best);
    }
    static void consider(const GameBoard& image, const std::vector<Exchange>& exchanges,
                         Representative<GameBoard>& best) {
        for (const Exchange& exchange : exchanges) {
            if (kMarks == 1 || exchange.is_identity) {
                if (before(image, best.board)) best = {image, exchange.negative};
                continue;
            }
            GameBoard exchanged;
            exchanged.box = image.box;
            for (unsigned p = 0; p < kMarks; ++p)
                exchanged.planes[p] = image.planes[exchange.from[p]];
            if (before(exchanged, best.board)) best = {exchanged, exchange.negative};
        }
    }

    std::vector<Pattern> left_;
    std::vector<Pattern> right_;
    std::vector<Pattern> joins_;   // patterns of both players, by which cells belong together
    std::vector<Pattern> starts_;  // those that must be possible now, if `joins_` are wider
    std::array<std::vector<Exchange>, 8> exchanges_;  // by symmetry of the square
    bool spreads_ = false;
    bool may_transpose_ = false;
    bool is_impartial_ = false;
    bool is_all_small_ = false;
    std::optional<bool> dominoes_;
    std::array<std::array<bool, 2>, 2> may_cut_{};
    mutable LayoutsByBox<BoxLayout<kMarks, Plane>, kCellsOf<Plane>> layouts_;
    mutable std::vector<Plane> places_;  // where the joins of the board in hand are possible
};

}  // namespace farstar
