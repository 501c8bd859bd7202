// The parameter that minimises the mean square over [lower, upper]: a zero of J'(t)/2 = integral of (f - g)
// df/dt, enclosed by the interval Newton operator, with J'' > 0 around it: a strict local minimum and the
// only stationary point nearby.

#include "core/base/bits.hpp"
#include "core/formula/operands_first.hpp"
#include "quantities/activation/best_parameter.hpp"
#include "quantities/activation/moment_curve.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

/// The mean over [lower, upper] of an integrand in x and t.
Answer mean_over(const BestParameter& problem, const Formula& integrand, const Ball& t, long digits,
                 const Context& context) {
    Law law;
    law.sampler = Sampler::truncated_normal;
    law.lower = problem.lower;
    law.upper = problem.upper;
    const Formula parameter(
        Real("t", [t](long bits) { return t.at_precision(std::max(bits, t.precision())); }));
    Context own = context;
    own.digits = digits;
    const std::vector<Route> plans = {expectation({with_t(integrand, parameter)}, law, Formula::variable())};
    const Evidence best = best_enclosure(plans, own);
    // That there is no mean at this t does not show that there is none at the best one.
    if (best.status != Status::ok)
        return {Status::unable, "the mean square near the t found: " + best.reason};
    return best.value;
}

/// Whether no switch moves with t, so that derivatives may be taken under the integral. u(x), and t u(x) for
/// t > 0, switch at the same x for every t.
bool switches_stay(const Formula& h) {
    const auto depends = [](const Formula& u) { return u.variable_count() > 1; };
    const auto is_t = [](const Formula& u) {
        return u.operation() == Operation::variable && u.integer() == 1;
    };
    const auto stays = [&](const Formula& u) {
        if (!depends(u)) return true;
        if (u.operation() != Operation::multiply) return false;
        const Formula& a = u.operands()[0];
        const Formula& b = u.operands()[1];
        return (is_t(a) && !depends(b)) || (is_t(b) && !depends(a));
    };
    return std::ranges::all_of(operands_first(h), [&](const Formula& node) {
        switch (node.operation()) {
            case Operation::minimum:
            case Operation::maximum: return !depends(node.operands()[0]) && !depends(node.operands()[1]);
            default: return !is_piecewise(node.operation()) || stays(node.operands()[0]);
        }
    });
}

}  // namespace

Answer best_for_the_mean_square(const BestParameter& problem, long bits, const Context& context) {
    if (!switches_stay(problem.h)) return {Status::unable, "a switch of the difference moves with t"};
    ErrorGrid grid(problem.h, problem.lower.to_double(), problem.upper.to_double());
    const double start = roughly_best([&](double t) { return grid.mean_square(t); }, context);
    if (std::isnan(start)) return no_best_parameter();
    const Formula trend = problem.h.derivative(1);
    const Formula gradient = problem.h * trend;
    const Formula bend = pow(trend, 2) + problem.h * trend.derivative(1);
    const long digits = digits_of_bits(bits);
    // Newton's method doubles the digits that are known of t, at first about 6.
    Ball t = start;
    for (long known = 6; known < digits; known *= 2) {
        const Answer curvature = mean_over(problem, bend, t, known + 2, context);
        if (curvature.status != Status::ok) return curvature;
        if (!curvature.value.is_positive())
            return {Status::unable, "no proof that the stationary point is a minimum"};
        const Answer slope = mean_over(problem, gradient, t, std::min(2 * known + 4, digits), context);
        if (slope.status != Status::ok) return slope;
        t = (t - slope.value / curvature.value.midpoint()).at_precision(bits + 32).midpoint();
    }
    // The last step loses no digits where the curvature varies by less than what the step moves t by.
    const long spread = std::clamp(digits / 8, 8L, 30L);
    const Ball width = Ball::power_of_two(-static_cast<long>(bits_of_digits(spread)));
    // widening: region
    const auto around = [&](const Ball& at) { return at.at_precision(bits + 32).widened(width); };
    const Answer curvature = mean_over(problem, bend, around(t), std::max(4L, spread - 4), context);
    const Answer slope = mean_over(problem, gradient, t, digits, context);
    if (curvature.status != Status::ok) return curvature;
    if (slope.status != Status::ok) return slope;
    if (!curvature.value.is_positive())
        return {Status::unable, "no proof that the stationary point is a minimum"};
    const Ball image = t.at_precision(bits + 32) - slope.value / curvature.value;
    if (!around(t).contains(image)) return {Status::unable, "the stationary point could not be enclosed"};
    return image;
}

}  // namespace sigprop
