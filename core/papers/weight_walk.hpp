// Atomic weights of Partizan Euclid in closed form along its words, as farstar.theory.weights has
// them and proves them: a class and two counters. Games are made only where they are asked for.
//
// A weight is an integer or a comb {M | T}, M an integer and T, its tail, an integer or a comb
// whose integers are all raised by 2.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "key_map.hpp"
#include "partizan_euclid.hpp"

namespace farstar {

/// An integer from 2 on as it stands; a comb as minus its number among all that were met.
using CombTail = std::int32_t;
inline constexpr CombTail kNoTail = 0;

/// The tails that are combs, each numbered once.
class CombTails {
public:
    explicit CombTails(Engine& engine)
        : engine_(engine), two_(engine.store().intern_number(Dyadic{2})) {}

    /// The comb {first | tail} as a tail.
    CombTail of_comb(std::int32_t first, CombTail tail) {
        std::uint32_t& number = numbers_.at(engine_, key(first, tail));
        if (number == 0) {
            combs_.push_back({first, tail, kNone});
            number = static_cast<std::uint32_t>(combs_.size());
        }
        return -static_cast<CombTail>(number);
    }
    /// The comb {first | tail} as a game.
    GameId comb(std::int32_t first, CombTail tail) { return braces(first, game(tail)); }

    GameId integer(std::int32_t n) {
        const auto at = static_cast<std::size_t>(n >= 0 ? 2 * n : -2 * n - 1);
        if (at >= integers_.size()) integers_.resize(at + at / 2 + 1, kNone);
        if (integers_[at] == kNone) integers_[at] = engine_.store().intern_number(Dyadic{n});
        return integers_[at];
    }

    static std::uint64_t key(std::int32_t first, CombTail tail) {
        return std::uint64_t{static_cast<std::uint32_t>(first)} << 32 |
               static_cast<std::uint32_t>(tail);
    }

private:
    struct Comb {
        std::int32_t first;
        CombTail tail;
        GameId raised;  // by 2; kNone until it is asked for
    };

    GameId game(CombTail tail) {
        if (tail >= 0) return integer(tail);
        // A tail was numbered after the tails within it, so the innermost comes first.
        std::vector<std::size_t> todo;
        CombTail inner = tail;
        for (; inner < 0 && comb_of(inner).raised == kNone; inner = comb_of(inner).tail)
            todo.push_back(static_cast<std::size_t>(-inner - 1));
        for (; !todo.empty(); todo.pop_back()) {
            Comb& at = combs_[todo.back()];
            const GameId within = at.tail >= 0 ? integer(at.tail) : comb_of(at.tail).raised;
            at.raised = engine_.add(braces(at.first, within), two_);
        }
        return comb_of(tail).raised;
    }
    const Comb& comb_of(CombTail tail) const { return combs_[static_cast<std::size_t>(-tail - 1)]; }

    // {left|right}, canonical as it stands unless it is a number.
    GameId braces(std::int32_t left, GameId right) {
        Store& store = engine_.store();
        if (store.is_number(right) && store.left_stop(right) > Dyadic{left})
            return engine_.construct(std::array{integer(left)}, std::array{right});
        return store.intern_canonical(std::array{integer(left)}, std::array{right});
    }

    Engine& engine_;
    GameId two_;
    KeyMap<std::uint32_t> numbers_;
    std::vector<Comb> combs_;
    std::vector<GameId> integers_;
};

class WeightWalk {
public:
    struct State {
        CombTail tail;         // of the weight of Left's option where that is no integer
        std::int32_t counter;  // the weight, or the one before it where it is no integer
        std::int32_t lead;     // over Left's option; the number of r's in the classes 5, 9 and 12
        std::uint8_t word_class;
        bool is_integer;

        bool operator==(const State&) const = default;
    };

    WeightWalk(Engine& engine, std::span<const WordClass> automaton)
        : automaton_(automaton), tails_(engine) {}

    State start() const { return whole(0, 0, 0); }

    State after(const State& s, char letter) {
        const bool is_left = letter == 'l';
        // The two regions hold almost all words.
        if (s.word_class == 13) return in_left_region(s, is_left);
        if (s.word_class == 10) return whole(10, s.counter - (is_left ? 1 : 0), 0);
        const WordClass& row = automaton_[s.word_class];
        const std::uint8_t next = is_left ? row.l : row.r;
        switch (next) {
            case 1:
            case 16:
                return whole(next, -1, 0);
            case 2:
            case 8:  // Left's region is entered without a lead
                return whole(next, 1, 0);
            case 5: {
                const std::int32_t n = s.word_class == 12 ? s.lead : s.counter + 1;
                return whole(next, n, n);
            }
            case 6:
                return whole(next, -2, 0);
            case 9:
                if (s.lead == 2) return whole(next, 1, 2);
                return {kNoTail, s.lead, s.lead, next, false};
            case 10:
                return whole(next, s.counter - (is_left ? 1 : 0), 0);
            case 12:
                return whole(next, 0, s.lead);
            case 11:
            case 13:
                // Nothing but the counters matters from here on.
                return s.word_class == 9 ? whole(13, s.lead, 0) : in_left_region(s, is_left);
            default:
                return whole(next, 0, 0);
        }
    }

    /// The weight as a game.
    GameId game(const State& s) {
        return s.is_integer ? tails_.integer(s.counter) : tails_.comb(s.counter - 2, tail(s));
    }

    /// The tail of a weight that is no integer; its first entry is the counter less 2.
    CombTail tail(const State& s) {
        // Left's option is a comb as well where the last l but one made it: the lead over it grew
        // from 2 by each letter since, the counter from one more than the comb's.
        return s.tail == kNoTail ? s.counter - s.lead + 2
                                 : tails_.of_comb(s.counter - s.lead - 1, s.tail);
    }
    CombTails& tails() { return tails_; }

private:
    State in_left_region(const State& s, bool is_left) {
        if (!s.is_integer) {
            if (!is_left) return whole(13, s.counter, 0);
            return whole(13, s.counter + 1, 2, tail(s));
        }
        if (!is_left) return whole(13, s.counter + 1, s.lead + 1, s.tail);
        if (s.lead <= 2) return whole(13, s.counter + 1 - s.lead, 1 - s.lead);
        return {s.tail, s.counter, s.lead, 13, false};
    }

    static State whole(std::uint8_t word_class, std::int32_t n, std::int32_t lead,
                       CombTail tail = kNoTail) {
        return {tail, n, lead, word_class, true};
    }

    std::span<const WordClass> automaton_;
    CombTails tails_;
};

}  // namespace farstar
