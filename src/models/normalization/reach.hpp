#pragma once
// How far one entry may move before a normalisation changes: what differences of it need for their step.

#include <sigprop/models/normalization/rule.hpp>

namespace sigprop {

/// What the sum of squares is divided by: the entries that are looked at (rms), n - correction (std), 1.
[[nodiscard]] double norm_freedom(const NormRule& rule, std::size_t n);

struct NormReach {
    double length = 0;     ///< L: outputs change by as much as they are
    double kink = 0;       ///< before another formula holds; infinite when it never does
    bool is_flat = false;  ///< NormGroup::is_flat: differences err by h/L there, not by (h/L)^2
};

/// Source   own derivation: along x_j the spread is s(h) = s f(h / (sqrt(freedom) s)), f''' of order 1, so
///          that sqrt(freedom) s is the length for it, and where r is larger, inside the root, sqrt(freedom)
///          r. A floor that divides leaves a linear rule, up to its end; a range moves by h
[[nodiscard]] NormReach norm_reach(const NormGroup<double>& group, const NormRule& rule,
                                   std::span<const double> x, double epsilon);

}  // namespace sigprop
