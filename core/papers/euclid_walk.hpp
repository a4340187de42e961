// Walks of the tree of coprime standard positions of Partizan Euclid, and tallies of games on them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "partizan_euclid.hpp"

namespace farstar {

// A place in the tree; `Data` is what travels along a branch.
template <typename Data>
struct Place {
    std::uint32_t p;
    std::uint32_t q;
    Data data;
};

// Walk the tree below some places depth first; `child` makes the data for a letter.
template <typename Data, typename Visit, typename Child>
void walk_from(Engine& engine, std::uint32_t bound, std::vector<Place<Data>> todo, Visit visit,
               Child child) {
    while (!todo.empty()) {
        Place<Data> at = todo.back();
        todo.pop_back();
        // A run of r's is followed at once, and needs no stack: such runs are as long as p.
        for (;;) {
            engine.step();
            visit(at.p, at.q, at.data);
            if (bound - at.p >= at.q) todo.push_back({at.p + at.q, at.p, child(at.data, 'l')});
            if (bound - at.p < at.p - at.q) break;
            at = {2 * at.p - at.q, at.p, child(at.data, 'r')};
        }
    }
}

template <typename Data, typename Visit, typename Child>
void walk(Engine& engine, std::uint32_t bound, const Data& root, Visit visit, Child child) {
    if (bound < 3) return;
    walk_from(engine, bound, std::vector<Place<Data>>{{3, 2, root}}, visit, child);
}

// Walk one part of the tree: the places near the root belong to part 0, the subtrees below them
// are dealt out in turn.
template <typename Data, typename Visit, typename Child>
void walk_part(Engine& engine, std::uint32_t bound, const Data& root, unsigned part, unsigned parts,
               Visit visit, Child child) {
    constexpr std::size_t kSubtrees = 1 << 10;
    std::vector<Place<Data>> level;
    if (bound >= 3) level.push_back({3, 2, root});
    while (parts > 1 && !level.empty() && level.size() < kSubtrees) {
        std::vector<Place<Data>> next;
        for (const Place<Data>& at : level) {
            engine.step();
            if (part == 0) visit(at.p, at.q, at.data);
            if (bound - at.p >= at.q) next.push_back({at.p + at.q, at.p, child(at.data, 'l')});
            if (bound - at.p >= at.p - at.q)
                next.push_back({2 * at.p - at.q, at.p, child(at.data, 'r')});
        }
        level.swap(next);
    }
    std::vector<Place<Data>> mine;
    for (std::size_t i = part; i < level.size(); i += parts) mine.push_back(level[i]);
    walk_from(engine, bound, std::move(mine), visit, child);
}

// How often each game was met, and where first; ids are dense.
class GameTally {
public:
    void add(GameId g, std::uint64_t times, std::uint64_t place) {
        if (g >= counts_.size()) {
            counts_.resize(g + g / 2 + 1024, 0);
            first_.resize(counts_.size(), UINT64_MAX);
        }
        counts_[g] += times;
        first_[g] = std::min(first_[g], place);
    }
    GameCounts counts() const {
        GameCounts found;
        for (std::size_t g = 0; g < counts_.size(); ++g) {
            if (counts_[g] == 0) continue;
            found.push_back({static_cast<GameId>(g), counts_[g],
                             static_cast<std::uint32_t>(first_[g] >> 32),
                             static_cast<std::uint32_t>(first_[g])});
        }
        return found;
    }
    /// Places are compared by p, then by q.
    static std::uint64_t place(std::uint32_t p, std::uint32_t q) {
        return std::uint64_t{p} << 32 | q;
    }

private:
    std::vector<std::uint64_t> counts_;
    std::vector<std::uint64_t> first_;
};

}  // namespace farstar
