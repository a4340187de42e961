// Atomic weights of Partizan Euclid along its words.
#include <algorithm>
#include <array>

#include "euclid_walk.hpp"
#include "farstar/prefetch.hpp"
#include "partizan_euclid.hpp"

namespace farstar {

namespace {

// Weights in closed form: a class and two counters along the word, as farstar.theory.weights has
// them and proves them. Games are made only where they are asked for.
class WeightWalk {
public:
    struct State {
        GameId left;           // the weight of Left's option where that is no integer, else kNone
        std::int32_t counter;  // the weight, or the one before it where it is no integer
        std::int32_t lead;     // over Left's option; the number of r's in the classes 5, 9 and 12
        std::uint8_t word_class;
        bool is_integer;

        bool operator==(const State&) const = default;
    };

    WeightWalk(Engine& engine, std::span<const WordClass> automaton)
        : engine_(engine),
          two_(engine.store().intern_number(Dyadic{2})),
          automaton_(automaton),
          simple_(18, 4),
          nested_(18, 4) {}

    State start() { return whole(0, 0, 0); }

    State after(const State& s, char letter) {
        const bool is_left = letter == 'l';
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
                return {kNone, s.lead, s.lead, next, false};
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
    GameId game(const State& s) { return s.is_integer ? integer(s.counter) : comb(s); }

    GameId integer(std::int32_t n) {
        const auto at = static_cast<std::size_t>(n >= 0 ? 2 * n : -2 * n - 1);
        if (at >= integers_.size()) integers_.resize(at + 1, kNone);
        if (integers_[at] == kNone) integers_[at] = engine_.store().intern_number(Dyadic{n});
        return integers_[at];
    }

    // {left|right}, canonical as it stands unless it is a number.
    GameId braces(std::int32_t left, GameId right) {
        Store& store = engine_.store();
        if (store.is_number(right) && store.left_stop(right) > Dyadic{left})
            return engine_.construct(std::array{integer(left)}, std::array{right});
        return store.intern_canonical(std::array{integer(left)}, std::array{right});
    }

    /// The last Right option of a weight that is no integer, unless Left's option is none either.
    static std::int32_t comb_end(const State& s) { return s.counter - s.lead + 2; }

private:
    State in_left_region(const State& s, bool is_left) {
        if (!s.is_integer) {
            if (!is_left) return whole(13, s.counter, 0);
            return whole(13, s.counter + 1, 2, comb(s));
        }
        if (!is_left) return whole(13, s.counter + 1, s.lead + 1, s.left);
        if (s.lead <= 2) return whole(13, s.counter + 1 - s.lead, 1 - s.lead);
        return {s.left, s.counter, s.lead, 13, false};
    }

    static State whole(std::uint8_t word_class, std::int32_t n, std::int32_t lead,
                       GameId left = kNone) {
        return {left, n, lead, word_class, true};
    }

    GameId comb(const State& s) {
        const bool is_nested = s.left != kNone;
        PairCache& known = is_nested ? nested_ : simple_;
        const GameId first = integer(s.counter);
        const GameId second = is_nested ? s.left : integer(s.lead);
        GameId game = known.look_up(first, second);
        if (game == kNone) {
            game =
                braces(s.counter - 2, is_nested ? engine_.add(s.left, two_) : integer(comb_end(s)));
            known.put(first, second, game);
        }
        return game;
    }

    Engine& engine_;
    GameId two_;
    std::span<const WordClass> automaton_;
    std::vector<GameId> integers_;
    // Combs by the weight before and by the lead, or by the weight of Left's option.
    PairCache simple_;
    PairCache nested_;
};

}  // namespace

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
        std::size_t at = pair_hash(static_cast<GameId>(mixed >> 32), s.left) + s.is_integer;
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

namespace {

// How often each integer occurs, where whole ranges of them are added at once.
class Ranges {
public:
    /// The integers from `first`, which is not negative, on: so many, each so many times.
    void add(std::int32_t first, std::uint64_t length, std::uint64_t times = 1) {
        const std::size_t begin = static_cast<std::size_t>(first);
        const std::size_t end = begin + length;
        if (end >= rises_.size()) rises_.resize(end + end / 2 + 8);
        rises_[begin] += times;
        rises_[end] -= times;  // modulo 2^64, as are the sums
    }
    template <typename Action>
    void each(Action action) const {
        std::uint64_t now = 0;
        for (std::size_t i = 0; i < rises_.size(); ++i) {
            now += rises_[i];
            if (now != 0) action(static_cast<std::int32_t>(i), now);
        }
    }

private:
    std::vector<std::uint64_t> rises_;
};

// Counts weights a run of r's at a time. In such a run the weights are all the same or are
// consecutive integers, but for a few letters at its beginning, and so are the weights, or their
// Left options, of the children by l. So only positions with grandchildren are visited.
class WeightCounter {
public:
    using State = WeightWalk::State;

    /// The first position of a run of r's, after a letter l or at the root.
    struct Head {
        std::uint32_t p;
        std::uint32_t q;
        State state;
    };

    WeightCounter(Engine& engine, std::uint32_t bound, std::span<const WordClass> automaton)
        : bound_(bound), walking_(engine, automaton) {}

    Head root() { return {3, 2, walking_.start()}; }

    void count_run(const Head& head) {
        std::uint64_t left = (bound_ - head.p) / (head.p - head.q) + 1;
        State s = head.state;
        for (; left > 0 && !is_steady(s); --left) {
            add(s);
            s = walking_.after(s, 'r');
        }
        if (left == 0) return;
        if (s.word_class == 5 || s.word_class == 13) {
            integers_.add(s.counter, left);
        } else {
            add_integer(s.counter, left);
        }
    }

    /// Hand over the heads behind a run, one for each position with a child by l. Where these
    /// children have no children, they are counted here, if at all, and not handed over.
    template <typename Action>
    void each_child(const Head& head, bool counting, Action action) {
        State s = head.state;
        const std::uint32_t step = head.p - head.q;
        for (std::uint32_t p = head.p;;) {
            const std::uint32_t q = p - step;
            if (bound_ - p < q) return;
            if (bound_ - p - q < q && is_steady(s) && (s.word_class != 13 || s.lead > 2) &&
                (s.word_class != 5 || s.lead > 2) && s.left == kNone) {
                const std::uint64_t count = (bound_ - p - q) / (2 * std::uint64_t{step}) + 1;
                if (counting) count_leaves(s, count);
                return;
            }
            action(Head{p + q, p, walking_.after(s, 'l')});
            if (bound_ - p < step) return;
            p += step;
            s = walking_.after(s, 'r');
        }
    }
    bool has_children(const Head& head) const { return bound_ - head.p >= head.q; }

    GameCounts counts() {
        GameTally tally;
        for (std::size_t i = 0; i < negative_.size(); ++i) {
            if (negative_[i] != 0)
                tally.add(walking_.integer(-static_cast<std::int32_t>(i)), negative_[i], 0);
        }
        integers_.each(
            [&](std::int32_t n, std::uint64_t count) { tally.add(walking_.integer(n), count, 0); });
        for (std::size_t end = 0; end < combs_.size(); ++end) {
            combs_[end].each([&](std::int32_t left, std::uint64_t count) {
                const GameId right = walking_.integer(static_cast<std::int32_t>(end));
                tally.add(walking_.braces(left, right), count, 0);
            });
        }
        for (const GameCount& comb : nested_.counts()) tally.add(comb.game, comb.count, 0);
        return tally.counts();
    }

private:
    // From here on each r leaves the weight alone, or adds 1 to it in the classes 5 and 13.
    static bool is_steady(const State& s) {
        switch (s.word_class) {
            case 1:
            case 5:
            case 6:
            case 10:
            case 14:
            case 16:
                return true;
            case 13:
                return s.is_integer;
            default:
                return false;
        }
    }
    // So many children by l, one of each position of a run, of which none has children.
    void count_leaves(const State& s, std::uint64_t count) {
        const State child = walking_.after(s, 'l');
        if (child.is_integer) {
            add_integer(child.counter, count);
        } else {
            add_combs(child, count);
        }
    }
    void add(const State& s) {
        if (s.is_integer) {
            add_integer(s.counter, 1);
        } else if (s.left == kNone) {
            add_combs(s, 1);
        } else {
            nested_.add(walking_.game(s), 1, 0);
        }
    }
    void add_integer(std::int32_t n, std::uint64_t times) {
        if (n >= 0) return integers_.add(n, 1, times);
        const auto at = static_cast<std::size_t>(-n);
        if (at >= negative_.size()) negative_.resize(2 * at + 16);
        negative_[at] += times;
    }
    // Combs of one end whose Left options are consecutive integers.
    void add_combs(const State& s, std::uint64_t count) {
        const auto end = static_cast<std::size_t>(WeightWalk::comb_end(s));
        if (end >= combs_.size()) combs_.resize(end + 1);
        combs_[end].add(s.counter - 2, count);
    }

    std::uint32_t bound_;
    WeightWalk walking_;
    std::vector<std::uint64_t> negative_;
    Ranges integers_;
    std::vector<Ranges> combs_;
    GameTally nested_;
};

}  // namespace

GameCounts partizan_euclid_weight_counts(Engine& engine, std::uint32_t bound,
                                         std::span<const WordClass> automaton, unsigned part,
                                         unsigned parts) {
    constexpr std::size_t kHeads = 1 << 10;
    using Head = WeightCounter::Head;
    WeightCounter counter(engine, bound, automaton);
    std::vector<Head> level;
    if (bound >= 3) level.push_back(counter.root());
    // The runs near the root belong to part 0, what is behind them is dealt out in turn.
    while (parts > 1 && !level.empty() && level.size() < kHeads) {
        std::vector<Head> next;
        for (const Head& head : level) {
            engine.step();
            if (part == 0) counter.count_run(head);
            counter.each_child(head, part == 0, [&](const Head& child) { next.push_back(child); });
        }
        level.swap(next);
    }
    std::vector<Head> todo;
    for (std::size_t i = part; i < level.size(); i += parts) {
        counter.count_run(level[i]);
        todo.push_back(level[i]);
    }
    while (!todo.empty()) {
        const Head head = todo.back();
        todo.pop_back();
        engine.step();
        counter.each_child(head, true, [&](const Head& child) {
            counter.count_run(child);
            if (counter.has_children(child)) todo.push_back(child);
        });
    }
    return counter.counts();
}

}  // namespace farstar
