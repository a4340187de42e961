// Misère quotients: games come as lists of sums, the quotient goes as numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "misere_solver.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

using namespace nb::literals;
using misere::Solver;

/// Counts the steps of a call against the budget of this thread, however it ends.
class StepCount {
public:
    explicit StepCount(const Solver& solver) : solver_(solver), before_(solver.steps()) {}
    StepCount(const StepCount&) = delete;
    StepCount& operator=(const StepCount&) = delete;
    ~StepCount() {
        if (thread_limits.steps)
            *thread_limits.steps -= std::min(solver_.steps() - before_, *thread_limits.steps);
    }

private:
    const Solver& solver_;
    std::uint64_t before_;
};

bool add(Solver& self, const misere::Options& options) {
    Limits limits = thread_limits;
    // The step that passes the bound is refused, not the one that reaches it.
    if (limits.steps && *limits.steps < std::numeric_limits<std::uint64_t>::max()) ++*limits.steps;
    const StepCount count(self);
    try {
        nb::gil_scoped_release no_gil;
        SignalToken token;
        self.add(options, limits, &token);
        return true;
    } catch (const misere::TooManyElements&) {
        return false;
    } catch (const Interrupted&) {
        throw nb::python_error();
    } catch (const std::bad_alloc&) {
        out_of_memory();
    }
}

nb::list table(const Solver& self) {
    const misere::Monoid& monoid = self.monoid();
    nb::list rows;
    for (std::size_t x = 0; x < monoid.size; ++x) {
        nb::list row;
        for (const misere::Element product : monoid.row(x)) row.append(product);
        rows.append(nb::tuple(row));
    }
    return rows;
}

std::vector<std::size_t> losing(const Solver& self) {
    std::vector<std::size_t> elements;
    for (std::size_t x = 0; x < self.monoid().size; ++x) {
        if (self.monoid().losing[x] != 0) elements.push_back(x);
    }
    return elements;
}

}  // namespace

void bind_misere(nb::module_& m) {
    nb::class_<Solver>(m, "MisereSolver", "The misère quotient of the games added so far.")
        .def(nb::init<std::size_t>(), "most"_a)
        .def("add", &add, "options"_a,
             "Add a game by its options, which are sums of earlier games; return False if there "
             "would be too many elements, and then nothing is added.")
        .def("table", &table, nb::sig("def table(self) -> list[tuple[int, ...]]"),
             "Return the products of the elements.")
        .def("losing", &losing, "Return the elements that are P-positions.")
        .def("images", &Solver::images, "Return the element of each game.")
        .def("growth", &Solver::growth,
             "Return the games at which the quotient grew, with its order from there on.")
        .def_prop_ro("pairs", &Solver::pairs, "How many pairs the transition algebra has.")
        .def_prop_ro("steps", &Solver::steps, "How many words and pairs were worked out.");
}

}  // namespace farstar::bindings
