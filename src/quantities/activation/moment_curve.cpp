#include "quantities/activation/moment_curve.hpp"

#include "core/ball/exact_zero.hpp"
#include "quantities/activation/moment_recipe.hpp"
#include "quantities/activation/normal_integral.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <array>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

constexpr int near_limit = 6;  // standard deviations that count as "near" in the bounds as s -> 0

/// f on one side of zero, close to it.
struct Side {
    Ball lower, upper;
    Formula smooth;
};

/// The two halves of [-half_length, half_length], a neighbourhood of zero, if f has no kink there except
/// perhaps at zero.
std::optional<std::array<Side, 2>> halves(const Formula& f, const Ball& half_length) {
    const Partition parts = partition(f, -half_length, half_length, 128);
    if (!parts.complete || parts.pieces.empty() || parts.pieces.size() > 2) return std::nullopt;
    const Piece& left = parts.pieces.front();
    const Piece& right = parts.pieces.back();
    const bool whole = is_exact_zero(left.lower + half_length) && is_exact_zero(right.upper - half_length);
    if (!whole) return std::nullopt;
    const bool split = parts.pieces.size() == 2;
    if (split && !(is_exact_zero(left.upper) && is_exact_zero(right.lower))) return std::nullopt;
    return std::array<Side, 2>{Side{-half_length, 0, left.smooth}, Side{0, half_length, right.smooth}};
}

struct Extremes {
    Ball least, most;  ///< of the square f^2
};

Extremes square_range(const Formula& f, const Ball& lower, const Ball& upper) {
    const Ball range = Evaluator<Ball>(f, 128)(Ball::interval(lower, upper).at_precision(128));
    if (!range.is_finite()) return {Ball::indeterminate(), Ball::indeterminate()};
    return {pow(range.mignitude().at_precision(64), 2), pow(range.magnitude().at_precision(64), 2)};
}

}  // namespace

MomentCurve::MomentCurve(Activation f, RouteKind route) : f_(std::move(f)), route_(route) {}

std::vector<Route> MomentCurve::closed_plans(const Real& s) const {
    std::vector<Route> plans = moment_routes("second_moment", f_, 0, s);
    std::erase_if(plans, [](const Route& plan) {
        const auto* direct = std::get_if<DirectRoute>(&plan);
        return direct == nullptr || direct->kind != Kind::enclosure ||
               direct->route != RouteKind::closed_form;
    });
    return plans;
}

bool MomentCurve::exists() const { return route_ == RouteKind::definition || !closed_plans(Real(1)).empty(); }

Answer MomentCurve::integral(const Formula& weight, const Ball& s, long digits,
                             const Context& context) const {
    const Formula x = Formula(real_of_exact(s)) * Formula::variable();
    return normal_integral(pow(f_.formula.substitute(std::span(&x, 1)), 2) * weight, digits, context);
}

Answer MomentCurve::value(const Ball& s, long digits, const Context& context) const {
    if (route_ == RouteKind::definition) return integral(Formula(1), s, digits, context);
    return proved_value(closed_plans(real_of_exact(s)), digits, context);
}

Answer MomentCurve::slope(const Ball& s, long digits, const Context& context) const {
    Answer mean = integral(pow(Formula::variable(), 2) - 1, s, digits, context);
    if (mean.status != Status::ok) return mean;
    return mean.value / s;
}

Answer MomentCurve::bend(const Ball& s, long digits, const Context& context) const {
    const Formula z = Formula::variable();
    Answer mean = integral(pow(z, 4) - 5 * pow(z, 2) + 2, s, digits, context);
    if (mean.status != Status::ok) return mean;
    return mean.value / pow(s, 2);
}

Ball MomentCurve::bound(const Formula& weight, int power, int order, const Ball& lower, const Ball& upper,
                        const Context& context) const {
    if (!lower.is_positive()) return Ball::indeterminate();
    const Answer mean = integral(weight, upper, 6, context);
    if (mean.status != Status::ok) return Ball::indeterminate();
    const Ball ratio = upper.at_precision(64) / lower;
    return (mean.value * pow(ratio, power) / pow(lower.at_precision(64), order)).upper();
}

Ball MomentCurve::curvature(const Ball& lower, const Ball& upper, const Context& context) const {
    const Formula z = Formula::variable();
    return bound(pow(z, 4) + 5 * pow(z, 2) + 2, 5, 2, lower, upper, context);
}

Ball MomentCurve::third(const Ball& lower, const Ball& upper, const Context& context) const {
    const Formula z = Formula::variable();
    const Ball plain = bound(pow(z, 6) + 12 * pow(z, 4) + 27 * pow(z, 2) + 6, 7, 3, lower, upper, context);
    if (!plain.is_finite()) return plain;
    const Ball left = square_left(upper, context);
    if (!left.is_finite()) return plain;
    const Ball ratio = upper.at_precision(64) / lower;
    return min(plain, sqrt(936 * ratio * left.upper()) / pow(lower.at_precision(64), 3)).upper();
}

/// E r(s z)^2 of what is left of the even part of f^2 after a parabola that has its value and slope in the
/// mean.
Ball MomentCurve::square_left(const Ball& s, const Context& context) const {
    constexpr long few = 6;
    const Answer mean = value(s, few, context);
    const Answer rise = slope(s, few, context);
    if (mean.status != Status::ok || rise.status != Status::ok) return Ball::indeterminate();
    const double at = s.to_double();
    const double A = rise.value.to_double() / (2 * at);
    const double C = mean.value.to_double() - A * at * at;
    const Formula x = Formula(real_of_exact(s)) * Formula::variable();
    const Formula mirrored = -x;
    const Formula both = pow(f_.formula.substitute(std::span(&x, 1)), 2) +
                         pow(f_.formula.substitute(std::span(&mirrored, 1)), 2);
    const Answer found =
        normal_integral(pow(both / 2 - Formula(A) * pow(x, 2) - Formula(C), 2), few, context);
    return found.status == Status::ok ? found.value : Ball::indeterminate();
}

// The part of the mean beyond |z| = cut at s = b bounds the part with |x| > cut b for every smaller s, also
// after division by s^2: there the density of N(0, s^2) over s^2 still grows with s (|x| > sqrt(3) s).
NearZero MomentCurve::near_zero(const Ball& b, const Context& context) const {
    NearZero bounds{Ball::indeterminate(), Ball::indeterminate(), Ball::indeterminate(),
                    Ball::indeterminate()};
    const Ball half_length = near_limit * b;
    const auto sides = halves(f_.formula, half_length);
    if (!sides) return bounds;
    const Formula z = Formula::variable();
    const Answer tail = integral(
        where(z < -near_limit, Formula(1), where(z > near_limit, Formula(1), Formula(0))), b, 3, context);
    if (tail.status != Status::ok) return bounds;
    Ball least = Ball(0).at_precision(64);
    Ball most = least;
    Ball min_slope = least;
    Ball max_slope = least;
    for (const Side& side : *sides) {
        const Extremes value = square_range(side.smooth, side.lower, side.upper);
        const Extremes slope = square_range(side.smooth.derivative(), side.lower, side.upper);
        least = least + value.least / 2;
        most = most + value.most / 2;
        const bool through_zero = is_exact_zero(Evaluator<Ball>(side.smooth, 128)(Ball(0)));
        min_slope = through_zero ? min_slope + slope.least / 2 : min_slope;
        max_slope = through_zero ? max_slope + slope.most / 2 : Ball::indeterminate();
    }
    const Ball edge = Ball(near_limit).at_precision(64);
    const Ball inside = 1 - 2 * normal_cdf(-edge);
    bounds.least = (least * inside).lower();
    bounds.most = (most + tail.value).upper();
    bounds.min_ratio = (min_slope * (inside - 2 * edge * normal_pdf(edge))).lower();
    bounds.max_ratio = (max_slope + tail.value / pow(b, 2)).upper();
    return bounds;
}

}  // namespace sigprop
