#pragma once
// Whole reports: claims judged, grids, roots, recipes, comparisons. A report crosses the border as the JSON
// that the tool writes, and as its texts.

#include <pybind11/pybind11.h>

#include <memory>
#include <sigprop/engine/record.hpp>

namespace sigprop::python {

/// What Python holds of a report; `text` is what the tool prints about it. Empty tables: the usual ones.
struct HeldReport {
    Report report;
    std::string text;
    std::string csv = {}, markdown = {};
};

void bind_reports(pybind11::module_& module);
void bind_sweep(pybind11::module_& module);
void bind_verify(pybind11::module_& module);
void bind_recipe(pybind11::module_& module);
void bind_train(pybind11::module_& module);
void bind_normal_rule(pybind11::module_& module);

}  // namespace sigprop::python
