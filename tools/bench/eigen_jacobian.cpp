// Compiled for every x86-64.

#include "eigen_jacobian-inl.hpp"

namespace sigprop::bench {

double eigen_jacobian_check(const double* x, std::size_t count, double epsilon) {
    return jacobian_check(x, count, epsilon);
}

}  // namespace sigprop::bench
