#pragma once
// How one checks RMSNorm's backward pass with Eigen, compiled like the library, for every x86-64, and for
// this very machine.

#include <cstddef>

namespace sigprop::bench {

/// Compares all entries, by forward differences column by column, with the closed form: the largest error.
[[nodiscard]] double eigen_jacobian_check(const double* x, std::size_t count, double epsilon);
[[nodiscard]] double eigen_jacobian_check_native(const double* x, std::size_t count, double epsilon);

}  // namespace sigprop::bench
