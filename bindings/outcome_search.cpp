// Who wins a sum of boards and values.
#include "outcome_search.hpp"

#include <nanobind/nanobind.h>

#include <vector>

#include "board.hpp"
#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

using namespace nb::literals;

bool wins(nb::iterable summands, bool left_moves) {
    std::vector<Summand> sum;
    for (nb::handle entry : summands) {
        const auto pair = nb::cast<nb::tuple>(entry);
        if (pair.size() != 2) throw nb::value_error("expected pairs of a sign and a summand");
        const int sign = nb::cast<int>(pair[0]);
        if (sign != 1 && sign != -1) throw nb::value_error("expected signs 1 and -1");
        Summand summand;
        summand.negative = sign < 0;
        const nb::object what = pair[1];
        if (is_game(what.ptr())) {
            summand.value = id_of_game(what.ptr());
        } else {
            const auto& board = nb::cast<const NativeBoard&>(what);
            summand.game = board.game;
            summand.board = board.words;
        }
        sum.push_back(summand);
    }
    return run([&](Engine& e) { return outcome_search().wins(e, sum, left_moves); });
}

std::uint64_t searched() {
    return reading([](Store&) { return outcome_search().nodes(); });
}

}  // namespace

void bind_outcome_search(nb::module_& m) {
    nb::class_<NativeBoard>(m, "NativeBoard", "A board for the search of who wins.");
    m.def("wins", guarded<&wins>, "summands"_a, "left_moves"_a,
          nb::sig("def wins(summands: collections.abc.Iterable[tuple[int, NativeBoard | Game]], "
                  "left_moves: bool) -> bool"),
          "Return whether a player wins a sum of boards and values by moving first.");
    m.def("sums_searched", &searched, "Return how many sums `wins` has searched in all.");
}

}  // namespace farstar::bindings
