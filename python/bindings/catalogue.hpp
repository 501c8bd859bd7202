#pragma once
// What there is to ask for, as dictionaries: quantities with their parameters, activations, functions of the
// language.

#include <pybind11/pybind11.h>

namespace sigprop::python {

void bind_catalogue(pybind11::module_& module);

}  // namespace sigprop::python
