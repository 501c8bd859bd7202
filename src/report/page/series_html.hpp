#pragma once
// Curves in a page: the series of one expression share a chart, and so do those of one quantity of several
// training runs, with the numbers as a table beside it and as data for the script that draws it.

#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// A series, and what its run is called among others in the chart; empty where there is one run.
struct Curve {
    const Series* series = nullptr;
    std::string run = {};
    bool is_drawn = true;  ///< not one of several methods of which another says as much
};

/// Curves on the same axes, in the order of the reports.
using Chart = std::vector<Curve>;

/// One chart for each id and expression, with a series for each method, of which one is drawn where all
/// agree. Refers to the series.
[[nodiscard]] std::vector<Chart> charts_of(const std::vector<Series>& series);

/// One chart for each id, in order of first appearance, whatever the expressions: curves of several runs.
[[nodiscard]] std::vector<Chart> charts_by_id(const std::vector<Curve>& curves);

/// A list item with this id of its element.
[[nodiscard]] std::string chart_html(const Chart& chart, const std::string& element_id);

}  // namespace sigprop
