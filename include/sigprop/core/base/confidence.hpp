#pragma once
// Confidence intervals from standard errors: how many standard errors an interval extends to either side, for
// a number that is normally distributed, or whose standard error comes from few independent repetitions
// (Student's t). Whoever gives the standard error must justify that distribution.

namespace sigprop {

struct Interval {
    double lower = 0;
    double upper = 0;
};

/// The q with P(|T| > q) = outside: T is N(0, 1) for degrees_of_freedom 0, else Student's t.
/// Accuracy relative 1e-9 for outside >= 1e-290
/// Errors   InputError unless 0 < outside < 1 and degrees_of_freedom >= 0
/// Source   M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 26.5.2, 26.5.8 and 26.7.1
[[nodiscard]] double critical_value(double outside, int degrees_of_freedom = 0);

/// How many standard errors a sample may lie from the truth before the two contradict each other: 6, or, with
/// few degrees of freedom, the number that is exceeded with the same probability (2e-9).
[[nodiscard]] double max_standard_errors(int degrees_of_freedom);

}  // namespace sigprop
