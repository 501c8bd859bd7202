#pragma once
// Whether two numbers of two reports can be one number, and the words for it when they cannot.

#include <cstddef>
#include <optional>
#include <sigprop/engine/record.hpp>
#include <string>

namespace sigprop {

/// A value as a report has it. No midpoint: no value.
struct Point {
    Kind kind = Kind::enclosure;
    std::optional<std::string> midpoint, radius;
    std::string rounding = "0";  ///< how far the midpoint is from the one that the radius belongs to
};

[[nodiscard]] Point point_of(const Series& series, std::size_t i);

/// "n = 64, std = 2": where the i-th point of the grid lies.
[[nodiscard]] std::string coordinates_text(const Series& series, std::size_t i);

/// Why the two, of one kind, are not the same number; nothing when they may be.
/// Errors   InputError for what is no decimal
[[nodiscard]] std::optional<std::string> disagreement(const Point& before, const Point& after);

}  // namespace sigprop
