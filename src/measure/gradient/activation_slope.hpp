#pragma once
// The slope of an activation at the numbers of an array, from enclosures in ball arithmetic: the derivative
// of the smooth formula on each piece between kinks. Within a rounding of a kink, both pieces hold.

#include <cstddef>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// Roundings of the terms of a slope or a value that are allowed, in the working precision.
inline constexpr double activation_roundings = 16;

/// An activation at one x. At a kink `low` and `high` are the smallest and the largest slope or value of its
/// pieces, elsewhere the same number: the exact one, rounded to a double. NaN where it has no finite one.
struct ActivationPoint {
    double x = 0;
    double slope_low = 0, slope_high = 0;
    double value_low = 0, value_high = 0;
    /// What the terms of the slope, and of the value, may be as large as: with the largest slope S between 0
    /// and x, |f'| + |x f''| + (1 + min(|x|, 16)) S; |f| + |x f'| + |x| S + |f(0)|.
    double slope_terms = 0, value_terms = 0;
};

class ActivationSlopes {
public:
    /// The points of all numbers of x, each once; `unit` is the rounding within which x is at a kink.
    /// Errors   InputError where the kinks of f between the smallest and the largest x cannot be separated
    ActivationSlopes(const Formula& f, std::vector<double> x, double unit, const Context& context);

    /// For an x of the array.
    [[nodiscard]] const ActivationPoint& at(double x) const;

private:
    std::vector<ActivationPoint> points_;  ///< ascending in x
};

}  // namespace sigprop
