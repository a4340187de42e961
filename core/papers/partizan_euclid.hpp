// Bulk work on Partizan Euclid: from (p, q), with t = p mod q > 0, Left moves to (q, t) and Right
// to (q, q - t). A position is standard when q < p < 2q.
//
// The coprime standard positions with q > 1 form a tree with the root (3, 2) = {0 | 0}: (p, q) has
// the children (p + q, p), worth {b | a}, and (2p - q, p), worth {a | b}, where b is the value of
// (p, q) and a that of its Left option. The first child puts the letter l in front of the word of
// (p, q), the second the letter r. Every kernel here is a walk of that tree.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "farstar/engine.hpp"

namespace farstar {

/// A game for each coprime standard position with p <= bound; kNone where gcd(p, q) > 1.
///
/// A cell holds the game itself or, in a table that is named, a number in the list of its games,
/// whose first entry is kNone.
class EuclidTable {
public:
    enum class Fill { kEmpty, kLater };

    EuclidTable(Engine& engine, std::uint32_t bound, Fill fill = Fill::kEmpty);

    std::uint32_t bound() const { return bound_; }
    bool has_place(std::uint64_t p, std::uint64_t q) const {
        return p <= bound_ && q < p && p < 2 * q;
    }
    GameId at(std::uint32_t p, std::uint32_t q) const { return game(cells_[place(p, q)]); }
    void set(std::uint32_t p, std::uint32_t q, GameId g) { cells_[place(p, q)] = g; }

    std::span<const GameId> cells() const { return {cells_.get(), count_}; }
    std::span<GameId> cells() { return {cells_.get(), count_}; }
    /// Where the cell of (p, q) is, less q; before the first cell for small p.
    static std::size_t row_start(std::uint32_t p) { return place(p, 0); }
    /// Let the cells be numbers in this list from now on.
    void name(std::vector<GameId> games) { names_ = std::move(games); }
    std::span<const GameId> names() const { return names_; }
    /// What is in the cells without a game.
    GameId empty_cell() const { return names_.empty() ? kNone : 0; }

private:
    // The rows p = 3, 4, ... have 1, 1, 2, 2, 3, 3, ... places: q from p/2 + 1 to p - 1.
    static std::size_t row(std::uint32_t p) {
        const std::size_t half = (p - 1) / 2;
        return p % 2 ? half * (half - 1) : half * half;
    }
    static std::size_t place(std::uint32_t p, std::uint32_t q) { return row(p) + q - p / 2 - 1; }
    GameId game(GameId cell) const { return names_.empty() ? cell : names_[cell]; }

    std::uint32_t bound_;
    std::size_t count_ = 0;
    std::unique_ptr<GameId[]> cells_;
    std::vector<GameId> names_;
};

/// Canonical forms by the general engine: every form is made canonical by comparing games.
EuclidTable partizan_euclid_values(Engine& engine, std::uint32_t bound);

/// What a letter in front does to a state of the normal-form automaton.
struct FormStep {
    std::uint8_t next;
    /// The canonical form of the new position {x | y}: '0' zero, '*' star, 'K' {x | y},
    /// 'U' {0 | y}, 'D' {x | 0}, 'B' the Right option of b, 'A' the Left option of a.
    char action;
};
struct FormState {
    FormStep l;
    FormStep r;
};

/// Canonical forms without comparing games, by an automaton whose first state is that of (3, 2).
EuclidTable partizan_euclid_forms(Engine& engine, std::uint32_t bound,
                                  std::span<const FormState> automaton);

/// Equal letters, 'l' or 'r', one after the other.
struct LetterRun {
    char letter;
    std::uint64_t length;
};

/// The canonical form for one word, its runs in the order in which they are put in front of e.
GameId partizan_euclid_form(Engine& engine, std::span<const LetterRun> runs,
                            std::span<const FormState> automaton);

/// A class of words: where the letters lead, and who wins the position plus a far star.
struct WordClass {
    std::uint8_t l;
    std::uint8_t r;
    char far_outcome;
};

/// The atomic weight for one word, by the automaton of classes; no canonical form is made.
GameId partizan_euclid_weight(Engine& engine, std::span<const LetterRun> runs,
                              std::span<const WordClass> automaton);

/// Atomic weights along the words, by closed forms: the numbers of the classes are those of
/// farstar.theory.automata.far_star_automaton.
EuclidTable partizan_euclid_weights(Engine& engine, std::uint32_t bound,
                                    std::span<const WordClass> automaton);

/// How often a game occurs among the coprime standard positions with p <= bound, and where first:
/// at the least p, and there at the least q.
struct GameCount {
    GameId game;
    std::uint64_t count;
    std::uint32_t p;
    std::uint32_t q;
};
using GameCounts = std::vector<GameCount>;

/// Count games without keeping the positions (weights: nor where they are): part number `part`
/// (from 0) of `parts`, which add up to the whole.
GameCounts partizan_euclid_weight_counts(Engine& engine, std::uint32_t bound,
                                         std::span<const WordClass> automaton, unsigned part,
                                         unsigned parts);
/// The same with the places, for all.
GameCounts partizan_euclid_weight_places(Engine& engine, std::uint32_t bound,
                                         std::span<const WordClass> automaton);
GameCounts partizan_euclid_form_counts(Engine& engine, std::uint32_t bound,
                                       std::span<const FormState> automaton, unsigned part,
                                       unsigned parts);

/// How many states, and how many values, words of n letters before e bring that no shorter word
/// has, n = 1, ..., longest. The state of a word is the value of Left's option and that of the
/// position; every one is made by the general engine, and nothing is known of normal forms.
struct WordGrowth {
    std::vector<std::uint64_t> states;
    std::vector<std::uint64_t> values;
};
WordGrowth partizan_euclid_growth(Engine& engine, unsigned longest);

}  // namespace farstar
