#pragma once
// A zero of a function of doubles by TOMS 748 (Boost.Math): an estimate beside a proved root.
// Reference: Alefeld, Potra and Shi, "Algorithm 748", ACM TOMS 21, 1995.

#include <functional>
#include <optional>

namespace sigprop {

struct RootEstimate {
    double root = 0;
    double error = 0;  ///< half the last bracket
};

/// The zero in the first step of the grid lower, lower r, lower r^2, … (r = sqrt 2) up to `upper` in which h
/// changes its sign; nullopt when there is none or h is NaN on the way. 0 < lower < upper.
[[nodiscard]] std::optional<RootEstimate> boost_first_zero(const std::function<double(double)>& h,
                                                           double lower, double upper);

/// The zero of h in the only one of `steps` equal parts of [lower, upper] in which h changes its sign;
/// nullopt when there is none or more than one, or h is NaN at a cut.
[[nodiscard]] std::optional<RootEstimate> boost_only_zero(const std::function<double(double)>& h,
                                                          double lower, double upper, int steps = 256);

/// The place of a minimum of h in [lower, upper] by Brent's method; h is assumed to have one.
[[nodiscard]] RootEstimate boost_minimum(const std::function<double(double)>& h, double lower, double upper);

}  // namespace sigprop
