#pragma once
// Texts that cross to Python. What strangers named (files, tensors) may hold bytes that are not UTF-8, as C++
// text does: Python shows them as \xff, as the tool does.

#include <pybind11/pybind11.h>

#include <sigprop/core/base/errors.hpp>
#include <string>
#include <string_view>

namespace sigprop::python {

[[nodiscard]] inline pybind11::str text_of(std::string_view bytes) {
    PyObject* const made =
        PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "backslashreplace");
    if (made == nullptr) throw pybind11::error_already_set();
    return pybind11::reinterpret_steal<pybind11::str>(made);
}

/// The text of a str; InputError for half a character, which UTF-8 cannot hold. `name` is the subject.
[[nodiscard]] inline std::string text_from(const pybind11::handle& value, const std::string& name) {
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (bytes == nullptr) {
        PyErr_Clear();
        throw InputError(name + " has half a character (a surrogate): no text has it alone");
    }
    return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace sigprop::python
