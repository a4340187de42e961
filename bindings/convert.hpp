// Numbers between Python and the core. Integers of any size cross as bytes.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

#include "farstar/dyadic.hpp"
#include "farstar/errors.hpp"

namespace farstar::bindings {

namespace nb = nanobind;

inline BigInt to_big(nb::handle integer) {
    const auto bits = nb::cast<std::size_t>(integer.attr("bit_length")());
    const nb::object bytes =
        integer.attr("to_bytes")(bits / 8 + 1, nb::str("little"), nb::arg("signed") = true);
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) != 0) throw nb::python_error();
    return BigInt::from_bytes(std::string(data, static_cast<std::size_t>(size)));
}

inline nb::object from_big(const BigInt& value) {
    const std::string bytes = value.to_bytes();
    const nb::object type = nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type));
    return type.attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), nb::str("little"),
                                   nb::arg("signed") = true);
}

inline std::int64_t to_int64(nb::int_ value, const char* message) {
    int overflow = 0;
    const long long result = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0 || result == INT64_MIN) throw ValueOverflow(message);
    return result;
}

/// A number outside the engine: a large Dyadic means nothing without the lock, as collect() may
/// forget it.
struct Number {
    std::optional<BigInt> big;  // the numerator, if it does not fit
    std::int64_t small = 0;
    std::size_t exponent = 0;

    Number() = default;
    /// The lock must be held.
    explicit Number(const Dyadic& x) : exponent(x.exponent()) {
        if (x.is_small()) {
            small = x.small_numerator();
        } else {
            big = x.numerator();
        }
    }
    /// The lock must be held.
    Dyadic dyadic() const {
        return big ? Dyadic::make(*big, exponent)
                   : Dyadic::make(small, static_cast<std::uint32_t>(exponent));
    }
};

inline Number to_number(nb::int_ numerator, nb::int_ exponent) {
    const std::int64_t bits = to_int64(exponent, "exponent too large: expected at most 2^20");
    if (bits < 0) throw nb::value_error("expected an exponent that is not negative");
    if (bits > (1 << 20)) throw ValueOverflow("exponent too large: expected at most 2^20");
    Number result;
    result.exponent = static_cast<std::size_t>(bits);
    int overflow = 0;
    result.small = PyLong_AsLongLongAndOverflow(numerator.ptr(), &overflow);
    if (overflow != 0) result.big = to_big(numerator);
    return result;
}

inline nb::tuple from_number(const Number& x) {
    if (x.big) return nb::make_tuple(from_big(*x.big), x.exponent);
    return nb::make_tuple(x.small, x.exponent);
}

}  // namespace farstar::bindings
