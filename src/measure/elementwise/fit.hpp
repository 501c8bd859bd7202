#pragma once
// Fits u = y / sqrt(d) by f(a x) in the least square sense, f(z) = tanh z or z / sqrt(1 + z^2), for each
// feature alone and for all with one a (of DyISRU C = 1/a^2). Each entry alone would have a_i = f^-1(u) / x:
// its error falls before and rises behind, so that every minimum lies between the least and the greatest a_i.
// There may be several (rows of very different rms): a grid of ratio sqrt(2), with parabolas through its
// points, finds the deepest, Newton steps on the slope, kept inside by bisection, its place. All problems
// share the passes over the file.

#include <cstddef>
#include <cstdint>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <span>
#include <vector>

#include "measure/elementwise/rows.hpp"

namespace sigprop {

/// The parameter of one form for every feature, and what comes of it: sums over rows.
struct FormSums {
    ReplacementForm form = ReplacementForm::dyt;
    std::vector<double> a;                         ///< [d]; NaN: not asked for
    std::vector<double> square, slope, curvature;  ///< of (u - f(a x))^2 / 2 by log a; square without 1/2

    FormSums(ReplacementForm which, std::vector<double> parameters);
    void add(const RowSlice& slice);
};

/// Sums over rows that need no parameter, for each feature, in the units of the rows.
struct FeatureMoments {
    std::vector<double> x_square, u_square;  ///< [d]
};

/// The a of each feature and, last, the one for all: 0 where nothing is best, infinite where the sign is, NaN
/// where the target is zero.
struct FittedForms {
    std::array<std::vector<double>, replacement_forms> a;  ///< [d + 1]
    FeatureMoments moments;
};

/// `weights`: the factor of each feature's squared errors, [d].
[[nodiscard]] FittedForms fit_forms(const ElementwiseRows& rows, std::span<const double> weights,
                                    const Context& context);

}  // namespace sigprop
