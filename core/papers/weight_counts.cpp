// How often each atomic weight occurs among the positions of Partizan Euclid.
#include <algorithm>

#include "euclid_walk.hpp"
#include "partizan_euclid.hpp"
#include "weight_walk.hpp"

namespace farstar {

namespace {

// How often each integer from 0 on occurs, where whole ranges of them are added at once.
class Ranges {
public:
    /// Add the integers from `first` on, so many of them, each once.
    void add(std::int32_t first, std::uint64_t length) {
        const auto begin = static_cast<std::size_t>(first);
        const std::size_t end = begin + length;
        if (end >= rises_.size()) rises_.resize(end + end / 2 + 8);
        ++rises_[begin];
        --rises_[end];  // modulo 2^64, as are the sums
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

// What was counted so far.
class WeightTally {
public:
    WeightTally(Engine& engine, CombTails& tails) : engine_(engine), tails_(tails) {}

    void add_integer(std::int32_t n, std::uint64_t times) {
        std::vector<std::uint64_t>& counts = n >= 0 ? single_ : negative_;
        const auto at = static_cast<std::size_t>(n >= 0 ? n : -n);
        if (at >= counts.size()) counts.resize(at + at / 2 + 16);
        counts[at] += times;
    }
    void add_integers(std::int32_t first, std::uint64_t length) { ranges_.add(first, length); }
    /// Combs of one tail whose first entries are consecutive integers.
    void add_combs(std::int32_t first, CombTail tail, std::uint64_t length) {
        if (tail < 0) {
            // There are many such tails, and few combs of each.
            for (std::uint64_t i = 0; i < length; ++i)
                ++nested_.at(engine_, CombTails::key(first + static_cast<std::int32_t>(i), tail));
            return;
        }
        const auto end = static_cast<std::size_t>(tail);
        if (end >= combs_.size()) combs_.resize(end + 1);
        combs_[end].add(first - least_first(tail), length);
    }

    GameCounts counts() {
        GameTally tally;
        const auto add = [&](GameId game, std::uint64_t count) {
            engine_.step();
            tally.add(game, count, 0);
        };
        for (std::size_t i = 0; i < negative_.size(); ++i) {
            if (negative_[i] != 0) add(tails_.integer(-static_cast<std::int32_t>(i)), negative_[i]);
        }
        for (std::size_t i = 0; i < single_.size(); ++i) {
            if (single_[i] != 0) add(tails_.integer(static_cast<std::int32_t>(i)), single_[i]);
        }
        ranges_.each([&](std::int32_t n, std::uint64_t count) { add(tails_.integer(n), count); });
        for (std::size_t end = 0; end < combs_.size(); ++end) {
            combs_[end].each([&](std::int32_t first, std::uint64_t count) {
                const auto tail = static_cast<CombTail>(end);
                add(tails_.comb(first + least_first(tail), tail), count);
            });
        }
        nested_.each([&](std::uint64_t key, std::uint64_t count) {
            const auto first = static_cast<std::int32_t>(key >> 32);
            const auto tail = static_cast<CombTail>(static_cast<std::uint32_t>(key));
            add(tails_.comb(first, tail), count);
        });
        return tally.counts();
    }

private:
    // The first entry of a comb whose tail is an integer is at least that integer less 1.
    static std::int32_t least_first(CombTail tail) { return tail - 1; }

    Engine& engine_;
    CombTails& tails_;
    std::vector<std::uint64_t> negative_;  // by the absolute value
    std::vector<std::uint64_t> single_;
    Ranges ranges_;
    std::vector<Ranges> combs_;     // by the tail, an integer
    KeyMap<std::uint64_t> nested_;  // by the first entry and the tail, a comb
};

// Counts weights a run of r's at a time. In such a run the weights are all the same or are
// consecutive integers, but for a few letters at its beginning, and so are the weights, or the
// first entries, of the children by l. So only runs are visited whose positions have children
// by l, and of these only the ones that have such children in turn.
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
        : bound_(bound), walking_(engine, automaton), tally_(engine, walking_.tails()) {}

    Head root() const { return {3, 2, walking_.start()}; }

    void count_run(const Head& head) {
        std::uint64_t left = (bound_ - head.p) / (head.p - head.q) + 1;
        State s = head.state;
        for (; left > 0 && !is_steady(s); --left) {
            add(s);
            s = walking_.after(s, 'r');
        }
        if (left == 0) return;
        if (is_rising(s)) {
            tally_.add_integers(s.counter, left);
        } else {
            tally_.add_integer(s.counter, left);
        }
    }

    /// Hand over the heads behind a run, one for each position with a child by l. Where these
    /// children have no such children, they and their own runs are counted here, if at all, and
    /// not handed over.
    template <typename Action>
    void each_child(const Head& head, bool counting, Action action) {
        State s = head.state;
        const std::uint32_t step = head.p - head.q;
        std::uint32_t p = head.p;
        for (;;) {
            const std::uint32_t q = p - step;
            if (bound_ - p < q) return;
            if (bound_ - p - q < p) break;
            action(Head{p + q, p, walking_.after(s, 'l')});
            p += step;  // at most p + q, which is within the bound
            s = walking_.after(s, 'r');
        }
        if (counting) count_leaves(p, step, s);
    }
    bool has_children(const Head& head) const { return bound_ - head.p >= head.q; }

    GameCounts counts() { return tally_.counts(); }

private:
    // From here on each r leaves the weight alone, or adds 1 to it.
    static bool is_steady(const State& s) {
        constexpr std::uint32_t kSteady =
            1u << 1 | 1u << 5 | 1u << 6 | 1u << 10 | 1u << 14 | 1u << 16;
        return s.word_class == 13 ? s.is_integer : (kSteady >> s.word_class & 1u) != 0;
    }
    static bool is_rising(const State& s) { return s.word_class == 13 || s.word_class == 5; }

    // The children by l of the positions from (p, p - step) on, none of which has such a child:
    // by r they have at most one descendant, since p + q, the position of the child, plus 2q is
    // more than 2p + q.
    void count_leaves(std::uint32_t p, std::uint32_t step, State s) {
        for (std::uint32_t q = p - step;;) {
            if (is_steady(s) && (!is_rising(s) || s.lead > 2)) return count_alike(p, q, step, s);
            const State child = walking_.after(s, 'l');
            add(child);
            if (bound_ - p - q >= q) add(walking_.after(child, 'r'));
            if (bound_ - p < step) return;
            p += step;
            q += step;
            if (bound_ - p < q) return;
            s = walking_.after(s, 'r');
        }
    }
    // The same where all children are alike.
    void count_alike(std::uint32_t p, std::uint32_t q, std::uint32_t step, const State& s) {
        const std::uint32_t room = bound_ - p - q;
        const std::uint32_t children = room / (2 * step) + 1;
        const std::uint32_t followers = room < q ? 0 : (room - q) / (3 * step) + 1;
        if (is_rising(s)) {
            // Class 5 has the combs {n-2|2}.
            const CombTail tail = s.word_class == 5 ? 2 : walking_.tail(s);
            tally_.add_combs(s.counter - 2, tail, children);
            if (followers != 0) tally_.add_integers(s.counter, followers);
            return;
        }
        const State child = walking_.after(s, 'l');
        tally_.add_integer(child.counter, children);
        tally_.add_integer(walking_.after(child, 'r').counter, followers);
    }
    void add(const State& s) {
        if (s.is_integer) {
            tally_.add_integer(s.counter, 1);
        } else {
            tally_.add_combs(s.counter - 2, walking_.tail(s), 1);
        }
    }

    std::uint32_t bound_;
    WeightWalk walking_;
    WeightTally tally_;
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
