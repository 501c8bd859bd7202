// Estimates by Gauss-Kronrod rules of 31 points, with Boost.Math. An infinite range is cut where the weighted
// integrand is negligible in double precision, which is estimated, not proved.

#include "methods/quadrature/boost_panels.hpp"
#include "methods/quadrature/quadrature.hpp"

namespace sigprop {

MeanResult boost_gauss_kronrod_mean(const MeanProblem& problem, const Context& context) {
    return quadrature_mean(
        problem, context, Ends::cut,
        [](WeightedIntegrand& f, std::span<const double> breaks) { return gauss_kronrod(f, breaks); });
}

}  // namespace sigprop
