#pragma once
// The parts of tail forms: polynomials over balls, and bounds exp(a + k log x + b x + c x^2) of the
// difference between a function and its polynomial, on [R, infinity) with R >= 3. Bounds are rounded up;
// nullopt means that the difference is zero.

#include "methods/extrema/tail_form.hpp"

namespace sigprop {

using Polynomial = std::vector<Ball>;  ///< c0, c1, …

/// The right end of x, rounded up; infinite where x is not finite.
[[nodiscard]] double up(const Ball& x);
[[nodiscard]] bool is_exact_zero(const Ball& x);
/// An upper bound of log x for a bound x >= 0.
[[nodiscard]] double log_up(const Ball& x);

/// Removes leading coefficients that are exactly 0.
void trim(Polynomial& p);
[[nodiscard]] Polynomial sum(const Polynomial& a, const Polynomial& b);
[[nodiscard]] Polynomial product(const Polynomial& a, const Polynomial& b);
/// The polynomial t -> p(R + t).
[[nodiscard]] Polynomial shifted(Polynomial p, double R);
/// An upper bound of log |p(x)| for x >= 1.
[[nodiscard]] LogBound size_of(const Polynomial& p);
/// An upper bound of -log |p(x)|, for a p whose coefficients have one sign.
[[nodiscard]] std::optional<LogBound> reciprocal_size(const Polynomial& p);

[[nodiscard]] LogBound product(const LogBound& x, const LogBound& y);
[[nodiscard]] LogBound doubled(const LogBound& x);
/// A bound of the sum on [R, infinity), R >= 3: the faster falling one is reduced to the rate of the other,
/// since there -x^2 <= -R x, -x <= -(R / log R) log x and -log x <= -log R.
[[nodiscard]] std::optional<LogBound> sum(const std::optional<LogBound>& x, const std::optional<LogBound>& y,
                                          double R);
[[nodiscard]] bool falls_to_zero(const LogBound& x);
/// The bound of growth.hpp, for a difference that may be zero.
[[nodiscard]] Ball max_beyond(const std::optional<LogBound>& bound, double R);

}  // namespace sigprop
