#pragma once

namespace sigprop::bench {

/// Prints one table of error against time for the mean of f^2; returns the exit code.
[[nodiscard]] int accuracy_table();

}  // namespace sigprop::bench
