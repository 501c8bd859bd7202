#pragma once
// A formula for large x: a polynomial plus a rest that is bounded by exp(a + k log x + b x + c x^2). x Phi(x)
// and x sigmoid(x) are both x plus a tiny rest, so their difference is shown to be tiny, although its growth
// bound is that of x. This decides whether a difference or a slope stays bounded, and by how much it can
// still change beyond R.

#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <vector>

#include "core/formula/growth.hpp"

namespace sigprop {

struct TailForm {
    std::vector<Ball> polynomial;  ///< c0, c1, …; never empty
    std::optional<LogBound> rest;  ///< nullopt: the rest is zero
};

/// f(x0) on [R, infinity), R >= 3, without switches; nullopt where the structure is not understood.
[[nodiscard]] std::optional<TailForm> tail_form(const Formula& f, double R, long bits);

/// The sign of f(x0) on [R, infinity), R >= 3: -1 or 1, and 0 where none is shown.
[[nodiscard]] int tail_sign(const Formula& f, double R);

struct TailValues {
    bool unbounded = false;    ///< proved: |f| tends to infinity
    std::optional<Ball> most;  ///< |f(x)| <= most for x >= R, exact
};

/// Bounds of f(x0) on [R, infinity) as far as they are shown; switches that keep one side there are resolved.
[[nodiscard]] TailValues tail_values(const Formula& f, double R, long bits);

}  // namespace sigprop
