// Estimates by double exponential rules, with Boost.Math: tanh-sinh between finite ends, exp-sinh with one
// infinite end, sinh-sinh on the whole line. Their error estimate is the change in the last refinement, which
// is far larger than the remaining error.
//
// A finite piece is mapped to [-1, 1] here, with nodes placed relative to the nearer end: Boost 1.74 reports
// the error of [a, b] without the factor (b - a) / 2, and asserts that no node rounds to an end.

#include "methods/quadrature/quadrature.hpp"
#include "methods/quadrature/quadrature_pieces.hpp"

#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>

namespace sigprop {
namespace {

/// The rules of one call, not shared with concurrent ones: Boost publishes a row of nodes before filling it.
struct Rules {
    boost::math::quadrature::tanh_sinh<double> finite{12};
    boost::math::quadrature::exp_sinh<double> half_infinite{12};
    boost::math::quadrature::sinh_sinh<double> infinite{12};
};

/// Nodes near an end may round to it, where another branch of f may begin; the nearest double strictly inside
/// replaces them.
struct Inside {
    WeightedIntegrand& f;
    double first, last;

    Inside(WeightedIntegrand& function, double lower, double upper)
        : f(function), first(std::nextafter(lower, upper)), last(std::nextafter(upper, lower)) {}
    double operator()(double x) const { return f(std::fmin(std::fmax(x, first), last)); }
};

Integral between(Rules& rules, WeightedIntegrand& f, double lower, double upper) {
    const double half = (upper - lower) / 2;
    const Inside inside(f, lower, upper);
    // `distance` is the distance of t from the nearer end of [-1, 1], negative at the left one.
    const auto scaled = [&](double t, double distance) {
        return inside(t < 0 ? lower + half * std::fabs(distance) : upper - half * std::fabs(distance));
    };
    Integral part;
    part.value = rules.finite.integrate(scaled, wanted_error, &part.error, &part.magnitude);
    return {half * part.value, half * part.error, half * part.magnitude};
}

Integral piece(Rules& rules, WeightedIntegrand& f, double lower, double upper) {
    if (std::isfinite(lower) && std::isfinite(upper)) return between(rules, f, lower, upper);
    const Inside inside(f, lower, upper);
    Integral part;
    if (std::isinf(lower) && std::isinf(upper)) {
        part.value = rules.infinite.integrate(inside, wanted_error, &part.error, &part.magnitude);
    } else {
        part.value =
            rules.half_infinite.integrate(inside, lower, upper, wanted_error, &part.error, &part.magnitude);
    }
    return part;
}

Integral double_exponential(WeightedIntegrand& f, std::span<const double> breaks) {
    Rules rules;
    Integral sum;
    for (std::size_t i = 1; i < breaks.size(); ++i) sum += piece(rules, f, breaks[i - 1], breaks[i]);
    return sum;
}

}  // namespace

MeanResult boost_tanh_sinh_mean(const MeanProblem& problem, const Context& context) {
    return quadrature_mean(problem, context, Ends::keep_infinite, double_exponential);
}

}  // namespace sigprop
