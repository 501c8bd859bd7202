#pragma once
// Derivatives of a function known only by its values: differences, and steps along the imaginary axis, each
// with an estimate of its error. They serve as evidence beside closed forms, and check backward passes whose
// source is not available. They are the wrong tool where there is a formula: Formula::derivative is exact,
// and dual numbers (dual_derivative.hpp) are exact up to rounding. Estimates only: finitely many values do
// not determine a function.
//
// References: C. J. F. Ridders, "Accurate computation of F'(x) and F'(x)F''(x)", Advances in Engineering
// Software 4(2), 1982 (the tableau); J. J. More and S. M. Wild, "Estimating computational noise", SIAM J.
// Sci. Comput. 33(3), 2011 (the effect of a function's own rounding); W. Squire and G. Trapp, "Using complex
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
    double step = 0;   ///< half the distance between the outermost points that `value` uses
    std::size_t evaluations = 0;
};

using RealFunction = std::function<double(double)>;
using ComplexFunction = std::function<std::complex<double>(std::complex<double>)>;

/// (f(x + step) - f(x - step)) / (2 step); its error is step^2 f'''/6 plus f's rounding error / step.
/// Units    the default step is near eps^(1/3) max(|x|, 1)
/// Accuracy the error estimate is the correction by Richardson's extrapolation from step, step/2 and step/4;
///          see DerivativeEstimate
/// Errors   InputError if x or step is not finite, step <= 0, or x + step or x - step rounds to x
[[nodiscard]] DerivativeEstimate central_difference(const RealFunction& f, double x,
                                                    std::optional<double> step = {});

/// (f(x + step) - f(x)) / step; its error is step f''/2. Like central_difference, by default near eps^(1/2).
[[nodiscard]] DerivativeEstimate forward_difference(const RealFunction& f, double x,
                                                    std::optional<double> step = {});

struct RichardsonOptions {
    /// f is evaluated this far on both sides of x; by default about 5.7 max(|x|, 1), whatever the scale of f.
    std::optional<double> largest_step = {};
    int levels = 44;  ///< number of steps, each half the previous; fewer where x + step would round to x
};

/// Central differences at repeatedly halved steps, extrapolated to step 0 from the steps that seem best.
/// Accuracy at least 11 digits of |f|/(scale of f) for smooth f; see DerivativeEstimate
/// Errors   InputError if x or largest_step is not finite, largest_step <= 0, x + largest_step or
///          x - largest_step rounds to x, or levels < 3
[[nodiscard]] DerivativeEstimate richardson_difference(const RealFunction& f, double x,
                                                       const RichardsonOptions& options = {});

/// Im f(x + i step) / step: no difference is taken, so the step may be tiny. Only for analytic f; for others
/// (|x|, conjugates) the error is the disagreement with differences of f's real values.
/// Units    the default step is 2^-333
/// Errors   InputError if x or step is not finite, or step <= 0
[[nodiscard]] DerivativeEstimate complex_step_derivative(const ComplexFunction& f, double x,
                                                         std::optional<double> step = {});

}  // namespace sigprop
