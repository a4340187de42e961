#include "impartial.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
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

BreakingCode breaking_code(const std::vector<std::uint8_t>& digits, bool unequal) {
    if (digits.empty() || (digits[0] & ~4u) != 0)
        throw nb::value_error("expected a first digit that is 0 or 4");
    for (const std::uint8_t digit : digits) {
        if (digit > BreakingCode::kLargestDigit) throw nb::value_error("expected octal digits");
    }
    return {digits, unequal};
}

nb::object sequence(const std::vector<std::uint8_t>& digits, std::size_t count, bool unequal) {
    const BreakingCode code = breaking_code(digits, unequal);
    if (count > std::numeric_limits<std::uint32_t>::max() / 2)
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "sequence too long: expected fewer than 2^31 heaps");
    charge(count);
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

/// Values in a buffer of Python, such as a file in memory; the object keeps hold of it.
class HeapRecord {
public:
    using Buffer = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

    HeapRecord(const std::vector<std::uint8_t>& digits, bool unequal, Buffer buffer, unsigned width,
               std::size_t known, std::size_t tile)
        : code_(breaking_code(digits, unequal)), buffer_(std::move(buffer)) {
        if ((width != 1 && width != 2 && width != 4) || buffer_.size() / width < known)
            throw nb::value_error("expected a width of 1, 2 or 4 bytes and room for what is known");
        const std::span room(reinterpret_cast<std::byte*>(buffer_.data()), buffer_.size());
        values_ = run_apart([&](const std::atomic<bool>&) {
            return HeapValues::in(code_, room, width, known, tile);
        });
    }

    const char* extend(std::size_t count) {
        // However it ends, what is known stays known.
        switch (run_apart(
            [&](const std::atomic<bool>& stop) { return values_->extend(count, stop); })) {
            case HeapValues::End::kReached:
                return "reached";
            case HeapValues::End::kTooLarge:
                return "too large";
            default:
                return "stopped";
        }
    }
    std::size_t known() const { return values_->known(); }
    std::tuple<std::uint32_t, bool> sparse_space() const {
        return {values_->sparse_space().mask, values_->sparse_space().by_place};
    }
    std::size_t rare_count() const { return values_->rare_heaps().size(); }
    std::vector<std::uint64_t> rare_heaps() const {
        return {values_->rare_heaps().begin(), values_->rare_heaps().end()};
    }
    std::vector<std::uint64_t> counts() const {
        return {values_->counts().begin(), values_->counts().end()};
    }
    std::optional<std::uint32_t> by_definition(std::size_t n) const {
        if (n > known()) throw nb::value_error("expected all smaller heaps to be known");
        return run_apart(
            [&](const std::atomic<bool>& stop) { return values_->by_definition(n, stop); });
    }
    std::tuple<std::size_t, std::size_t, std::optional<std::size_t>> longest_repeat() const {
        const HeapValues::Repeat repeat =
            run_apart([&](const std::atomic<bool>& stop) { return values_->longest_repeat(stop); });
        return {repeat.preperiod, repeat.period, HeapValues::needed_for_proof(code_, repeat)};
    }

private:
    BreakingCode code_;
    Buffer buffer_;
    std::unique_ptr<HeapValues> values_;
};

}  // namespace

void bind_impartial(nb::module_& m) {
    nb::class_<HeapRecord>(m, "HeapRecord", "Grundy values of heaps in a buffer of the caller.")
        .def(nb::init<const std::vector<std::uint8_t>&, bool, HeapRecord::Buffer, unsigned,
                      std::size_t, std::size_t>(),
             "digits"_a, "unequal"_a, "buffer"_a, "width"_a, "known"_a, "tile"_a,
             nb::sig("def __init__(self, digits: collections.abc.Sequence[int], unequal: bool, "
                     "buffer: bytearray | mmap.mmap, width: int, known: int, tile: int) -> None"))
        .def("extend", &HeapRecord::extend, "count"_a,
             "Work out values until there are so many: reached, stopped, or too large for the "
             "width.")
        .def("known", &HeapRecord::known, "Return how many values are known.")
        .def("sparse_space", &HeapRecord::sparse_space,
             "Return the mask, and whether heaps of every other size count the other way.")
        .def("rare_count", &HeapRecord::rare_count, "Return how many heaps but 0 are rare.")
        .def("rare_heaps", &HeapRecord::rare_heaps, "Return the rare heaps but 0.")
        .def("counts", &HeapRecord::counts, "Return how many heaps but 0 have each value.")
        .def("by_definition", &HeapRecord::by_definition, "heap"_a,
             "Return a value from all options, without the sparse space.")
        .def("longest_repeat", &HeapRecord::longest_repeat,
             "Return the preperiod and period that fit best, and how many values prove them.");
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
