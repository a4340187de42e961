#include "farstar/loopy.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fox_and_geese.hpp"
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

/// Sixty-four states are about as much work as one node of a short game.
void charge_engine(std::size_t states) {
    for (std::size_t unit = 0; unit < states; unit += 64) engine().step();
}

/// More cells than this are 1 GB.
constexpr std::size_t kMostCells = std::size_t{1} << 28;

std::unique_ptr<FoxAndGeeseTable> fox_and_geese(std::uint32_t rows, std::uint32_t columns,
                                                std::uint32_t geese, std::uint32_t reach) {
    if (rows < 1 || columns < 2 || rows > 128 || columns > 128 || rows * columns > 256 ||
        geese > 8 || reach < 1) {
        throw nb::value_error("expected a board of at most 256 squares and at most 8 geese");
    }
    return run([&](Engine&) {
        auto table = std::make_unique<FoxAndGeeseTable>(rows, columns, geese, reach, charge_engine);
        const std::size_t cells = table->squares() * table->sets();
        if (table->sets() > kMostCells / table->squares() ||
            (thread_limits.memory && cells * sizeof(Stoppers::Id) > *thread_limits.memory)) {
            throw BudgetExceeded(BudgetExceeded::What::kMemory,
                                 "out of budget: the table of Fox and Geese does not fit");
        }
        return table;
    });
}

nb::bytes values_of(FoxAndGeeseTable& table, std::size_t first, std::size_t end) {
    if (first > end || end > table.sets()) throw nb::index_error("expected sets of this table");
    run([&](Engine&) { table.solve(end); });
    if (first == end) return nb::bytes("", 0);
    return nb::bytes(reinterpret_cast<const char*>(table.values(first).data()),
                     (end - first) * table.squares() * sizeof(Stoppers::Id));
}

/// The canonical form of a stopper as rows, from vertex 0.
nb::list graph_of(const FoxAndGeeseTable& table, Stoppers::Id id) {
    const Stoppers& stoppers = table.stoppers();
    if (id >= stoppers.size()) throw nb::index_error("expected a stopper of this table");
    std::vector<Stoppers::Id> met{id};
    std::unordered_map<Stoppers::Id, std::size_t> place{{id, 0}};
    nb::list rows;
    for (std::size_t i = 0; i < met.size(); ++i) {
        const auto side = [&](const std::vector<Stoppers::Id>& options) {
            nb::list targets;
            for (const Stoppers::Id option : options) {
                const auto [at, is_new] = place.emplace(option, met.size());
                if (is_new) met.push_back(option);
                targets.append(at->second);
            }
            return nb::tuple(targets);
        };
        const Stoppers::Row& row = stoppers.options(met[i]);
        const nb::tuple left = side(row.left);
        rows.append(nb::make_tuple(left, side(row.right)));
    }
    return rows;
}

}  // namespace

void bind_loopy(nb::module_& m) {
    nb::class_<FoxAndGeeseTable>(m, "FoxAndGeeseTable",
                                 "The values of all positions of Fox and Geese on a board.")
        .def_prop_ro("squares", &FoxAndGeeseTable::squares)
        .def_prop_ro("sets", &FoxAndGeeseTable::sets)
        .def("set_of", &FoxAndGeeseTable::set_of, "geese"_a,
             "Return the number of a set of geese, given by ascending squares.")
        .def("squares_of", &FoxAndGeeseTable::squares_of, "set"_a,
             "Return the ascending squares of a set of geese.")
        .def("values", &values_of, "first"_a, "end"_a,
             "Return the numbers of the values of some sets, four bytes for each square; "
             "2**32 - 1 stands where a goose does. Earlier sets are solved first.")
        .def("graph", &graph_of, "value"_a,
             nb::sig("def graph(self, value: int) -> list[tuple[tuple[int, ...], tuple[int, "
                     "...]]]"),
             "Return the canonical form of a value as rows.");
    m.def("fox_and_geese", &fox_and_geese, "rows"_a, "columns"_a, "geese"_a, "reach"_a,
          "Return the table of a board; nothing is solved yet.");
    m.def("loopy_order", &order, "g"_a, "h"_a, "reading"_a,
          nb::sig("def loopy_order(g: collections.abc.Sequence[tuple[collections.abc.Sequence[int],"
                  " collections.abc.Sequence[int]]], h: collections.abc.Sequence[tuple["
                  "collections.abc.Sequence[int], collections.abc.Sequence[int]]], reading: str) "
                  "-> bytes"),
          "Return for each pair of vertices of two graphs whether the first is >= the second; "
          "infinite play is read as 'on' or 'off' has it, or as between stoppers.");
}

}  // namespace farstar::bindings
