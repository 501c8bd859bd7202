#pragma once
// Classes whose objects only the extension makes. pybind11 gives a method that is called on an object without
// a C++ object behind it uninitialised memory, so such an object must never come to be.

#include <pybind11/pybind11.h>

namespace sigprop::python {

/// The class refuses calls, __new__ (its own and those of its bases), subclasses, and to become the class of
/// another object. Comes after all methods are bound.
void only_made_inside(const pybind11::handle& type);

/// The same for every class of the module.
void classes_only_made_inside(const pybind11::module_& module);

}  // namespace sigprop::python
