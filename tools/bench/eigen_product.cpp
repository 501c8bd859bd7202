// CMakeLists.txt compiles this file with -march=native and renames the namespace Eigen, so that the linker
// does not use these instances in files compiled without it.

#include "eigen_product.hpp"

#include <Eigen/Core>

namespace sigprop::bench {

void eigen_product(const float* a, const float* b, float* c, std::size_t m, std::size_t k, std::size_t n) {
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto rows = static_cast<Eigen::Index>(m);
    const auto depth = static_cast<Eigen::Index>(k);
    const auto columns = static_cast<Eigen::Index>(n);
    Eigen::Map<Matrix>(c, rows, columns).noalias() =
        Eigen::Map<const Matrix>(a, rows, depth) * Eigen::Map<const Matrix>(b, depth, columns);
}

}  // namespace sigprop::bench
