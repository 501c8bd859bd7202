#pragma once
// Doubles for people to read.

#include <string>

namespace sigprop {

/// A value to this many significant digits, in short form: "1.2e5", not "1.2e+05"; "NaN", "inf", "-inf".
[[nodiscard]] std::string short_number(double value, int digits);

/// The shortest text that reads back as the same double, with its exponent written as above.
[[nodiscard]] std::string shortest_number(double value);

}  // namespace sigprop
