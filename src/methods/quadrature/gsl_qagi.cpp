// Estimates with GSL, piece by piece between kinks: qagi on the whole line, qagiu and qagil with one infinite
// end (a 15-point Gauss-Kronrod rule after x = (1 - t) / t), qags between finite ends. A law without infinite
// limits uses qags alone, from which gsl_qagp differs by bisecting all pieces together.

#include "methods/quadrature/gsl_adapter.hpp"
#include "methods/quadrature/quadrature.hpp"

#include <cmath>

namespace sigprop {
namespace {

Integral infinite_ranges(WeightedIntegrand& f, std::span<const double> breaks) {
    Integral sum;
    for (std::size_t i = 1; i < breaks.size(); ++i) {
        const double lower = breaks[i - 1];
        const double upper = breaks[i];
        sum += gsl_integrate(f, 1, [&](const GslCall& c) {
            if (std::isfinite(lower) && std::isfinite(upper)) {
                return gsl_integration_qags(c.function, lower, upper, c.absolute, c.relative, c.limit,
                                            c.workspace, c.value, c.error);
            }
            const auto half_infinite = std::isinf(upper) ? gsl_integration_qagiu : gsl_integration_qagil;
            if (std::isinf(lower) && std::isinf(upper)) {
                return gsl_integration_qagi(c.function, c.absolute, c.relative, c.limit, c.workspace, c.value,
                                            c.error);
            }
            return half_infinite(c.function, std::isinf(upper) ? lower : upper, c.absolute, c.relative,
                                 c.limit, c.workspace, c.value, c.error);
        });
    }
    return sum;
}

}  // namespace

MeanResult gsl_qagi_mean(const MeanProblem& problem, const Context& context) {
    return quadrature_mean(problem, context, Ends::keep_infinite, infinite_ranges);
}

}  // namespace sigprop
