// The engine: exact arithmetic of short partizan games over one store of canonical forms.
//
// Not thread-safe by itself: the caller holds one lock around each call. Nothing here recurses as
// deep as a game; work in progress lives on explicit stacks, which an exception empties.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "farstar/answer.hpp"
#include "farstar/budget.hpp"
#include "farstar/caches.hpp"
#include "farstar/form.hpp"
#include "farstar/meter.hpp"
#include "farstar/order.hpp"
#include "farstar/store.hpp"
#include "farstar/thermograph.hpp"

namespace farstar {

struct Stats {
    std::size_t games;
    std::size_t pinned;
    std::size_t bytes;
    std::size_t sums_cached;
    std::size_t thermographs;
    std::uint64_t steps;
    std::size_t collections;
};

/// Results that are remembered by the ids of games, outside the engine: they count as its memory,
/// and the engine says when they are to be forgotten, since ids are used again.
class EngineMemo {
public:
    virtual ~EngineMemo() = default;
    virtual std::size_t bytes() const = 0;
    /// Forget everything; throws nothing.
    virtual void clear() = 0;
    /// Forget what was of no use since the last call of this function; list the games of the rest.
    virtual void keep_useful(std::vector<GameId>& games) = 0;
};

class Engine final : public HasBytes {
public:
    Engine();
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    Store& store() { return store_; }

    /// Begin a piece of work: bounds and a token that hold until the next call of this function.
    void begin(const Limits& limits, StopToken* token);
    void step() { meter_.step(); }
    void labour(std::uint64_t units) { meter_.labour(units); }
    void claim(std::size_t bytes) const { meter_.claim(bytes); }
    std::optional<std::size_t> memory_limit() const { return meter_.memory_limit(); }
    /// A table of so many places, all kNone; polls while its memory is written to.
    std::vector<GameId> empty_table(std::size_t places);

    GameId construct(Options left, Options right);
    GameId negate(GameId g);
    GameId add(GameId g, GameId h);
    GameId subtract(GameId g, GameId h) { return add(g, negate(h)); }
    bool geq(GameId g, GameId h) { return order_.geq(g, h); }
    const Thermograph& thermograph(GameId g);
    GameId atomic_weight(GameId g);

    /// The answer if it can be had at once, without a search; else kNone or kUnknown.
    GameId add_if_known(GameId g, GameId h);
    Answer geq_if_known(GameId g, GameId h) const { return order_.at_once(g, h); }
    GameId negate_if_known(GameId g);

    /// Forget every game that no pin needs, and all results; return how many games went.
    ///
    /// Here, and in the next function, the caller may not hold on to ids that are not pinned.
    std::size_t collect();
    /// Forget such games if memory has doubled since that was done last. Results about the games
    /// that stay are kept, and so are memos that are in use.
    void collect_if_due() {
        if (is_crowded() || growth() >= look_at_growth_) look();
    }
    /// Let at least so many bytes of garbage come together before it is collected.
    void set_least_garbage(std::size_t bytes);
    /// Whether it is time to look: many games were made since the last look. Costs next to nothing.
    bool is_crowded() const { return store_.games() >= look_at_games_; }
    /// Take account of a memo, which must outlive the engine.
    void attach(EngineMemo& memo) { memos_.push_back(&memo); }
    void detach(EngineMemo& memo) { std::erase(memos_, &memo); }
    Stats stats() const;
    std::uint64_t steps() const { return meter_.steps(); }
    std::size_t bytes() const override;

private:
    // sum.cpp
    struct SumFrame {
        GameId g;
        GameId h;
        std::uint32_t next;
        std::uint32_t left_count;
        std::size_t base;  // where this frame's option sums begin on sum_values_
        std::uint8_t phase;
    };
    GameId search_sum(GameId g, GameId h);
    bool next_pair(SumFrame& frame, GameId& g, GameId& h);
    GameId finish_sum(const SumFrame& frame);

    // thermograph.cpp
    Thermograph thermograph_from_options(GameId g);
    GameId with_the_same_walls(GameId g);
    bool thermograph_at_once(GameId g, Thermograph& out);
    std::uint32_t intern_thermograph(Thermograph&& t);

    // atomic_weight.cpp
    GameId weight_from_options(GameId g);
    GameId weight_by_far_star(GameId g, GameId candidate);
    GameId integer_weight(GameId g, bool above);
    std::uint32_t greatest_star(GameId g);
    GameId times_up(GameId weight);
    bool has_weight(GameId g, GameId weight);
    bool is_all_small(GameId g);

    /// Compute a unary result for g after those of its options: post-order on an explicit stack.
    template <typename Known, typename Compute>
    void post_order(GameId g, Known known, Compute compute);

    // collect.cpp
    std::size_t growth() const;
    void look();
    void look_again_later();
    void collect_garbage();
    void forget_results();
    void keep_results(const IdSet& kept);
    void keep_thermographs(const IdSet& kept);
    std::size_t sweep(IdSet&& kept);
    static bool is_alone();  // no other engine

    Meter meter_{*this};
    Store store_;
    Order order_{store_, meter_};
    Canonicaliser canonicaliser_{store_, order_, meter_};

    PairCache sum_cache_{22};
    std::vector<SumFrame> sum_stack_;
    std::vector<GameId> sum_values_;

    std::deque<Thermograph> thermographs_;  // references stay good until collect()
    std::unordered_multimap<std::size_t, std::uint32_t> thermograph_index_;
    std::vector<std::uint32_t> thermograph_of_;
    std::size_t thermograph_bytes_ = 0;
    std::vector<GameId> weight_of_;       // candidate weights
    std::vector<std::uint32_t> star_of_;  // the greatest nimber that occurs
    std::vector<Answer> small_of_;        // whether it is all-small
    std::unordered_map<GameId, GameId> up_multiple_of_;

    std::vector<EngineMemo*> memos_;

    std::size_t least_garbage_ = std::size_t{64} << 20;
    std::size_t look_at_games_ = 0;
    std::size_t look_at_growth_ = 0;
    std::size_t due_ = 0;  // the bytes at which games are collected
    std::size_t collections_ = 0;
};

/// Makes sure that a memo by id has an entry for g.
template <typename T>
T& entry(std::vector<T>& memo, GameId g, T unknown) {
    if (g >= memo.size()) memo.resize(g + g / 2 + 64, unknown);
    return memo[g];
}

template <typename Known, typename Compute>
void Engine::post_order(GameId g, Known known, Compute compute) {
    if (known(g)) return;
    std::vector<GameId> todo{g};
    while (!todo.empty()) {
        step();
        const GameId top = todo.back();
        if (known(top)) {
            todo.pop_back();
            continue;
        }
        const std::size_t before = todo.size();
        for (const Options side : {store_.left(top), store_.right(top)}) {
            for (GameId option : side) {
                if (!known(option)) todo.push_back(option);
            }
            labour(side.size());
        }
        if (todo.size() == before) {
            compute(top);
            todo.pop_back();
        }
    }
}

}  // namespace farstar
