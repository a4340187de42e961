// The private module farstar._core: converts, releases the GIL, maps errors. No mathematics here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#include "convert.hpp"
#include "errors.hpp"
#include "farstar/engine.hpp"
#include "kernels.hpp"
#include "session.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace farstar;
using farstar::bindings::at_once;
using farstar::bindings::error_types;
using farstar::bindings::from_number;
using farstar::bindings::Game;
using farstar::bindings::guarded;
using farstar::bindings::HeldGame;
using farstar::bindings::Number;
using farstar::bindings::reading;
using farstar::bindings::run;
using farstar::bindings::thread_limits;
using farstar::bindings::to_int64;
using farstar::bindings::to_number;

namespace {

Game compact(nb::int_ numerator, nb::int_ exponent, nb::int_ up, nb::int_ star) {
    const Number number = to_number(numerator, exponent);
    const std::int64_t ups = to_int64(up, "multiple of up too large: expected below 2^63");
    const std::int64_t stars = to_int64(star, "nimber too large: expected below *2147483648");
    if (stars < 0) throw nb::value_error("expected a nimber that is not negative");
    if (stars > INT32_MAX) throw ValueOverflow("nimber too large: expected below *2147483648");
    const auto make = [&](Engine& e) {
        return e.store().intern_compact(number.dyadic(), ups, static_cast<std::uint32_t>(stars));
    };
    if (!number.big) {
        if (const auto [lock, made] = at_once(make, kNone); made != kNone) return Game(made);
    }
    return run([&](Engine& e) { return Game(make(e)); });
}

nb::object as_compact(HeldGame g) {
    struct Parts {
        bool there;
        Number number;
        std::int64_t up;
        std::uint32_t star;
    };
    const Parts parts = reading([&](Store& store) -> Parts {
        if (!store.is_compact(g.id())) return {false, {}, 0, 0};
        const Compact& c = store.compact(g.id());
        return {true, Number(store.dyadic(c.number)), c.up, c.star};
    });
    if (!parts.there) return nb::none();
    const nb::tuple number = from_number(parts.number);
    return nb::make_tuple(number[0], number[1], parts.up, parts.star);
}

/// Options that stay alive, whatever happens to the caller's while the GIL is released.
class HeldOptions {
public:
    std::vector<GameId> ids_of(nb::handle games) {
        const nb::object listed = nb::steal(PySequence_Tuple(games.ptr()));
        if (!listed.is_valid()) throw nb::python_error();
        std::vector<GameId> ids;
        const Py_ssize_t count = PyTuple_Size(listed.ptr());
        ids.reserve(static_cast<std::size_t>(count));
        for (Py_ssize_t i = 0; i < count; ++i)
            ids.push_back(hold(nb::borrow(PyTuple_GetItem(listed.ptr(), i))));
        return ids;
    }
    /// The games that a table has for some keys; the others are listed.
    std::vector<GameId> ids_of(const nb::dict& table, const nb::list& keys, nb::list& missing) {
        std::vector<GameId> ids;
        ids.reserve(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const nb::object key = keys[i];  // to compare keys may run Python
            nb::object game = nb::borrow(PyDict_GetItemWithError(table.ptr(), key.ptr()));
            if (game.is_valid()) {
                ids.push_back(hold(std::move(game)));
            } else if (PyErr_Occurred() != nullptr) {
                throw nb::python_error();
            } else {
                missing.append(key);
            }
        }
        return ids;
    }

private:
    GameId hold(nb::object&& game) {
        games_.push_back(std::move(game));
        return bindings::game_in(games_.back().ptr());
    }
    std::vector<nb::object> games_;
};

Game construct(nb::handle left, nb::handle right) {
    HeldOptions options;
    const std::vector<GameId> l = options.ids_of(left);
    const std::vector<GameId> r = options.ids_of(right);
    return run([&](Engine& e) { return Game(e.construct(l, r)); });
}

nb::object construct_known(const nb::dict& table, const nb::list& left, const nb::list& right) {
    HeldOptions options;
    nb::list missing;
    const std::vector<GameId> l = options.ids_of(table, left, missing);
    const std::vector<GameId> r = options.ids_of(table, right, missing);
    if (missing.size() != 0) return missing;
    return nb::cast(run([&](Engine& e) { return Game(e.construct(l, r)); }));
}

nb::tuple games_tuple(std::vector<Game>&& games) {
    nb::list result;
    for (Game& game : games) result.append(nb::cast(std::move(game)));
    return nb::tuple(result);
}

nb::tuple options(HeldGame g) {
    using Sides = std::pair<std::vector<Game>, std::vector<Game>>;
    Sides sides = reading([&](Store& store) {
        Sides found;
        for (GameId option : store.left(g.id())) found.first.emplace_back(option);
        for (GameId option : store.right(g.id())) found.second.emplace_back(option);
        return found;
    });
    return nb::make_tuple(games_tuple(std::move(sides.first)),
                          games_tuple(std::move(sides.second)));
}

Game negate(HeldGame g) {
    if (const auto [lock, known] =
            at_once([&](Engine& e) { return e.negate_if_known(g.id()); }, kNone);
        known != kNone) {
        return Game(known);
    }
    return run([&](Engine& e) { return Game(e.negate(g.id())); });
}

Game add(HeldGame g, HeldGame h) {
    if (const auto [lock, known] =
            at_once([&](Engine& e) { return e.add_if_known(g.id(), h.id()); }, kNone);
        known != kNone) {
        return Game(known);
    }
    return run([&](Engine& e) { return Game(e.add(g.id(), h.id())); });
}

bool geq(HeldGame g, HeldGame h) {
    if (const auto [lock, known] =
            at_once([&](Engine& e) { return e.geq_if_known(g.id(), h.id()); }, Answer::kUnknown);
        known != Answer::kUnknown) {
        return known == Answer::kYes;
    }
    return run([&](Engine& e) { return e.geq(g.id(), h.id()); });
}

nb::tuple stops(HeldGame g) {
    const auto [left, right] = reading([&](Store& store) {
        return std::pair(Number(store.left_stop(g.id())), Number(store.right_stop(g.id())));
    });
    return nb::make_tuple(from_number(left), from_number(right));
}

struct Wall {
    Number value;
    std::vector<Number> corners;
    std::vector<std::int8_t> slopes;

    /// The lock must be held.
    explicit Wall(const Trajectory& path)
        : value(path.value),
          corners(path.corners.begin(), path.corners.end()),
          slopes(path.slopes) {}
};

nb::tuple from_wall(const Wall& path) {
    nb::list corners;
    for (const Number& t : path.corners) corners.append(from_number(t));
    nb::list slopes;
    for (const std::int8_t s : path.slopes) slopes.append(static_cast<int>(s));
    return nb::make_tuple(from_number(path.value), nb::tuple(corners), nb::tuple(slopes));
}

nb::tuple thermograph(HeldGame g) {
    const auto [left, right] = run([&](Engine& e) {
        const Thermograph& t = e.thermograph(g.id());
        return std::pair(Wall(t.left), Wall(t.right));
    });
    return nb::make_tuple(from_wall(left), from_wall(right));
}

Game atomic_weight(HeldGame g) {
    return run([&](Engine& e) { return Game(e.atomic_weight(g.id())); });
}

void set_budget(std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                std::optional<std::size_t> memory) {
    using Clock = std::chrono::steady_clock;
    thread_limits = Limits{};
    // A bound of a century is none; it also keeps the conversion from overflowing.
    if (seconds && *seconds < 3e9) {
        thread_limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                    std::chrono::duration<double>(*seconds));
    }
    thread_limits.steps = nodes;
    thread_limits.memory = memory;
}

nb::dict stats() {
    const Stats s = run([](Engine& e) { return e.stats(); });
    nb::dict result;
    result["games"] = s.games;
    result["pinned"] = s.pinned;
    result["bytes"] = s.bytes;
    result["sums_cached"] = s.sums_cached;
    result["thermographs"] = s.thermographs;
    result["steps"] = s.steps;
    result["collections"] = s.collections;
    return result;
}

std::size_t collect() {
    const Limits limits = std::exchange(thread_limits, Limits{});  // tidying up is never refused
    const std::size_t gone = run([](Engine& e) { return e.collect(); });
    thread_limits = limits;
    return gone;
}

void survive_forks() {
    const nb::module_ os = nb::module_::import_("os");
    if (!nb::hasattr(os, "register_at_fork")) return;
    os.attr("register_at_fork")(
        "before"_a = nb::cpp_function([] { bindings::fork_gate().before(); }),
        "after_in_parent"_a = nb::cpp_function([] { bindings::fork_gate().after_in_parent(); }),
        "after_in_child"_a = nb::cpp_function([] { bindings::fork_gate().after_in_child(); }));
}

void translate_errors() {
    const nb::module_ tree = nb::module_::import_("farstar.errors");
    const auto type = [&](const char* name) { return nb::object(tree.attr(name)).release().ptr(); };
    error_types = {type("BudgetExceeded"), type("ValueOverflowError"), type("NotAtomicError")};
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const BudgetExceeded& e) {
            PyErr_SetString(error_types.budget_exceeded, e.what());
        } catch (const std::bad_alloc&) {
            bindings::no_memory();
        } catch (const std::length_error&) {
            bindings::no_memory();
        } catch (const ValueOverflow& e) {
            PyErr_SetString(error_types.value_overflow, e.what());
        } catch (const NotAtomic& e) {
            PyErr_SetString(error_types.not_atomic, e.what());
        }
    });
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The native engine. Private: use farstar.Value.";
    // Values in module globals live until the interpreter is gone; that is not a leak worth a
    // report.
    nb::set_leak_warnings(false);
    translate_errors();
    survive_forks();
    bindings::bind_game(m);
    m.def("compact", &compact, "numerator"_a, "exponent"_a, "up"_a, "star"_a,
          "Return numerator/2**exponent + up.(up) + *star.");
    m.def("as_compact", guarded<&as_compact>, "g"_a,
          nb::sig("def as_compact(g: Game) -> tuple[int, int, int, int] | None"),
          "Return (numerator, exponent, up, star), or None if g is not such a sum.");
    m.def("construct", guarded<&construct>, "left"_a, "right"_a,
          nb::sig("def construct(left: collections.abc.Iterable[Game], right: "
                  "collections.abc.Iterable[Game]) -> Game"),
          "Return the canonical form of {left | right}.");
    m.def("construct_known", guarded<&construct_known>, "table"_a, "left"_a, "right"_a,
          nb::sig("def construct_known(table: dict[object, Game], left: list[object], "
                  "right: list[object]) -> Game | list[object]"),
          "Return the canonical form of {left | right} by what the table has for these keys, or "
          "the list of the keys that it does not have.");
    m.def("options", guarded<&options>, "g"_a,
          nb::sig("def options(g: Game) -> tuple[tuple[Game, ...], tuple[Game, ...]]"),
          "Return the canonical Left and Right options.");
    m.def("negate", &negate, "g"_a, "Return -g.");
    m.def("add", &add, "g"_a, "h"_a, "Return g + h.");
    m.def("geq", &geq, "g"_a, "h"_a, "Tell whether g >= h.");
    m.def("stops", guarded<&stops>, "g"_a,
          nb::sig("def stops(g: Game) -> tuple[tuple[int, int], tuple[int, int]]"),
          "Return the Left and the Right stop as (numerator, exponent).");
    m.def(
        "thermograph", guarded<&thermograph>, "g"_a,
        nb::sig(
            "def thermograph(g: Game) -> tuple[tuple[tuple[int, int], tuple[tuple[int, int], ...], "
            "tuple[int, ...]], tuple[tuple[int, int], tuple[tuple[int, int], ...], tuple[int, "
            "...]]]"),
        "Return the Left and the Right wall: mast, corners from the top, slopes from the top.");
    m.def("atomic_weight", &atomic_weight, "g"_a,
          "Return the atomic weight, or raise NotAtomicError.");
    m.def("set_budget", &set_budget, "seconds"_a.none(), "nodes"_a.none(), "memory"_a.none(),
          "Bound the work of this thread from now on.");
    m.def(
        "nodes_left", [] { return thread_limits.steps; },
        "Return how many nodes the budget of this thread has left, None without a bound.");
    m.def("stats", &stats, nb::sig("def stats() -> dict[str, int]"),
          "Return the counters of the store.");
    m.def(
        "set_least_garbage",
        [](std::size_t bytes) { run([&](Engine& e) { e.set_least_garbage(bytes); }); }, "bytes"_a,
        "Let so many bytes of garbage come together before they are collected; for tests.");
    m.def("collect", &collect, "Forget what no live game needs; return how many games went.");

    bindings::bind_cell(m);
    bindings::bind_euclid_reader(m);
    bindings::bind_impartial(m);
    bindings::bind_kernels(m);
    bindings::bind_loopy(m);
    bindings::bind_misere(m);
    bindings::bind_outcome_search(m);
    bindings::bind_heap_patterns(m);
    bindings::bind_patterns(m);
    bindings::bind_rulesets(m);
    bindings::bind_sum_search(m);
    bindings::bind_word_labels(m);
}
