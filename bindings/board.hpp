// Boards that Python holds for the search of who wins.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "outcome_search.hpp"
#include "session.hpp"

namespace farstar::bindings {

/// A board of a game that lives as long as `owner` does.
struct NativeBoard {
    BoardGame* game;
    BoardWords words;
    nb::object owner;
};

/// One search for the process, used with the engine locked.
inline OutcomeSearch& outcome_search() {
    static auto* the_search = [] {
        auto* search = new OutcomeSearch;
        engine().attach(*search);
        return search;
    }();
    return *the_search;
}

}  // namespace farstar::bindings
