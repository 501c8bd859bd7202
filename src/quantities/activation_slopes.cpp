// activation.value and activation.slope: a function and its derivative at one point.

#include "methods/smooth_at.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/pieces.hpp>

namespace sigprop {
namespace {

using SlopeOf = std::function<Computed(const Formula& smooth, const Ball& x, long bits)>;

/// f(x), with the reason where it is proved to have none.
Computed value_at(const Formula& f, const Ball& x) { return combination(f)(std::span(&x, 1)); }

/// The slope of the smooth formula that f is around x, once f is known to have a value there.
Computed slope_at(const Formula& f, const Real& x, long bits, const SlopeOf& slope) {
    const Ball place = x.at(bits);
    const Computed value = value_at(f, place);
    if (value.status != Status::ok || !value.value.is_finite()) return value;
    const auto smooth = smooth_at(f, x, bits);
    if (const auto* reason = std::get_if<Computed>(&smooth)) return *reason;
    Computed found = slope(std::get<Formula>(smooth), place, bits);
    if (!found.value.is_finite()) found.reason = "the derivative has no finite value that could be enclosed";
    return found;
}

RoutePlan slope_route(Route route, const char* method, const Activation& f, const Real& x, SlopeOf slope) {
    return Computation{route, method, Kind::enclosure,
                       [f = f.formula, x, slope = std::move(slope)](long bits, const Context&) {
                           return slope_at(f, x, bits, slope);
                       }};
}

/// A double's slope, with what rounding x and the operations may cost it.
RoutePlan dual_slope(const Activation& f, const Real& x) {
    return Computation{
        Route::definition, "dual", Kind::estimate, [f = f.formula, x](long, const Context&) -> Computed {
            const auto smooth = smooth_at(f, x, 128);
            if (const auto* none = std::get_if<Computed>(&smooth)) return {Status::unable, none->reason};
            Evaluator<Dual> evaluate(std::get<Formula>(smooth));
            const double at = x.to_double();
            const Dual y = evaluate(Dual(at, 1));
            const double next = evaluate(Dual(std::nextafter(at, HUGE_VAL), 1)).slope;
            if (!std::isfinite(y.value) || !std::isfinite(y.slope) || !std::isfinite(next))
                return {Status::unable, "no value in double precision"};
            const double rounding = std::fabs(y.slope) + std::fabs(y.value) / std::fmax(1, std::fabs(at));
            return Ball(y.slope).at_precision(64).widened(
                Ball(2 * std::fabs(next - y.slope) + 0x1p-44 * rounding));
        }};
}

std::vector<RoutePlan> slope_routes(const Arguments& arguments) {
    const Activation& f = arguments.activation("f");
    const Real& x = arguments.real("x");
    require_finite(x, "x");
    const SlopeOf symbolic = [](const Formula& smooth, const Ball& at, long bits) -> Computed {
        return Evaluator<Ball>(smooth.derivative(), bits)(at);
    };
    const SlopeOf by_jet = [](const Formula& smooth, const Ball& at, long bits) -> Computed {
        return Evaluator<Jet>(smooth, bits)(Jet::variable(at, 1)).coefficient(1);
    };
    return {slope_route(Route::closed_form, "closed_form", f, x, symbolic),
            slope_route(Route::definition, "arb_taylor", f, x, by_jet), dual_slope(f, x)};
}

/// f(x) by its Taylor series around a point a little to the left, and the remainder over what lies between.
Computed value_from_neighbour(const Formula& f, const Real& x, long bits, const Context& context) {
    const Ball place = x.at(bits);
    // The smooth formula that f is at x: whether f switches before x does not matter.
    const std::vector<Formula> smooth = smooth_choices(f, place, bits);
    if (smooth.size() != 1) return {Status::unable, "the formula switches at x"};
    const Ball step = Ball::power_of_two(-8);
    const Ball centre = (place - step).midpoint().at_precision(bits);
    const Ball between = Ball::interval(centre, place).at_precision(bits);
    const long order = bits / 6 + 4;
    const Jet near = Evaluator<Jet>(smooth[0], bits)(Jet::variable(centre, order - 1));
    const Jet over = Evaluator<Jet>(smooth[0], bits)(Jet::variable(between, order));
    const Ball h = place - centre;
    Ball sum = over.coefficient(order);
    for (long k = order - 1; k >= 0; --k) sum = sum * h + near.coefficient(k);
    if (!sum.is_finite() || (!has_digits(sum, std::min(context.digits, 50L)) && bits > 4000))
        return {Status::unable, "its Taylor series around x - 1/256 does not reach x"};
    return sum;
}

std::vector<RoutePlan> value_routes(const Arguments& arguments) {
    const Formula f = arguments.activation("f").formula;
    const Real& x = arguments.real("x");
    require_finite(x, "x");
    return {closed_form([f, x](long bits) { return value_at(f, x.at(bits)); }),
            Computation{Route::definition, "arb_taylor", Kind::enclosure,
                        [f, x](long bits, const Context& context) {
                            return value_from_neighbour(f, x, bits, context);
                        }}};
}

}  // namespace

std::vector<Quantity> activation_slope_quantities() {
    const Parameter f = {"f", ParameterKind::activation, std::nullopt,
                         "an activation by name, or a quoted formula in x"};
    const Parameter x = {"x", ParameterKind::real, std::nullopt, "where"};
    return {{"activation.value",
             {},
             "An activation at a point.",
             "f(x)",
             "in units of the activation's output",
             "definition",
             {f, x},
             {"closed_form: the formula in balls",
              "definition: its Taylor series around x - 1/256 with a proved remainder (arb_taylor); unable "
              "across a "
              "switch"},
             value_routes},
            {"activation.slope",
             {},
             "The derivative of an activation at a point: what its saturation leaves of a gradient.",
             "f'(x)",
             "`domain` at a kink, where the slopes on the two sides differ, and at a jump",
             "definition",
             {f, x},
             {"closed_form: the symbolic derivative in balls",
              "definition: Taylor coefficients over balls (arb_taylor)",
              "definition: dual numbers in double precision (dual), an estimate"},
             slope_routes}};
}

}  // namespace sigprop
