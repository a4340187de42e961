#include "farstar/meter.hpp"

#include "farstar/errors.hpp"

namespace farstar {

namespace {

// As kPollEvery: often enough to stop within a fraction of a second, and not to be felt.
constexpr std::uint64_t kBigPollEvery = std::uint64_t{1} << 20;

}  // namespace

void Meter::begin(const Limits& limits, StopToken* token) {
    limits_ = limits;
    token_ = token;
    const std::uint64_t most = UINT64_MAX - steps_;
    last_step_ = steps_ + std::min(limits.steps.value_or(most), most);
    poll_later();
    if (limits_.deadline || limits_.memory) poll();
}

void Meter::poll() {
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
    poll_later();
}

void Meter::poll_later() {
    next_poll_ = std::min(steps_ + kPollEvery, last_step_);
    next_big_poll_ = big_work() + kBigPollEvery;
}

void Meter::claim(std::size_t bytes) const {
    if (limits_.memory && whose_.bytes() + bytes > *limits_.memory) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of budget: the memory limit is reached");
    }
}

}  // namespace farstar
