// The bulk kernels as tables that Python can look into.
#pragma once

#include <nanobind/nanobind.h>

namespace farstar::bindings {

void bind_kernels(nanobind::module_& m);
void bind_sum_search(nanobind::module_& m);

}  // namespace farstar::bindings
