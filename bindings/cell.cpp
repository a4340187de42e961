// What a value in Python is made of: a handle, and operators that need no frame of Python where
// both sides are at hand and the answer is known. Everything else is left to the operators of
// farstar.values, which are written in Python.
#include <nanobind/nanobind.h>
#include <structmember.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>

#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

struct Cell {
    PyObject head;
    PyObject* handle;  // of either engine; null only in a cell that nobody filled
    PyObject* weak_references;
};

// Both live as long as the process.
PyTypeObject* cell_type = nullptr;
PyObject* operators = nullptr;

bool is_cell(PyObject* x) { return PyObject_TypeCheck(x, cell_type) != 0; }

/// One side of an operator: a cell with a native game, a small integer, or neither.
class Operand {
public:
    explicit Operand(PyObject* x) {
        if (is_cell(x)) {
            PyObject* handle = reinterpret_cast<Cell*>(x)->handle;
            if (handle == nullptr || !bindings::is_game(handle)) return;
            id_ = id_of_game(handle);
            kind_ = Kind::kGame;
        } else if (PyLong_CheckExact(x)) {
            int overflow = 0;
            integer_ = PyLong_AsLongLongAndOverflow(x, &overflow);
            if (overflow == 0 && integer_ >= INT32_MIN && integer_ <= INT32_MAX)
                kind_ = Kind::kInteger;
        }
    }
    bool is_known() const { return kind_ != Kind::kOther; }
    bool is_game() const { return kind_ == Kind::kGame; }
    /// Needs no lock, but only a game has one at once.
    GameId id() const { return id_; }
    /// The lock must be held.
    GameId id(Store& store) const {
        return kind_ == Kind::kGame ? id_ : store.intern_number(Dyadic{integer_});
    }

private:
    enum class Kind : std::uint8_t { kOther, kGame, kInteger };
    Kind kind_ = Kind::kOther;
    GameId id_ = kNone;
    std::int64_t integer_ = 0;
};

PyObject* in_python(const char* name, PyObject* x) {
    return PyObject_CallMethod(operators, name, "O", x);
}
PyObject* in_python(const char* name, PyObject* x, PyObject* y) {
    return PyObject_CallMethod(operators, name, "OO", x, y);
}

/// Do something quick; what goes wrong there goes wrong in Python as well, which says how.
template <typename Quick, typename T>
T try_at_once(Quick quick, T otherwise) {
    try {
        return quick();
    } catch (const std::exception&) {
        return otherwise;
    }
}

/// What is known of a question of Python about two sides.
Answer order(const Operand& g, const Operand& h, int question) {
    if (g.is_game() && h.is_game()) {
        if (question == Py_EQ) return answer(g.id() == h.id());
        if (question == Py_NE) return answer(g.id() != h.id());
    }
    const auto ask = [&](Engine& e) {
        const GameId x = g.id(e.store());
        const GameId y = h.id(e.store());
        switch (question) {
            case Py_EQ:
                return answer(x == y);
            case Py_NE:
                return answer(x != y);
            case Py_GE:
                return e.geq_if_known(x, y);
            case Py_LE:
                return e.geq_if_known(y, x);
            case Py_GT:
                return x == y ? Answer::kNo : e.geq_if_known(x, y);
            default:
                return x == y ? Answer::kNo : e.geq_if_known(y, x);
        }
    };
    return try_at_once([&] { return at_once(ask, Answer::kUnknown).second; }, Answer::kUnknown);
}

PyObject* compare(PyObject* a, PyObject* b, int question) {
    const Operand g(a);
    const Operand h(b);
    if (g.is_known() && h.is_known()) {
        const Answer known = order(g, h, question);
        if (known != Answer::kUnknown) return PyBool_FromLong(known == Answer::kYes);
    }
    static constexpr const char* kNames[] = {"__lt__", "__le__", "__eq__",
                                             "__ne__", "__gt__", "__ge__"};
    return in_python(kNames[question], a, b);
}

PyObject* new_cell(PyTypeObject* type, nb::object&& handle) {
    if (!handle.is_valid()) return nullptr;
    PyObject* cell = PyType_GenericAlloc(type, 0);
    if (cell == nullptr) return no_memory();
    reinterpret_cast<Cell*>(cell)->handle = handle.release().ptr();
    return cell;
}

/// The game that `quick` finds, in a cell of this type; null, without an error, if there is none.
template <typename Quick>
PyObject* cell_at_once(PyTypeObject* type, Quick quick) {
    return try_at_once(
        [&]() -> PyObject* {
            std::optional<Game> game;
            {
                const auto [lock, known] = at_once(quick, kNone);
                if (known != kNone) game.emplace(known);
            }
            // Only now that the lock is gone may Python run what it likes, to make room.
            return game ? new_cell(type, nb::steal(to_python(std::move(*game)))) : nullptr;
        },
        static_cast<PyObject*>(nullptr));
}

template <typename Quick>
PyObject* combine(PyObject* a, PyObject* b, const char* name, const char* reflected, Quick quick) {
    const Operand g(a);
    const Operand h(b);
    if (g.is_known() && h.is_known()) {
        PyObject* made = cell_at_once(Py_TYPE(g.is_game() ? a : b), [&](Engine& e) {
            return quick(e, g.id(e.store()), h.id(e.store()));
        });
        if (made != nullptr || PyErr_Occurred() != nullptr) return made;
    }
    return is_cell(a) ? in_python(name, a, b) : in_python(reflected, b, a);
}

PyObject* add(PyObject* a, PyObject* b) {
    return combine(a, b, "__add__", "__radd__",
                   [](Engine& e, GameId g, GameId h) { return e.add_if_known(g, h); });
}

PyObject* subtract(PyObject* a, PyObject* b) {
    return combine(a, b, "__sub__", "__rsub__", [](Engine& e, GameId g, GameId h) {
        const GameId negative = e.negate_if_known(h);
        return negative == kNone ? kNone : e.add_if_known(g, negative);
    });
}

PyObject* negative(PyObject* a) {
    const Operand g(a);
    if (g.is_game()) {
        PyObject* made =
            cell_at_once(Py_TYPE(a), [&](Engine& e) { return e.negate_if_known(g.id()); });
        if (made != nullptr || PyErr_Occurred() != nullptr) return made;
    }
    return in_python("__neg__", a);
}

int is_not_zero(PyObject* a) {
    const Operand g(a);
    if (g.is_game()) return g.id() == engine().store().zero() ? 0 : 1;
    const nb::object answer = nb::steal(in_python("__bool__", a));
    return answer.is_valid() ? PyObject_IsTrue(answer.ptr()) : -1;
}

PyObject* of(PyObject* type, PyObject* handle) {
    return new_cell(reinterpret_cast<PyTypeObject*>(type), nb::borrow(handle));
}

void deallocate(PyObject* self) {
    auto* cell = reinterpret_cast<Cell*>(self);
    PyTypeObject* type = Py_TYPE(self);
    if (cell->weak_references != nullptr) PyObject_ClearWeakRefs(self);
    Py_XDECREF(cell->handle);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyTypeObject* make_type() {
    static PyMemberDef members[] = {
        {"_handle", T_OBJECT_EX, offsetof(Cell, handle), READONLY, nullptr},
        {"__weaklistoffset__", T_PYSSIZET, offsetof(Cell, weak_references), READONLY, nullptr},
        {nullptr, 0, 0, 0, nullptr},
    };
    static PyMethodDef methods[] = {
        {"_of", of, METH_O | METH_CLASS, "Return a cell that holds a handle."},
        {nullptr, nullptr, 0, nullptr},
    };
    static char doc[] = "A handle with operators; what they do not know at once, Python does.";
    PyType_Slot slots[] = {
        {Py_tp_doc, doc},
        {Py_tp_members, members},
        {Py_tp_methods, methods},
        {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
        {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
        {Py_nb_add, reinterpret_cast<void*>(add)},
        {Py_nb_subtract, reinterpret_cast<void*>(subtract)},
        {Py_nb_negative, reinterpret_cast<void*>(negative)},
        {Py_nb_bool, reinterpret_cast<void*>(is_not_zero)},
        {0, nullptr},
    };
    // Nothing for the collector of cycles to visit: a handle never leads back to a cell.
    PyType_Spec spec = {"farstar._core._Cell", sizeof(Cell), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    PyObject* made = PyType_FromSpec(&spec);
    if (made == nullptr) throw nb::python_error();
    return reinterpret_cast<PyTypeObject*>(made);
}

}  // namespace

void bind_cell(nb::module_& m) {
    using namespace nb::literals;
    cell_type = make_type();
    m.attr("_Cell") = nb::borrow(reinterpret_cast<PyObject*>(cell_type));
    m.def(
        "set_operators", [](nb::type_object kind) { operators = kind.release().ptr(); }, "kind"_a,
        "Say which class does what a cell does not know at once.");
}

}  // namespace farstar::bindings
