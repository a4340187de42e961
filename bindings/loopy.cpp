#include "farstar/loopy.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

using namespace nb::literals;
using Vertex = Bigraph::Vertex;

/// A round over so many states takes a second or two, and is not interrupted.
constexpr std::size_t kMostPairs = std::size_t{1} << 24;

/// One side of each row: a list of places below the number of rows.
std::vector<std::vector<Vertex>> side_of(const nb::sequence& rows, std::size_t side) {
    const std::size_t size = nb::len(rows);
    std::vector<std::vector<Vertex>> lists(size);
    for (std::size_t v = 0; v < size; ++v) {
        for (const nb::handle target : nb::object(rows[v][side])) {
            const auto w = nb::cast<std::size_t>(target);
            if (w >= size) throw nb::value_error("expected edges to vertices of the graph");
            lists[v].push_back(static_cast<Vertex>(w));
        }
    }
    return lists;
}

nb::bytes order(const nb::sequence& g, const nb::sequence& h, const std::string& reading) {
    const Bigraph first(side_of(g, 0), side_of(g, 1));
    const Bigraph second(side_of(h, 0), side_of(h, 1));
    if (second.size() != 0 && first.size() > kMostPairs / second.size()) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "loopy games too large: expected a product of at most 2^24 pairs");
    }
    const std::size_t bytes = 8 * first.size() * second.size();
    const Reading kind = reading == "on"    ? Reading::kOnsides
                         : reading == "off" ? Reading::kOffsides
                                            : Reading::kStoppers;
    const std::vector<std::uint8_t> answer = run([&](Engine& e) {
        if (thread_limits.memory && bytes > *thread_limits.memory) {
            throw BudgetExceeded(BudgetExceeded::What::kMemory,
                                 "out of budget: the memory limit is reached");
        }
        // Sixty-four states are about as much work as one node of a short game.
        return solve_order(first, second, kind, [&](std::size_t states) {
            for (std::size_t unit = 0; unit <= states; unit += 64) e.step();
        });
    });
    return nb::bytes(reinterpret_cast<const char*>(answer.data()), answer.size());
}

}  // namespace

void bind_loopy(nb::module_& m) {
    m.def("loopy_order", &order, "g"_a, "h"_a, "reading"_a,
          nb::sig("def loopy_order(g: collections.abc.Sequence[tuple[collections.abc.Sequence[int],"
                  " collections.abc.Sequence[int]]], h: collections.abc.Sequence[tuple["
                  "collections.abc.Sequence[int], collections.abc.Sequence[int]]], reading: str) "
                  "-> bytes"),
          "Return for each pair of vertices of two graphs whether the first is >= the second; "
          "infinite play is read as 'on' or 'off' has it, or as between stoppers.");
}

}  // namespace farstar::bindings
