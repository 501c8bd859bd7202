#pragma once
// Measurements of arrays of one's own: weights, attention, elementwise, jacobian.

#include <pybind11/pybind11.h>

namespace sigprop::python {

void bind_measure(pybind11::module_& module);

}  // namespace sigprop::python
