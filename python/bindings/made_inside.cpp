#include "made_inside.hpp"

namespace sigprop::python {

namespace py = pybind11;

namespace {

PyObject* refuse(PyTypeObject* type, PyObject*, PyObject*) {
    PyErr_Format(PyExc_TypeError, "%s is made by the functions of sigprop, not by hand", type->tp_name);
    return nullptr;
}

}  // namespace

void only_made_inside(const py::handle& type) {
    auto* made = reinterpret_cast<PyTypeObject*>(type.ptr());
    const std::string name = made->tp_name;
    // In the dictionary for __new__ itself; in the slot, which Python compares, for __new__ of a base.
    type.attr("__new__") = py::staticmethod(py::cpp_function([name](const py::args&, const py::kwargs&) {
        throw py::type_error(name + " is made by the functions of sigprop, not by hand");
    }));
    made->tp_new = &refuse;
    made->tp_flags &= ~static_cast<unsigned long>(Py_TPFLAGS_BASETYPE);
#ifdef Py_TPFLAGS_IMMUTABLETYPE
    made->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
#endif
    PyType_Modified(made);
}

void classes_only_made_inside(const py::module_& module) {
    for (const auto& [name, one] : module.attr("__dict__").cast<py::dict>()) {
        if (PyType_Check(one.ptr()) != 0) only_made_inside(one);
    }
}

}  // namespace sigprop::python
