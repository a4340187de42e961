// The three ways in which the core refuses. The bindings map them to the Python error tree.
#pragma once

#include <stdexcept>

namespace farstar {

/// Out of time, nodes or memory. The engine stays usable.
struct BudgetExceeded : std::runtime_error {
    enum class What { kTime, kNodes, kMemory, kOptions };
    BudgetExceeded(What kind, const char* message) : std::runtime_error(message), what_kind(kind) {}
    What what_kind;
};

/// A number left the range of the exact arithmetic.
struct ValueOverflow : std::overflow_error {
    using std::overflow_error::overflow_error;
};

/// The game has no atomic weight.
struct NotAtomic : std::domain_error {
    using std::domain_error::domain_error;
};

/// The caller asked to stop (an interrupt is pending); the bindings know why.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace farstar
