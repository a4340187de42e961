#include "kernels.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "geography.hpp"
#include "partizan_euclid.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

std::span<const GameId> games_of(const EuclidTable& table) { return table.places(); }
std::span<const GameId> games_of(const GeographyTable& table) { return table.games; }

/// A table of games that a kernel made; keeps every game in it pinned.
template <typename Table>
class Pinned {
public:
    /// The lock must be held: the games may not be collected before they are pinned.
    explicit Pinned(Table&& table) : table_(std::move(table)) {
        each([](GameId g) { engine().store().pin(g); });
    }
    Pinned(Pinned&& other) noexcept
        : table_(std::move(other.table_)), moved_(std::exchange(other.moved_, true)) {}
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    Pinned& operator=(Pinned&&) = delete;
    ~Pinned() {
        if (!moved_) each([](GameId g) { engine().store().unpin(g); });
    }

    const Table& table() const { return table_; }
    std::size_t size() const {
        const auto games = games_of(table_);
        return games.size() -
               static_cast<std::size_t>(std::count(games.begin(), games.end(), kNone));
    }
    std::size_t distinct() const { return tally().size(); }
    /// How often each game occurs, the most frequent first.
    nb::list counts() const {
        const std::unordered_map<GameId, std::size_t> found = tally();
        std::vector<std::pair<GameId, std::size_t>> rows(found.begin(), found.end());
        std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second : a.first < b.first;
        });
        nb::list result;
        for (const auto& [g, count] : rows) {
            result.append(nb::make_tuple(reading([&](Store&) { return Game(g); }), count));
        }
        return result;
    }

private:
    template <typename Action>
    void each(Action action) const {
        for (GameId g : games_of(table_)) {
            if (g != kNone) action(g);
        }
    }
    std::unordered_map<GameId, std::size_t> tally() const {
        return run([&](Engine& e) {
            std::unordered_map<GameId, std::size_t> found;
            each([&](GameId g) {
                e.step();
                ++found[g];
            });
            return found;
        });
    }

    Table table_;
    bool moved_ = false;
};

using Euclid = Pinned<EuclidTable>;
using Geography = Pinned<GeographyTable>;

Game euclid_at(const Euclid& self, std::pair<std::uint64_t, std::uint64_t> at) {
    const auto [p, q] = at;
    GameId g = kNone;
    if (self.table().has_place(p, q)) {
        g = self.table().at(static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(q));
    }
    if (g == kNone) throw nb::key_error("expected coprime q < p < 2q with p within the bound");
    return reading([&](Store&) { return Game(g); });
}

nb::list mean_temperatures(const Euclid& self) {
    struct Row {
        std::uint32_t p;
        std::uint32_t q;
        Number mean;
        Number temperature;
    };
    const std::vector<Row> rows = run([&](Engine& e) {
        std::vector<Row> found;
        for (std::uint32_t p = 3; p <= self.table().bound(); ++p) {
            for (std::uint32_t q = p / 2 + 1; q < p; ++q) {
                const GameId g = self.table().at(p, q);
                if (g == kNone) continue;
                e.step();
                const Thermograph& t = e.thermograph(g);
                found.push_back({p, q, Number(t.mean()), Number(t.temperature())});
            }
        }
        return found;
    });
    nb::list result;
    for (const Row& row : rows) {
        if (nb::len(result) % 65536 == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
        result.append(
            nb::make_tuple(row.p, row.q, from_number(row.mean), from_number(row.temperature)));
    }
    return result;
}

Euclid euclid_values(std::uint32_t bound) {
    return run([&](Engine& e) { return Euclid(partizan_euclid_values(e, bound)); });
}

// The automata come from farstar.theory, which derives and documents them; here they are only read.
std::uint8_t state_number(unsigned state, std::size_t count) {
    if (state >= count || state > UINT8_MAX)
        throw nb::value_error("expected the number of a state of the automaton, below 256");
    return static_cast<std::uint8_t>(state);
}

char one_letter(const std::string& text) {
    if (text.size() != 1) throw nb::value_error("expected one letter");
    return text[0];
}

using FormRow = std::tuple<unsigned, std::string, unsigned, std::string>;

std::vector<FormState> form_states(const std::vector<FormRow>& automaton) {
    std::vector<FormState> states;
    for (const auto& [l, l_action, r, r_action] : automaton) {
        states.push_back({{state_number(l, automaton.size()), one_letter(l_action)},
                          {state_number(r, automaton.size()), one_letter(r_action)}});
    }
    if (states.empty()) throw nb::value_error("expected an automaton with at least one state");
    return states;
}

Euclid euclid_forms(std::uint32_t bound, const std::vector<FormRow>& automaton) {
    const std::vector<FormState> states = form_states(automaton);
    return run([&](Engine& e) { return Euclid(partizan_euclid_forms(e, bound, states)); });
}

Game euclid_form(const std::vector<std::pair<std::string, std::uint64_t>>& word,
                 const std::vector<FormRow>& automaton) {
    const std::vector<FormState> states = form_states(automaton);
    std::vector<LetterRun> runs;
    for (const auto& [letter, length] : word) runs.push_back({one_letter(letter), length});
    return run([&](Engine& e) { return Game(partizan_euclid_form(e, runs, states)); });
}

using ClassRow = std::tuple<unsigned, unsigned, std::string>;

Euclid euclid_weights(std::uint32_t bound, const std::vector<ClassRow>& automaton) {
    std::vector<WordClass> classes;
    for (const auto& [l, r, far] : automaton) {
        classes.push_back({state_number(l, automaton.size()), state_number(r, automaton.size()),
                           one_letter(far)});
    }
    return run([&](Engine& e) { return Euclid(partizan_euclid_weights(e, bound, classes)); });
}

nb::dict euclid_census(std::uint32_t bound, const std::vector<OutcomeRow>& automaton, unsigned part,
                       unsigned parts, unsigned threads, bool every_node) {
    const std::vector<OutcomeState> states = outcome_states(automaton);
    if (part >= parts || threads < 1) {
        throw nb::value_error("expected part < parts and at least one thread");
    }
    const OutcomeCounts counts = run_apart([&](const std::atomic<bool>& stop) {
        return partizan_euclid_census(bound, states, part, parts, threads, every_node, stop);
    });
    nb::dict result;
    result["P"] = counts.p;
    result["L"] = counts.l;
    result["R"] = counts.r;
    result["N"] = counts.n;
    return result;
}

Game geography_at(const Geography& self,
                  std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> at) {
    const auto [x, y, z] = at;
    const GeographyTable& table = self.table();
    if (x > table.bound || y < 1 || y > table.bound || z > table.bound) {
        throw nb::key_error("expected x, z from 0 and y from 1, all within the bound");
    }
    return reading([&](Store&) { return Game(table.games[table.place(x, y, z)]); });
}

Geography geography(std::uint32_t bound) {
    return run([&](Engine& e) { return Geography(geography_values(e, bound)); });
}

template <typename Table>
nb::class_<Pinned<Table>> bind_table(nb::module_& m, const char* name, const char* doc) {
    return nb::class_<Pinned<Table>>(m, name, doc)
        .def("__len__", &Pinned<Table>::size)
        .def("distinct", &Pinned<Table>::distinct, "Return how many different games there are.")
        .def("counts", &Pinned<Table>::counts,
             nb::sig("def counts(self) -> list[tuple[Game, int]]"),
             "Return how often each game occurs, the most frequent first.");
}

}  // namespace

void bind_kernels(nb::module_& m) {
    bind_bulk(m);
    bind_table<EuclidTable>(m, "EuclidTable",
                            "A game for each coprime standard Partizan Euclid position.")
        .def("__getitem__", &euclid_at, "position"_a)
        .def("mean_temperatures", &mean_temperatures,
             nb::sig("def mean_temperatures(self) -> list[tuple[int, int, tuple[int, int], "
                     "tuple[int, int]]]"),
             "Return (p, q, mean, temperature) of every position.");
    bind_table<GeographyTable>(m, "GeographyTable",
                               "A game for each Geography position A(x, y, z).")
        .def("__getitem__", &geography_at, "position"_a);
    m.def("partizan_euclid_values", &euclid_values, "bound"_a,
          "Return the values of all coprime standard positions (p, q), q > 1, p <= bound.");
    m.def("partizan_euclid_forms", &euclid_forms, "bound"_a, "automaton"_a,
          "Return the same values without comparing games, by rows (l, action, r, action).");
    m.def("partizan_euclid_form", &euclid_form, "runs"_a, "automaton"_a,
          "Return the value for one word, given as (letter, length) from its e leftwards.");
    m.def("partizan_euclid_weights", &euclid_weights, "bound"_a, "automaton"_a,
          "Return their atomic weights, by rows (l, r, outcome with a far star).");
    m.def("partizan_euclid_census", &euclid_census, "bound"_a, "automaton"_a, "part"_a, "parts"_a,
          "threads"_a, "every_node"_a,
          nb::sig("def partizan_euclid_census(bound: int, automaton: "
                  "collections.abc.Sequence[tuple[int, int, str]], part: int, parts: int, threads: "
                  "int, every_node: bool) -> dict[str, int]"),
          "Count the outcomes of all (p, q), q < p <= bound, by rows (l, r, outcome).");
    m.def("geography_values", &geography, "bound"_a,
          "Return the values of A(x, y, z), 0 <= x, z <= bound, 1 <= y <= bound.");
}

}  // namespace farstar::bindings
