#include "sum_search.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace nb = nanobind;

namespace {

using namespace nb::literals;
using Moves = std::vector<std::tuple<std::int32_t, std::int64_t, std::uint32_t>>;
using Numbers = std::array<std::int64_t, 12>;

std::vector<SumSearch::Landing> landings(const Moves& moves) {
    std::vector<SumSearch::Landing> result;
    for (const auto& [part, up, star] : moves) result.push_back({part, up, star});
    return result;
}

std::int32_t add(SumSearch& self, const Numbers& numbers, const Moves& left, const Moves& right) {
    return self.add(UpStarLadder::of_numbers(numbers), landings(left), landings(right));
}

int wins(SumSearch& self, const std::vector<std::int32_t>& parts, std::int64_t up,
         std::uint32_t star, bool left_moves, std::uint64_t limit, std::size_t memory) {
    return static_cast<int>(self.wins(parts, up, star, left_moves, limit, memory));
}

std::pair<std::size_t, std::size_t> store_size() {
    // Asking is no work, and so no budget refuses it.
    return reading([](Store& store) { return std::pair(store.games(), engine().bytes()); });
}

}  // namespace

void bind_sum_search(nb::module_& m) {
    nb::class_<SumSearch>(m, "SumSearch", "A search through sums of all-small games.")
        .def(nb::init<>())
        .def("__len__", &SumSearch::size)
        .def("add", &add, "ladder"_a, "left"_a, "right"_a,
             "Make a game known by its ladder and its options (number or -1, ups, nimber).")
        .def("set_opposite", &SumSearch::set_opposite, "g"_a, "h"_a,
             "Say that two games add up to zero.")
        .def("wins", &wins, "parts"_a, "up"_a, "star"_a, "left_moves"_a, "limit"_a, "memory"_a,
             "Return 1 if the player who moves first wins, 0 if not, -1 after `limit` sums; "
             "refuse to hold more than `memory` bytes.")
        .def_prop_ro("nodes", &SumSearch::nodes, "How many sums were looked at.")
        .def_prop_ro("bytes", &SumSearch::bytes, "The bytes held for what was found out.");
    m.def("size", &store_size, "Return how many games the store holds, and its bytes.");
}

}  // namespace farstar::bindings
