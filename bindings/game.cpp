#include "game.hpp"

#include <cstdint>

#include "errors.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

void deallocate(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    the_store().unpin(id_of_game(self));
    PyObject_Free(self);
    Py_DECREF(type);
}

PyObject* compare(PyObject* a, PyObject* b, int question) {
    if (question != Py_EQ && question != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    const bool same = is_game(b) && id_of_game(a) == id_of_game(b);
    return PyBool_FromLong(same == (question == Py_EQ));
}

Py_hash_t hash(PyObject* self) {
    return static_cast<Py_hash_t>(std::uint64_t{id_of_game(self)} * 0x9e3779b1u >> 4);
}

PyTypeObject* make_type() {
    static char doc[] = "A canonical form in the native store.";
    PyType_Slot slots[] = {
        {Py_tp_doc, doc},
        {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
        {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
        {Py_tp_hash, reinterpret_cast<void*>(hash)},
        {0, nullptr},
    };
    // Nothing for the collector of cycles to visit, and made by functions of the module only.
    PyType_Spec spec = {"farstar._core.Game", sizeof(GameObject), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    PyObject* type = PyType_FromSpec(&spec);
    if (type == nullptr) throw nb::python_error();
    return reinterpret_cast<PyTypeObject*>(type);
}

}  // namespace

Store& the_store() { return engine().store(); }

PyObject* no_memory() {
    PyErr_SetString(error_types.budget_exceeded, "out of memory");
    return nullptr;
}

PyObject* to_python(Game&& game) {
    PyObject* object = PyType_GenericAlloc(game_type, 0);
    if (object == nullptr) return no_memory();
    reinterpret_cast<GameObject*>(object)->id = game.release();
    return object;
}

void bind_game(nb::module_& m) {
    game_type = make_type();
    m.attr("Game") = nb::borrow(reinterpret_cast<PyObject*>(game_type));
}

}  // namespace farstar::bindings
