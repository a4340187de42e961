// Atomic weights of Partizan Euclid along its words: of one, and of all up to a bound.
#include <algorithm>
#include <array>

#include "euclid_walk.hpp"
#include "farstar/prefetch.hpp"
#include "partizan_euclid.hpp"
#include "weight_walk.hpp"

namespace farstar {

GameId partizan_euclid_weight(Engine& engine, std::span<const LetterRun> runs,
                              std::span<const WordClass> automaton) {
    WeightWalk walking(engine, automaton);
    WeightWalk::State state = walking.start();
    for (const LetterRun& run : runs) {
        for (std::uint64_t i = 0; i < run.length; ++i) {
            engine.step();
            state = walking.after(state, run.letter);
        }
    }
    return walking.game(state);
}

namespace {

// States of the walk, each made once: words are many, states are few.
class WeightStates {
public:
    using Id = std::uint32_t;

    /// What stands for no position; every letter leads back to it.
    static constexpr Id kNowhere = 0;

    WeightStates(Engine& engine, std::span<const WordClass> automaton)
        : engine_(engine),
          walking_(engine, automaton),
          states_(1),
          counts_(1),
          after_l_{0},
          after_r_{0} {}

    Id start() { return intern(walking_.start()); }
    Id after(Id at, char letter) {
        const Id next = (letter == 'l' ? after_l_ : after_r_)[at];
        return next != kNone ? next : make(at, letter);
    }
    void count(Id at, std::uint64_t place) {
        Count& entry = counts_[at];
        ++entry.count;
        entry.first = std::min(entry.first, place);
    }
    GameCounts counts() {
        GameTally tally;
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            if (counts_[i].count != 0)
                tally.add(walking_.game(states_[i]), counts_[i].count, counts_[i].first);
        }
        return tally.counts();
    }
    /// The weight of each state, by its number.
    std::vector<GameId> weights() {
        std::vector<GameId> games{kNone};
        for (std::size_t i = 1; i < states_.size(); ++i) {
            engine_.step();
            games.push_back(walking_.game(states_[i]));
        }
        return games;
    }

private:
    struct Count {
        std::uint64_t count = 0;
        std::uint64_t first = UINT64_MAX;
    };

    Id make(Id at, char letter) {
        const Id next = intern(walking_.after(states_[at], letter));
        return (letter == 'l' ? after_l_ : after_r_)[at] = next;
    }
    Id intern(const WeightWalk::State& state) {
        if (2 * states_.size() >= slots_.size()) grow();
        Id& slot = slot_of(state);
        if (slot == kNone) {
            slot = static_cast<Id>(states_.size());
            states_.push_back(state);
            counts_.emplace_back();
            after_l_.push_back(kNone);
            after_r_.push_back(kNone);
        }
        return slot;
    }
    /// Where the state is, or would be: open addressing.
    Id& slot_of(const WeightWalk::State& s) {
        const auto counters = std::uint64_t{static_cast<std::uint32_t>(s.counter)} << 32 |
                              static_cast<std::uint32_t>(s.lead);
        const std::uint64_t mixed = (counters ^ s.word_class) * 0x9E3779B97F4A7C15u;
        std::size_t at =
            pair_hash(static_cast<GameId>(mixed >> 32), static_cast<GameId>(s.tail)) + s.is_integer;
        for (;; ++at) {
            Id& slot = slots_[at & (slots_.size() - 1)];
            if (slot == kNone || states_[slot] == s) return slot;
        }
    }
    void grow() {
        const std::size_t size = std::max(std::size_t{1} << 12, 2 * slots_.size());
        engine_.claim(size * (3 * sizeof(Id) + sizeof(WeightWalk::State) + sizeof(Count)));
        slots_.assign(size, kNone);
        for (std::size_t i = 1; i < states_.size(); ++i) slot_of(states_[i]) = static_cast<Id>(i);
    }

    Engine& engine_;
    WeightWalk walking_;
    std::vector<WeightWalk::State> states_;
    std::vector<Count> counts_;
    /// Where a letter leads from each state; kNone where nobody has been yet.
    std::vector<Id> after_l_;
    std::vector<Id> after_r_;
    std::vector<Id> slots_;
};

// Fill a table with the numbers of states: the cell of (p, q), with t = p - q, follows from that
// of (q, t) by the letter l if 2t > q, else from that of (q, q - t) by r. A block of columns q at a
// time reads a few rows from end to end and writes short pieces of all that follow.
void fill(Engine& engine, EuclidTable& table, WeightStates& states) {
    constexpr std::uint32_t kColumns = 32;
    constexpr std::uint32_t kLine = 16;
    const std::uint32_t bound = table.bound();
    const std::span<GameId> cells = table.cells();
    const auto expect = [&](std::size_t place) {
        prefetch(&cells[std::min(place, cells.size() - 1)]);
    };
    for (std::uint32_t begin = 2; begin < bound; begin += kColumns) {
        const std::uint32_t end = std::min(begin + kColumns, bound);
        const std::uint32_t last = std::min(bound, 2 * (end - 1) - 1);
        std::array<std::size_t, kColumns> starts;
        for (std::uint32_t q = begin; q < end; ++q) starts[q - begin] = EuclidTable::row_start(q);
        for (std::uint32_t p = begin + 1; p <= last; ++p) {
            if (p % kLine == 0) {
                engine.step();
                // More rows are read at once than the processor looks ahead in by itself.
                for (std::uint32_t q = begin; q < end; ++q) {
                    expect(starts[q - begin] + p - q + kLine);
                    expect(starts[q - begin] + 2 * q - p - 2 * kLine);
                }
            }
            const std::size_t row = EuclidTable::row_start(p);
            const std::uint32_t stop = std::min(end, p);
            std::uint32_t q = std::max(begin, p / 2 + 1);
            // 2t > q means 3q < 2p.
            for (const std::uint32_t turn = std::min(stop, (2 * p + 2) / 3); q < turn; ++q)
                cells[row + q] = states.after(cells[starts[q - begin] + p - q], 'l');
            if (q < stop && 3 * q == 2 * p) {
                cells[row + q] = p == 3 ? states.start() : WeightStates::kNowhere;
                ++q;
            }
            for (; q < stop; ++q)
                cells[row + q] = states.after(cells[starts[q - begin] + 2 * q - p], 'r');
        }
    }
}

}  // namespace

EuclidTable partizan_euclid_weights(Engine& engine, std::uint32_t bound,
                                    std::span<const WordClass> automaton) {
    EuclidTable table(engine, bound, EuclidTable::Fill::kLater);
    WeightStates states(engine, automaton);
    fill(engine, table, states);
    table.name(states.weights());
    return table;
}

GameCounts partizan_euclid_weight_places(Engine& engine, std::uint32_t bound,
                                         std::span<const WordClass> automaton) {
    WeightStates states(engine, automaton);
    walk(
        engine, bound, states.start(),
        [&](std::uint32_t p, std::uint32_t q, WeightStates::Id at) {
            states.count(at, GameTally::place(p, q));
        },
        [&](WeightStates::Id at, char letter) { return states.after(at, letter); });
    return states.counts();
}

}  // namespace farstar
