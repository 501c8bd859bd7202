#pragma once
// What one writes with Eigen to check RMSNorm's backward pass, compiled as the library is, for every x86-64,
// and for this very machine.

#include <cstddef>

namespace sigprop::bench {

/// All entries by forward differences, column by column, against the closed form: the largest error.
[[nodiscard]] double eigen_jacobian_check(const double* x, std::size_t count, double epsilon);
[[nodiscard]] double eigen_jacobian_check_native(const double* x, std::size_t count, double epsilon);

}  // namespace sigprop::bench
