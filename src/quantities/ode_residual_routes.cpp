#include "quantities/ode_residual_routes.hpp"

#include "methods/boost_root.hpp"
#include "methods/supremum.hpp"
#include "methods/taylor_supremum.hpp"

#include <cmath>
#include <memory>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/pieces.hpp>

namespace sigprop {
namespace {

constexpr long least_bits = 150;  // 10^-45 of a residual that vanishes

template <class Scalar>
Scalar residual(const OdeResidual& problem, const Scalar& dim, const Scalar& rms, const Scalar& x,
                const Scalar& y, const Scalar& slope) {
    return ElementwiseOde::residual<Scalar>(problem.ode.is_dyt, dim, rms, x, y, slope);
}

// ---- Taylor models: the slope by jets

std::vector<TaylorPiece> taylor_pieces(const OdeResidual& problem, long working, std::string& reason) {
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
    const Partition parts = partition(problem.y, lower.upper(), upper.lower(), working);
    if (!parts.complete) {
        reason = parts.reason;
        return {};
    }
    std::vector<TaylorPiece> pieces;
    for (const Piece& piece : parts.pieces)
        pieces.push_back({residual_of(piece.smooth), piece.lower, piece.upper});
    const auto bound_only = [&](const Ball& gap) {
        if (gap.is_exact()) return;
        for (const Formula& choice : smooth_choices(problem.y, gap, working)) {
            pieces.push_back({residual_of(choice), gap.lower(), gap.upper(), false});
        }
    };
    for (const Ball& kink : parts.kinks) bound_only(kink);
    bound_only(lower);
    bound_only(upper);
    return pieces;
}

}  // namespace

RoutePlan taylor_residual(const OdeResidual& problem) {
    Computation route{Route::definition, "arb_taylor", Kind::enclosure, {}};
    // What vanishes is asked for again at more bits; the proof that it is below the digits stands.
    const auto zero = std::make_shared<std::optional<Ball>>();
    route.value = [problem, zero](long bits, const Context& context) -> Computed {
        if (*zero) return **zero;
        const long goal = std::max(bits, least_bits);
        const long working = goal + 64 + problem.excess();
        std::string reason;
        const std::vector<TaylorPiece> pieces = taylor_pieces(problem, working, reason);
        if (!reason.empty()) return {Status::unable, reason};
        Computed supremum = taylor_supremum(pieces, goal, working, context);
        if (supremum.status == Status::ok && supremum.value.contains_zero()) *zero = supremum.value;
        return supremum;
    };
    return route;
}

// ---- Formula::derivative, subdivided; double precision by dual numbers

RoutePlan subdivided_residual(const OdeResidual& problem) {
    const Formula h =
        residual<Formula>(problem, Formula(Real(Rational(problem.ode.dim))), Formula(problem.ode.rms),
                          Formula::variable(), problem.y, problem.y.derivative());
    return Computation{Route::definition, "recursion", Kind::enclosure,
                       [h, problem](long bits, const Context& context) {
                           return supremum_of_magnitude(h, problem.lower.at(bits + 64),
                                                        problem.upper.at(bits + 64), bits, context);
                       }};
}

/// The largest residual on a grid, its cell searched by Brent's method; the slope by dual numbers.
RoutePlan dual_residual(const OdeResidual& problem) {
    const auto value = [problem](long, const Context& context) -> Computed {
        Evaluator<Dual> evaluate(problem.y);
        const double lower = problem.lower.to_double();
        const double upper = problem.upper.to_double();
        const auto dim = static_cast<double>(problem.ode.dim);
        const double rms = problem.ode.rms.to_double();
        double terms = 0;  // their size decides the rounding
        const auto at = [&](double x) {
            const Dual y = evaluate(Dual(x, 1));
            terms = std::fmax(
                terms, problem.ode.is_dyt
                           ? std::fabs(y.slope) + (1 + y.value * y.value / dim) / rms
                           : std::fabs(x * y.slope) + std::fabs(y.value) * (1 + y.value * y.value / dim));
            return -std::fabs(residual<double>(problem, dim, rms, x, y.value, y.slope));
        };
        constexpr int cells = 4000;
        double most = 0;
        double place = lower;
        for (int i = 0; i <= cells; ++i) {
            if (i % 512 == 0) context.check_cancelled();
            const double x = lower + (upper - lower) * i / cells;
            const double here = -at(x);
            if (!(here <= most)) {
                most = here;
                place = x;
            }
        }
        if (!std::isfinite(most)) return {Status::unable, "the formula has no value in double precision"};
        const double cell = (upper - lower) / cells;
        const RootEstimate refined =
            boost_minimum(at, std::fmax(lower, place - cell), std::fmin(upper, place + cell));
        most = std::fmax(most, -at(refined.root));
        return Ball(most).at_precision(64).widened(Ball(0x1p-20 * most + 0x1p-46 * terms));
    };
    return Computation{Route::definition, "dual", Kind::estimate, value};
}

}  // namespace sigprop
