#pragma once
// g(u)^(n-1) on a grid of u, g(u) = E exp(-e^(x + u)) for x ~ N(0, std^2), and its moments
//     I(z) = integral of e^(z u) g(u)^(n-1) du = Gamma(z) E S^-z,   Re z > 0,
// with S the sum of e^x over n - 1 logits,
// by the trapezoidal rule, with the bound of Trefethen and Weideman (SIAM Review 56(3), 2014).
// Over u, in |Im u| < pi/2: |g(u + ia)| <= g(u + log cos a), hence for z = c + iw the error is at most
//     (e^(wa) + e^(-wa)) (cos a)^-c I(c) / (e^(2 pi a/h) - 1).
// Left of the grid, 1 - g^(n-1) <= (n-1)(1 - g), and 1 - g <= e^(q u + q^2 std^2/2) for 0 <= q <= 1 (because
// 1 - e^-y <= y^q); right of it the integrand is log-concave (Prekopa), so a geometric series bounds the
// rest. Each 1 - g(u) is the integral over v of Phi((u - v)/std) e^v exp(-e^v); as |Phi(x + iy)| <= e^(y^2/2)
// Phi(x), its error is at most 2 e^(a^2/(2 std^2)) / (cos a (e^(2 pi a/h) - 1)). The grids in u and v have
// the same step, so that one table of Phi serves all.

#include "methods/quadrature/arb_vector.hpp"

#include <sigprop/core/base/context.hpp>

#include "core/ball/complex_ball.hpp"
#include "methods/softmax/extremes.hpp"

namespace sigprop {

// The plan of softmax/extremes_fraction_above.cpp: its contour, the steps and limits of its grids, the
// precision of its tables. It is found in doubles and proves nothing: a poor plan only widens the result.

struct ContourPlan {
    double std = 0, n = 0, level = 0;  ///< level: l
    double goal = 0;                   ///< relative accuracy e^-goal
    double c = 0, widest = 0;          ///< the contour is Re z = c; b < widest is the half width of its strip
    double step = 0, strip_u = 0, strip_v = 0;
    std::int64_t first_u = 0, last_u = 0, first_v = 0, last_v = 0;
    long bits = 0, table_bits = 0;

    ContourPlan(const NormalRow& row, double log_odds, long wanted);
    [[nodiscard]] double terms() const {
        return static_cast<double>(last_u - first_u + 1) * static_cast<double>(last_v - first_v + 1);
    }

private:
    [[nodiscard]] double log_g(double u) const;
    [[nodiscard]] double growth(double a) const;
    void find_step(double goal_v);
    [[nodiscard]] double find_range(double accuracy, double& left, double& right) const;
};

class LaplacePower {
public:
    LaplacePower(const NormalRow& row, const ContourPlan& plan, const Context& context);

    /// An upper bound of e^(-r u_first) I(r) for real r > 0, with all errors; infinite when none is shown.
    [[nodiscard]] Ball bound(double r) const;
    /// I(c + i w) e^(-c u_first), widened by all errors.
    [[nodiscard]] ComplexBall at(const Ball& w, const Ball& bound_at_c) const;
    [[nodiscard]] const Ball& start() const { return start_; }  ///< u_first

private:
    [[nodiscard]] ComplexBall polynomial(const Ball& turn, long bits) const;
    void fill(const ArbVector& one_minus_g);
    [[nodiscard]] ArbVector one_minus_g(const Context& context) const;
    [[nodiscard]] Ball outside(double r) const;
    /// 2/(e^(2 pi a/h) - 1) (cos a)^-r
    [[nodiscard]] Ball discretisation(double r) const;

    const ContourPlan& plan_;
    std::uint64_t others_;
    Ball std_, step_, start_;  ///< start_ = u_first
    ArbVector values_;         ///< e^(c (u - u_first)) g(u)^(n-1)
};

}  // namespace sigprop
