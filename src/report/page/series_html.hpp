#pragma once
// Curves in a page: the series of one expression share a chart, with the numbers as a table beside it and as
// data for the script that draws it.

#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// Series of the same id and expression, one per method, in the order of the report.
using Chart = std::vector<const Series*>;

/// Refers to the series.
[[nodiscard]] std::vector<Chart> charts_of(const std::vector<Series>& series);

/// A list item with this id of its element.
[[nodiscard]] std::string chart_html(const Chart& chart, const std::string& element_id);

}  // namespace sigprop
