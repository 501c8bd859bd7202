#pragma once
// Doubles for people to read.

#include <string>

namespace sigprop {

/// So many significant digits, written as short as it gets: "1.2e5", not "1.2e+05"; "NaN", "inf", "-inf".
[[nodiscard]] std::string short_number(double value, int digits);

/// The shortest that reads back as the same double, its exponent as above.
[[nodiscard]] std::string shortest_number(double value);

}  // namespace sigprop
