#pragma once
// Whether two numbers from two reports can be the same number, and the words for it when they cannot.

#include <cstddef>
#include <optional>
#include <sigprop/engine/record.hpp>
#include <string>

namespace sigprop {

/// A value as a report has it; without a midpoint there is no value.
struct Point {
    Kind kind = Kind::enclosure;
    std::optional<std::string> midpoint, radius;
    std::string rounding = "0";  ///< how far rounding may have moved the midpoint off its centre
};

[[nodiscard]] Point point_of(const Series& series, std::size_t i);

/// "n = 64, std = 2": the coordinates of the i-th point of the grid.
[[nodiscard]] std::string coordinates_text(const Series& series, std::size_t i);

/// Why two points of the same kind are not the same number; nothing when they may be.
/// Errors   InputError for a text that is no decimal
[[nodiscard]] std::optional<std::string> disagreement(const Point& before, const Point& after);

}  // namespace sigprop
