// activation.slope over intervals of x: the derivative of each smooth formula that f may be there. Where f
// switches its branch the value is enclosed, and a slope of it is not given: nothing is claimed about a kink.

#include "catalogue/activation.hpp"
#include "quantities/activation/activation_curves.hpp"

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

/// Over all x; with `only_smooth` only where f has one smooth formula.
Ball derivative_over(const Formula& f, int order, bool only_smooth, const Ball& x, long bits) {
    const std::vector<Formula> choices = smooth_choices(f, x, bits);
    if (choices.empty() || (only_smooth && choices.size() > 1)) return Ball::indeterminate();
    Ball all;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        Formula derivative = choices[i].derivative();
        for (int k = 1; k < order; ++k) derivative = derivative.derivative();
        const Ball own = Evaluator<Ball>(derivative, bits)(x);
        all = i == 0 ? own : Ball::interval(all, own);
    }
    return all;
}

}  // namespace

ParameterCurve slope_curve(const ActivationPointArguments& given) {
    return [f = given.f.formula](const Context&) -> SearchedFunction {
        return {[f](const Ball& x, long bits) { return derivative_over(f, 1, false, x, bits); },
                [f](const Ball& x, long bits) { return derivative_over(f, 2, true, x, bits); }};
    };
}

}  // namespace sigprop
