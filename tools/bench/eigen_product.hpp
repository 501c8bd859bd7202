#pragma once
// Eigen's product of matrices of floats, row-major, compiled for this very machine (tools/bench is otherwise
// compiled for every x86-64, as the library is).

#include <cstddef>

namespace sigprop::bench {

/// c [m × n] = a [m × k] b [k × n]
void eigen_product(const float* a, const float* b, float* c, std::size_t m, std::size_t k, std::size_t n);

}  // namespace sigprop::bench
