#pragma once
// g(s) = E f(s z)^2 for z ~ N(0, 1) as a function of s > 0: its values by one route, its slope, a bound of
// its second derivative, and bounds as s -> 0. The fixed points of a layer are computed from these.
//
// With k(x, s) the density of N(0, s^2): dk/ds = k (z^2 - 1)/s, d2k/ds2 = k (z^4 - 5 z^2 + 2)/s^2 and d3k/ds3
// = k (z^6 - 12 z^4 + 27 z^2 - 6)/s^3, z = x/s, so no derivative of f is needed and jumps of f do no harm.
// Reference: own derivation.

#include "quantities/exact_real.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// The bounds hold for all s in (0, b]; a bound that was not found is non-finite.
struct NearZero {
    Ball least, most;           ///< least <= g(s) <= most
    Ball min_ratio, max_ratio;  ///< of g(s) / s^2
};

class MomentCurve {
public:
    /// route: the definition's integrals, or only the closed form of activation.second_moment.
    MomentCurve(Activation f, RouteKind route);
    /// Whether the route exists for this activation.
    [[nodiscard]] bool exists() const;

    [[nodiscard]] Answer value(const Ball& s, long digits, const Context& context) const;
    /// g'(s) = E f(s z)^2 (z^2 - 1) / s, always by integration.
    [[nodiscard]] Answer slope(const Ball& s, long digits, const Context& context) const;
    /// |g''| on [lower, upper] is at most (upper/lower)^5 / lower^2 E f(upper z)^2 (z^4 + 5 z^2 + 2).
    [[nodiscard]] Ball curvature(const Ball& lower, const Ball& upper, const Context& context) const;
    /// g''(s) = E f(s z)^2 (z^4 - 5 z^2 + 2) / s^2, always by integration.
    [[nodiscard]] Answer bend(const Ball& s, long digits, const Context& context) const;
    /// |g'''| on [lower, upper] is at most (upper/lower)^7 / lower^3 E f(upper z)^2 (z^6 + 12 z^4 + 27 z^2 +
    /// 6). It does not change where A x^2 + C is subtracted from f^2, or its odd part: with what is left, r,
    /// it is by Cauchy and Schwarz at most sqrt(936 upper/lower E r(upper z)^2) / lower^3, 936 being E of the
    /// square of the polynomial in d3k/ds3.
    [[nodiscard]] Ball third(const Ball& lower, const Ball& upper, const Context& context) const;
    [[nodiscard]] NearZero near_zero(const Ball& b, const Context& context) const;
    /// 1 if g(s) / s^2 is proved to rise strictly for s in (0, b], -1 if to fall, 0 if neither.
    [[nodiscard]] int ratio_direction(const Ball& b, const Context& context) const;

private:
    [[nodiscard]] Answer integral(const Formula& weight, const Ball& s, long digits,
                                  const Context& context) const;
    /// (upper/lower)^power / lower^order E f(upper z)^2 weight, rounded up.
    [[nodiscard]] Ball bound(const Formula& weight, int power, int order, const Ball& lower,
                             const Ball& upper, const Context& context) const;
    [[nodiscard]] Ball square_left(const Ball& s, const Context& context) const;
    [[nodiscard]] std::vector<Route> closed_plans(const Real& s) const;

    Activation f_;
    RouteKind route_;
};

}  // namespace sigprop
