// The order of games: g >= h unless some g^R <= h or some h^L >= g.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "farstar/answer.hpp"
#include "farstar/caches.hpp"
#include "farstar/id_set.hpp"
#include "farstar/meter.hpp"
#include "farstar/store.hpp"

namespace farstar {

class Order {
public:
    Order(Store& store, Meter& meter) : store_(store), meter_(meter) {}

    bool geq(GameId g, GameId h) {
        const Answer known = at_once(g, h);
        return known == Answer::kUnknown ? search(g, h) : known == Answer::kYes;
    }
    /// Whether g >= h, if that is known without a search.
    Answer at_once(GameId g, GameId h) const;
    /// Whether g >= h, as far as their Left and Right stops tell.
    static Answer by_stops(const Dyadic& gl, const Dyadic& gr, const Dyadic& hl, const Dyadic& hr) {
        if (gl < hl || gr < hr) return Answer::kNo;
        return gr > hl ? Answer::kYes : Answer::kUnknown;
    }

    /// Drop what an exception left of a search.
    void abandon() { stack_.clear(); }
    void forget_results() {
        stack_ = {};
        cache_.clear();
    }
    void keep_only(const IdSet& kept) { cache_.keep_only(kept); }
    std::size_t bytes() const { return cache_.bytes() + stack_.capacity() * sizeof(Frame); }

private:
    /// A question that waits for the answer to another one.
    struct Frame {
        GameId g;
        GameId h;
        std::uint32_t next;  // index among the Right options of g, then the Left options of h
        bool second_phase;
    };

    bool compare_compacts(const Compact& g, const Compact& h) const;
    bool search(GameId g, GameId h);
    Frame frame(GameId g, GameId h) const { return {g, h, 0, store_.is_number(g)}; }

    Store& store_;
    Meter& meter_;
    OrderCache cache_;
    std::vector<Frame> stack_;
};

}  // namespace farstar
