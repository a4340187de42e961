#include "farstar/engine.hpp"

#include <atomic>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

std::atomic<int> engines{0};

}  // namespace

Engine::Engine() {
    ++engines;
    look_again_later();
}
Engine::~Engine() { --engines; }

bool Engine::is_alone() { return engines == 1; }

void Engine::begin(const Limits& limits, StopToken* token) {
    order_.abandon();
    canonicaliser_.abandon();
    sum_stack_.clear();
    sum_values_.clear();
    meter_.begin(limits, token);
}

GameId Engine::construct(Options left, Options right) {
    meter_.step();
    return canonicaliser_.canonical_form(left, right);
}

std::size_t Engine::bytes() const {
    std::size_t remembered = 0;
    for (const EngineMemo* memo : memos_) remembered += memo->bytes();
    return remembered + store_.bytes() + order_.bytes() + canonicaliser_.bytes() +
           sum_cache_.bytes() + thermograph_bytes_ +
           (thermograph_of_.capacity() + weight_of_.capacity() + star_of_.capacity()) *
               sizeof(GameId) +
           small_of_.capacity() * sizeof(Answer) + sum_stack_.capacity() * sizeof(SumFrame) +
           sum_values_.capacity() * sizeof(GameId) + big_dyadic_bytes();
}

std::vector<GameId> Engine::empty_table(std::size_t places) {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    claim(places * sizeof(GameId));
    std::vector<GameId> table;
    table.reserve(places);
    while (table.size() < places) {
        table.resize(std::min(places, table.size() + kBlock), kNone);
        labour(Meter::kPollEvery);
    }
    return table;
}

Stats Engine::stats() const {
    return {store_.games(),       store_.pinned(), bytes(),     sum_cache_.size(),
            thermographs_.size(), meter_.steps(),  collections_};
}

}  // namespace farstar
