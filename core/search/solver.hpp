// Values of board positions: moves on bit-boards, components added up, results remembered up to
// symmetry. Those of impartial games are nimbers, which have a search of their own.
//
// A board of at most 128 cells loses a cell with every move, so that nothing here is deeper than
// that, and the recursion is bounded.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "board.hpp"
#include "board_game.hpp"
#include "farstar/engine.hpp"
#include "farstar/prefetch.hpp"
#include "nimber_search.hpp"
#include "strip_bounds.hpp"

namespace farstar {

/// A board that stands for others by symmetry, and whether its value is the negative of theirs.
template <typename GameBoard>
struct Representative {
    GameBoard board;
    bool negative = false;
};

/// A board on which only one player can ever move, and at most so many times.
struct Territory {
    bool is_left = true;
    std::int64_t most = 0;
};

/// For games in which every symmetry of the square preserves the value, and exchanging the first
/// two planes negates it.
template <typename GameBoard>
Representative<GameBoard> representative_of_colours(const GameBoard& component) {
    // Wide boxes come first, so that a tall one is transposed at once.
    const bool tall = component.box.rows > component.box.cols;
    Representative<GameBoard> best{tall ? transposed(component) : component, false};
    const auto consider = [&best](const GameBoard& image) {
        if (before(image, best.board)) best = {image, false};
        GameBoard exchanged = image;
        std::swap(exchanged.planes[0], exchanged.planes[1]);
        if (before(exchanged, best.board)) best = {exchanged, true};
    };
    const GameBoard first = best.board;
    each_upright_image(first, consider);
    if (component.box.rows == component.box.cols)
        each_upright_image(transposed(component), consider);
    return best;
}

/// Values by board: open addressing.
template <typename GameBoard>
class BoardTable {
public:
    GameId look_up(const GameBoard& board) {
        Entry& entry = entries_[find(board)];
        entry.useful = true;
        return entry.value;
    }
    /// Say that a board will be looked up soon: the table outgrows every cache.
    void prefetch(const GameBoard& board) const {
        farstar::prefetch(&entries_[board.hash() & (entries_.size() - 1)]);
    }
    void put(const GameBoard& board, GameId value) {
        if ((used_ + 1) * 4 > entries_.size() * 3) grow();
        Entry& entry = entries_[find(board)];
        used_ += entry.value == kNone;
        entry = {board.planes, board.box, false, value};
    }
    void clear() {
        shrink(entries_, kFirst);
        std::fill(entries_.begin(), entries_.end(), Entry{});
        used_ = 0;
    }
    /// Forget the boards that were not looked up since the last call; list the values of the rest.
    void keep_useful(std::vector<GameId>& values) {
        std::vector<Entry> stay;
        for (const Entry& entry : entries_) {
            if (entry.value != kNone && entry.useful) stay.push_back(entry);
        }
        clear();
        for (const Entry& entry : stay) {
            put({entry.planes, entry.box}, entry.value);
            values.push_back(entry.value);
        }
    }
    std::size_t size() const { return used_; }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
    /// What growing will take for a moment, if the next entry makes the table grow.
    std::size_t wanted() const { return (used_ + 1) * 4 > entries_.size() * 3 ? 2 * bytes() : 0; }

private:
    static constexpr std::size_t kFirst = 64;
    struct Entry {
        decltype(GameBoard::planes) planes{};
        Box box;
        bool useful = false;  // looked up since it was put here
        GameId value = kNone;
    };

    std::size_t find(const GameBoard& board) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t slot = board.hash() & mask;
        while (entries_[slot].value != kNone &&
               !(GameBoard{entries_[slot].planes, entries_[slot].box} == board)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        old.swap(entries_);
        for (const Entry& entry : old) {
            if (entry.value == kNone) continue;
            GameBoard board;
            board.planes = entry.planes;
            board.box = entry.box;
            entries_[find(board)] = entry;
        }
    }

    std::vector<Entry> entries_ = std::vector<Entry>(kFirst);
    std::size_t used_ = 0;
};

/// The values of components as they were met last, before any symmetry is tried: small, and
/// overwritten at will. Most components are small, and met again and again.
template <typename GameBoard>
class RecentBoards {
public:
    struct Entry {
        GameBoard board;
        GameId value = kNone;
    };
    /// The place of a board, whatever is there now.
    Entry& place(const GameBoard& board) { return entries_[board.hash() % kEntries]; }
    void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }
    template <typename Visit>
    void each(Visit visit) const {
        for (const Entry& entry : entries_) {
            if (entry.value != kNone) visit(entry.board);
        }
    }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

private:
    static constexpr std::size_t kEntries = std::size_t{1} << 13;
    std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

/// The values of one game, and its boards for the search of sums. `Rules` says what its components,
/// moves and symmetries are, and may say which boards are territories, how many cells a small board
/// has, what is to be counted for bounds, and that the game is impartial or all-small.
template <typename Rules>
class Solver final : public BoardGame {
public:
    using GameBoard = typename Rules::GameBoard;

    explicit Solver(Rules rules = {}) : rules_(std::move(rules)) {}

    /// The value of a position whose box is not empty.
    GameId value(Engine& engine, const GameBoard& board) {
        parts_.clear();
        values_.clear();
        if (is_impartial()) return of_nimber(engine, nimber(engine, {}, board));
        return sum_of_components(engine, board);
    }

    // For the search of sums.
    void split(Engine& engine, const SearchOptions& options, const BoardWords& board, bool negative,
               BoardParts& parts) override {
        parts_.clear();
        values_.clear();
        add_components(engine, options, from_words<GameBoard>(board), negative, parts);
    }
    void split_moves(Engine& engine, const SearchOptions& options, const BoardWords& board,
                     bool left, bool negative, BoardParts& parts) override {
        parts_.clear();
        values_.clear();
        rules_.each_move(from_words<GameBoard>(board), left, [&](const GameBoard& after) {
            add_components(engine, options, after, negative, parts);
        });
    }
    std::uint32_t words_of(Box box) const override {
        return 1 + Rules::kPlanes * words_of_plane(box);
    }
    MoveCounts moves(const BoardWords& words) override {
        MoveCounts moves;
        const GameBoard board = from_words<GameBoard>(words);
        if constexpr (requires { rules_.count(board); }) {
            if (rules_.counts_places()) return moves;
        }
        rules_.each_move(board, true, [&](const GameBoard&) { ++moves.left; });
        rules_.each_move(board, false, [&](const GameBoard&) { ++moves.right; });
        return moves;
    }
    std::optional<PlacementCounts> counts(const BoardWords& words) override {
        if constexpr (requires { rules_.count(from_words<GameBoard>(words)); }) {
            if (rules_.counts_places()) return rules_.count(from_words<GameBoard>(words));
        }
        return std::nullopt;
    }
    std::optional<MoveCounts> most_moves(const BoardWords& words) override {
        if constexpr (requires { rules_.most_moves(from_words<GameBoard>(words)); })
            return rules_.most_moves(from_words<GameBoard>(words));
        return std::nullopt;
    }
    std::optional<BothWalls> walls(Engine& engine, const BoardWords& words,
                                   unsigned lines) override {
        if constexpr (requires { rules_.may_cut_for(true, true); }) {
            parts_.clear();
            values_.clear();
            return strips_.bounds(
                engine, rules_, from_words<GameBoard>(words), lines,
                [&](const GameBoard& part) { return component_value(engine, part); });
        } else {
            return std::nullopt;
        }
    }
    unsigned nimber(Engine& engine, const SearchOptions& options,
                    const BoardWords& words) override {
        parts_.clear();
        values_.clear();
        return nimber(engine, options, from_words<GameBoard>(words));
    }
    bool has_nimber(Engine& engine, const SearchOptions& options, const BoardWords& words,
                    unsigned n) override {
        is_useful_ = true;
        const GameBoard board = from_words<GameBoard>(words);
        if (n > kMostNimber) return nimber(engine, options, words) == n;
        try {
            return nimbers_.has_nimber(engine, rules_, options, board, n);
        } catch (const NimberTooLarge&) {
            return nimber(engine, options, words) == n;
        }
    }
    std::uint64_t boards_searched() const override { return nimbers_.nodes(); }
    bool is_impartial() const override {
        if constexpr (requires { rules_.is_impartial(); }) return rules_.is_impartial();
        return false;
    }
    bool is_infinitesimal() const override {
        if constexpr (requires { rules_.is_all_small(); }) return rules_.is_all_small();
        return is_impartial();
    }

    std::size_t size() const { return table_.size(); }
    std::size_t bytes() const override {
        std::size_t bytes = table_.bytes() + recent_.bytes() + strips_.bytes() + nimbers_.bytes() +
                            parts_.capacity() * sizeof(Part) + values_.capacity() * sizeof(GameId);
        if constexpr (kRemembersWholeBoards) bytes += whole_.bytes();
        if constexpr (requires { rules_.bytes(); }) bytes += rules_.bytes();
        return bytes;
    }
    void clear() override {
        table_.clear();
        forget_recent();
        strips_.clear();
        nimbers_.clear();
    }
    void keep_useful(std::vector<GameId>& games) override {
        // What was met lately is useful, though the table was not asked for it.
        recent_.each(
            [this](const GameBoard& b) { table_.look_up(rules_.representative(b).board); });
        forget_recent();
        strips_.clear();
        if (!is_useful_) nimbers_.clear();
        is_useful_ = false;
        table_.keep_useful(games);
    }

private:
    /// A component of a board after a move: as it was met, and either its value or what stands
    /// for it.
    struct Part {
        GameBoard board;
        Representative<GameBoard> chosen;
        GameId value = kNone;
    };

    /// Whether boards are looked up before their components are found.
    static constexpr bool kRemembersWholeBoards = requires { Rules::kRemembersWholeBoards; };

    void forget_recent() {
        recent_.clear();
        if constexpr (kRemembersWholeBoards) whole_.clear();
    }

    int small_cells() const {
        if constexpr (requires { rules_.small_cells(); }) return rules_.small_cells();
        return 10;
    }

    /// The components of a board as one sum; those that are small as values.
    void add_components(Engine& engine, const SearchOptions& options, const GameBoard& board,
                        bool negative, BoardParts& parts) {
        const auto add = [&](const GameBoard& component) {
            if (options.values && popcount(component.occupied()) <= small_cells()) {
                const GameId value = component_value(engine, component);
                parts.values.push_back(negative ? engine.negate(value) : value);
            } else if (options.symmetry) {
                const Representative<GameBoard> chosen = rules_.representative(component);
                parts.boards.push_back(to_words(chosen.board, negative != chosen.negative));
            } else {
                parts.boards.push_back(to_words(component, negative));
            }
        };
        if (options.split) {
            rules_.each_component(board, add);
        } else {
            add(board);
        }
        parts.end_sum();
    }

    GameId component_value(Engine& engine, const GameBoard& component) {
        auto& recent = recent_.place(component);
        if (recent.board == component && recent.value != kNone) return recent.value;
        const GameId value = is_impartial() ? of_nimber(engine, nimber(engine, {}, component))
                                            : value_of(engine, rules_.representative(component));
        recent_.place(component) = {component, value};
        return value;
    }

    unsigned nimber(Engine& engine, const SearchOptions& options, const GameBoard& board) {
        is_useful_ = true;
        try {
            return nimbers_.nimber(engine, rules_, options, board);
        } catch (const NimberTooLarge&) {
            return engine.store().compact(sum_of_components(engine, board)).star;
        }
    }
    static GameId of_nimber(Engine& engine, unsigned n) {
        return engine.store().intern_compact(Dyadic{}, 0, n);
    }

    GameId sum_of_components(Engine& engine, const GameBoard& board) {
        GameId total = engine.store().zero();
        rules_.each_component(board, [&](const GameBoard& component) {
            total = engine.add(total, value_of(engine, rules_.representative(component)));
        });
        return total;
    }

    GameId value_of(Engine& engine, const Representative<GameBoard>& chosen) {
        GameId value = table_.look_up(chosen.board);
        if (value == kNone) {
            value = searched(engine, chosen.board);
            if (table_.wanted() != 0) engine.claim(table_.wanted());
            table_.put(chosen.board, value);
        }
        return chosen.negative ? engine.negate(value) : value;
    }

    GameId searched(Engine& engine, const GameBoard& board) {
        engine.step();
        if constexpr (requires { rules_.territory(board); }) {
            if (const std::optional<Territory> owned = rules_.territory(board))
                return most_moves(engine, board, *owned);
        }
        const std::size_t base = values_.size();
        add_options(engine, board, true);
        const std::size_t middle = values_.size();
        if (!is_impartial()) add_options(engine, board, false);
        const Options left{values_.data() + base, middle - base};
        const Options right{values_.data() + middle, values_.size() - middle};
        const GameId value = engine.construct(left, is_impartial() ? left : right);
        values_.resize(base);
        return value;
    }

    // All moves are made before the first is looked up, so that the table can be prefetched.
    void add_options(Engine& engine, const GameBoard& board, bool left) {
        const std::size_t first_value = values_.size();
        const std::size_t first_part = parts_.size();
        rules_.each_move(board, left, [&](const GameBoard& after) {
            if constexpr (kRemembersWholeBoards) {
                const auto& whole = whole_.place(after);
                if (whole.board == after && whole.value != kNone) {
                    parts_.push_back({after, {}, whole.value});
                    parts_.push_back({{}, {after, false}, kNone});
                    return;
                }
            }
            rules_.each_component(after, [&](const GameBoard& component) {
                const auto& recent = recent_.place(component);
                if (recent.board == component) {
                    parts_.push_back({component, {}, recent.value});
                } else {
                    parts_.push_back({component, rules_.representative(component), kNone});
                    table_.prefetch(parts_.back().chosen.board);
                }
            });
            parts_.push_back({{}, {after, false}, kNone});  // ends a move: a part has cells
        });
        GameId option = engine.store().zero();
        for (std::size_t i = first_part; i < parts_.size(); ++i) {
            const Part part = parts_[i];  // a copy: a search moves the others
            if (part.board.box.rows != 0) {
                GameId value = part.value;
                if (value == kNone) {
                    value = value_of(engine, part.chosen);
                    recent_.place(part.board) = {part.board, value};
                }
                option = engine.add(option, value);
                continue;
            }
            if constexpr (kRemembersWholeBoards)
                whole_.place(part.chosen.board) = {part.chosen.board, option};
            const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(first_value);
            if (std::find(begin, values_.end(), option) == values_.end()) values_.push_back(option);
            option = engine.store().zero();
        }
        parts_.resize(first_part);
    }

    /// The value of a region of one player: how often they can move in a row.
    GameId most_moves(Engine& engine, const GameBoard& board, const Territory& owned) {
        std::int64_t moves = 0;
        rules_.each_move(board, owned.is_left, [&](const GameBoard& after) {
            if (moves == owned.most) return;
            const Dyadic& rest = engine.store().left_stop(sum_of_components(engine, after));
            moves = std::max(moves, 1 + std::abs(rest.small_numerator()));
        });
        return engine.store().intern_number(Dyadic{owned.is_left ? moves : -moves});
    }

    Rules rules_;
    BoardTable<GameBoard> table_;
    RecentBoards<GameBoard> recent_;
    std::conditional_t<kRemembersWholeBoards, RecentBoards<GameBoard>, std::monostate> whole_;
    StripBounds<Rules> strips_;
    NimberSearch<Rules> nimbers_;
    bool is_useful_ = false;  // nimbers were asked for since the last call of keep_useful
    // Of the boards on the way down: the components of the moves, and the values of the options.
    std::vector<Part> parts_;
    std::vector<GameId> values_;
};

}  // namespace farstar
