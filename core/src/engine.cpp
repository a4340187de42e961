#include "farstar/engine.hpp"

#include "farstar/errors.hpp"

namespace farstar {

namespace {

// Often enough to stop within a fraction of a second, rarely enough not to be felt.
constexpr std::uint64_t kPollEvery = 4096;

}  // namespace

Engine::Engine() = default;

void Engine::begin(const Limits& limits, StopToken* token) {
    empty_stacks();
    limits_ = limits;
    token_ = token;
    last_step_ = limits.steps ? steps_ + *limits.steps : UINT64_MAX;
    next_poll_ = std::min(steps_ + kPollEvery, last_step_);
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
    if (limits_.memory && bytes() > *limits_.memory) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of budget: the memory limit is reached");
    }
    if (token_ != nullptr && token_->stop_requested()) throw Interrupted();
    next_poll_ = std::min(steps_ + kPollEvery, last_step_);
}

void Engine::empty_stacks() {
    order_stack_.clear();
    sum_stack_.clear();
    sum_values_.clear();
}

std::size_t Engine::bytes() const {
    return store_.bytes() + order_cache_.bytes() + form_cache_.bytes() + sum_cache_.bytes() +
           thermograph_bytes_ +
           (thermograph_of_.capacity() + weight_of_.capacity() + star_of_.capacity()) *
               sizeof(GameId) +
           small_of_.capacity() + big_dyadic_bytes();
}

std::size_t Engine::collect() {
    empty_stacks();
    order_cache_.clear();
    sum_cache_.clear();
    thermographs_ = {};
    thermograph_index_ = {};
    thermograph_bytes_ = 0;
    thermograph_of_ = {};
    weight_of_ = {};
    star_of_ = {};
    small_of_ = {};
    up_multiple_of_ = {};
    return store_.collect();
}

Stats Engine::stats() const {
    return {store_.games(),    store_.pinned(),      bytes(),
            sum_cache_.size(), thermographs_.size(), steps_};
}

}  // namespace farstar
