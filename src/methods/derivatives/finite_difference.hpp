#pragma once
// Derivatives of a function known only by its values: differences, and steps along the imaginary axis, each
// with an estimate of its error. They testify beside closed forms, and check backward passes that cannot be
// read. The wrong tool where there is a formula: Formula::derivative is exact, and dual numbers
// (dual_derivative.hpp) are to rounding. Estimate only: a function can always be made that deceives finitely
// many of its values.
//
// References: C. J. F. Ridders, "Accurate computation of F'(x) and F'(x)F''(x)", Advances in Engineering
// Software 4(2), 1982 (the tableau); J. J. More and S. M. Wild, "Estimating computational noise", SIAM J.
// Sci. Comput. 33(3), 2011 (what a function's own rounding does); W. Squire and G. Trapp, "Using complex
// variables to estimate derivatives of real functions", SIAM Review 40(1), 1998.

#include <complex>
#include <cstddef>
#include <functional>
#include <optional>

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

/// (f(x + step) - f(x - step)) / (2 step): errs by step^2 f'''/6 and by f's rounding / step.
/// Units    without a step: one near eps^(1/3) max(|x|, 1)
/// Accuracy its error is what Richardson's extrapolation from step, step/2 and step/4 takes off; see
///          DerivativeEstimate
/// Errors   InputError if x or step is not finite, step <= 0, or the step is lost in rounding: x + step or
///          x - step is x
[[nodiscard]] DerivativeEstimate central_difference(const RealFunction& f, double x,
                                                    std::optional<double> step = {});

/// (f(x + step) - f(x)) / step: errs by step f''/2. As central_difference; without a step near eps^(1/2).
[[nodiscard]] DerivativeEstimate forward_difference(const RealFunction& f, double x,
                                                    std::optional<double> step = {});

struct RichardsonOptions {
    /// f is evaluated that far on both sides of x; without one about 5.7 max(|x|, 1), whatever the scale of
    /// f.
    std::optional<double> largest_step = {};
    int levels = 44;  ///< steps, each half of the one before; fewer where they would vanish beside x
};

/// Central differences at steps that are halved, extrapolated to step 0 wherever along them that seems best.
/// Accuracy at least 11 digits of |f|/(scale of f) for smooth f; see DerivativeEstimate
/// Errors   InputError if x or largest_step is not finite, largest_step <= 0 or lost in rounding: x +
///          largest_step or x - largest_step is x; levels < 3
[[nodiscard]] DerivativeEstimate richardson_difference(const RealFunction& f, double x,
                                                       const RichardsonOptions& options = {});

/// Im f(x + i step) / step: no difference is taken, so that the step may be tiny. For analytic f alone; one
/// that is not (|x|, conjugates) is told by its own real values, and has an error as large as they differ.
/// Units    without a step: 2^-333
/// Errors   InputError if x or step is not finite, or step <= 0
[[nodiscard]] DerivativeEstimate complex_step_derivative(const ComplexFunction& f, double x,
                                                         std::optional<double> step = {});

}  // namespace sigprop
