#include "quantities/activation/correlation_depth_estimate.hpp"

#include "quantities/activation/variance_iteration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sigprop {

double plane_mean(Evaluator<double>& f, double s, double c, double step) {
    const double side = std::sqrt(std::max(0.0, 1 - c * c));
    double sum = 0;
    for (double u = step / 2 - 9; u < 9; u += step) {
        double inner = 0;
        for (double v = step / 2 - 9; v < 9; v += step)
            inner += f(s * (c * u + side * v)) * std::exp(-v * v / 2);
        sum += f(s * u) * std::exp(-u * u / 2) * inner;
    }
    return sum * step * step / (2 * std::numbers::pi);
}

Answer estimated_correlation_at_depth(const CorrelatedStart& start, const Context& context) {
    constexpr std::int64_t most = 100;
    const auto none = without_mean_square(std::span(&start.layer.f.formula, 1), context);
    if (none) return *none;
    if (start.layers > most) return {Status::unable, "the estimate stops at 100 layers"};
    const double weight = start.layer.weight_variance.to_double();
    const double bias = start.layer.bias_variance.to_double();
    Evaluator<double> f(start.layer.f.formula);
    DoubleMap map(start.layer);
    std::array<double, 2> correlations{};
    for (std::size_t k = 0; k < 2; ++k) {
        const double step = k == 0 ? 0.125 : 0.1875;
        double q = start.q.to_double();
        double c = start.correlation.to_double();
        for (std::int64_t l = 0; l < start.layers; ++l) {
            context.check_cancelled();
            const double product = weight * plane_mean(f, std::sqrt(q), c, step) + bias;
            q = map(q);
            c = std::clamp(product / q, -1.0, 1.0);
        }
        correlations[k] = c;
    }
    const double error = 4 * std::fabs(correlations[0] - correlations[1]) + 0x1p-40;
    // widening: estimate
    return Ball(correlations[0]).at_precision(64).widened(Ball(error));
}

}  // namespace sigprop
