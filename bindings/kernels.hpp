// What the core offers besides the engine: bulk kernels, native rulesets, searches.
#pragma once

#include <nanobind/nanobind.h>

namespace farstar::bindings {

void bind_impartial(nanobind::module_& m);
void bind_kernels(nanobind::module_& m);
void bind_rulesets(nanobind::module_& m);
void bind_sum_search(nanobind::module_& m);

}  // namespace farstar::bindings
