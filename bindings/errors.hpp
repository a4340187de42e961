// The errors of Python that the core raises.
#pragma once

#include <nanobind/nanobind.h>

namespace farstar::bindings {

/// Looked up once: where memory is short, importing would fail.
struct ErrorTypes {
    PyObject* budget_exceeded = nullptr;
    PyObject* value_overflow = nullptr;
    PyObject* not_atomic = nullptr;
};
inline ErrorTypes error_types;

}  // namespace farstar::bindings
