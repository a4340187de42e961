// The nimber of an impartial board, by asking whether it is 0, 1, 2, ...
//
// A board has nimber n if no move leads to n, and some move leads to each smaller number. So for
// each component the set of nimbers that are still possible is kept, and shrinks in two ways: a
// move to n excludes n, and if no move leads to n, everything above n is excluded. Often it is
// enough to know that a component does not have some nimber, and then one move shows it.
//
// A board after a move is a sum of components. Those whose nimbers are known are added up; of the
// others all but the largest get their nimbers, and the question is handed on to the largest one.
//
// Every move takes a board closer to its end, so that the recursion is no deeper than a game.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "board_game.hpp"
#include "farstar/engine.hpp"
#include "farstar/errors.hpp"
#include "nimber_table.hpp"

namespace farstar {

/// A board has a nimber that is too large for sets of nimbers.
struct NimberTooLarge {};

template <typename Rules>
class NimberSearch {
public:
    using GameBoard = typename Rules::GameBoard;
    static constexpr std::size_t kMostTableBytes = std::size_t{1} << 30;

    /// Without a limit of memory the table grows up to so many bytes.
    explicit NimberSearch(std::size_t most_bytes = kMostTableBytes) : table_(most_bytes) {}

    /// The nimber of a board.
    unsigned nimber(Engine& engine, const Rules& rules, const SearchOptions& options,
                    const GameBoard& board) {
        begin(engine, rules, options);
        return value(split_at_once(board));
    }
    /// Whether a board has this nimber.
    bool has_nimber(Engine& engine, const Rules& rules, const SearchOptions& options,
                    const GameBoard& board, unsigned n) {
        begin(engine, rules, options);
        return has(split_at_once(board), n);
    }

    std::uint64_t nodes() const { return nodes_; }
    std::size_t size() const { return table_.size(); }
    std::size_t bytes() const {
        return table_.bytes() + parts_.capacity() * sizeof(Part) +
               children_.capacity() * sizeof(Child) + afters_.capacity() * sizeof(GameBoard);
    }
    void clear() { table_.clear(); }

private:
    /// A board after a move: what its known components add up to, and where the others are among
    /// parts_, the largest first.
    struct Child {
        unsigned known = 0;
        unsigned count = 0;
        std::size_t first = 0;
        int cost = 0;
    };
    /// A component, and the nimbers that it may have.
    struct Part {
        GameBoard board;
        Nimbers possible = kAllNimbers;
    };

    void begin(Engine& engine, const Rules& rules, const SearchOptions& options) {
        engine_ = &engine;
        rules_ = &rules;
        options_ = options;
        may_grow_ = true;
        parts_.clear();
        children_.clear();
        afters_.clear();
        if (const auto limit = engine.memory_limit()) table_.allow(*limit);
    }

    static bool is_single(Nimbers set) { return std::has_single_bit(set); }
    static unsigned least(Nimbers set) { return static_cast<unsigned>(std::countr_zero(set)); }
    static Nimbers only(unsigned n) {
        if (n > kMostNimber) throw NimberTooLarge{};
        return Nimbers{1} << n;
    }
    static int cells(const GameBoard& board) { return popcount(board.occupied()); }

    // Components.

    /// Put the components of a board on parts_; the table is asked for them later.
    void split(const GameBoard& board) {
        Child child;
        child.first = parts_.size();
        const auto add = [&](const GameBoard& component) {
            parts_.push_back(
                {options_.symmetry ? rules_->representative(component).board : component});
            table_.prefetch(parts_.back().board);
        };
        if (options_.split) {
            rules_->each_component(board, add);
        } else if (board.occupied() != 0) {
            add(board);
        }
        child.count = static_cast<unsigned>(parts_.size() - child.first);
        children_.push_back(child);
    }

    /// Add up the components whose nimbers are known, and leave out those that cancel.
    void simplify(std::size_t number) {
        Child child = children_[number];
        const std::size_t end = child.first + child.count;
        child.count = 0;
        for (std::size_t i = child.first; i < end; ++i) {
            Part part = parts_[i];
            part.possible = table_.look_up(part.board);
            if (options_.values && !is_single(part.possible) && cells(part.board) <= kSmallCells)
                part.possible = only(by_mex(part.board));
            if (is_single(part.possible)) {
                child.known ^= least(part.possible);
                continue;
            }
            const auto rest = parts_.begin() + static_cast<std::ptrdiff_t>(child.first);
            const auto equal = std::find_if(rest, rest + child.count, [&](const Part& other) {
                return other.board == part.board;
            });
            if (equal != rest + child.count) {
                *equal = rest[--child.count];
            } else {
                rest[child.count++] = part;
            }
        }
        if (child.count > 1) {
            const auto rest = parts_.begin() + static_cast<std::ptrdiff_t>(child.first);
            std::sort(rest, rest + child.count,
                      [](const Part& a, const Part& b) { return cells(a.board) > cells(b.board); });
        }
        children_[number] = child;
    }

    Child split_at_once(const GameBoard& board) {
        split(board);
        simplify(children_.size() - 1);
        return children_.back();
    }

    // Sums.

    /// The nimbers of all components but the largest, added up.
    unsigned add_up_all_but_largest(const Child& child) {
        unsigned total = child.known;
        for (unsigned i = 1; i < child.count; ++i) total ^= value(parts_[child.first + i].board);
        return total;
    }
    unsigned value(const Child& child) {
        const unsigned rest = add_up_all_but_largest(child);
        return child.count == 0 ? rest : rest ^ value(parts_[child.first].board);
    }
    bool has(const Child& child, unsigned n) {
        if (child.count == 0) return child.known == n;
        if (child.count > 1 && options_.bounds && (possible(child) & only(n)) == 0) return false;
        const unsigned rest = add_up_all_but_largest(child);
        return has(parts_[child.first].board, rest ^ n);
    }
    /// The nimbers that a sum may have.
    Nimbers possible(const Child& child) const {
        Nimbers total = only(child.known);
        for (unsigned i = 0; i < child.count; ++i) {
            const Nimbers part = table_.look_up(parts_[child.first + i].board);
            if (part == kAllNimbers) return kAllNimbers;
            total = nim_sums(total, part);
        }
        return total;
    }
    static Nimbers nim_sums(Nimbers a, Nimbers b) {
        if ((a & b & kLargerNimbers) != 0) return kAllNimbers;
        Nimbers sums = (a | b) & kLargerNimbers;  // and what 31 and a smaller one add up to
        for (; a != 0; a &= a - 1) {
            for (Nimbers rest = b; rest != 0; rest &= rest - 1)
                sums |= Nimbers{1} << (least(a) ^ least(rest));
        }
        return sums;
    }

    // Single components. They come by value: a search moves the parts.

    bool has(const GameBoard board, unsigned n) {
        if (!options_.bounds) return value(board) == n;
        const Nimbers wanted = only(n);
        const Nimbers known = table_.look_up(board);
        if ((known & wanted) == 0) return false;
        return is_single(known) || (narrow(board, known, wanted) & wanted) != 0;
    }
    unsigned value(const GameBoard board) {
        const Nimbers known = table_.look_up(board);
        if (is_single(known)) return least(known);
        return options_.bounds ? least(narrow(board, known, 0)) : by_mex(board);
    }

    /// Find out whether the nimber of a component is `wanted`, or which one it is if `wanted` is
    /// empty; return what is then possible.
    Nimbers narrow(const GameBoard& board, Nimbers known, Nimbers wanted) {
        const Frame frame = enter(board);
        const auto is_answered = [&] {
            return is_single(known) || (wanted != 0 && (known & wanted) == 0);
        };
        // Most boards are answered by a move whose nimber is known, before all moves are split.
        for (std::size_t next = frame.first_after; next < afters_.size() && !is_answered();) {
            const std::size_t first_new = children_.size();
            const std::size_t end = std::min(next + kSplitAtOnce, afters_.size());
            for (; next < end; ++next) split(afters_[next]);
            std::size_t kept = first_new;
            for (std::size_t i = first_new; i < children_.size(); ++i) {
                simplify(i);
                if (children_[i].count != 0) {
                    children_[kept++] = children_[i];
                } else {
                    exclude(known, children_[i].known);
                }
            }
            children_.resize(kept);
        }
        afters_.resize(frame.first_after);
        if (!is_answered()) order(frame.first_child);
        // What is wanted comes first: mostly a single move shows that it is excluded.
        Nimbers next = wanted != 0 ? wanted : known;
        while (!is_answered()) {
            const unsigned n = least(next);
            if (some_child_has(frame.first_child, n)) {
                exclude(known, n);
            } else {
                known &= (Nimbers{2} << n) - 1;
            }
            next = known;
        }
        leave(frame, board, known);
        return known;
    }
    static void exclude(Nimbers& known, unsigned n) {
        known &= ~only(n);
        if (known == kLargerNimbers) throw NimberTooLarge{};
    }
    bool some_child_has(std::size_t first_child, unsigned n) {
        for (std::size_t i = first_child; i < children_.size(); ++i) {
            if (has(Child(children_[i]), n)) return true;
        }
        return false;
    }
    /// Boards with few cells and few moves come first, of which much is known.
    void order(std::size_t first_child) {
        const auto begin = children_.begin() + static_cast<std::ptrdiff_t>(first_child);
        for (auto child = begin; child != children_.end(); ++child) {
            child->cost = 0;
            for (unsigned i = 0; i < child->count; ++i) {
                const Part& part = parts_[child->first + i];
                const int moves = moves_of(part.board);
                child->cost += 4 * (cells(part.board) + moves) + 8 * std::popcount(part.possible);
            }
        }
        std::stable_sort(begin, children_.end(),
                         [](const Child& a, const Child& b) { return a.cost < b.cost; });
    }

    int moves_of(const GameBoard& board) const {
        int moves = 0;
        if constexpr (!requires { Rules::kMovesAreCostly; })
            rules_->each_move(board, true, [&](const GameBoard&) { ++moves; });
        return moves;
    }

    /// The nimber of a component from those of all its options.
    unsigned by_mex(const GameBoard board) {
        const Frame frame = enter(board);
        for (std::size_t i = frame.first_after; i < afters_.size(); ++i) split(afters_[i]);
        afters_.resize(frame.first_after);
        Nimbers options = 0;
        for (std::size_t i = frame.first_child; i < children_.size(); ++i) {
            simplify(i);
            options |= only(value(Child(children_[i])));
        }
        const auto mex = static_cast<unsigned>(std::countr_one(options));
        leave(frame, board, only(mex));
        return mex;
    }

    struct Frame {
        std::size_t first_child;
        std::size_t first_part;
        std::size_t first_after;
        std::uint64_t nodes_before;
    };
    /// Put the boards that the moves lead to on the stack.
    Frame enter(const GameBoard& board) {
        engine_->step();
        const Frame frame{children_.size(), parts_.size(), afters_.size(), nodes_++};
        rules_->each_move(board, true, [&](const GameBoard& after) { afters_.push_back(after); });
        engine_->labour(afters_.size() - frame.first_after);
        return frame;
    }
    void leave(const Frame& frame, const GameBoard& board, Nimbers known) {
        children_.resize(frame.first_child);
        parts_.resize(frame.first_part);
        if (table_.wants_to_grow() && may_grow_) {
            try {
                engine_->claim(2 * table_.bytes());
                table_.grow();
            } catch (const BudgetExceeded&) {
                may_grow_ = false;  // it goes on with the table as it is
            }
        }
        table_.put(board, known, nodes_ - frame.nodes_before);
    }

    static constexpr int kSmallCells = 10;
    static constexpr std::size_t kSplitAtOnce = 4;  // so that the table can be prefetched

    NimberTable<GameBoard> table_;
    Engine* engine_ = nullptr;
    const Rules* rules_ = nullptr;
    SearchOptions options_;
    std::uint64_t nodes_ = 0;
    bool may_grow_ = true;
    // Of the boards on the way down: the boards after moves that are not yet split, the others as
    // sums, and their components.
    std::vector<GameBoard> afters_;
    std::vector<Child> children_;
    std::vector<Part> parts_;
};

}  // namespace farstar
