// Tables and counts over pairs of integers: no engine, no values, only numbers in buffers.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <ctime>
#include <new>
#include <string_view>

#include "convert.hpp"
#include "family_sums.hpp"
#include "kernels.hpp"
#include "outcome_table.hpp"
#include "session.hpp"

namespace farstar::bindings {

using namespace nb::literals;

std::vector<OutcomeState> outcome_states(const std::vector<OutcomeRow>& automaton) {
    std::vector<OutcomeState> states;
    for (const auto& [l, r, outcome] : automaton) {
        // Here, since the threads of a kernel could only end early.
        if (outcome.size() != 1 ||
            std::string_view("PLRN").find(outcome[0]) == std::string_view::npos)
            throw nb::value_error("expected an outcome P, L, R or N");
        if (l >= automaton.size() || r >= automaton.size() || automaton.size() > UINT8_MAX)
            throw nb::value_error("expected the number of a state of the automaton, below 256");
        states.push_back({static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(r), outcome[0]});
    }
    if (states.empty()) throw nb::value_error("expected an automaton with at least one state");
    return states;
}

namespace {

struct Rows {
    std::uint32_t begin;
    std::uint32_t end;
};

Rows rows_of(std::uint32_t begin, std::uint32_t end, unsigned threads) {
    if (end > kLargestRow + 1) throw nb::value_error("expected rows of at most 10^9");
    if (threads < 1) throw nb::value_error("expected at least one thread");
    return {std::max(begin, 2u), end};
}

[[noreturn]] void too_large() {
    throw BudgetExceeded(BudgetExceeded::What::kMemory,
                         "out of budget: the table does not fit the memory");
}

/// Refuse what does not fit the memory bound of this thread.
void claim(std::size_t bytes) {
    if (thread_limits.memory && bytes > *thread_limits.memory) too_large();
}

template <typename Work>
auto run_kernel(Work work) {
    try {
        return run_apart(work);
    } catch (const std::bad_alloc&) {
        too_large();
    }
}

// Room for numbers that Python sees without copying.
class Buffer {
public:
    explicit Buffer(std::size_t bytes) {
        claim(bytes);
        object_ = new_buffer(bytes);
    }
    template <typename T>
    T* as() {
        return reinterpret_cast<T*>(PyByteArray_AsString(object_.ptr()));
    }
    nb::object take() { return std::move(object_); }

private:
    nb::object object_;
};

template <typename Cell>
Buffer room_for(const Rows& rows) {
    if (rows.end <= rows.begin) return Buffer(0);
    const std::size_t bytes = (cells_before(rows.end) - cells_before(rows.begin)) * sizeof(Cell);
    claim(bytes + store_bytes<Cell>(rows.begin, rows.end));
    return Buffer(bytes);
}

nb::object outcomes(std::uint32_t begin, std::uint32_t end,
                    const std::vector<OutcomeRow>& automaton, unsigned threads, bool vectors) {
    const Rows rows = rows_of(begin, end, threads);
    const OutcomeRule rule = outcome_rule(outcome_states(automaton));
    Buffer buffer = room_for<std::uint8_t>(rows);
    run_kernel([&](const std::atomic<bool>& stop) {
        byte_table(rule.rule, rule.letters, rows.begin, rows.end, threads, vectors,
                   buffer.as<std::uint8_t>(), stop);
        return true;
    });
    return buffer.take();
}

nb::object positions(std::uint32_t begin, std::uint32_t end,
                     const std::vector<OutcomeRow>& automaton, const std::string& letter,
                     unsigned threads) {
    const Rows rows = rows_of(begin, end, threads);
    if (letter.size() != 1) throw nb::value_error("expected one letter");
    const std::vector<OutcomeState> states = outcome_states(automaton);
    const auto found = run_kernel([&](const std::atomic<bool>& stop) {
        return partizan_euclid_positions(rows.begin, rows.end, states, letter[0], threads, stop);
    });
    claim(found.size() * sizeof(found[0]));
    return copied(found.data(), found.size() * sizeof(found[0]));
}

EuclidGame game_of(bool grossman, std::uint32_t limit) {
    // A greater limit than any quotient is none.
    return {grossman, limit >= kLargestRow ? 0 : limit};
}

nb::object winners(bool grossman, std::uint32_t limit, std::uint32_t begin, std::uint32_t end,
                   unsigned threads, bool vectors) {
    const Rows rows = rows_of(begin, end, threads);
    const ByteRule rule = winner_rule(game_of(grossman, limit), rows.end);
    Buffer buffer = room_for<std::uint8_t>(rows);
    ByteMap same{};
    for (std::uint8_t i = 0; i < same.size(); ++i) same[i] = i;
    run_kernel([&](const std::atomic<bool>& stop) {
        byte_table(rule, same, rows.begin, rows.end, threads, vectors, buffer.as<std::uint8_t>(),
                   stop);
        return true;
    });
    return buffer.take();
}

using TableKernel = void (*)(const EuclidGame&, std::uint32_t, std::uint32_t, unsigned,
                             std::uint32_t*, const std::atomic<bool>&);
using HistogramKernel = Histogram (*)(const EuclidGame&, std::uint32_t, std::uint32_t, unsigned,
                                      const std::atomic<bool>&);

template <TableKernel kernel>
nb::object number_table(bool grossman, std::uint32_t limit, std::uint32_t begin, std::uint32_t end,
                        unsigned threads) {
    const Rows rows = rows_of(begin, end, threads);
    Buffer buffer = room_for<std::uint32_t>(rows);
    run_kernel([&](const std::atomic<bool>& stop) {
        kernel(game_of(grossman, limit), rows.begin, rows.end, threads, buffer.as<std::uint32_t>(),
               stop);
        return true;
    });
    return buffer.take();
}

template <HistogramKernel kernel>
std::vector<std::pair<std::uint32_t, std::uint64_t>> histogram(bool grossman, std::uint32_t limit,
                                                               std::uint32_t begin,
                                                               std::uint32_t end,
                                                               unsigned threads) {
    const Rows rows = rows_of(begin, end, threads);
    claim(store_bytes<std::uint32_t>(rows.begin, rows.end));
    return run_kernel([&](const std::atomic<bool>& stop) {
        return kernel(game_of(grossman, limit), rows.begin, rows.end, threads, stop);
    });
}

std::pair<std::uint64_t, std::uint64_t> sums(bool grossman, std::uint32_t limit,
                                             std::uint32_t bound, unsigned threads,
                                             std::uint32_t cut) {
    if (threads < 1) throw nb::value_error("expected at least one thread");
    claim(family_sums_bytes(bound, threads));
    const FamilySums found = run_kernel([&](const std::atomic<bool>& stop) {
        return family_sums(game_of(grossman, limit), bound, threads, cut, stop);
    });
    return {found.wins, found.moves};
}

std::uint64_t action_wins(const std::vector<std::uint8_t>& kinds, std::uint32_t period,
                          std::uint32_t bound, unsigned threads) {
    if (threads < 1) throw nb::value_error("expected at least one thread");
    if (period < 1 || period > kinds.size())
        throw nb::value_error("expected a period within the list of actions");
    claim(family_sums_bytes(bound, threads));
    const QuotientActions actions{kinds, period};
    const FamilySums sums = run_kernel([&](const std::atomic<bool>& stop) {
        return family_sums(EuclidGame{true, 0, &actions}, bound, threads, 0, stop);
    });
    return sums.wins;
}

// The processor seconds of each thread when threads write to all of a buffer that is in memory
// already: what the speed of a table is compared with.
double write_seconds(std::size_t bytes, unsigned threads) {
    if (threads < 1) throw nb::value_error("expected at least one thread");
    Buffer buffer(bytes);
    char* data = buffer.as<char>();
    return run_kernel([&](const std::atomic<bool>& stop) {
        const std::size_t slab = std::size_t{1} << 22;
        const auto write = [&](unsigned many, int byte) {
            deal_out((bytes + slab - 1) / slab, many, stop, [&](std::size_t i, unsigned) {
                std::memset(data + i * slab, byte, std::min(slab, bytes - i * slab));
            });
        };
        write(1, 1);
        const std::clock_t start = std::clock();
        write(threads, 2);
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / threads;
    });
}

}  // namespace

void bind_bulk(nb::module_& m) {
    m.def("has_vectors", &has_avx2, "Tell whether this processor has the vector instructions.");
    m.def("partizan_euclid_outcomes", &outcomes, "begin"_a, "end"_a, "automaton"_a, "threads"_a,
          "vectors"_a,
          nb::sig("def partizan_euclid_outcomes(begin: int, end: int, automaton: "
                  "collections.abc.Sequence[tuple[int, int, str]], threads: int, vectors: bool) -> "
                  "bytearray"),
          "Return the letters of the outcomes of (p, q), q < p, begin <= p < end, row by row.");
    m.def("partizan_euclid_positions", &positions, "begin"_a, "end"_a, "automaton"_a, "letter"_a,
          "threads"_a,
          nb::sig("def partizan_euclid_positions(begin: int, end: int, automaton: "
                  "collections.abc.Sequence[tuple[int, int, str]], letter: str, threads: int) -> "
                  "bytearray"),
          "Return the pairs p, q of those with one outcome, as 32-bit integers, in order.");
    m.def("euclid_family_winners", &winners, "grossman"_a, "limit"_a, "begin"_a, "end"_a,
          "threads"_a, "vectors"_a,
          nb::sig("def euclid_family_winners(grossman: bool, limit: int, begin: int, end: int, "
                  "threads: int, vectors: bool) -> bytearray"),
          "Return 1 for each (b, a), a < b, begin <= b < end, that the player to move wins.");
    m.def("euclid_family_grundy", &number_table<grundy_table>, "grossman"_a, "limit"_a, "begin"_a,
          "end"_a, "threads"_a,
          nb::sig("def euclid_family_grundy(grossman: bool, limit: int, begin: int, end: int, "
                  "threads: int) -> bytearray"),
          "Return their Grundy values as 32-bit integers; the limit 0 is none.");
    m.def("euclid_family_lengths", &number_table<length_table>, "grossman"_a, "limit"_a, "begin"_a,
          "end"_a, "threads"_a,
          nb::sig("def euclid_family_lengths(grossman: bool, limit: int, begin: int, end: int, "
                  "threads: int) -> bytearray"),
          "Return their optimal lengths as 32-bit integers.");
    m.def("euclid_family_grundy_histogram", &histogram<grundy_histogram>, "grossman"_a, "limit"_a,
          "begin"_a, "end"_a, "threads"_a, "Return (Grundy value, number of positions).");
    m.def("euclid_family_length_histogram", &histogram<length_histogram>, "grossman"_a, "limit"_a,
          "begin"_a, "end"_a, "threads"_a, "Return (optimal length, number of positions).");
    m.def("euclid_family_sums", &sums, "grossman"_a, "limit"_a, "bound"_a, "threads"_a, "cut"_a,
          "Return how many (b, a), a < b <= bound, are won, and the sum of the optimal lengths.");
    m.def(
        "grossman_action_wins", &action_wins, "kinds"_a, "period"_a, "bound"_a, "threads"_a,
        "Return how many (b, a), a < b <= bound, are won where the quotient m keeps (0), turns (1) "
        "or wins (2) the rest; beyond the end the last `period` kinds repeat.");
    m.def("write_seconds", &write_seconds, "bytes"_a, "threads"_a,
          "Return the processor seconds of each thread while they write that many bytes.");
}

}  // namespace farstar::bindings
