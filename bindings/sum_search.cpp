#include "sum_search.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace nb = nanobind;

namespace {

using namespace nb::literals;

/// A search that threads of Python use one at a time, without the GIL.
class SharedSearch {
public:
    template <typename Work>
    auto with(Work work) {
        refuse_if_inside();
        const nb::gil_scoped_release no_gil;
        const std::scoped_lock lock(lock_);
        return work(search_);
    }
    std::int32_t load(HeldGame g) {
        return run([&](Engine& e) {
            const std::scoped_lock lock(lock_);
            return search_.loader.load(e, g.id());
        });
    }

private:
    std::mutex lock_;
    SumSearch search_;
};

bool is_narrow(SharedSearch& self, std::int32_t g) {
    return self.with([&](SumSearch& search) {
        search.games.prepare();
        return search.games.is_narrow(g);
    });
}

bool refine(SharedSearch& self) {
    return self.with([](SumSearch& search) { return search.refine(); });
}

int wins(SharedSearch& self, const std::vector<std::int32_t>& parts, std::int64_t number,
         std::int64_t up, std::uint32_t star, bool left_moves, std::uint64_t limit,
         std::size_t memory, unsigned threads) {
    return self.with([&](SumSearch& search) {
        return static_cast<int>(
            search.wins(parts, {number, up, star}, left_moves, limit, memory, threads));
    });
}

std::uint64_t nodes(SharedSearch& self) {
    return self.with([](SumSearch& search) { return search.nodes(); });
}

std::size_t bytes(SharedSearch& self) {
    return self.with([](SumSearch& search) { return search.bytes(); });
}

std::pair<std::size_t, std::size_t> store_size() {
    // Asking is no work, and so no budget refuses it.
    return reading([](Store& store) { return std::pair(store.games(), engine().bytes()); });
}

}  // namespace

void bind_sum_search(nb::module_& m) {
    nb::class_<SharedSearch>(m, "SumSearch", "A search through sums of games.")
        .def(nb::init<>())
        .def("load", &SharedSearch::load, "g"_a,
             "Make a value with the mean 0 and all its followers known; return its place among the "
             "games, or -2 if they do not fit.")
        .def("is_narrow", &is_narrow, "g"_a,
             "Return whether the bounds on a game hardly differ, so that it need not be moved in.")
        .def("refine", &refine,
             "Find closer bounds on all games, once, and only if there are not too many; return "
             "whether any have changed.")
        .def("wins", &wins, "parts"_a, "number"_a, "up"_a, "star"_a, "left_moves"_a, "limit"_a,
             "memory"_a, "threads"_a,
             "Return 1 if the player who moves first wins, 0 if not, -1 after `limit` sums in each "
             "reading; refuse to hold more than `memory` bytes.")
        .def_prop_ro("nodes", &nodes, "How many sums were looked at.")
        .def_prop_ro("bytes", &bytes, "The bytes held for what was found out.");
    m.def("size", &store_size, "Return how many games the store holds, and its bytes.");
}

}  // namespace farstar::bindings
