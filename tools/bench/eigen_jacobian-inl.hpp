// Works column by column, on one vector at a time: a stored d x d matrix makes it take ten times as long.
// Included twice, see eigen_jacobian.hpp.

#include "eigen_jacobian.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sigprop::bench {
namespace {

using Vector = Eigen::VectorXd;

double divisor(const Vector& x, double epsilon) {
    return std::sqrt(x.squaredNorm() / static_cast<double>(x.size()) + epsilon);
}

Vector rms_norm(const Vector& x, double epsilon) { return x / divisor(x, epsilon); }

double jacobian_check(const double* input, std::size_t count, double epsilon) {
    constexpr double step = 0x1p-26;
    Vector x = Eigen::Map<const Vector>(input, static_cast<Eigen::Index>(count));
    const Vector y = rms_norm(x, epsilon);
    const double r = divisor(x, epsilon);
    Vector error(x.size());
    double largest = 0;
    double squares = 0;
    for (Eigen::Index j = 0; j < x.size(); ++j) {
        const double kept = x[j];
        x[j] += step;
        error = (rms_norm(x, epsilon) - y) / (x[j] - kept) + y * (y[j] / (static_cast<double>(count) * r));
        error[j] -= 1 / r;
        x[j] = kept;
        largest = std::max(largest, error.cwiseAbs().maxCoeff());
        squares += error.squaredNorm();
    }
    return std::isfinite(squares) ? largest : squares;
}

}  // namespace
}  // namespace sigprop::bench
