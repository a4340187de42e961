// What the core offers besides the engine: bulk kernels, native rulesets, searches.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <tuple>
#include <vector>

#include "census.hpp"

namespace farstar::bindings {

/// A state of the automaton of outcomes, as farstar.theory hands it over.
using OutcomeRow = std::tuple<unsigned, unsigned, std::string>;
std::vector<OutcomeState> outcome_states(const std::vector<OutcomeRow>& automaton);

void bind_impartial(nanobind::module_& m);
void bind_bulk(nanobind::module_& m);
void bind_kernels(nanobind::module_& m);
void bind_rulesets(nanobind::module_& m);
void bind_sum_search(nanobind::module_& m);

}  // namespace farstar::bindings
