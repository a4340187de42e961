#include "sum_search.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace nb = nanobind;

namespace {

using namespace nb::literals;
using Moves = std::vector<std::tuple<std::int32_t, std::int64_t, std::int64_t, std::uint32_t>>;
using Numbers = std::array<std::int64_t, 12>;
using Wall = std::tuple<std::int64_t, std::vector<std::int64_t>, std::vector<int>>;

/// A search that threads of Python use one at a time, without the GIL.
class SharedSearch {
public:
    template <typename Work>
    auto with(Work work) {
        const nb::gil_scoped_release no_gil;
        const std::scoped_lock lock(lock_);
        return work(search_);
    }

private:
    std::mutex lock_;
    SumSearch search_;
};

SumGames::Options options(const Moves& moves) {
    SumGames::Options result;
    for (const auto& [part, number, up, star] : moves) result.push_back({part, {number, up, star}});
    return result;
}

ThermalWall wall(const Wall& parts) {
    const auto& [mast, corners, slopes] = parts;
    return {mast, corners, slopes};
}

std::int32_t add(SharedSearch& self, const Numbers& numbers, const Moves& left,
                 const Moves& right) {
    return self.with([&](SumSearch& search) {
        return search.games.add(UpStarLadder::of_numbers(numbers), options(left), options(right));
    });
}

std::int32_t add_hot(SharedSearch& self, const Wall& left_wall, const Wall& right_wall,
                     const Moves& left, const Moves& right) {
    return self.with([&](SumSearch& search) {
        return search.games.add_hot({wall(left_wall), wall(right_wall)}, options(left),
                                    options(right));
    });
}

void set_opposite(SharedSearch& self, std::int32_t g, std::int32_t h) {
    self.with([&](SumSearch& search) { search.games.set_opposite(g, h); });
}

bool is_narrow(SharedSearch& self, std::int32_t g) {
    return self.with([&](SumSearch& search) {
        search.games.prepare();
        return search.games.is_narrow(g);
    });
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
        .def("add", &add, "ladder"_a, "left"_a, "right"_a,
             "Make an infinitesimal known by its ladder and its options (game or -1, number, ups, "
             "nimber); return its place among the games.")
        .def("add_hot", &add_hot, "left_wall"_a, "right_wall"_a, "left"_a, "right"_a,
             "Make a hot game known by its walls (mast, corners, slopes) and its options.")
        .def("set_opposite", &set_opposite, "g"_a, "h"_a, "Say that two games add up to zero.")
        .def("is_narrow", &is_narrow, "g"_a,
             "Return whether the bounds on a game hardly differ, so that it need not be moved in.")
        .def("wins", &wins, "parts"_a, "number"_a, "up"_a, "star"_a, "left_moves"_a, "limit"_a,
             "memory"_a, "threads"_a,
             "Return 1 if the player who moves first wins, 0 if not, -1 after `limit` sums in each "
             "reading; refuse to hold more than `memory` bytes.")
        .def_prop_ro("nodes", &nodes, "How many sums were looked at.")
        .def_prop_ro("bytes", &bytes, "The bytes held for what was found out.");
    m.def("size", &store_size, "Return how many games the store holds, and its bytes.");
}

}  // namespace farstar::bindings
