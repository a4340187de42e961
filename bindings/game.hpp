// A canonical form that Python holds.
//
// Its type is written by hand: a class of nanobind enters each instance in a table, which costs as
// much again as the rest, and cannot fail politely where there is no memory for it.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "farstar/store.hpp"

namespace farstar::bindings {

namespace nb = nanobind;

Store& the_store();

/// Pins a game in the store until Python holds it.
class Game {
public:
    /// The lock must be held: the game may not be collected before it is pinned.
    explicit Game(GameId id) : id_(id) { the_store().pin(id); }
    Game(Game&& other) noexcept : id_(std::exchange(other.id_, kNone)) {}
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    Game& operator=(Game&&) = delete;
    ~Game() {
        if (id_ != kNone) the_store().unpin(id_);
    }
    GameId id() const { return id_; }
    /// Hand the pin over.
    GameId release() { return std::exchange(id_, kNone); }

private:
    GameId id_;
};

/// What Python holds.
struct GameObject {
    PyObject head;
    GameId id;
};

/// The type of games in Python; set when the module is made, and as long-lived as the process.
inline PyTypeObject* game_type = nullptr;

/// A game that an argument of a function holds, and so keeps pinned.
class HeldGame {
public:
    HeldGame() = default;
    explicit HeldGame(GameId id) : id_(id) {}
    GameId id() const { return id_; }

private:
    GameId id_ = kNone;
};

inline bool is_game(PyObject* x) { return Py_TYPE(x) == game_type; }
inline GameId id_of_game(PyObject* x) { return reinterpret_cast<GameObject*>(x)->id; }

/// Return the game that an argument holds, or refuse what is none of ours.
inline GameId game_in(PyObject* x) {
    if (is_game(x)) return id_of_game(x);
    throw nb::type_error(
        "expected a value of the native engine, which is active, got one of the reference engine: "
        "pass its text or a saved graph");
}

/// Return a new reference; null with an error if there is no memory.
PyObject* to_python(Game&& game);

/// Say that Python is out of memory: null, with BudgetExceeded set.
PyObject* no_memory();

void bind_game(nb::module_& m);

}  // namespace farstar::bindings

namespace nanobind::detail {

template <>
struct type_caster<farstar::bindings::HeldGame> {
    using Value = farstar::bindings::HeldGame;
    static constexpr auto Name = const_name("farstar._core.Game");
    template <typename T>
    using Cast = Value;
    template <typename T>
    static constexpr bool can_cast() {
        return true;
    }

    /// Anything is taken here and refused below, in one line: nanobind would list signatures.
    template <typename Flags>
    bool from_python(handle given, Flags, cleanup_list*) noexcept {
        source = given;
        return true;
    }
    explicit operator Value() const { return Value(farstar::bindings::game_in(source.ptr())); }
    handle source;
};

template <>
struct type_caster<farstar::bindings::Game> {
    using Value = farstar::bindings::Game;
    static constexpr auto Name = const_name("farstar._core.Game");
    template <typename T>
    using Cast = movable_cast_t<T>;

    static handle from_cpp(farstar::bindings::Game&& game, rv_policy, cleanup_list*) noexcept {
        return farstar::bindings::to_python(std::move(game));
    }
};

}  // namespace nanobind::detail
