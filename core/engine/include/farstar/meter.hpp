// Counts the steps of a piece of work, and holds it to its bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "farstar/budget.hpp"
#include "farstar/dyadic.hpp"

namespace farstar {

/// Whose memory is bounded.
class HasBytes {
public:
    virtual std::size_t bytes() const = 0;

protected:
    ~HasBytes() = default;
};

class Meter {
public:
    explicit Meter(const HasBytes& whose) : whose_(whose) {}

    /// Begin a piece of work: bounds and a token that hold until the next call of this function.
    void begin(const Limits& limits, StopToken* token);
    /// Count one step of work; throws when a bound is passed or the token says stop.
    void step() {
        if (++steps_ >= next_poll_ || big_work() >= next_big_poll_) poll();
    }
    /// Say that one step is as much work as many, so that polls do not become rare; may throw too.
    void labour(std::uint64_t units) {
        next_poll_ -= std::min(next_poll_, units);
        if (steps_ >= next_poll_ || big_work() >= next_big_poll_) poll();
    }
    /// Refuse to make something of this size if it does not fit the memory bound.
    void claim(std::size_t bytes) const;
    std::optional<std::size_t> memory_limit() const { return limits_.memory; }

    std::uint64_t steps() const { return steps_; }
    /// So much labour makes the next step poll.
    static constexpr std::uint64_t kPollEvery = 4096;

private:
    void poll();
    void poll_later();

    const HasBytes& whose_;
    Limits limits_;
    StopToken* token_ = nullptr;
    std::uint64_t steps_ = 0;
    std::uint64_t last_step_ = UINT64_MAX;
    std::uint64_t next_poll_ = UINT64_MAX;
    std::uint64_t next_big_poll_ = UINT64_MAX;
};

}  // namespace farstar
