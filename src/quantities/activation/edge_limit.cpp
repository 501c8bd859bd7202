#include "quantities/activation/edge_limit.hpp"

#include "catalogue/words.hpp"
#include "core/ball/exact_zero.hpp"
#include "methods/extrema/value_range.hpp"
#include "quantities/activation/moment_curve.hpp"

#include <optional>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

/// The limit of E f(s z)^2 / s^2 as s -> 0: the mean of the squared slopes on the two sides of 0.
std::optional<Ball> squared_slope_at_zero(const Formula& f, long bits) {
    const Ball reach = Ball(0x1p-6);
    const Partition parts = partition(f, -reach, reach, bits);
    if (!parts.complete || parts.pieces.empty() || parts.pieces.size() > 2) return std::nullopt;
    const Piece& left = parts.pieces.front();
    const Piece& right = parts.pieces.back();
    const bool split = parts.pieces.size() == 2;
    if (split && !(is_exact_zero(left.upper) && is_exact_zero(right.lower))) return std::nullopt;
    const auto slope = [bits](const Piece& piece) {
        return Evaluator<Ball>(piece.smooth.derivative(), bits)(Ball(0));
    };
    return (pow(slope(left), 2) + pow(slope(right), 2)) / 2;
}

/// Whether |f'| <= |f'(0)| is proved, with f' exact at 0.
bool is_steepest_at_zero(const Formula& f, const Context& context) {
    const Ball slope = Evaluator<Ball>(f.derivative(), 64)(Ball(0));
    return slope.is_exact() && !slope.contains_zero() &&
           is_bounded_by(f.derivative(), abs(slope).lower_double(), context);
}

}  // namespace

Answer edge_limit(const Activation& activation, EdgeNumber of, long bits, const Context& context) {
    const Formula& f = activation.formula;
    const auto squared = squared_slope_at_zero(f, bits + 16);
    if (!squared || !squared->is_finite()) return {Status::unable, "the slopes of f at 0 have no enclosure"};
    if (is_exact_zero(*squared))
        return {Status::domain,
                "without a bias chi_1 > 1 at every fixed point q > 0, and f'(0) = 0, so chi_1 goes to 0 with "
                "q at every weight variance"};
    const MomentCurve curve(activation, RouteKind::definition);
    int direction = is_steepest_at_zero(f, context) ? -1 : 0;
    for (int k = 1; k <= 10 && direction == 0; k += 3)
        direction = curve.ratio_direction(Ball::power_of_two(-k), context);
    if (direction > 0) {
        return {Status::domain,
                "without a bias chi_1 > 1 at every fixed point q > 0, and E f(sqrt(q) z)^2 / q rises from q "
                "= 0 on: the "
                "fixed points that come from 0 do not attract"};
    }
    if (direction == 0) {
        return {Status::unable,
                "without a bias the edge of chaos is known only if f(0) = 0 and there is a proof that E "
                "f(sqrt(q) z)^2 / q falls from q = 0 on, or that |f'| <= |f'(0)|: give a bias_variance > 0"};
    }
    if (of == EdgeNumber::variance) return Ball(0);
    if (of == EdgeNumber::slope) return Ball(1);
    return 1 / *squared;
}

}  // namespace sigprop
