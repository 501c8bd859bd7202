#pragma once
// Quantities whose argument is the unknown of an equation.

#include <functional>
#include <vector>

#include "core/expression/expression.hpp"
#include "quantities/parameter_curve.hpp"

namespace sigprop {

/// A condition on an argument: the number, a formula of the unknown x and the curves, lies in the range.
struct BoundCondition {
    Formula number = Formula(0);
    NumberRange range;
};

/// curve(argument(x)), x the unknown.
struct BoundCurve {
    std::string text;  ///< canonical, of the call
    Formula argument = Formula(0);
    ParameterCurve curve;
    bool is_formula = false;  ///< cheap to evaluate
};

/// `lowered` turns an argument into a formula of the unknown.
/// Errors   InputError with the place for a call of which only values at points can be proved, and for one
///          whose fixed arguments break a condition
[[nodiscard]] BoundCurve bind_curve(const Expression& call, const std::string& unknown, std::string_view text,
                                    const std::function<Formula(const Expression&)>& lowered);

/// f(x, curve 0, curve 1, …) as a function of x; its domain is where all conditions hold: a formula has
/// values beyond it.
[[nodiscard]] SearchedFunction composed(const Formula& f, const std::vector<BoundCurve>& curves,
                                        const std::vector<BoundCondition>& conditions,
                                        const Context& context);

}  // namespace sigprop
