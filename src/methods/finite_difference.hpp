#pragma once
// Derivatives of a function known only by its values: differences, and steps along the imaginary axis, each
// with an estimate of its error. They testify beside closed forms, and check backward passes that cannot be
// read. The wrong tool where there is a formula: Formula::derivative and Dual are exact to rounding. Estimate
// only: a function can always be made that deceives finitely many of its values.
//
// References: C. J. F. Ridders, "Accurate computation of F'(x) and F'(x)F''(x)", Advances in Engineering
// Software 4(2), 1982 (the tableau); J. J. More and S. M. Wild, "Estimating computational noise", SIAM J.
// Sci. Comput. 33(3), 2011 (what a function's own rounding does); W. Squire and G. Trapp, "Using complex
// variables to estimate derivatives of real functions", SIAM Review 40(1), 1998.

#include <complex>
#include <cstddef>
#include <functional>
#include <sigprop/core/dual.hpp>

namespace sigprop {

/// value is NaN and error infinite when too few of the function's values are finite.
struct DerivativeEstimate {
    double value = 0;
    double error = 0;  ///< covers |value - f'(x)| in at least 99 % of smooth cases; not a bound
    double step = 0;   ///< half the distance of the outermost values that `value` is made of
    std::size_t evaluations = 0;
};

using RealFunction = std::function<double(double)>;
using ComplexFunction = std::function<std::complex<double>(std::complex<double>)>;
using DualFunction = std::function<Dual(const Dual&)>;

/// (f(x + step) - f(x - step)) / (2 step): errs by step^2 f'''/6 and by f's rounding / step.
/// Units    a step of 0 is one near eps^(1/3) max(|x|, 1)
/// Accuracy its error is what Richardson's extrapolation from step, step/2 and step/4 takes off; see
///          DerivativeEstimate
/// Errors   InputError if x or step is not finite, step < 0, or x + step is x
[[nodiscard]] DerivativeEstimate central_difference(const RealFunction& f, double x, double step = 0);

/// (f(x + step) - f(x)) / step: errs by step f''/2. As central_difference; a step of 0 is near eps^(1/2).
[[nodiscard]] DerivativeEstimate forward_difference(const RealFunction& f, double x, double step = 0);

struct RichardsonOptions {
    double largest_step = 0;  ///< 0: about 0.7 max(|x|, 1), whatever the scale of f
    int levels = 44;          ///< steps, each half of the one before
};

/// Central differences at steps that are halved, extrapolated to step 0 wherever along them that seems best.
/// Accuracy at least 11 digits of |f|/(scale of f) for smooth f; see DerivativeEstimate
/// Errors   InputError if x is not finite, largest_step < 0 or not finite, levels < 3
[[nodiscard]] DerivativeEstimate richardson_difference(const RealFunction& f, double x,
                                                       const RichardsonOptions& options = {});

/// Im f(x + i step) / step: no difference is taken, so that the step may be tiny. For analytic f alone; one
/// that is not (|x|, conjugates) is told by its own real values, and has an error as large as they differ.
/// Units    a step of 0 is 2^-333
/// Errors   InputError if x or step is not finite, or step < 0
[[nodiscard]] DerivativeEstimate complex_step_derivative(const ComplexFunction& f, double x, double step = 0);

/// The slope of f at a dual number: the chain rule, exact to rounding.
/// Errors   InputError if x is not finite
[[nodiscard]] DerivativeEstimate dual_derivative(const DualFunction& f, double x);

}  // namespace sigprop
