// Estimates with GSL's qagp: a 21-point Gauss-Kronrod rule, all pieces bisected together, with the kinks as
// break points. Infinite ends are cut where the weighted integrand is negligible in double precision, which
// is estimated, not proved.

#include "methods/quadrature/gsl_adapter.hpp"
#include "methods/quadrature/quadrature.hpp"

namespace sigprop {
namespace {

Integral with_break_points(WeightedIntegrand& f, std::span<const double> breaks) {
    std::vector<double> points(breaks.begin(), breaks.end());  // GSL takes them by a pointer to non-const
    return gsl_integrate(f, points.size(), [&](const GslCall& c) {
        return gsl_integration_qagp(c.function, points.data(), points.size(), c.absolute, c.relative, c.limit,
                                    c.workspace, c.value, c.error);
    });
}

}  // namespace

MeanResult gsl_qagp_mean(const MeanProblem& problem, const Context& context) {
    return quadrature_mean(problem, context, Ends::cut, with_break_points);
}

}  // namespace sigprop
