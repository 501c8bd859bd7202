// Estimates by Gauss-Kronrod rules of 31 points, with Boost.Math. An infinite range is cut where the weighted
// integrand is negligible in double precision: an estimate, not a proof.

#include "methods/boost_panels.hpp"

namespace sigprop {

MeanResult boost_gauss_kronrod_mean(const MeanProblem& problem, const Context& context) {
    return detail::quadrature_mean(problem, context, detail::Ends::cut,
                                   [](detail::WeightedIntegrand& f, std::span<const double> breaks) {
                                       return detail::gauss_kronrod(f, breaks);
                                   });
}

}  // namespace sigprop
