#include "quantities/elementwise/ode_residual_routes.hpp"

#include "methods/derivatives/finite_difference.hpp"
#include "methods/extrema/supremum.hpp"
#include "methods/extrema/taylor_supremum.hpp"
#include "methods/roots/boost_root.hpp"

#include <cmath>
#include <functional>
#include <memory>
#include <variant>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

constexpr long min_bits = 150;  // prove 10^-45 for a residual that vanishes

template <class Scalar>
Scalar residual(const OdeResidual& problem, const Scalar& dim, const Scalar& rms, const Scalar& x,
                const Scalar& y, const Scalar& slope) {
    return ElementwiseOde::residual<Scalar>(problem.ode.is_dyt, dim, rms, x, y, slope);
}

// ---- Taylor models: the slope by jets

/// Pieces that cover the interval, or why none are shown to.
std::variant<std::vector<TaylorPiece>, Answer> taylor_pieces(const OdeResidual& problem, long working) {
    const auto residual_of = [&](const Formula& y) -> JetFunction {
        const auto jets = std::make_shared<Evaluator<Jet>>(y, working);
        const Jet dim = Ball(problem.ode.dim).at_precision(working);
        const Jet rms = problem.ode.rms.at(working);
        return [jets, dim, rms, problem](const Jet& x) {
            const Jet value = (*jets)(x);
            return residual<Jet>(problem, dim, rms, x, value, value.derivative());
        };
    };
    const Ball lower = problem.lower.at(working);
    const Ball upper = problem.upper.at(working);
    const Ball first = lower.upper();
    const Ball last = upper.lower();
    if (!(last - first).is_positive()) return Answer(Ball::indeterminate());  // more bits separate the ends
    const Partition parts = partition(problem.y, first, last, working);
    if (!parts.complete) return Answer(Status::unable, parts.reason);
    std::vector<TaylorPiece> pieces;
    for (const Piece& piece : parts.pieces)
        pieces.push_back({residual_of(piece.smooth), piece.lower, piece.upper});
    std::vector<Ball> gaps = parts.kinks;
    gaps.insert(gaps.end(), {lower, upper});
    for (const Ball& gap : gaps) {
        if (gap.is_exact()) continue;  // both sides are ends of pieces
        const std::vector<Formula> choices = smooth_choices(problem.y, gap, working);
        if (choices.empty())
            return Answer(Status::unable,
                          "the formula has too many switches near x = " + std::to_string(gap.to_double()));
        for (const Formula& choice : choices)
            pieces.push_back({residual_of(choice), gap.lower(), gap.upper(), false});
    }
    return pieces;
}

/// y and its slope in double precision, with a bound of the slope's error.
struct Slope {
    double y = 0, slope = 0, error = 0;
};
using SlopeAt = std::function<Slope(double x)>;

/// The largest residual on a grid of `cells` cells, refined in its cell by Brent's method.
Answer largest_on_grid(const OdeResidual& problem, const SlopeAt& slope_at, int cells,
                       const Context& context) {
    const bool is_dyt = problem.ode.is_dyt;
    const double lower = problem.lower.to_double();
    const double upper = problem.upper.to_double();
    const auto dim = static_cast<double>(problem.ode.dim);
    const double rms = problem.ode.rms.to_double();
    double error = 0;  // rounding grows with the size of the terms
    const auto at = [&](double x) {
        const Slope f = slope_at(x);
        const double square = 1 + f.y * f.y / dim;
        const double terms =
            is_dyt ? std::fabs(f.slope) + square / rms : std::fabs(x * f.slope) + std::fabs(f.y) * square;
        error = std::fmax(error, 0x1p-46 * terms + f.error * (is_dyt ? 1 : std::fabs(x)));
        return -std::fabs(residual<double>(problem, dim, rms, x, f.y, f.slope));
    };
    double most = 0;
    double place = lower;
    for (int i = 0; i <= cells; ++i) {
        if (i % 64 == 0) context.check_cancelled();
        const double x = lower + (upper - lower) * i / cells;
        const double here = -at(x);
        if (here <= most) continue;
        most = here;
        place = x;
    }
    const double cell = (upper - lower) / cells;
    const double best =
        boost_minimum(at, std::fmax(lower, place - cell), std::fmin(upper, place + cell)).root;
    most = std::fmax(most, -at(best));
    if (!std::isfinite(most) || !std::isfinite(error))
        return {Status::unable, "the formula has no value in double precision"};
    // widening: estimate
    return Ball(most).at_precision(64).widened(Ball(0x1p-20 * most + error));
}

}  // namespace

Route taylor_residual(const OdeResidual& problem) {
    DirectRoute route{RouteKind::definition, "arb_taylor", Kind::enclosure, {}};
    // A residual that vanishes is requested again with more bits; the first proof of its smallness stands.
    const auto zero = std::make_shared<std::optional<Ball>>();
    route.value = [problem, zero](long bits, const Context& context) -> Answer {
        if (*zero) return **zero;
        const long goal = std::max(bits, min_bits);
        const long working = goal + 64 + problem.excess();
        const auto pieces = taylor_pieces(problem, working);
        if (const auto* obstacle = std::get_if<Answer>(&pieces)) return *obstacle;
        Answer supremum = taylor_supremum(std::get<std::vector<TaylorPiece>>(pieces), goal, working, context);
        if (supremum.status == Status::ok && supremum.value.contains_zero()) *zero = supremum.value;
        return supremum;
    };
    return route;
}

// ---- Formula::derivative with subdivision; double precision by dual numbers

Route subdivided_residual(const OdeResidual& problem) {
    const Formula h =
        residual<Formula>(problem, Formula(Real(Rational(problem.ode.dim))), Formula(problem.ode.rms),
                          Formula::variable(), problem.y, problem.y.derivative());
    return DirectRoute{RouteKind::definition, "recursion", Kind::enclosure,
                       [h, problem](long bits, const Context& context) {
                           return supremum_of_magnitude(h, problem.lower.at(bits + 64),
                                                        problem.upper.at(bits + 64), bits, context);
                       }};
}

Route dual_residual(const OdeResidual& problem) {
    return DirectRoute{RouteKind::definition, "dual", Kind::estimate,
                       [problem](long, const Context& context) {
                           Evaluator<Dual> evaluate(problem.y);
                           const auto slope_at = [&](double x) {
                               const Dual y = evaluate(Dual(x, 1));
                               return Slope{y.value, y.slope, 0};
                           };
                           return largest_on_grid(problem, slope_at, 4000, context);
                       }};
}

Route difference_residual(const OdeResidual& problem) {
    return DirectRoute{
        RouteKind::definition, "finite_difference", Kind::estimate, [problem](long, const Context& context) {
            Evaluator<double> evaluate(problem.y);
            const auto slope_at = [&](double x) {
                const auto slope = richardson_difference([&](double u) { return evaluate(u); }, x);
                return Slope{evaluate(x), slope.value, slope.error};
            };
            return largest_on_grid(problem, slope_at, 250, context);
        }};
}

}  // namespace sigprop
