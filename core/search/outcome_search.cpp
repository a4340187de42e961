#include "outcome_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

constexpr std::int64_t kMove = 16;  // the unit in which a lead counts one move
// A board is cut into strips of at most so many lines: at once, and before its moves are tried.
constexpr unsigned kFewLines = 2;
constexpr unsigned kManyLines = 4;
constexpr std::size_t kMostWalls = 1000;  // so many parts do not overflow
constexpr std::size_t kMostGames = 0x7fff;

std::uint32_t unsigned_head(const BoardWords& board) {
    return board.words[0] & ~BoardWords::kNegative;
}

/// An order of boards that does not look at their signs.
std::strong_ordering compare(const BoardWords& a, const BoardWords& b) {
    if (unsigned_head(a) != unsigned_head(b)) return unsigned_head(a) <=> unsigned_head(b);
    for (std::size_t i = 1; i < a.size; ++i) {
        if (a.words[i] != b.words[i]) return a.words[i] <=> b.words[i];
    }
    return std::strong_ordering::equal;
}

std::int64_t in_moves(const Dyadic& number) {
    constexpr std::int64_t kFar = std::int64_t{1} << 40;
    if (!number.is_small()) return number.sign() * kFar;
    const auto exponent = number.exponent();
    const std::int64_t whole = std::clamp(number.small_numerator(), -kFar, kFar) * kMove;
    return exponent < 60 ? whole / (std::int64_t{1} << exponent) : 0;
}

}  // namespace

std::size_t OutcomeSearch::bytes() const {
    return table_.bytes() + words_.capacity() * sizeof(std::uint32_t) +
           frames_.capacity() * sizeof(Frame) + children_.capacity() * sizeof(Written) +
           parts_.bytes() + value_walls_.capacity() * sizeof(ValueWalls);
}

void OutcomeSearch::clear() {
    table_.clear();
    games_.clear();
    value_walls_ = {};
}

void OutcomeSearch::keep_useful(std::vector<GameId>& games) {
    if (!is_useful_) return clear();
    is_useful_ = false;
    value_walls_ = {};
    table_.each_key([&](SumKey key) {
        games.push_back(key[0]);
        games.insert(games.end(), key.begin() + 2, key.begin() + 2 + key[1]);
    });
}

void OutcomeSearch::forget(const BoardGame& game) {
    if (std::find(games_.begin(), games_.end(), &game) != games_.end()) clear();
}

unsigned OutcomeSearch::number_of(BoardGame& game) {
    const auto place = std::find(games_.begin(), games_.end(), &game);
    const auto number = static_cast<unsigned>(place - games_.begin());
    if (place == games_.end()) games_.push_back(&game);
    return number;
}

// Sums: in order, and without what cancels.

void OutcomeSearch::add_value(Engine& engine, Sum& sum, GameId value) const {
    if (engine.store().is_compact(value)) {
        sum.constant = engine.add(sum.constant, value);
        return;
    }
    const GameId negative = engine.negate(value);
    const auto opposite = std::lower_bound(sum.values.begin(), sum.values.end(), negative);
    if (opposite != sum.values.end() && *opposite == negative) {
        sum.values.erase(opposite);
    } else {
        sum.values.insert(std::lower_bound(sum.values.begin(), sum.values.end(), value), value);
    }
}

void OutcomeSearch::add_board(Sum& sum, const BoardWords& board) const {
    const auto place = std::lower_bound(
        sum.boards.begin(), sum.boards.end(), board,
        [](const BoardWords& a, const BoardWords& b) { return compare(a, b) < 0; });
    const bool is_there = place != sum.boards.end() && compare(*place, board) == 0;
    if (is_there &&
        (place->is_negative() != board.is_negative() || games_[board.game()]->is_impartial())) {
        sum.boards.erase(place);
    } else {
        sum.boards.insert(place, board);
    }
}

OutcomeSearch::Written OutcomeSearch::write(Sum& sum) {
    const std::size_t at = words_.size();
    words_.push_back(sum.constant);
    words_.push_back(static_cast<std::uint32_t>(sum.values.size()));
    words_.insert(words_.end(), sum.values.begin(), sum.values.end());
    for (BoardWords& board : sum.boards) {
        if (games_[board.game()]->is_impartial()) board.words[0] &= ~BoardWords::kNegative;
        words_.insert(words_.end(), board.words.begin(), board.words.begin() + board.size);
    }
    const std::size_t size = words_.size() - at;
    return {at, size, SumTable::hash({words_.data() + at, size}), 0};
}

void OutcomeSearch::read(const Written& written, Sum& sum) const {
    const std::uint32_t* at = words_.data() + written.at;
    const std::uint32_t* const end = at + written.size;
    sum.constant = at[0];
    sum.values.assign(at + 2, at + 2 + at[1]);
    sum.boards.clear();
    for (at += 2 + at[1]; at < end;) {
        BoardWords board;
        board.words[0] = *at;
        board.size = games_[board.game()]->words_of(board.box());
        std::copy(at, at + board.size, board.words.begin());
        sum.boards.push_back(board);
        at += board.size;
    }
}

// The search.

bool OutcomeSearch::wins(Engine& engine, std::span<const Summand> summands, bool left_moves) {
    frames_.clear();
    children_.clear();
    words_.clear();
    may_grow_ = true;
    is_useful_ = true;
    if (games_.size() + summands.size() > kMostGames) clear();
    Sum root;
    root.constant = engine.store().zero();
    for (const Summand& summand : summands) {
        const bool negative = summand.negative == left_moves;
        if (summand.game == nullptr) {
            add_value(engine, root, negative ? engine.negate(summand.value) : summand.value);
            continue;
        }
        const unsigned number = number_of(*summand.game);
        parts_.clear();
        summand.game->split(engine, options_, summand.board, negative, parts_);
        for (const GameId value : parts_.values) add_value(engine, root, value);
        for (BoardWords& board : parts_.boards) {
            board.words[0] |= number << BoardWords::kGameShift;
            add_board(root, board);
        }
    }
    const Answer known = at_once(engine, root);
    if (known != Answer::kUnknown) return known == Answer::kYes;
    if (options_.nimbers && is_impartial(engine, root)) return wins_by_nimbers(engine, root);
    return search(engine, write(root));
}

bool OutcomeSearch::is_impartial(Engine& engine, const Sum& sum) const {
    const Store& store = engine.store();
    return sum.values.empty() && store.compact(sum.constant).up == 0 &&
           store.left_stop(sum.constant).is_zero() &&
           std::all_of(sum.boards.begin(), sum.boards.end(), [&](const BoardWords& board) {
               return games_[board.game()]->is_impartial();
           });
}

bool OutcomeSearch::wins_by_nimbers(Engine& engine, const Sum& sum) {
    const auto size = [](const BoardWords& board) {
        int cells = 0;
        for (std::size_t i = 1; i < board.size; ++i) cells += std::popcount(board.words[i]);
        return cells;
    };
    const auto largest =
        std::max_element(sum.boards.begin(), sum.boards.end(),
                         [&](const auto& a, const auto& b) { return size(a) < size(b); });
    const auto counted = [&](const BoardWords& board, auto ask) {
        BoardGame& game = *games_[board.game()];
        const std::uint64_t before = game.boards_searched();
        const auto answer = ask(game);
        nodes_ += game.boards_searched() - before;
        return answer;
    };
    unsigned heap = engine.store().compact(sum.constant).star;
    for (auto board = sum.boards.begin(); board != sum.boards.end(); ++board) {
        if (board == largest) continue;
        heap ^=
            counted(*board, [&](BoardGame& game) { return game.nimber(engine, options_, *board); });
    }
    return !counted(*largest, [&](BoardGame& game) {
        return game.has_nimber(engine, options_, *largest, heap);
    });
}

bool OutcomeSearch::search(Engine& engine, const Written& root) {
    const Answer known = table_.look_up(key(root), root.hash);
    if (known != Answer::kUnknown) return known == Answer::kYes;
    Answer result = enter(engine, root);
    for (;;) {
        // Whether Left wins the sum of the last frame.
        if (result == Answer::kUnknown) {
            result = try_next_child(engine);
            continue;
        }
        const bool wins = result == Answer::kYes;
        leave(engine, wins);
        if (frames_.empty()) return wins;
        result = wins ? Answer::kUnknown : Answer::kYes;
    }
}

/// Put a sum on the stack with what its moves lead to, the worst for the opponent first.
Answer OutcomeSearch::enter(Engine& engine, const Written& sum) {
    engine.step();
    frames_.push_back({sum, children_.size(), children_.size(), words_.size(), nodes_});
    ++nodes_;
    read(sum, now_);
    const Answer known = options_.bounds ? by_walls(engine, now_, kManyLines) : Answer::kUnknown;
    if (known != Answer::kUnknown) return known;
    opposite_.constant = engine.negate(now_.constant);
    opposite_.values.clear();
    for (const GameId value : now_.values) opposite_.values.push_back(engine.negate(value));
    std::sort(opposite_.values.begin(), opposite_.values.end());
    opposite_.boards = now_.boards;
    for (BoardWords& board : opposite_.boards) board.words[0] ^= BoardWords::kNegative;
    if (move_on_boards(engine) || move_in_values(engine)) return Answer::kYes;
    const auto first = children_.begin() + static_cast<std::ptrdiff_t>(frames_.back().first_child);
    if (first == children_.end()) return Answer::kNo;
    std::stable_sort(first, children_.end(),
                     [](const Written& a, const Written& b) { return a.lead < b.lead; });
    return Answer::kUnknown;
}

Answer OutcomeSearch::try_next_child(Engine& engine) {
    Frame& frame = frames_.back();
    while (frame.next_child < children_.size()) {
        const Written child = children_[frame.next_child++];
        const Answer reply = table_.look_up(key(child), child.hash);
        if (reply == Answer::kNo) return Answer::kYes;
        if (reply == Answer::kUnknown) return enter(engine, child);
    }
    return Answer::kNo;
}

void OutcomeSearch::leave(Engine& engine, bool wins) {
    const Frame frame = frames_.back();
    if (table_.wants_to_grow() && may_grow_) {
        try {
            engine.claim(2 * table_.bytes());
            table_.grow();
        } catch (const BudgetExceeded&) {
            may_grow_ = false;  // it goes on with the table as it is
        }
    }
    table_.put(key(frame.sum), frame.sum.hash, wins, nodes_ - frame.nodes_before);
    children_.resize(frame.first_child);
    words_.resize(frame.words);
    frames_.pop_back();
}

/// Note what a move leads to; whether the opponent is known to lose there.
bool OutcomeSearch::add_child(Engine& engine, bool is_last_resort) {
    engine.labour(1);
    const Answer known = at_once(engine, child_);
    if (known != Answer::kUnknown) return known == Answer::kNo;
    Written written = write(child_);
    const Answer reply = table_.look_up(key(written), written.hash);
    if (reply != Answer::kUnknown) {
        words_.resize(written.at);
        return reply == Answer::kNo;
    }
    written.lead = is_last_resort ? std::numeric_limits<std::int64_t>::max() : lead(engine, child_);
    children_.push_back(written);
    return false;
}

bool OutcomeSearch::move_on_boards(Engine& engine) {
    for (std::size_t i = 0; i < now_.boards.size(); ++i) {
        const BoardWords board = now_.boards[i];
        if (i > 0 && compare(board, now_.boards[i - 1]) == 0) continue;
        const std::uint32_t number = board.game() << BoardWords::kGameShift;
        parts_.clear();
        games_[board.game()]->split_moves(engine, options_, board, !board.is_negative(),
                                          !board.is_negative(), parts_);
        BoardParts::End from{0, 0};
        for (const BoardParts::End& end : parts_.ends) {
            child_ = opposite_;
            child_.boards.erase(child_.boards.begin() + static_cast<std::ptrdiff_t>(i));
            for (; from.values < end.values; ++from.values)
                add_value(engine, child_, parts_.values[from.values]);
            for (; from.boards < end.boards; ++from.boards) {
                BoardWords& part = parts_.boards[from.boards];
                part.words[0] |= number;
                add_board(child_, part);
            }
            if (add_child(engine, false)) return true;
        }
    }
    return false;
}

bool OutcomeSearch::move_in_values(Engine& engine) {
    Store& store = engine.store();
    for (std::size_t i = 0; i < now_.values.size(); ++i) {
        const GameId value = now_.values[i];
        if (i > 0 && value == now_.values[i - 1]) continue;
        const GameId negative = engine.negate(value);
        for (std::uint32_t k = 0;; ++k) {
            const GameId option = store.option_at(value, true, k);
            if (option == kNone) break;
            child_ = opposite_;
            child_.values.erase(std::find(child_.values.begin(), child_.values.end(), negative));
            add_value(engine, child_, engine.negate(option));
            if (add_child(engine, false)) return true;
        }
    }
    // Nobody moves in a number if anything else helps.
    const bool is_number = store.is_number(now_.constant);
    for (std::uint32_t k = 0;; ++k) {
        const GameId option = store.option_at(now_.constant, true, k);
        if (option == kNone) return false;
        child_ = opposite_;
        child_.constant = engine.negate(option);
        if (add_child(engine, is_number)) return true;
    }
}

// What can be told without a search.

Answer OutcomeSearch::at_once(Engine& engine, const Sum& sum) {
    if (sum.boards.empty() && sum.values.size() <= 2) {
        GameId rest = sum.constant;
        if (sum.values.empty()) return answer(!engine.geq(engine.store().zero(), rest));
        if (sum.values.size() == 2) rest = engine.add(rest, sum.values[1]);
        return answer(!engine.geq(engine.negate(rest), sum.values[0]));
    }
    count(sum);
    if (!options_.bounds) return Answer::kUnknown;
    Answer known = by_numbers(engine, sum);
    if (known == Answer::kUnknown && sum.boards.empty()) known = by_weights(engine, sum);
    return known == Answer::kUnknown ? by_walls(engine, sum, kFewLines) : known;
}

/// Adds up bounds of the parts by thermographs.
Answer OutcomeSearch::by_walls(Engine& engine, const Sum& sum, unsigned lines) {
    counted_.has_walls = false;
    BothWallsOfSum total;
    if (sum.values.size() + sum.boards.size() > kMostWalls) return Answer::kUnknown;
    for (const BoardWords& board : sum.boards) {
        const auto walls = games_[board.game()]->walls(engine, board, lines);
        if (!walls) return Answer::kUnknown;
        total.add(*walls, board.is_negative());
    }
    const auto add_value = [&](GameId value) {
        const auto walls = walls_of_value(engine, value);
        if (walls) total.add(*walls, false);
        return walls.has_value();
    };
    if (!add_value(sum.constant)) return Answer::kUnknown;
    if (!std::all_of(sum.values.begin(), sum.values.end(), add_value)) return Answer::kUnknown;
    counted_.walls = total;
    counted_.has_walls = true;
    if (total.left.wins_moving_first()) return Answer::kYes;
    if (total.right.wins_moving_second()) return Answer::kNo;
    return Answer::kUnknown;
}

std::optional<BothWalls> OutcomeSearch::walls_of_value(Engine& engine, GameId value) {
    constexpr std::size_t kPlaces = std::size_t{1} << 10;
    if (value_walls_.empty()) value_walls_.resize(kPlaces);
    ValueWalls& place = value_walls_[value % kPlaces];
    if (place.value != value) {
        place.value = kNone;
        place.walls.reset();
        const auto left = walls_of(engine, value);
        const auto right = walls_of(engine, engine.negate(value));
        if (left && right) place.walls = BothWalls{*left, *right};
        place.value = value;
    }
    return place.walls;
}

void OutcomeSearch::count(const Sum& sum) {
    counted_ = {};
    for (const BoardWords& board : sum.boards) {
        BoardGame& game = *games_[board.game()];
        if (const auto counts = game.counts(board)) {
            counted_.counts += board.is_negative() ? -*counts : *counts;
        } else if (game.is_infinitesimal()) {
            counted_.has_infinitesimal = true;
        } else if (const auto most = game.most_moves(board)) {
            counted_.most_left += board.is_negative() ? most->right : most->left;
            counted_.most_right += board.is_negative() ? most->left : most->right;
        } else {
            counted_.has_others = true;
        }
    }
}

/// Adds up bounds of the parts by numbers.
Answer OutcomeSearch::by_numbers(Engine& engine, const Sum& sum) const {
    if (counted_.has_others) return Answer::kUnknown;
    Store& store = engine.store();
    const PlacementCounts& counts = counted_.counts;
    const std::int32_t least = at_least(counts.left, counts.right);
    Dyadic low = store.right_stop(sum.constant) + Dyadic{least - counted_.most_right};
    Dyadic high = store.left_stop(sum.constant) +
                  Dyadic{counted_.most_left - at_least(counts.right, counts.left)};
    Dyadic gain{at_least_moving_first(counts.left, counts.right) - least};
    for (const GameId value : sum.values) {
        const Dyadic& left = store.left_stop(value);
        const Dyadic& right = store.right_stop(value);
        low = low + right;
        high = high + left;
    }
    const auto all_are = [&](auto holds) {
        return !counted_.has_infinitesimal &&
               std::all_of(sum.values.begin(), sum.values.end(), holds) && holds(sum.constant);
    };
    if (low.sign() > 0) return Answer::kYes;
    if (high.sign() < 0) return Answer::kNo;
    if (high.is_zero() &&
        all_are([&](GameId g) { return engine.geq(store.intern_number(store.left_stop(g)), g); }))
        return Answer::kNo;
    const int first = (low + gain).sign();
    if (first > 0) return Answer::kYes;
    if (first == 0 && gain.sign() >= 0 &&
        all_are([&](GameId g) { return engine.geq(g, store.intern_number(store.right_stop(g))); }))
        return Answer::kYes;
    for (const GameId value : sum.values) {
        if ((low + store.left_stop(value) - store.right_stop(value)).sign() > 0)
            return Answer::kYes;
    }
    return Answer::kUnknown;
}

/// Two ahead in atomic weights wins, one ahead and the first move too.
Answer OutcomeSearch::by_weights(Engine& engine, const Sum& sum) const {
    Store& store = engine.store();
    const auto is_infinitesimal = [&](GameId g) {
        return store.left_stop(g).is_zero() && store.right_stop(g).is_zero();
    };
    if (!is_infinitesimal(sum.constant)) return Answer::kUnknown;
    GameId weight = store.intern_number(Dyadic{store.compact(sum.constant).up});
    for (const GameId value : sum.values) {
        if (!is_infinitesimal(value)) return Answer::kUnknown;
        try {
            weight = engine.add(weight, engine.atomic_weight(value));
        } catch (const NotAtomic&) {
            return Answer::kUnknown;
        }
    }
    if (engine.geq(weight, store.intern_number(Dyadic{1}))) return Answer::kYes;
    if (engine.geq(store.intern_number(Dyadic{-2}), weight)) return Answer::kNo;
    return Answer::kUnknown;
}

/// A guess by how much Left is ahead. Her own moves count most: if she loses, each of them has to
/// be refuted.
std::int64_t OutcomeSearch::lead(Engine& engine, const Sum& sum) {
    Store& store = engine.store();
    std::int64_t total = 0;
    const auto count = [&](GameId g) {
        total += (in_moves(store.left_stop(g)) + in_moves(store.right_stop(g))) / 2;
        if (store.is_compact(g)) total += std::clamp<std::int64_t>(store.compact(g).up, -8, 8);
    };
    count(sum.constant);
    for (const GameId value : sum.values) count(value);
    total += counted_.counts.lead() * kMove;
    if (counted_.has_walls)
        total += (counted_.walls.left.right.back() - counted_.walls.right.right.back()) / 2;
    for (const BoardWords& board : sum.boards) {
        MoveCounts moves = games_[board.game()]->moves(board);
        if (board.is_negative()) std::swap(moves.left, moves.right);
        total += moves.left * kMove - moves.right * kMove / 2;
    }
    return total;
}

}  // namespace farstar
