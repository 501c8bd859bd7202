// activation.unit_std: the smallest s > 0 with E f(s z)^2 = 1, z ~ N(0, 1).
//
// There is none if |f| <= 1 everywhere and f^2 < 1 on a set of positive measure, since E f(s z)^2 < 1 for all
// s then; nor if f^2 has no integral over a bounded interval, since E f(s z)^2 has no value for any s then.

#include "catalogue/activation.hpp"
#include "methods/extrema/value_range.hpp"
#include "methods/quadrature/quadrature.hpp"
#include "methods/roots/boost_root.hpp"
#include "methods/roots/scale_root.hpp"
#include "methods/route_root.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/activation/moment_curve.hpp"
#include "quantities/activation/variance_layer.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <array>
#include <cmath>

#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"
#include "methods/mean/mean.hpp"

namespace sigprop {
namespace {

Answer no_scale_changes_it(const Real& square_mean) {
    const std::optional<int> against_one = compare(square_mean, 1);
    if (!against_one) {
        return {Status::domain, "E f(s z)^2 is the same for every std: if it is 1, no std is the smallest"};
    }
    if (*against_one == 0) return {Status::domain, "E f(s z)^2 = 1 for every std: no std is the smallest"};
    return {Status::domain, "E f(s z)^2 is the same for every std, and it is not 1"};
}

/// Solves s^(2d) E f(z)^2 = 1.
Answer homogeneous_root(const Homogeneous& form, long bits) {
    if (compare(form.square_mean, 0) == 0) return {Status::domain, "f is zero"};
    if (form.degree == 0) return no_scale_changes_it(form.square_mean);
    const Ball power = 1 / form.square_mean.at(bits + 16);
    return exp(log(power) / (2 * form.degree));
}

/// Whether f^2 < 1 is shown on some interval.
bool falls_below_one(const Formula& f) {
    Evaluator<Ball> evaluate(f, 64);
    for (const double x : {0.25, -0.25, 1.5, -1.5, 5.0, -5.0}) {
        const Ball value = evaluate(Ball::interval(Ball(x), Ball(x + 0x1p-10)).at_precision(64));
        if (value.is_finite() && (1 - value.magnitude()).is_positive()) return true;
    }
    return false;
}

Answer root_on_curve(const Activation& f, RouteKind route, long bits, const Context& context) {
    if (is_bounded_by(f.formula, 1, context) && falls_below_one(f.formula)) {
        return {Status::domain, "|f| <= 1, and less on an interval: E f(s z)^2 < 1 for every std"};
    }
    const MomentCurve curve(f, route);
    ScaleEquation equation;
    equation.value = [&](const Ball& s, long digits) { return curve.value(s, digits, context); };
    equation.slope = [&](const Ball& s, long digits) { return curve.slope(s, digits, context); };
    equation.curvature = [&](const Ball& a, const Ball& b) { return curve.curvature(a, b, context); };
    equation.bend = [&](const Ball& s, long digits) { return curve.bend(s, digits, context); };
    equation.third = [&](const Ball& a, const Ball& b) { return curve.third(a, b, context); };
    equation.sign_near_zero = [&](const Ball& b) {
        const NearZero bounds = curve.near_zero(b, context);
        if ((bounds.most - 1).is_negative()) return -1;
        return (bounds.least - 1).is_positive() ? 1 : 0;
    };
    return or_without_mean_square(smallest_scale_root(equation, digits_of_bits(bits), context).root,
                                  std::span(&f.formula, 1), context);
}

/// E f(s z)^2 in double precision; NaN where the quadrature does not converge.
double square_mean_estimate(const Formula& f, double s, const Context& context) {
    const Formula x = Formula(s) * Formula::variable();
    const MeanProblem problem = examine(pow(f.substitute(std::span(&x, 1)), 2), Law::normal(), context);
    if (problem.status != Status::ok) return NAN;
    const MeanResult mean = boost_gauss_kronrod_mean(problem, context);
    return mean.status == Status::ok ? mean.value.to_double() : NAN;
}

Answer estimated_root(const Formula& f, const Context& context) {
    const auto residual = [&](double s) {
        context.check_cancelled();
        return square_mean_estimate(f, s, context) - 1;
    };
    const auto found = boost_first_zero(residual, 0x1p-6, 0x1p10);
    if (!found) return {Status::unable, "no sign change of E f(s z)^2 - 1 between 2^-6 and 2^10"};
    const double step = found->root * 0x1p-12;
    const double slope = (residual(found->root + step) - residual(found->root - step)) / (2 * step);
    return Ball(found->root)
        .at_precision(64)
        // widening: estimate
        .widened(Ball(found->error + 0x1p-40 * (1 / std::fabs(slope) + found->root)));
}

/// The same with the equation, for certificates.
DirectRoute defined_root(const Activation& f) {
    const auto root = [f](long bits, const Context& context) {
        return root_on_curve(f, RouteKind::definition, bits, context);
    };
    const Formula input = Formula::variable(1) * Formula::variable(0);
    const Formula square = pow(f.formula.substitute(std::span(&input, 1)), 2);
    return DirectRoute{RouteKind::definition, "arb_integral", Kind::enclosure,
                       RootOfMeans{{.integrands = {square},
                                    .law = Law::normal(),
                                    .equation = Formula::variable(0) - 1,
                                    .root = root},
                                   root}};
}

std::vector<Route> unit_std_routes(const ActivationArguments& given) {
    const Activation& f = given.f;
    std::vector<Route> plans;
    if (const auto form = homogeneous_form(f.formula)) {
        plans.push_back(closed_form([form = *form](long bits) { return homogeneous_root(form, bits); }));
    } else if (MomentCurve(f, RouteKind::closed_form).exists()) {
        plans.push_back(DirectRoute{RouteKind::closed_form, "closed_form", Kind::enclosure,
                                    [f](long bits, const Context& context) {
                                        return root_on_curve(f, RouteKind::closed_form, bits, context);
                                    }});
    }
    plans.push_back(defined_root(f));
    plans.push_back(
        DirectRoute{RouteKind::definition, "boost_toms748", Kind::estimate,
                    [f](long, const Context& context) { return estimated_root(f.formula, context); }});
    return plans;
}

}  // namespace

std::vector<Quantity> activation_root_quantities() {
    return {quantity("activation.unit_std", unit_std_routes)};
}

}  // namespace sigprop
