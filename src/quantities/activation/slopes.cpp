// activation.value and activation.slope: a function and its derivative at one point.

#include "catalogue/activation.hpp"
#include "core/formula/exact_value.hpp"
#include "methods/derivatives/dual_derivative.hpp"
#include "methods/derivatives/finite_difference.hpp"
#include "methods/extrema/smooth_at.hpp"
#include "methods/route_formula.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

using SlopeOf = std::function<Answer(const Formula& smooth, const Ball& x, long bits)>;

/// f(x), or the reason if it is proved to have none.
Answer value_at(const Formula& f, const Ball& x) { return combination(f)(std::span(&x, 1)); }

/// The slope of the smooth formula that f equals around x, once f is known to have a value there.
Answer slope_at(const Formula& f, const Real& x, long bits, const SlopeOf& slope) {
    const Ball place = x.at(bits);
    const Answer value = value_at(f, place);
    if (value.status != Status::ok || !value.value.is_finite()) return value;
    const auto smooth = smooth_at(f, x, bits);
    if (const auto* reason = std::get_if<Answer>(&smooth)) return *reason;
    Answer found = slope(std::get<Formula>(smooth), place, bits);
    if (!found.value.is_finite()) found.reason = "the derivative has no finite enclosure";
    return found;
}

Route slope_route(RouteKind route, const char* method, const Activation& f, const Real& x, SlopeOf slope) {
    return DirectRoute{route, method, Kind::enclosure,
                       [f = f.formula, x, slope = std::move(slope)](long bits, const Context&) {
                           return slope_at(f, x, bits, slope);
                       }};
}

using Estimate = DerivativeEstimate (*)(const Formula& smooth, double x);

DerivativeEstimate by_dual(const Formula& smooth, double x) {
    Evaluator<Dual> evaluate(smooth);
    return dual_derivative([&](const Dual& u) { return evaluate(u); }, x);
}

constexpr long double_bits = 50;  // of a double, less some for functions that err by a few ulp

DerivativeEstimate by_differences(const Formula& smooth, double x) {
    Evaluator<double> evaluate(smooth);
    DerivativeEstimate slope = richardson_difference([&](double u) { return evaluate(u); }, x);
    // Differences cannot show it if values lose more than their own rounding, or are all rounded alike.
    const Ball value = Evaluator<Ball>(smooth, double_bits)(Ball(x).at_precision(double_bits));
    slope.error += 64 * value.radius_double() / std::fmin(slope.step, 1);
    return slope;
}

/// The step is 2^-333; balls need as many more bits for the imaginary part to keep its own.
DerivativeEstimate by_complex_step(const Formula& smooth, double x) {
    constexpr long bits = 1024;
    Evaluator<ComplexBall> evaluate(smooth, bits);
    const auto value = [&](std::complex<double> z) -> std::complex<double> {
        const ComplexBall at(Ball(z.real()).at_precision(bits), Ball(z.imag()).at_precision(bits));
        const ComplexBall f = evaluate(at);
        if (!f.is_finite()) return std::nan("");
        return {f.real().to_double(), f.imaginary().to_double()};
    };
    DerivativeEstimate slope = complex_step_derivative(value, x);
    slope.error += 0x1p-680;  // the loss below 2^-1024, divided by the step
    return slope;
}

/// In double precision, with an allowance for rounding x and the operations.
Answer estimated_slope(const Formula& f, const Real& x, Estimate estimate) {
    const auto smooth = smooth_at(f, x, 128);
    if (const auto* none = std::get_if<Answer>(&smooth)) return {Status::unable, none->reason};
    const auto& formula = std::get<Formula>(smooth);
    const DerivativeEstimate slope = estimate(formula, x.to_double());
    // Balls with as many bits as a double show what its operations lose.
    const Jet rounded = Evaluator<Jet>(formula, double_bits)(Jet::variable(x.at(double_bits), 1));
    const double error = slope.error + rounded.coefficient(1).radius_double() + 0x1p-1000;
    if (!std::isfinite(slope.value) || !std::isfinite(error))
        return {Status::unable, "the formula has no value in double precision"};
    // widening: estimate
    return Ball(slope.value).at_precision(64).widened(Ball(error));
}

Route estimated_slope(const char* method, const Activation& f, const Real& x, Estimate estimate) {
    return DirectRoute{
        RouteKind::definition, method, Kind::estimate,
        [f = f.formula, x, estimate](long, const Context&) { return estimated_slope(f, x, estimate); }};
}

std::vector<Route> slope_routes(const ActivationPointArguments& given) {
    const Activation& f = given.f;
    const Real& x = given.x;
    const SlopeOf symbolic = [](const Formula& smooth, const Ball& at, long bits) -> Answer {
        return Evaluator<Ball>(smooth.derivative(), bits)(at);
    };
    const SlopeOf by_jet = [](const Formula& smooth, const Ball& at, long bits) -> Answer {
        return Evaluator<Jet>(smooth, bits)(Jet::variable(at, 1)).coefficient(1);
    };
    const auto written = [f = f.formula, x]() -> std::optional<Formula> {
        constexpr long bits = 128;
        const auto smooth = smooth_at(f, x, bits);
        const Formula at(x);
        if (!std::holds_alternative<Formula>(smooth)) return std::nullopt;
        return std::get<Formula>(smooth).derivative().substitute(std::span(&at, 1));
    };
    DirectRoute closed =
        std::get<DirectRoute>(slope_route(RouteKind::closed_form, "closed_form", f, x, symbolic));
    closed.value = with_formula_when_asked(written, std::move(closed.value));
    return {closed, slope_route(RouteKind::definition, "arb_taylor", f, x, by_jet),
            estimated_slope("dual", f, x, by_dual),
            estimated_slope("finite_difference", f, x, by_differences),
            estimated_slope("complex_step", f, x, by_complex_step)};
}

/// A smooth formula at x by its Taylor series around a point slightly to the left, with the remainder over
/// the interval between them.
Ball from_neighbour(const Formula& smooth, const Ball& x, long bits) {
    const Ball centre = (x - Ball::power_of_two(-8)).midpoint().at_precision(bits);
    const Ball between = Ball::interval(centre, x).at_precision(bits);
    const long order = bits / 6 + 4;
    Evaluator<Jet> jets(smooth, bits);
    const Jet near = jets(Jet::variable(centre, order - 1));
    Ball sum = jets(Jet::variable(between, order)).coefficient(order);
    for (long k = order - 1; k >= 0; --k) sum = sum * (x - centre) + near.coefficient(k);
    return sum;
}

/// f equals one of its possible smooth formulas at x; whether it switches before x does not matter.
Answer value_from_neighbour(const Formula& f, const Real& x, long bits, const Context& context) {
    const Ball place = x.at(bits);
    const std::vector<Formula> smooth = smooth_choices(f, place, bits);
    if (smooth.empty()) return {Status::unable, "the formula has too many switches at x"};
    Ball sum = from_neighbour(smooth.front(), place, bits);
    for (const Formula& other : smooth) sum = Ball::interval(sum, from_neighbour(other, place, bits));
    const bool is_narrow = has_digits(sum, std::min(context.digits, 50L));
    if (smooth.size() > 1 && !is_narrow) return {Status::unable, "the formula switches at x"};
    if (!sum.is_finite() || (!is_narrow && bits > 4000))
        return {Status::unable, "its Taylor series around x - 1/256 does not reach x"};
    return sum;
}

std::vector<Route> value_routes(const ActivationPointArguments& given) {
    const Formula& f = given.f.formula;
    const Real& x = given.x;
    const auto value = [f, x](long bits) -> Answer {
        // No ball is exactly 1/3, but where a branch ends there, arithmetic in fractions can decide.
        const auto exact = x.rational() != nullptr ? exact_value(f, *x.rational()) : std::nullopt;
        return exact ? Ball::from_rational(*exact, bits) : value_at(f, x.at(bits));
    };
    const Formula at(x);
    DirectRoute closed;
    closed.value = with_formula(f.substitute(std::span(&at, 1)),
                                [value](long bits, const Context&) { return value(bits); });
    return {closed, DirectRoute{RouteKind::definition, "arb_taylor", Kind::enclosure,
                                [f, x](long bits, const Context& context) {
                                    return value_from_neighbour(f, x, bits, context);
                                }}};
}

}  // namespace

std::vector<Quantity> activation_slope_quantities() {
    return {quantity("activation.value", value_routes), quantity("activation.slope", slope_routes)};
}

}  // namespace sigprop
