#pragma once
// The residual of a function in one of the two equations, by definition; its slope comes from jets, the
// symbolic derivative, dual numbers or differences.

#include "quantities/elementwise/ode.hpp"

namespace sigprop {

/// Whether y solves the equation between lower and upper.
struct OdeResidual {
    ElementwiseOde ode;
    int sign = 1;  ///< sign of the closed form; 0 for y = 0
    bool is_closed = true;
    Formula y = Formula(0);
    Real lower = 0, upper = 0;

    /// By how many bits the terms that cancel may exceed 1.
    [[nodiscard]] long excess() const {
        const Ball scale = ode.is_dyt ? 1 / ode.rms.at(64) : sqrt(Ball(ode.dim).at_precision(64));
        return std::max(0L, scale.magnitude_exponent());
    }
};

/// Taylor models over a covering of the interval; proves 0 too, to at least 10^-45.
[[nodiscard]] Route taylor_residual(const OdeResidual& problem);
/// Encloses the formula of the residual by subdivision; unable where the residual vanishes.
[[nodiscard]] Route subdivided_residual(const OdeResidual& problem);
/// The largest residual on a grid, refined in its cell by Brent's method; slopes by dual numbers, and by
/// differences of the function's values.
[[nodiscard]] Route dual_residual(const OdeResidual& problem);
[[nodiscard]] Route difference_residual(const OdeResidual& problem);

}  // namespace sigprop
