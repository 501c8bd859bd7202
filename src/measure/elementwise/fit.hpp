#pragma once
// Fits u = y / sqrt(d) by f(a x) with least squares, f(z) = tanh z or z / sqrt(1 + z^2), with an a for each
// feature and one a for all. Each entry alone would be fitted exactly by a_i = f^-1(u) / x: its error falls
// below a_i and rises above it, so every minimum lies between the smallest and the largest a_i. There may be
// several minima (rows of very different rms): a grid of ratio sqrt(2), with parabolas through its points,
// finds the deepest, and Newton steps on the slope, kept inside by bisection, find its place. All fits share
// the passes over the file.

#include <cstddef>
#include <cstdint>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <span>
#include <vector>

#include "measure/elementwise/rows.hpp"

namespace sigprop {

/// One parameter of a form for each feature, and the sums over rows at these parameters.
struct FormSums {
    ReplacementForm form = ReplacementForm::dyt;
    std::vector<double> a;                         ///< [d]; NaN: not needed
    std::vector<double> square, slope, curvature;  ///< of (u - f(a x))^2 / 2 by log a; square without 1/2

    FormSums(ReplacementForm which, std::vector<double> parameters);
    void add(const RowSlice& slice);
};

/// Sums over rows for each feature that need no parameter, in the units of the rows.
struct FeatureMoments {
    std::vector<double> x_square, u_square;  ///< [d]
};

/// The a of each feature and, last, the shared one: 0 where the zero map is best, infinite where the sign is
/// best, NaN where the target is zero.
struct FittedForms {
    std::array<std::vector<double>, replacement_forms> a;  ///< [d + 1]
    FeatureMoments moments;
};

/// `weights`: the factor of each feature's squared errors, [d].
[[nodiscard]] FittedForms fit_forms(const ElementwiseRows& rows, std::span<const double> weights,
                                    const Context& context);

}  // namespace sigprop
