#pragma once
// The arithmetic of bounds that the growth rules use. Every number is an end in double precision, rounded
// outward, and exact where the operation is: whether a mean diverges may hang on a coefficient being 0.

#include "core/base/doubles.hpp"
#include "core/formula/growth_node.hpp"

namespace sigprop::growth {

inline constexpr double log_2_up = 0.69314718055994540;
inline constexpr double log_2_down = 0.69314718055994525;

/// Ends of 64-bit balls, for what is no arithmetic.
inline Ball ball(double x) { return Ball(x).at_precision(64); }
inline double up(const Ball& x) { return x.upper_double(); }
inline double down(const Ball& x) { return x.lower_double(); }

/// The double itself where the operation is exact, else the next one outward; infinity - infinity and its
/// like say nothing: the infinite end of their side.
[[nodiscard]] double add_up(double x, double y);
[[nodiscard]] double multiply_up(double x, double y);
/// x / y for y != 0. In a product 0 times infinity is 0: ends of ranges are multiplied.
[[nodiscard]] double divide_up(double x, double y);
inline double add_down(double x, double y) { return -add_up(-x, -y); }
inline double multiply_down(double x, double y) { return -multiply_up(-x, y); }
inline double divide_down(double x, double y) { return -divide_up(-x, y); }
[[nodiscard]] RealInterval add(const RealInterval& a, const RealInterval& b);
[[nodiscard]] RealInterval multiply(const RealInterval& a, const RealInterval& b);
/// |x|
[[nodiscard]] RealInterval size_of(const RealInterval& a);

/// Upper bound of log x for x > 0, within 0.07: a constant factor in the size of a tail does not matter, and
/// logarithms in balls would dominate the analysis. For x <= 0, the zero function, it returns -1e300.
[[nodiscard]] double log_up(double x);
/// Lower bound of log x for finite x > 0, within 0.07.
[[nodiscard]] double log_down(double x);

[[nodiscard]] LogBound plus(const LogBound& x, const LogBound& y, bool upward);
[[nodiscard]] LogBound minus(const LogBound& x);
[[nodiscard]] LogBound scaled(const LogBound& x, double factor, bool upward);
/// Coefficient by coefficient: a bound above both, and one below both.
[[nodiscard]] LogBound larger(const LogBound& x, const LogBound& y);
[[nodiscard]] LogBound smaller(const LogBound& x, const LogBound& y);
/// Whether x is the larger for large arguments.
[[nodiscard]] bool faster(const LogBound& x, const LogBound& y);

[[nodiscard]] Parabola hull(const Parabola& a, const Parabola& b);
[[nodiscard]] Parabola plus(const Parabola& a, const Parabola& b);
/// Nothing where the product has a power above the second.
[[nodiscard]] std::optional<Parabola> times(const Parabola& a, const Parabola& b);

/// A function with values in [lo, hi].
[[nodiscard]] GrowthNode with_range(double lo, double hi);
/// A function that has no real value anywhere on the tail.
[[nodiscard]] GrowthNode undefined(std::string reason);

}  // namespace sigprop::growth
