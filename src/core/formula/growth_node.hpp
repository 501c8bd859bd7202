#pragma once
// The rules of growth.hpp, one node at a time: what is known about a function on [R, infinity).

#include "core/ball/complex_box.hpp"
#include "core/base/doubles.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/growth.hpp"

namespace sigprop {

/// c0 + c1 x + c2 x^2 with coefficients somewhere in these intervals; an absent power is an exact 0.
struct Parabola {
    RealInterval c0, c1, c2;

    [[nodiscard]] bool is_affine() const { return c2.is_zero(); }
    [[nodiscard]] bool is_constant() const { return is_affine() && c1.is_zero(); }
    [[nodiscard]] bool is_finite() const { return c0.is_finite() && c1.is_finite() && c2.is_finite(); }
};

struct GrowthNode {
    double lo = -infinity;   ///< f >= lo
    double hi = infinity;    ///< f <= hi
    bool undefined = false;  ///< no x >= R has a real value
    bool defined = true;  ///< every x >= R is shown to have one; without that no bound is a statement about f
    std::string reason;
    /// f(x) = c0 + c1 x + c2 x^2 for some coefficients in these intervals, which may vary with x.
    std::optional<Parabola> polynomial;
    std::optional<LogBound> upper;
    std::optional<LogBound> lower;
};

namespace growth {

[[nodiscard]] GrowthNode variable(double R);
/// A function about which nothing is known, for this reason.
[[nodiscard]] GrowthNode unknown(std::string reason);
[[nodiscard]] GrowthNode constant(const Ball& value);
/// On [R, infinity).
[[nodiscard]] GrowthNode add(const GrowthNode& a, const GrowthNode& b, double R);
[[nodiscard]] GrowthNode negate(const GrowthNode& a);
[[nodiscard]] GrowthNode absolute(const GrowthNode& a);
[[nodiscard]] GrowthNode multiply(const GrowthNode& a, const GrowthNode& b);
[[nodiscard]] GrowthNode reciprocal(const GrowthNode& a);
[[nodiscard]] GrowthNode integer_power(const GrowthNode& a, std::int64_t n);
[[nodiscard]] GrowthNode real_power(const GrowthNode& a, const Ball& exponent);
[[nodiscard]] GrowthNode square_root(const GrowthNode& a);
[[nodiscard]] GrowthNode exponential(const GrowthNode& a, double R);
[[nodiscard]] GrowthNode logarithm(const GrowthNode& a);
[[nodiscard]] GrowthNode softplus(const GrowthNode& a);
/// A function of `a` with values in [lo, hi].
[[nodiscard]] GrowthNode bounded(const GrowthNode& a, double lo, double hi);
/// tanh, erf, erfc (decreasing), sigmoid, atan, normal_cdf: from the values at the ends of the range.
[[nodiscard]] GrowthNode increasing(Operation operation, const GrowthNode& a);
/// -1, +1, or 0 when the sign of a is not settled on the tail.
[[nodiscard]] int side_of_zero(const GrowthNode& a);
/// The result inherits from its operand that it is undefined or not explained.
[[nodiscard]] GrowthNode inherit(GrowthNode node, const GrowthNode& a);
/// The first if `side` < 0, the second if `side` > 0, a bound of either if it is 0.
[[nodiscard]] GrowthNode choose(int side, const GrowthNode& first, const GrowthNode& second);
/// Uses the range, the polynomial and the logarithmic bounds to improve one another.
void tighten(GrowthNode& node, double R);

}  // namespace growth
}  // namespace sigprop
