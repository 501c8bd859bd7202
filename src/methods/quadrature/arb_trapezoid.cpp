// Enclosures by the trapezoidal rule, proved by the rectangle theorem of quadrature/rectangle.hpp. On the
// whole line, without kinks, the rule is applied to f w itself; a Gaussian weight then needs few points.
// Otherwise the line is first mapped to each smooth piece by x = m + r tanh(c sinh t).

#include "methods/mean/double_exponential.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/mean/power_form.hpp"
#include "methods/mean/singular_mean.hpp"
#include "methods/mean/strip.hpp"
#include "methods/quadrature/quadrature.hpp"
#include "methods/quadrature/rectangle.hpp"

#include <cmath>

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/parity.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

double goal_of(long bits) { return nats_of_bits(bits); }

/// The integral of f w over the range that `cut` leaves, where f is smooth.
RectangleResult on_the_line(const Formula& f, const Law& law, const TailCut& cut, double scale, long bits,
                            const Context& context) {
    RectangleProblem problem;
    problem.f = f;
    problem.factor = law.weight();
    problem.even_factor = law.sampler == Sampler::normal;
    problem.even = problem.even_factor && is_even(f);
    problem.half_length = std::max(-cut.lower.to_double(), cut.upper.to_double());
    const Strip strip = strip_of_analyticity(f);
    // Nothing can be proved at a singularity, and a slightly narrower strip costs little.
    problem.widest_strip =
        std::min(std::sqrt(2 * goal_of(bits)), strip.known ? strip.at_most : 0.97 * strip.at_most);
    problem.known_strip = strip.known ? strip.at_most : 0;
    Evaluator<double> log_weight(law.log_weight);
    problem.log2_factor = [log_weight](double x) mutable { return log_weight(x) / log_2; };
    problem.scale = scale;
    return rectangle_trapezoid(problem, bits, context);
}

/// Adds what lies beyond the covered length, at the ends of a piece.
void add_slivers(RectangleResult& result, const Ball& slivers) {
    result.integral = result.integral + signed_error_term("quadrature.trapezoid.slivers", slivers);
    result.proved = result.integral.is_finite();
    if (!result.proved) result.reason = "the integrand is not bounded at the ends of a piece";
}

/// The integral of f w over one smooth finite piece.
RectangleResult on_a_piece(const Piece& piece, const Law& law, double scale, long bits,
                           const Context& context) {
    const DoubleExponential map(piece, bits + 40);
    const Formula weighted = piece.smooth * law.weight();
    RectangleProblem problem;
    problem.f = piece.smooth.substitute(std::span(&map.x, 1));
    problem.factor = law.weight().substitute(std::span(&map.x, 1)) * map.slope;
    problem.half_length = design("quadrature.trapezoid.half_length", map.half_length);
    problem.widest_strip = 1.2;
    Evaluator<double> log_weight(law.log_weight.substitute(std::span(&map.x, 1)));
    problem.log2_factor = [map, log_weight](double t) mutable {
        return log_weight(t) / log_2 + map.log2_slope(t);
    };
    problem.scale = scale;
    RectangleResult result = rectangle_trapezoid(problem, bits, context);
    if (!result.proved) return result;
    // The part beyond t = +-covered_length is a sliver at each end of the piece, bounded by height times
    // width.
    const Ball edge = (Ball(result.covered_length)).at_precision(bits);
    const Ball q = exp(Ball(-2 * DoubleExponential::c) * sinh(edge));
    const Ball length = (piece.upper - piece.lower).at_precision(bits);
    const Ball sliver = length * q / (1 + q);
    Evaluator<Ball> height(weighted, bits);
    const Ball left = height(Ball::interval(piece.lower, piece.lower + sliver).at_precision(bits));
    const Ball right = height(Ball::interval(piece.upper - sliver, piece.upper).at_precision(bits));
    add_slivers(result, sliver * (left + right));
    return result;
}

/// The integral over one side of a singular point, in u = length / (1 + e^t): log u = log length -
/// softplus(t), and du = u sigmoid(t) dt but for its sign, are analytic in a strip of half-height pi.
RectangleResult on_a_side(const SingularSide& side, double scale, long bits, const Context& context) {
    const Formula t = Formula::variable();
    const Formula log_u = Formula(log_length(side)) - softplus(t);
    PowerForms forms(exp(log_u), log_u);
    const PowerForm f = forms(side.integrand * Formula::variable());
    const Formula log_weight = forms.value(forms(side.log_weight));
    // Grids compute sigmoid(-t) as 1 - sigmoid(t), which is not precise where it is small.
    const Formula log_factor = log_weight + Formula(f.power) * log_u - softplus(-t);
    RectangleProblem problem;
    problem.f = f.rest;
    problem.factor = exp(log_factor);
    const double depth = sliver_depth(side, scale, bits) + std::log(side.length.to_double());
    problem.half_length =
        design("quadrature.trapezoid.side_half_length", std::max(depth + 1, goal_of(bits) + 8));
    problem.widest_strip = 3;
    Evaluator<double> nats(log_factor);
    problem.log2_factor = [nats](double x) mutable { return nats(x) / log_2; };
    problem.scale = scale;
    RectangleResult result = rectangle_trapezoid(problem, bits, context);
    if (!result.proved) return result;
    const Ball far = Ball(result.covered_length).at_precision(bits);
    const Ball whole = side.length.at(bits);
    const Ball sliver = whole * sigmoid(-far);
    const Formula weighted = side.integrand * side.weight();
    const Ball edge = Ball::interval(whole - sliver, whole).at_precision(bits);
    result.integral = result.integral.widened(sliver_beside(side, sliver));  // widening: of terms
    add_slivers(result, sliver * Evaluator<Ball>(weighted, bits)(edge));
    return result;
}

/// The formula without its switches, if none of them lies where the rule may evaluate it: up to one step
/// beyond the cut.
std::optional<Formula> smooth_on_the_line(const MeanProblem& problem, const TailCut& cut, long bits) {
    const Law& law = problem.law;
    const bool whole_line = law.lower.infinite_sign() != 0 && law.upper.infinite_sign() != 0;
    if (!whole_line || !problem.singular_sides.empty()) return std::nullopt;
    const double half_length = std::max(-cut.lower.to_double(), cut.upper.to_double()) + 1;
    const Partition parts = partition(problem.integrand, Ball(-half_length), Ball(half_length), bits);
    const bool smooth = parts.complete && parts.pieces.size() == 1 && parts.kinks.empty();
    return smooth ? std::optional(parts.pieces[0].smooth) : std::nullopt;
}

MeanResult result_of(RectangleResult part) {
    MeanResult result;
    result.status = part.proved ? Status::ok : Status::unable;
    result.value = std::move(part.integral);
    result.reason = std::move(part.reason);
    result.evaluations = part.evaluations;
    return result;
}

MeanResult trapezoid_integral(const MeanProblem& problem, long bits, const Context& context) {
    // The cut is a little further out than the tail itself needs, so that a crude bound of the short sides of
    // the rectangle is small enough.
    const TailCut cut = cut_tails(problem, bits + 12);
    if (!cut.proved) {
        MeanResult result;
        result.reason = "the tails could not be bounded";
        return result;
    }
    const auto smooth = smooth_on_the_line(problem, cut, bits + 16);
    if (!smooth) {
        Context rest = context;  // with the budget that earlier pieces left
        const auto spent = [&](MeanResult part) {
            rest.budget -= std::min(rest.budget, part.evaluations);
            return part;
        };
        const auto over = [&](const Piece& piece) {
            return spent(result_of(on_a_piece(piece, problem.law, problem.scale, bits + 4, rest)));
        };
        const auto over_side = [&](const SingularSide& side) {
            return spent(result_of(on_a_side(side, problem.scale, bits + 4, rest)));
        };
        return integrate_pieces(problem, cut, bits, {over, over_side});
    }
    MeanResult result = result_of(on_the_line(*smooth, problem.law, cut, problem.scale, bits + 4, context));
    if (result.status == Status::ok) result.value = result.value.widened(cut.outside);  // widening: of terms
    return result;
}

}  // namespace

MeanResult arb_trapezoid_mean(const MeanProblem& problem, long bits, const Context& context) {
    return normalised(problem, bits, context, trapezoid_integral);
}

}  // namespace sigprop
