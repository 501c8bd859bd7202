#pragma once
// Moments of an activation under a normal pre-activation, and the gains that initialisation schemes make of
// them. From C++ the function is a generic lambda or any Formula in x0:
//
//     auto m2 = activation::second_moment([](const auto& x) { return x * sigmoid(x); }, {.std = 1.0});
//
// Three gains are easily mixed up: `gain` = 1/sqrt(E f^2) keeps the second moment; `variance_gain` =
// 1/sqrt(Var f) keeps the variance of a layer whose mean is subtracted; the fixed point of the variance map
// is a third number. `mean` is E f(x) for x ~ N(mean, std^2).

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/evidence/result.hpp>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop::activation {

struct NormalInput {
    Real std = 1;  ///< standard deviation of the pre-activation, > 0
    Real mean = 0;
    long digits = 30;
};

// Shapes   scalar -> scalar; f finite on R, of at most Gaussian growth
// Accuracy enclosure to `digits` significant digits, else the result's status says why not
// Errors   InputError if std <= 0; never throws for a mean that does not exist
[[nodiscard]] Result mean(const Formula& f, const NormalInput& input = {});
[[nodiscard]] Result second_moment(const Formula& f, const NormalInput& input = {});
[[nodiscard]] Result variance(const Formula& f, const NormalInput& input = {});
[[nodiscard]] Result gain(const Formula& f, const NormalInput& input = {});
[[nodiscard]] Result variance_gain(const Formula& f, const NormalInput& input = {});
[[nodiscard]] Result derivative_mean(const Formula& f, const NormalInput& input = {});
[[nodiscard]] Result derivative_second_moment(const Formula& f, const NormalInput& input = {});
[[nodiscard]] Result chi_ratio(const Formula& f, const NormalInput& input = {});
[[nodiscard]] Result linear_share(const Formula& f, const NormalInput& input = {});

/// E f(std u) f(std v) / E f(std u)^2 for u, v ~ N(0, 1) with correlation c.
/// Errors   InputError if std <= 0 or c lies outside [-1, 1]
[[nodiscard]] Result correlation(const Formula& f, const Real& c, const Real& std = 1, long digits = 30);

/// The same with a generic callable x -> f(x).
template <class F>
concept FormulaFunction = requires(F f, const Formula& x) {
    { f(x) } -> std::convertible_to<Formula>;
};

[[nodiscard]] Result mean(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return mean(Formula::from(f), input);
}
[[nodiscard]] Result second_moment(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return second_moment(Formula::from(f), input);
}
[[nodiscard]] Result variance(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return variance(Formula::from(f), input);
}
[[nodiscard]] Result gain(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return gain(Formula::from(f), input);
}
[[nodiscard]] Result variance_gain(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return variance_gain(Formula::from(f), input);
}
[[nodiscard]] Result derivative_mean(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return derivative_mean(Formula::from(f), input);
}
[[nodiscard]] Result derivative_second_moment(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return derivative_second_moment(Formula::from(f), input);
}
[[nodiscard]] Result chi_ratio(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return chi_ratio(Formula::from(f), input);
}
[[nodiscard]] Result linear_share(const FormulaFunction auto& f, const NormalInput& input = {}) {
    return linear_share(Formula::from(f), input);
}

}  // namespace sigprop::activation
