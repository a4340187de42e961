#include "kernels.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "complete_product.hpp"
#include "convert.hpp"
#include "geography.hpp"
#include "partizan_euclid.hpp"
#include "session.hpp"
#include "triangle.hpp"

namespace farstar::bindings {

using namespace nb::literals;

namespace {

// The cells of a table, and the games that they are numbers of; none if they are games themselves.
std::span<const GameId> cells_of(const EuclidTable& table) { return table.cells(); }
std::span<const GameId> cells_of(const GeographyTable& table) { return table.games; }
std::span<const GameId> names_of(const EuclidTable& table) { return table.names(); }
std::span<const GameId> names_of(const GeographyTable&) { return {}; }
GameId empty_cell(const EuclidTable& table) { return table.empty_cell(); }
GameId empty_cell(const GeographyTable&) { return kNone; }

template <typename Action>
void each_position(const EuclidTable& table, Action action) {
    for (std::uint32_t p = 3; p <= table.bound(); ++p) {
        for (std::uint32_t q = p / 2 + 1; q < p; ++q) {
            const GameId g = table.at(p, q);
            if (g != kNone) action({p, q}, g);
        }
    }
}
template <typename Action>
void each_position(const GeographyTable& table, Action action) {
    for (std::uint32_t x = 0; x <= table.bound; ++x) {
        for (std::uint32_t y = 1; y <= table.bound; ++y) {
            for (std::uint32_t z = 0; z <= table.bound; ++z)
                action({x, y, z}, table.games[table.place(x, y, z)]);
        }
    }
}

struct Columns {
    std::vector<std::uint32_t> positions;
    std::vector<double> means;
    std::vector<double> temperatures;
};

double to_double(const Dyadic& x) {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    if (!x.is_small() || x.small_numerator() > kExact || x.small_numerator() < -kExact ||
        x.exponent() > 1000) {
        throw ValueOverflow("expected numbers that fit a float");
    }
    return std::ldexp(static_cast<double>(x.small_numerator()), -static_cast<int>(x.exponent()));
}

template <typename T>
nb::object as_bytes(const std::vector<T>& numbers) {
    return copied(numbers.data(), numbers.size() * sizeof(T));
}

/// Count games on the engine, and return them in some order as `tuple_of` makes tuples of them.
template <typename Count, typename Before, typename TupleOf>
nb::list pinned_counts(Count count, Before before, TupleOf tuple_of) {
    using Pins = std::vector<std::pair<Game, GameCount>>;
    Pins pins = run([&](Engine& e) {
        GameCounts rows = count(e);
        std::sort(rows.begin(), rows.end(), before);
        Pins found;  // pinned before the engine is let go
        for (const GameCount& row : rows) found.emplace_back(Game(row.game), row);
        return found;
    });
    nb::list result;
    for (auto& [g, row] : pins) result.append(tuple_of(std::move(g), row));
    return result;
}

/// With how often they occur, the most frequent first.
template <typename Count>
nb::list by_frequency(Count count) {
    return pinned_counts(
        count,
        [](const GameCount& a, const GameCount& b) {
            return a.count != b.count ? a.count > b.count : a.game < b.game;
        },
        [](Game&& g, const GameCount& row) { return nb::make_tuple(std::move(g), row.count); });
}

/// With how often they occur and where first, in the order of that.
template <typename Count>
nb::list by_place(Count count) {
    return pinned_counts(
        count,
        [](const GameCount& a, const GameCount& b) {
            return std::pair(a.p, a.q) < std::pair(b.p, b.q);
        },
        [](Game&& g, const GameCount& row) {
            return nb::make_tuple(std::move(g), row.count, row.p, row.q);
        });
}

/// A table of games that a kernel made; keeps every game in it pinned.
template <typename Table>
class Pinned {
public:
    /// The lock must be held: the games may not be collected before they are pinned.
    Pinned(Engine& e, Table&& table) : table_(std::move(table)) {
        IdSet seen(e.store().ids());
        std::size_t count = 0;
        each([&](GameId g) {
            if (++count % kPollEvery == 0) e.labour(kPollEvery);
            if (seen.add(g)) distinct_.push_back(g);
        });
        for (const GameId g : distinct_) e.store().pin(g);
    }
    Pinned(Pinned&& other) noexcept = default;
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    Pinned& operator=(Pinned&&) = delete;
    ~Pinned() {
        for (const GameId g : distinct_) engine().store().unpin(g);
    }

    const Table& table() const { return table_; }
    std::size_t size() const {
        const auto cells = cells_of(table_);
        return cells.size() -
               static_cast<std::size_t>(std::count(cells.begin(), cells.end(), empty_cell(table_)));
    }
    std::size_t distinct() const { return distinct_.size(); }
    /// How often each game occurs, the most frequent first.
    nb::list counts() const {
        return by_frequency([&](Engine& e) {
            GameCounts found;
            for (const auto& [g, count] : tally(e)) found.push_back({g, count, 0, 0});
            return found;
        });
    }
    /// Positions, means and temperatures as buffers: see Sweep in farstar.games.bulk.
    nb::tuple thermal() const {
        Columns columns = run([&](Engine& e) {
            Columns found;
            each_position(table_, [&](std::initializer_list<std::uint32_t> position, GameId g) {
                e.step();
                const Thermograph& t = e.thermograph(g);
                found.positions.insert(found.positions.end(), position);
                found.means.push_back(to_double(t.mean()));
                found.temperatures.push_back(to_double(t.temperature()));
            });
            return found;
        });
        return nb::make_tuple(as_bytes(columns.positions), as_bytes(columns.means),
                              as_bytes(columns.temperatures));
    }

private:
    /// Every game, some of them more than once.
    template <typename Action>
    void each(Action action) const {
        const auto names = names_of(table_);
        for (GameId g : names.empty() ? cells_of(table_) : names) {
            if (g != kNone) action(g);
        }
    }
    std::unordered_map<GameId, std::uint64_t> tally(Engine& e) const {
        std::unordered_map<GameId, std::uint64_t> found;
        const auto names = names_of(table_);
        if (names.empty()) {
            each([&](GameId g) {
                e.step();
                ++found[g];
            });
            return found;
        }
        std::vector<std::uint64_t> counts(names.size());
        for (GameId cell : cells_of(table_)) {
            e.step();
            ++counts[cell];
        }
        for (std::size_t i = 1; i < names.size(); ++i) {
            if (counts[i] != 0) found[names[i]] += counts[i];
        }
        return found;
    }

    static constexpr std::size_t kPollEvery = std::size_t{1} << 20;

    Table table_;
    std::vector<GameId> distinct_;  // its games, which are pinned; moved away with the table
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
    return run([&](Engine& e) { return Euclid(e, partizan_euclid_values(e, bound)); });
}

}  // namespace

// The automata come from farstar.theory, which derives and documents them; here they are only read.
std::uint8_t state_number(unsigned state, std::size_t count) {
    if (state >= count || state > UINT8_MAX)
        throw nb::value_error("expected the number of a state of the automaton, below 256");
    return static_cast<std::uint8_t>(state);
}

static char one_letter(const std::string& text) {
    if (text.size() != 1) throw nb::value_error("expected one letter");
    return text[0];
}

std::vector<FormState> form_states(const std::vector<FormRow>& automaton) {
    std::vector<FormState> states;
    for (const auto& [l, l_action, r, r_action] : automaton) {
        states.push_back({{state_number(l, automaton.size()), one_letter(l_action)},
                          {state_number(r, automaton.size()), one_letter(r_action)}});
    }
    if (states.empty()) throw nb::value_error("expected an automaton with at least one state");
    return states;
}

std::vector<WordClass> word_classes(const std::vector<ClassRow>& automaton) {
    std::vector<WordClass> classes;
    for (const auto& [l, r, far] : automaton) {
        classes.push_back({state_number(l, automaton.size()), state_number(r, automaton.size()),
                           one_letter(far)});
    }
    if (classes.empty()) throw nb::value_error("expected an automaton with at least one state");
    return classes;
}

namespace {

Euclid euclid_forms(std::uint32_t bound, const std::vector<FormRow>& automaton) {
    const std::vector<FormState> states = form_states(automaton);
    return run([&](Engine& e) { return Euclid(e, partizan_euclid_forms(e, bound, states)); });
}

Game euclid_form(const std::vector<std::pair<std::string, std::uint64_t>>& word,
                 const std::vector<FormRow>& automaton) {
    const std::vector<FormState> states = form_states(automaton);
    std::vector<LetterRun> runs;
    for (const auto& [letter, length] : word) runs.push_back({one_letter(letter), length});
    return run([&](Engine& e) { return Game(partizan_euclid_form(e, runs, states)); });
}

void check_part(std::uint32_t bound, unsigned part, unsigned parts) {
    if (bound > kLargestRow) throw nb::value_error("expected a bound of at most 10^9");
    if (part >= parts) throw nb::value_error("expected part < parts");
}

nb::list weight_counts(std::uint32_t bound, const std::vector<ClassRow>& automaton, unsigned part,
                       unsigned parts) {
    check_part(bound, part, parts);
    const std::vector<WordClass> classes = word_classes(automaton);
    return by_frequency(
        [&](Engine& e) { return partizan_euclid_weight_counts(e, bound, classes, part, parts); });
}

nb::list weight_places(std::uint32_t bound, const std::vector<ClassRow>& automaton) {
    check_part(bound, 0, 1);
    const std::vector<WordClass> classes = word_classes(automaton);
    return by_place([&](Engine& e) { return partizan_euclid_weight_places(e, bound, classes); });
}

nb::list form_counts(std::uint32_t bound, const std::vector<FormRow>& automaton, unsigned part,
                     unsigned parts) {
    check_part(bound, part, parts);
    const std::vector<FormState> states = form_states(automaton);
    return by_frequency(
        [&](Engine& e) { return partizan_euclid_form_counts(e, bound, states, part, parts); });
}

nb::list form_places(std::uint32_t bound, const std::vector<FormRow>& automaton) {
    check_part(bound, 0, 1);
    const std::vector<FormState> states = form_states(automaton);
    return by_place([&](Engine& e) { return partizan_euclid_form_counts(e, bound, states, 0, 1); });
}

std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>> growth(unsigned longest) {
    if (longest > 60) throw nb::value_error("expected words of at most 60 letters");
    const WordGrowth found = run([&](Engine& e) { return partizan_euclid_growth(e, longest); });
    return {found.states, found.values};
}

Euclid euclid_weights(std::uint32_t bound, const std::vector<ClassRow>& automaton) {
    const std::vector<WordClass> classes = word_classes(automaton);
    return run([&](Engine& e) { return Euclid(e, partizan_euclid_weights(e, bound, classes)); });
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
    const auto place = table.place(x, y, z);
    return reading([&](Store&) { return Game(table.games[place]); });
}

Geography geography(std::uint32_t bound) {
    return run([&](Engine& e) { return Geography(e, geography_values(e, bound)); });
}

using LayersRow =
    std::tuple<std::uint64_t, std::optional<std::int64_t>, std::int64_t, std::int64_t>;

Game geography_one(std::int64_t p, std::int64_t q, const std::vector<LayersRow>& rows) {
    std::vector<Layers> runs;
    for (const auto& [times, left, right, step] : rows) runs.push_back({times, left, right, step});
    return run([&](Engine& e) { return Game(geography_form(e, p, q, runs)); });
}

using ProductRow = std::pair<std::uint8_t, std::vector<std::uint8_t>>;

nb::list product_values(unsigned rows, const std::vector<ProductRow>& positions) {
    std::vector<Game> games = run([&](Engine& e) {
        ProductValues values(e, rows);
        std::vector<Game> pinned;
        for (const auto& [own, others] : positions)
            pinned.emplace_back(values.value({own, others}));
        return pinned;
    });
    nb::list result;
    for (Game& game : games) result.append(std::move(game));
    return result;
}

template <typename Table>
nb::class_<Pinned<Table>> bind_table(nb::module_& m, const char* name, const char* doc) {
    return nb::class_<Pinned<Table>>(m, name, doc)
        .def("__len__", &Pinned<Table>::size)
        .def("distinct", &Pinned<Table>::distinct, "Return how many different games there are.")
        .def("counts", guarded<&Pinned<Table>::counts>,
             nb::sig("def counts(self) -> list[tuple[Game, int]]"),
             "Return how often each game occurs, the most frequent first.")
        .def("thermal", guarded<&Pinned<Table>::thermal>,
             nb::sig("def thermal(self) -> tuple[bytearray, bytearray, bytearray]"),
             "Return the positions as 32-bit integers, and means and temperatures as doubles.");
}

}  // namespace

void bind_kernels(nb::module_& m) {
    bind_bulk(m);
    bind_table<EuclidTable>(m, "EuclidTable",
                            "A game for each coprime standard Partizan Euclid position.")
        .def("__getitem__", &euclid_at, "position"_a)
        .def("mean_temperatures", guarded<&mean_temperatures>,
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
    m.def("partizan_euclid_weight_counts", guarded<&weight_counts>, "bound"_a, "automaton"_a,
          "part"_a, "parts"_a,
          nb::sig("def partizan_euclid_weight_counts(bound: int, automaton: "
                  "collections.abc.Sequence[tuple[int, int, str]], part: int, parts: int) -> "
                  "list[tuple[Game, int]]"),
          "Return how often each atomic weight occurs, the most frequent first.");
    m.def("partizan_euclid_form_counts", guarded<&form_counts>, "bound"_a, "automaton"_a, "part"_a,
          "parts"_a,
          nb::sig("def partizan_euclid_form_counts(bound: int, automaton: "
                  "collections.abc.Sequence[tuple[int, str, int, str]], part: int, parts: int) -> "
                  "list[tuple[Game, int]]"),
          "Return how often each value occurs, the most frequent first.");
    m.def("partizan_euclid_weight_places", guarded<&weight_places>, "bound"_a, "automaton"_a,
          nb::sig("def partizan_euclid_weight_places(bound: int, automaton: "
                  "collections.abc.Sequence[tuple[int, int, str]]) -> "
                  "list[tuple[Game, int, int, int]]"),
          "Return (weight, how often, p, q) for each atomic weight, in order of its first (p, q).");
    m.def("partizan_euclid_form_places", guarded<&form_places>, "bound"_a, "automaton"_a,
          nb::sig("def partizan_euclid_form_places(bound: int, automaton: "
                  "collections.abc.Sequence[tuple[int, str, int, str]]) -> "
                  "list[tuple[Game, int, int, int]]"),
          "Return (value, how often, p, q) for each value, in order of its first (p, q).");
    m.def("partizan_euclid_growth", &growth, "longest"_a,
          "Return how many states, and how many values, words of 1, 2, ... letters bring.");
    m.def("partizan_euclid_subtree", &partizan_euclid_subtree, "bound"_a, "q"_a, "t"_a,
          "Return how many (p, q), p <= bound, belong to the subtree of the census at (q, t).");
    m.def("partizan_euclid_census", &euclid_census, "bound"_a, "automaton"_a, "part"_a, "parts"_a,
          "threads"_a, "every_node"_a,
          nb::sig("def partizan_euclid_census(bound: int, automaton: "
                  "collections.abc.Sequence[tuple[int, int, str]], part: int, parts: int, threads: "
                  "int, every_node: bool) -> dict[str, int]"),
          "Count the outcomes of all (p, q), q < p <= bound, by rows (l, r, outcome).");
    m.def("geography_values", &geography, "bound"_a,
          "Return the values of A(x, y, z), 0 <= x, z <= bound, 1 <= y <= bound.");
    m.def("geography_form", &geography_one, "p"_a, "q"_a, "runs"_a,
          "Return {p|q} inside layers, by runs (times, left or None, right, step), the innermost "
          "first.");
    m.def("complete_product_values", &product_values, "rows"_a, "positions"_a,
          nb::sig("def complete_product_values(rows: int, positions: "
                  "collections.abc.Sequence[tuple[int, collections.abc.Sequence[int]]]) -> "
                  "list[Game]"),
          "Return the values of Geography on K_n x K_m, by the open rows of the token's column "
          "and of each other column.");
}

}  // namespace farstar::bindings
