// Suprema over the line: the Lipschitz constant of an activation, and the distance between two activations.

#include "catalogue/activation.hpp"
#include "methods/extrema/proved_jump.hpp"
#include "methods/extrema/supremum.hpp"
#include "methods/roots/boost_root.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"
#include "methods/mean/mean.hpp"

namespace sigprop {
namespace {

Route proved_supremum(const Formula& h) {
    return DirectRoute{
        RouteKind::definition, "recursion", Kind::enclosure,
        [h](long bits, const Context& context) { return supremum_of_magnitude(h, bits, context); }};
}

/// Whether the largest value found stands alone: a little to the sides the function is far below it. Then it
/// is the flank of a pole or of a cusp, and what was found depends on where the search stopped.
bool stands_alone(const std::function<double(double)>& magnitude, double place, double most) {
    const double beside = 0x1p-20 * std::fmax(1, std::fabs(place));
    const double near = std::fmax(magnitude(place - beside), magnitude(place + beside));
    return !(near > 0.5 * most);
}

/// The largest |h| on a grid over [-64, 64], at its switches there and a little beyond, refined in its cell
/// by Brent's method.
Route estimated_supremum(const Formula& h) {
    const auto value = [h](long, const Context& context) -> Answer {
        Evaluator<double> evaluate(h);
        const auto magnitude = [&](double x) { return std::fabs(evaluate(x)); };
        double place = 0;
        double most = 0;
        const auto note = [&](double x, double here) {
            if (here > most) {
                most = here;
                place = x;
            }
        };
        const auto take = [&](double x) { note(x, magnitude(x)); };
        constexpr double step = 1.0 / 64;
        for (double x = step / 2; x < 64; x += step) {
            context.check_cancelled();
            take(x);
            take(-x);
        }
        // Both sides of each switch, where the grid misses a jump of h.
        for (const Piece& piece : partition(h, Ball(-64), Ball(64), 64).pieces) {
            Evaluator<double> smooth(piece.smooth);
            for (const Ball& end : {piece.lower, piece.upper})
                note(end.to_double(), std::fabs(smooth(end.to_double())));
        }
        if (!std::isfinite(most)) return {Status::unable, "the formula overflows in double precision"};
        const double inside = most;
        const double far = std::fmax(magnitude(500), magnitude(-500));
        if (std::isfinite(far)) most = std::fmax(most, far);
        if (most > 1.01 * inside && inside > 0)
            return {Status::unable, "the function still grows where the search ends"};
        if (most == 0) return {Status::unable, "the function is zero at every tested point"};
        const RootEstimate refined =
            boost_minimum([&](double x) { return -magnitude(x); }, place - step, place + step);
        const double peak = magnitude(refined.root);
        if (peak > most) place = refined.root;
        most = std::fmax(most, peak);
        if (!std::isfinite(most) || (most > far && stands_alone(magnitude, place, most))) {
            return {Status::unable, fmt::format("the largest value found, near x = {:.6g}, is isolated: a "
                                                "pole, or a peak too narrow for the search",
                                                place)};
        }
        // widening: estimate
        return Ball(most).at_precision(64).widened(Ball(0x1p-20 * most));
    };
    return DirectRoute{RouteKind::definition, "boost_brent", Kind::estimate, value};
}

std::vector<Route> lipschitz_routes(const ActivationArguments& given) {
    const Formula& f = given.f.formula;
    const Formula slope = f.derivative();
    const auto unless_it_jumps = [f](const Route& plan) -> Route {
        DirectRoute guarded = std::get<DirectRoute>(plan);
        guarded.value = [f, inner = guarded.value, kind = guarded.kind](long bits,
                                                                        const Context& context) -> Answer {
            // The slope's formula may be finite where the function's is not. But a function with a Lipschitz
            // constant has a mean.
            const MeanProblem mean = examine(f, Law::normal(), context);
            if (mean.status == Status::domain)
                return {kind == Kind::enclosure ? Status::domain : Status::unable,
                        "no Lipschitz constant, because f has no mean: " + mean.reason};
            const JumpProof jump = proved_jump(f, context);
            switch (jump.continuity) {
                case Continuity::continuous: return inner(bits, context);
                case Continuity::jumps:
                    return {kind == Kind::enclosure ? Status::domain : Status::unable,
                            jump.reason + ": no Lipschitz constant"};
                case Continuity::unknown: break;
            }
            return {Status::unable, "no proof that the function has no jump: " + jump.reason};
        };
        return guarded;
    };
    return {unless_it_jumps(proved_supremum(slope)), unless_it_jumps(estimated_supremum(slope))};
}

std::vector<Route> distance_routes(const ActivationDistanceArguments& given) {
    const std::array functions = {given.f.formula, given.g.formula};
    const Tape tape(functions);
    if (tape.outputs[0] == tape.outputs[1]) return {closed_form([](long) { return Ball(0); })};
    const Formula h = functions[0] - functions[1];
    return {proved_supremum(h), estimated_supremum(h)};
}

}  // namespace

std::vector<Quantity> activation_extremum_quantities() {
    return {quantity("activation.lipschitz", lipschitz_routes),
            quantity("activation.distance", distance_routes)};
}

}  // namespace sigprop
