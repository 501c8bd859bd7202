#pragma once
// Tails with log|sin| or log|cos| in them. They have singular points arbitrarily far out, and no bound holds
// at every point; but the means over a period are known: log 2 of |log|sin u||, and pi^2/12 + log(2)^2 of its
// square. The wrong tool for other functions with singular points far out, such as log|tan| or log|sin(x^2)|.

#include <optional>

#include "core/formula/growth.hpp"

namespace sigprop {

/// For X >= start the integral of |f| over [X, infinity) is at most that of e^upper.
struct TailIntegralBound {
    double start = 0;
    LogBound upper;
};

/// Shapes   f in x0, for x0 >= R >= 1: a polynomial of degree at most 2 in the logarithm of |sin(c x + d)| or
///          |cos(c x + d)| of one period, at most 64, with coefficients that have a falling bound
[[nodiscard]] std::optional<TailIntegralBound> log_sine_tail(const Formula& f, double R);

}  // namespace sigprop
