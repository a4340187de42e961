// How long, how much: what a piece of work may cost, and who may stop it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace farstar {

/// Bounds on the work of one caller.
struct Limits {
    std::optional<std::chrono::steady_clock::time_point> deadline;
    std::optional<std::uint64_t> steps;
    std::optional<std::size_t> memory;
};

/// Polled now and then during long work; the bindings make Ctrl-C of it.
class StopToken {
public:
    virtual ~StopToken() = default;
    virtual bool stop_requested() = 0;
};

}  // namespace farstar
