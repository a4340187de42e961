// When games are forgotten, and what is remembered of those that stay.
//
// The store is collected when it has doubled since the last time, so that collecting costs a fixed
// part of the work that filled it, and memory stays within twice what is needed plus a constant.
#include <algorithm>
#include <new>

#include "farstar/engine.hpp"
#include "farstar/pages.hpp"

namespace farstar {

namespace {

// How much may be made between two looks at the memory in use, in bytes and in games.
constexpr std::size_t kLookEvery = std::size_t{1} << 20;
constexpr std::size_t kLookEveryGames = std::size_t{1} << 14;
constexpr std::size_t kLeastGameBytes = sizeof(Node);
// What a step leaves behind outside the store is rarely more.
constexpr std::size_t kBytesOfStep = 32;
// One in so many thermographs may belong to no game any more before they are all moved together.
constexpr std::size_t kUnusedThermographs = 16;
// So much is given back to the system at once; less is soon used again.
constexpr std::size_t kWorthGivingBack = std::size_t{16} << 20;

template <typename T>
void keep_entries(std::vector<T>& memo, const IdSet& kept, T unknown) {
    for (std::size_t g = 0; g < memo.size(); ++g) {
        if (!kept.contains(g)) memo[g] = unknown;
    }
    while (!memo.empty() && memo.back() == unknown) memo.pop_back();
    memo.shrink_to_fit();
}

}  // namespace

// An estimate that never falls behind what was made by much, and takes no time.
std::size_t Engine::growth() const {
    return store_.volume() + thermograph_bytes_ + meter_.steps() * kBytesOfStep + big_work();
}

void Engine::look() {
    if (bytes() < due_) return look_again_later();
    try {
        collect_garbage();
    } catch (const std::bad_alloc&) {
        collect();  // which needs less memory, since it keeps no results
    }
}

// After a collection, `due_` says how much may be in use at the next one: as much again as the
// games that stay take. Memos are no reason to let more garbage lie about: they would grow with it.
void Engine::look_again_later() {
    if (due_ == 0) due_ = bytes() + std::max(least_garbage_, store_.volume() + thermograph_bytes_);
    look_at_games_ = store_.games() + std::min(kLookEveryGames, least_garbage_ / kLeastGameBytes);
    look_at_growth_ = growth() + std::min(kLookEvery, least_garbage_);
}

void Engine::set_least_garbage(std::size_t bytes) {
    least_garbage_ = bytes;
    due_ = 0;
    look_again_later();
}

std::size_t Engine::sweep(IdSet&& kept) {
    const std::size_t gone = store_.sweep(std::move(kept));
    ++collections_;
    // The table of large dyadics is common to all engines, and this one knows only its own.
    if (is_alone()) forget_big_dyadics();
    due_ = 0;
    look_again_later();
    return gone;
}

std::size_t Engine::collect() {
    const std::size_t before = bytes();
    forget_results();
    const std::size_t gone = sweep(store_.needed({}));
    if (before - std::min(before, bytes()) >= kWorthGivingBack) {
        store_.give_back_pages();
        give_back_heap();
    }
    return gone;
}

void Engine::collect_garbage() {
    const std::size_t before = bytes();
    std::vector<GameId> useful;
    for (EngineMemo* memo : memos_) memo->keep_useful(useful);
    IdSet kept = store_.needed(useful);
    keep_results(kept);
    sweep(std::move(kept));
    // What will be used again before the next collection stays.
    if (before >= due_ + kWorthGivingBack) {
        store_.give_back_pages();
        give_back_heap();
    }
}

void Engine::forget_results() {
    order_.forget_results();
    canonicaliser_.forget_results();
    sum_stack_ = {};
    sum_values_ = {};
    sum_cache_.clear();
    thermographs_.clear();
    thermograph_index_ = {};
    thermograph_bytes_ = 0;
    thermograph_of_ = {};
    weight_of_ = {};
    star_of_ = {};
    small_of_ = {};
    up_multiple_of_ = {};
    for (EngineMemo* memo : memos_) memo->clear();
}

void Engine::keep_results(const IdSet& kept) {
    order_.keep_only(kept);
    canonicaliser_.forget_results();
    sum_cache_.keep_only(kept);
    keep_thermographs(kept);
    for (GameId& weight : weight_of_) {
        if (!kept.contains(weight)) weight = kNone;
    }
    keep_entries(weight_of_, kept, kNone);
    keep_entries(star_of_, kept, kNone);
    keep_entries(small_of_, kept, Answer::kUnknown);
    std::erase_if(up_multiple_of_, [&](const auto& known) {
        return !kept.contains(known.first) || !kept.contains(known.second);
    });
}

void Engine::keep_thermographs(const IdSet& kept) {
    keep_entries(thermograph_of_, kept, kNone);
    IdSet used(thermographs_.size());
    for (const std::uint32_t place : thermograph_of_) {
        if (place != kNone) used.add(place);
    }
    const std::size_t unused = thermographs_.size() - used.count();
    if (unused * kUnusedThermographs <= thermographs_.size()) {
        for (const Thermograph& t : thermographs_) t.keep();
        return;
    }
    std::deque<Thermograph> before;
    before.swap(thermographs_);
    thermograph_index_ = {};
    thermograph_bytes_ = 0;
    std::vector<std::uint32_t> moved(before.size(), kNone);
    for (std::uint32_t& place : thermograph_of_) {
        if (place == kNone) continue;
        if (moved[place] == kNone) {
            before[place].keep();
            moved[place] = intern_thermograph(std::move(before[place]));
        }
        place = moved[place];
    }
}

}  // namespace farstar
