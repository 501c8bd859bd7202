#pragma once
// Whole reports: claims judged, grids, roots, recipes, comparisons. A report crosses the border as the JSON
// that the tool writes, and as its texts.

#include <memory>
#include <sigprop/engine/record.hpp>
#include <string>

namespace sigprop::python {

/// What is kept of a report; `text` is what the tool prints about it. Empty tables: the usual ones.
struct HeldReport {
    Report report;
    std::string text;
    std::string csv = {}, markdown = {};
};

}  // namespace sigprop::python
