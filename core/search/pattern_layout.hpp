// Patterns laid out on the boxes of one size: where each has room, and steps as shifts of planes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "board.hpp"
#include "pattern.hpp"

namespace farstar {

/// The cells of a box from which a step by (row, col) stays in it.
template <typename Plane>
Plane with_room(Box box, int row, int col) {
    const int rows = box.rows;
    const int cols = box.cols;
    if (std::abs(col) >= cols || std::abs(row) >= rows) return 0;
    Plane columns = 0;
    for (int c = std::max(0, -col); c < cols - std::max(0, col); ++c)
        columns |= first_column<Plane>(box) << static_cast<unsigned>(c);
    const Plane all = box.all<Plane>();
    const auto shift = static_cast<unsigned>(std::abs(row * cols));
    return columns & (row >= 0 ? all >> shift : all << shift) & all;
}

/// The cells that a step of `by` bits leads to, which the caller knows to stay in the box: bits
/// that a rotation brings back at the other end are not among those that are looked at.
template <typename Plane>
Plane moved(Plane cells, int by) {
    return rotl(cells, by);
}

/// Marks in the cell that is `by` bits after the first; `only` is the number of a single mark.
struct MarkedStep {
    std::int16_t by = 0;
    std::int16_t only = -1;
    std::uint32_t marks = 0;
};

/// A mark that is written in the cell that is `by` bits after the first.
struct WrittenStep {
    std::int16_t by = 0;
    std::int16_t mark = -1;
};

/// A part of a list that many patterns share.
struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    template <typename Entry>
    std::span<const Entry> of(const std::vector<Entry>& all) const {
        return std::span(all).subspan(begin, end - begin);
    }
};

/// The first cells for which all cells of a pattern lie in a box.
template <typename Plane>
Plane room_for(const std::vector<PatternCell>& cells, Box box) {
    Plane room = box.all<Plane>();
    for (const PatternCell& cell : cells) room &= with_room<Plane>(box, cell.row, cell.col);
    return room;
}

namespace detail {

template <typename Cell>
std::int16_t step_to(const Cell& cell, Box box) {
    return static_cast<std::int16_t>(cell.row * box.cols + cell.col);
}

inline MarkedStep marked_step(const PatternCell& cell, Box box) {
    const int only = std::has_single_bit(cell.marks) ? std::countr_zero(cell.marks) : -1;
    return {step_to(cell, box), static_cast<std::int16_t>(only), cell.marks};
}

template <typename Entry>
Range ended(std::size_t begin, const std::vector<Entry>& all) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(all.size())};
}

}  // namespace detail

/// The moves of one player that have room in a box.
template <unsigned kMarks, typename Plane>
class MoveLayout {
public:
    struct Forbidden {
        MarkedStep cell;
        Plane room = 0;  // the first cells for which it lies in the box
    };
    struct Move {
        Plane room = 0;                      // where the first cell may lie
        Plane written = 0;                   // the cells that change, the lowest of them as bit 0
        std::array<Plane, kMarks> result{};  // likewise those that get each of the marks
        int lowest = 0;                      // how far that bit is from the first cell
        Range needs, forbids;
    };

    MoveLayout(const std::vector<Pattern>& patterns, Box box) {
        for (const Pattern& pattern : patterns) add(pattern, box);
    }

    const std::vector<Move>& all() const { return all_; }
    std::span<const MarkedStep> needs(const Move& move) const { return move.needs.of(needs_); }
    std::span<const Forbidden> forbids(const Move& move) const { return move.forbids.of(forbids_); }
    std::size_t bytes() const {
        return all_.capacity() * sizeof(Move) + needs_.capacity() * sizeof(MarkedStep) +
               forbids_.capacity() * sizeof(Forbidden);
    }

private:
    void add(const Pattern& pattern, Box box) {
        Move move;
        move.room = room_for<Plane>(pattern.needs, box);
        if (move.room == 0 || pattern.writes.empty()) return;
        const std::size_t first_need = needs_.size();
        for (const PatternCell& cell : pattern.needs)
            needs_.push_back(detail::marked_step(cell, box));
        move.needs = detail::ended(first_need, needs_);
        const std::size_t first_forbidden = forbids_.size();
        for (const PatternCell& cell : pattern.forbids) {
            const Plane room = move.room & with_room<Plane>(box, cell.row, cell.col);
            if (room != 0) forbids_.push_back({detail::marked_step(cell, box), room});
        }
        move.forbids = detail::ended(first_forbidden, forbids_);
        const auto by = [&](const PatternWrite& write) { return int{detail::step_to(write, box)}; };
        move.lowest = by(pattern.writes[0]);
        for (const PatternWrite& write : pattern.writes)
            move.lowest = std::min(move.lowest, by(write));
        for (const PatternWrite& write : pattern.writes) {
            const Plane cell = Plane{1} << (by(write) - move.lowest);
            move.written |= cell;
            if (write.mark >= 0) move.result[static_cast<unsigned>(write.mark)] |= cell;
        }
        all_.push_back(move);
    }

    std::vector<Move> all_;
    std::vector<MarkedStep> needs_;
    std::vector<Forbidden> forbids_;
};

/// What joins cells in a box: patterns of either player that may ever become possible.
///
/// A pattern joins all of its cells that may change. Those that it writes do; they form a chain. To
/// any other cell there is a link from the first cell that is written. Two cells at the same
/// distance are joined in the same way, whichever pattern does it.
template <typename Plane>
class JoinLayout {
public:
    /// A link between a cell that is written and one that may be.
    struct Link {
        std::int16_t from = 0;
        std::int16_t to = 0;
        std::uint16_t distance = 0;  // its number
        MarkedStep forbidden;        // marks, if the cell matters only if it may hold one of them
        Plane room = 0;              // the first cells for which it lies in the box
    };
    /// Two cells that are written, the lower one first.
    struct Chained {
        std::int16_t from = 0;
        std::uint16_t distance = 0;
    };
    struct Join {
        Plane room = 0;
        std::uint32_t asked = 0;
        Range needs, writes, chain, links;
    };

    JoinLayout(const std::vector<Pattern>& patterns, Box box) {
        for (const Pattern& pattern : patterns) add(pattern, box);
    }

    const std::vector<Join>& all() const { return all_; }
    const std::vector<int>& distances() const { return distances_; }
    bool has_links() const { return !links_.empty(); }
    std::span<const MarkedStep> needs(const Join& join) const { return join.needs.of(needs_); }
    std::span<const WrittenStep> writes(const Join& join) const { return join.writes.of(writes_); }
    std::span<const Chained> chain(const Join& join) const { return join.chain.of(chains_); }
    std::span<const Link> links(const Join& join) const { return join.links.of(links_); }
    std::size_t bytes() const {
        return all_.capacity() * sizeof(Join) + distances_.capacity() * sizeof(int) +
               needs_.capacity() * sizeof(MarkedStep) + writes_.capacity() * sizeof(WrittenStep) +
               chains_.capacity() * sizeof(Chained) + links_.capacity() * sizeof(Link);
    }

private:
    void add(const Pattern& pattern, Box box) {
        Join join;
        join.room = room_for<Plane>(pattern.needs, box);
        if (join.room == 0 || pattern.writes.empty()) return;
        const std::size_t first_need = needs_.size();
        for (const PatternCell& cell : pattern.needs) {
            needs_.push_back(detail::marked_step(cell, box));
            join.asked |= cell.marks;
        }
        join.needs = detail::ended(first_need, needs_);
        const std::size_t first_written = writes_.size();
        std::vector<std::int16_t> written;
        for (const PatternWrite& write : pattern.writes) {
            writes_.push_back({detail::step_to(write, box), static_cast<std::int16_t>(write.mark)});
            written.push_back(writes_.back().by);
        }
        join.writes = detail::ended(first_written, writes_);
        std::sort(written.begin(), written.end());
        written.erase(std::unique(written.begin(), written.end()), written.end());
        const std::size_t first_chained = chains_.size();
        for (std::size_t i = 1; i < written.size(); ++i)
            chains_.push_back({written[i - 1], distance(written[i] - written[i - 1])});
        join.chain = detail::ended(first_chained, chains_);
        const std::size_t first_link = links_.size();
        const auto link = [&](const PatternCell& cell, bool is_forbidden) {
            const std::int16_t to = detail::step_to(cell, box);
            const Plane room = join.room & with_room<Plane>(box, cell.row, cell.col);
            if (room == 0 || std::binary_search(written.begin(), written.end(), to)) return;
            const MarkedStep marks = is_forbidden ? detail::marked_step(cell, box) : MarkedStep{};
            const std::uint16_t apart = distance(std::abs(to - written[0]));
            links_.push_back({written[0], to, apart, marks, room});
        };
        for (const PatternCell& cell : pattern.needs) link(cell, false);
        for (const PatternCell& cell : pattern.forbids) link(cell, true);
        join.links = detail::ended(first_link, links_);
        all_.push_back(join);
    }
    std::uint16_t distance(int apart) {
        const auto known = std::find(distances_.begin(), distances_.end(), apart);
        const auto number = static_cast<std::uint16_t>(known - distances_.begin());
        if (known == distances_.end()) distances_.push_back(apart);
        return number;
    }

    std::vector<Join> all_;
    std::vector<int> distances_;
    std::vector<MarkedStep> needs_;
    std::vector<WrittenStep> writes_;
    std::vector<Chained> chains_;
    std::vector<Link> links_;
};

/// What the rules mean in boxes of one size.
template <unsigned kMarks, typename Plane>
struct BoxLayout {
    MoveLayout<kMarks, Plane> left;
    MoveLayout<kMarks, Plane> right;
    JoinLayout<Plane> joins;
    JoinLayout<Plane> starts;  // patterns as they are, to see what is possible now; perhaps none

    std::size_t bytes() const {
        return left.bytes() + right.bytes() + joins.bytes() + starts.bytes();
    }
};

/// The layouts for every box that was met.
template <typename Layout, unsigned kMostCells>
class LayoutsByBox {
public:
    template <typename Make>
    const Layout& of(Box box, Make make) {
        if (box == last_box_ && last_ != nullptr) return *last_;
        if (by_box_.empty()) by_box_.resize((kMostCells + 1) * (kMostCells + 1));
        auto& layout = by_box_[box.rows * (kMostCells + 1) + box.cols];
        if (layout == nullptr) {
            layout = std::make_shared<const Layout>(make());
            bytes_ += layout->bytes();
        }
        last_box_ = box;
        last_ = layout.get();
        return *layout;
    }
    std::size_t bytes() const {
        return bytes_ + by_box_.capacity() * sizeof(std::shared_ptr<const Layout>);
    }

private:
    std::vector<std::shared_ptr<const Layout>> by_box_;
    Box last_box_;
    const Layout* last_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace farstar
