#include "quantities/normalization/slope.hpp"

#include "methods/derivatives/finite_difference.hpp"
#include "methods/route_formula.hpp"
#include "quantities/normalization/written_group.hpp"

#include <cmath>

namespace sigprop {
namespace {

Answer by_rule(const NormSlope& slope, long bits) {
    const NormGroupCall& call = slope.at.point.call;
    const std::vector<Ball> x = slope.at.point.at(bits);
    const NormGroup<Ball> group(call.rule, x, call.epsilon.at(bits));
    Ball sum = Ball(0).at_precision(bits), along = sum;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum += slope.cotangent[i].at(bits);
        // Where epsilon alone is the divisor, y = 0 and the divisor is constant.
        if (!slope.at.is_flat) along += slope.cotangent[i].at(bits) * group.output(i);
    }
    const Ball moving = slope.at.is_flat ? Ball(0) : group.divisor_slope(slope.column) * along;
    const Ball own = slope.cotangent[slope.column].at(bits);
    return (own - group.centre_slope(slope.column) * sum - moving) / group.statistics().divisor;
}

Answer by_pairs(const NormSlope& slope, long bits) {
    const NormGroupCall& call = slope.at.point.call;
    const BallDual epsilon(call.epsilon.at(bits), Ball(0));
    const PairedGroup<BallDual> group(call.rule, slope.at.point.along(slope.column, bits), epsilon);
    Ball sum = Ball(0).at_precision(bits);
    for (std::size_t i = 0; i < slope.cotangent.size(); ++i) {
        const Ball g = slope.cotangent[i].at(bits);
        if (!g.is_exact() || !g.contains_zero()) sum += g * group.output(i).slope;
    }
    return sum;
}

/// The function of one entry that the estimates differentiate, in doubles or complex numbers.
template <class Scalar>
Scalar output_along(const NormSlope& slope, std::vector<Scalar> x, const Scalar& moved) {
    x[slope.column] = moved;
    const NormGroupCall& call = slope.at.point.call;
    const NormGroup<Scalar> group(call.rule, x, Scalar(call.epsilon.to_double()));
    Scalar sum(0.0);
    for (std::size_t i = 0; i < x.size(); ++i)
        if (slope.cotangent[i].to_double() != 0)
            sum = sum + Scalar(slope.cotangent[i].to_double()) * group.output(i);
    return sum;
}

/// The derivative's error from rounding x and every operation; infinite where doubles are too coarse.
double rounding_of(const NormSlope& slope) {
    const NormGroupCall& call = slope.at.point.call;
    std::vector<double> x;
    for (const Real& one : slope.at.point.x) x.push_back(one.to_double());
    const NormGroup<double> group(call.rule, x, call.epsilon.to_double());
    const double divisor = group.statistics().divisor;
    double size = 0, most = 0, weight = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        size = std::fmax(size, std::fabs(x[i]));
        most = std::fmax(most, std::fabs(group.output(i)));
        weight += std::fabs(slope.cotangent[i].to_double());
    }
    const double condition = 1 + size / divisor;
    if (!std::isfinite(divisor) || !(condition < 0x1p20)) return HUGE_VAL;
    return 0x1p-46 * condition * (1 + most) * (1 + most) * static_cast<double>(x.size()) * weight / divisor;
}

/// How far entry `column` may move before another formula holds; infinite if none ever does.
double room(const NormSlope& slope) {
    const NormRule& rule = slope.at.point.call.rule;
    std::vector<double> x;
    for (const Real& one : slope.at.point.x) x.push_back(one.to_double());
    const double epsilon = slope.at.point.call.epsilon.to_double();
    const NormStatistics<double> found = norm_statistics<double>(rule, x, epsilon);
    double least = HUGE_VAL;
    if (found.is_floored) {
        const bool of_square = rule.epsilon_place == EpsilonPlace::floor_of_square;
        least = (of_square ? std::sqrt(epsilon) : epsilon) - found.spread;
    }
    if (rule.spread != NormSpread::range) return least;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const bool may_change = i == found.lowest || i == found.highest || slope.column == found.lowest ||
                                slope.column == found.highest;
        if (i != slope.column && may_change) least = std::fmin(least, std::fabs(x[i] - x[slope.column]));
    }
    return least;
}

Answer estimated(const NormSlope& slope, bool is_complex) {
    const double rounding = rounding_of(slope);
    if (!std::isfinite(rounding))
        return {Status::unable,
                "the entries are too large for doubles, or differ too little from each other or from 0"};
    std::vector<double> x;
    for (const Real& one : slope.at.point.x) x.push_back(one.to_double());
    const std::vector<std::complex<double>> z(x.begin(), x.end());
    const double at = x[slope.column];
    RichardsonOptions steps;
    if (const double most = room(slope) / 2; std::isfinite(most)) {
        if (!is_complex && (at + most == at || at - most == at))
            return {Status::unable, "no double near x has the same formula"};
        steps.largest_step = most;
    }
    const DerivativeEstimate found =
        is_complex
            ? complex_step_derivative(
                  [&](std::complex<double> moved) { return output_along(slope, z, moved); }, at)
            : richardson_difference([&](double moved) { return output_along(slope, x, moved); }, at, steps);
    if (!std::isfinite(found.value) || !std::isfinite(found.error))
        return {Status::unable, "the layer has no value in double precision"};
    // widening: estimate
    return Ball(found.value).at_precision(64).widened(Ball(found.error + rounding));
}

}  // namespace

std::vector<Route> norm_slope_routes(const NormSlope& slope) {
    if (!slope.at.has_value()) return without_value(slope.at.obstacle, "dual");
    const auto value = [slope](long bits, const Context&) -> Answer { return by_rule(slope, bits); };
    // At the tip of a cone the rule takes limits, which its formula does not.
    std::optional<Formula> formula;
    if (!slope.at.is_flat) formula = written_slope(slope.at.point, slope.cotangent, slope.column);
    std::vector<Route> routes = {
        enclosure(RouteKind::closed_form, "closed_form", with_formula(std::move(formula), value)),
        enclosure(RouteKind::definition, "dual",
                  [slope](long bits, const Context&) { return by_pairs(slope, bits); })};
    if (slope.at.is_flat) return routes;  // at the tip of a cone doubles see nothing but rounding
    routes.push_back(estimate("finite_difference", [slope] { return estimated(slope, false); }));
    routes.push_back(estimate("complex_step", [slope] { return estimated(slope, true); }));
    return routes;
}

}  // namespace sigprop
