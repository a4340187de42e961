#include "impartial.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "kernels.hpp"
#include "nimbers.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

using namespace nb::literals;

/// One heap is one node of the budget.
void charge(std::size_t heaps) {
    // The sequence, the rare heaps and the copy that Python gets.
    constexpr std::size_t kBytesEach = 3 * sizeof(std::uint32_t);
    if (thread_limits.memory && heaps > *thread_limits.memory / kBytesEach) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of budget: the memory limit is reached");
    }
    if (!thread_limits.steps) return;
    if (heaps > *thread_limits.steps) {
        throw BudgetExceeded(BudgetExceeded::What::kNodes,
                             "out of budget: too many heaps were needed");
    }
    *thread_limits.steps -= heaps;
}

nb::object sequence(const std::vector<std::uint8_t>& digits, std::size_t count, bool unequal) {
    if (digits.empty() || (digits[0] & ~4u) != 0)
        throw nb::value_error("expected a first digit that is 0 or 4");
    for (const std::uint8_t digit : digits) {
        if (digit > BreakingCode::kLargestDigit) throw nb::value_error("expected octal digits");
    }
    if (count > std::numeric_limits<std::uint32_t>::max() / 2)
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "sequence too long: expected fewer than 2^31 heaps");
    charge(count);
    const BreakingCode code{digits, unequal};
    const std::vector<std::uint32_t> found = run_apart(
        [&](const std::atomic<bool>& stop) { return grundy_sequence(code, count, stop); });
    return copied(found.data(), found.size() * sizeof(std::uint32_t));
}

std::uint32_t mask_of(const nb::bytes& numbers) {
    std::vector<std::uint32_t> copy(numbers.size() / sizeof(std::uint32_t));
    std::copy_n(numbers.c_str(), copy.size() * sizeof(std::uint32_t),
                reinterpret_cast<char*>(copy.data()));
    return sparse_mask(copy);
}

}  // namespace

void bind_impartial(nb::module_& m) {
    m.def("grundy_sequence", &sequence, "digits"_a, "count"_a, "unequal"_a,
          nb::sig("def grundy_sequence(digits: collections.abc.Sequence[int], count: int, "
                  "unequal: bool) -> bytearray"),
          "Return G(0), ..., G(count - 1) of a take-and-break game as unsigned 32-bit numbers.");
    m.def("sparse_mask", &mask_of, "numbers"_a,
          "Return the least mask by which the fewest of the unsigned 32-bit numbers are rare.");
    m.def("nim_product", &nim_product, "a"_a, "b"_a,
          "Return the nim product of two unsigned 64-bit numbers.");
}

}  // namespace farstar::bindings
