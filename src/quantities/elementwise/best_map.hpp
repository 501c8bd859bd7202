#pragma once
// The best element-wise substitute for RMSNorm: for x ~ N(0, I_d) and y_1 = sqrt(d) x_1/|x|, the function of
// x_1 alone that comes closest to y_1 in mean square,
//
//     f*(x) = E[y_1 | x_1 = x] = sqrt(d) E x/sqrt(x^2 + A),  A ~ chi^2 of d - 1 degrees of freedom
//           = sqrt(d/2) x U(1/2, 2 - d/2, x^2/2)                           (Tricomi's U)
//           = sqrt(d) sgn(x) E (1 + t^2/x^2)^(-(d-1)/2),  t ~ N(0, 1).
//
// The second: s^(-1/2) = the integral of e^(-us) u^(-1/2)/Gamma(1/2) and E e^(-uA) = (1 + 2u)^(-(d-1)/2);
// the third: u = t^2/(2 x^2). In the sector |arg x| <= pi/4, |x^2 + A| is at least |x|^2 and A, so that
// |f*(x)| <= sqrt(d) |x|^p E A^(-p/2) for 0 <= p <= 1, p < d - 1.
// Source   own derivation; its purpose: Su 2025, spaces.ac.cn/archives/10831

#include <cstdint>

#include "methods/route.hpp"

#include "methods/hermite/log_rule.hpp"

namespace sigprop {

/// Two ways to compute f* that share only its definition.
enum class MapForm : std::uint8_t {
    tricomi,      ///< U by Arb
    correlation,  ///< by the mean over t
};

/// f*(x) by Tricomi's function; dim >= 1, x > 0.
[[nodiscard]] Ball best_map(std::int64_t dim, const Ball& x);

/// The same by the mean over t, with a radius of about sqrt(dim) 2^-bits.
[[nodiscard]] Ball best_map_by_mean(std::int64_t dim, const Ball& x, long bits);

/// E f*^2, dim >= 1. With t and u for two independent A, the mean over x is elementary, the mean over u is a
/// 2F1, and the mean over t gives
///     E f*^2 = d/2 (Gamma((d+1)/2)/Gamma(d/2+1))^2 H(d/2+1),  H(b) = 3F2(1/2, 1/2, 3/2; b, b; 1).
/// For small b, where the series is slow, H comes from H(b+1) and H(b+2) by a recurrence (Zeilberger).
[[nodiscard]] Ball best_map_second_moment(std::int64_t dim, long bits);

/// E v'^2 for v = f*/sqrt(d), dim >= 3: v' = E A/(x^2 + A)^(3/2), which is (d - 1)/sqrt(8) U(3/2, 2 - d/2,
/// x^2/2), or x v' as the mean over t. In the sector |v'| is at most E A^(-1/2).
[[nodiscard]] Ball best_map_slope_square(MapForm form, std::int64_t dim, long bits);

/// v = f*/sqrt(d) and x v' at the nodes of a rule for means over x, with a bound of v in the sector.
struct MapTable {
    LogRule rule;
    SectorBound bound;
    std::vector<Ball> values;
};

/// dim >= 1. The rule is for integrands that fall at zero at least as fast as v^2.
[[nodiscard]] MapTable map_table(MapForm form, std::int64_t dim, long bits);

/// x v'(x) at the nodes, by the mean over t: E (d - 1) (t/x)^2 (1 + t^2/x^2)^(-(d+1)/2).
[[nodiscard]] std::vector<Ball> map_slopes(std::int64_t dim, const LogRule& rule);

/// The approximate number of nodes of a table with these bits.
[[nodiscard]] double map_table_nodes(std::int64_t dim, long bits);

}  // namespace sigprop
