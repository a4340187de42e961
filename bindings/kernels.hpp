// What the core offers besides the engine: bulk kernels, native rulesets, searches.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <tuple>
#include <vector>

#include "census.hpp"
#include "partizan_euclid.hpp"

namespace farstar::bindings {

/// A state of the automaton of outcomes, as farstar.theory hands it over.
using OutcomeRow = std::tuple<unsigned, unsigned, std::string>;
std::vector<OutcomeState> outcome_states(const std::vector<OutcomeRow>& automaton);
/// States of the automata of canonical forms and of classes.
using FormRow = std::tuple<unsigned, std::string, unsigned, std::string>;
std::vector<FormState> form_states(const std::vector<FormRow>& automaton);
using ClassRow = std::tuple<unsigned, unsigned, std::string>;
std::vector<WordClass> word_classes(const std::vector<ClassRow>& automaton);
/// The number of a state, if there are so many.
std::uint8_t state_number(unsigned state, std::size_t count);

void bind_bulk(nanobind::module_& m);
void bind_cell(nanobind::module_& m);
void bind_euclid_reader(nanobind::module_& m);
void bind_impartial(nanobind::module_& m);
void bind_kernels(nanobind::module_& m);
void bind_loopy(nanobind::module_& m);
void bind_misere(nanobind::module_& m);
void bind_outcome_search(nanobind::module_& m);
void bind_heap_patterns(nanobind::module_& m);
void bind_patterns(nanobind::module_& m);
void bind_rulesets(nanobind::module_& m);
void bind_sum_search(nanobind::module_& m);
void bind_word_labels(nanobind::module_& m);

}  // namespace farstar::bindings
