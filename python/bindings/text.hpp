#pragma once
// Texts that cross to Python. What strangers named (files, tensors) may hold bytes that are not UTF-8, as C++ text does:
// Python shows them as \xff, as the tool does.

#include <pybind11/pybind11.h>

#include <string_view>

namespace sigprop::python {

[[nodiscard]] inline pybind11::str text_of(std::string_view bytes) {
    PyObject* const made =
        PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "backslashreplace");
    if (made == nullptr) throw pybind11::error_already_set();
    return pybind11::reinterpret_steal<pybind11::str>(made);
}

}  // namespace sigprop::python
