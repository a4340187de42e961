#include "farstar/engine.hpp"

#include <atomic>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

// Often enough to stop within a fraction of a second, rarely enough not to be felt.
constexpr std::uint64_t kPollEvery = 4096;
constexpr std::uint64_t kBigPollEvery = std::uint64_t{1} << 20;

std::atomic<int> engines{0};

}  // namespace

Engine::Engine() {
    ++engines;
    look_again_later();
}
Engine::~Engine() { --engines; }

bool Engine::is_alone() { return engines == 1; }

void Engine::begin(const Limits& limits, StopToken* token) {
    empty_stacks();
    limits_ = limits;
    token_ = token;
    const std::uint64_t most = UINT64_MAX - steps_;
    last_step_ = steps_ + std::min(limits.steps.value_or(most), most);
    next_poll_ = std::min(steps_ + kPollEvery, last_step_);
    next_big_poll_ = big_work() + kBigPollEvery;
    if (limits_.deadline || limits_.memory) poll();
}

void Engine::poll() {
    if (steps_ >= last_step_) {
        throw BudgetExceeded(BudgetExceeded::What::kNodes,
                             "out of budget: too many games were needed");
    }
    if (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline) {
        throw BudgetExceeded(BudgetExceeded::What::kTime,
                             "out of budget: the time limit has passed");
    }
    claim(0);
    if (token_ != nullptr && token_->stop_requested()) throw Interrupted();
    next_poll_ = std::min(steps_ + kPollEvery, last_step_);
    next_big_poll_ = big_work() + kBigPollEvery;
}

void Engine::empty_stacks() {
    order_stack_.clear();
    sum_stack_.clear();
    sum_values_.clear();
}

std::size_t Engine::bytes() const {
    std::size_t remembered = 0;
    for (const EngineMemo* memo : memos_) remembered += memo->bytes();
    return remembered + store_.bytes() + order_cache_.bytes() + form_cache_.bytes() +
           sum_cache_.bytes() + thermograph_bytes_ +
           (thermograph_of_.capacity() + weight_of_.capacity() + star_of_.capacity()) *
               sizeof(GameId) +
           small_of_.capacity() + order_stack_.capacity() * sizeof(OrderFrame) +
           sum_stack_.capacity() * sizeof(SumFrame) + sum_values_.capacity() * sizeof(GameId) +
           rivals_.capacity() * sizeof(Rival) + big_dyadic_bytes();
}

void Engine::claim(std::size_t bytes) const {
    if (limits_.memory && this->bytes() + bytes > *limits_.memory) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of budget: the memory limit is reached");
    }
}

std::vector<GameId> Engine::empty_table(std::size_t places) {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    claim(places * sizeof(GameId));
    std::vector<GameId> table;
    table.reserve(places);
    while (table.size() < places) {
        table.resize(std::min(places, table.size() + kBlock), kNone);
        labour(kPollEvery);
    }
    return table;
}

Stats Engine::stats() const {
    return {store_.games(),    store_.pinned(),      bytes(),
            sum_cache_.size(), thermographs_.size(), steps_};
}

}  // namespace farstar
