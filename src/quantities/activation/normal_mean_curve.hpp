#pragma once
// M = E g(s z + m) w(z), z ~ N(0, 1), as a function of s > 0 or of m, for any g that has such means and a
// polynomial w.
//
// With k the density of x = s z + m, d(k w)/ds = k Sw/s and d(k w)/dm = k Tw/s, where Sw = (z^2 - 1) w - z w'
// and Tw = z w - w': no derivative of g is needed, and jumps of g do no harm. The second derivatives have (S
// - 1) S w/s^2 and T T w/s^2. Over an interval their densities have a common bound. For s in [s1, s2]: k is
// at most s2/s times the density at s2, and |z| at most s2/s times the z there. For means within d of m: k is
// at most (s'/s) e^(d^2/(2 t s^2)) times the density of N(m, s'^2), s'^2 = (1 + t) s^2, since u^2/(1 + t) -
// (u - d)^2 <= d^2/t. Reference: own derivation.

#include <array>

#include "quantities/activation/moment_range.hpp"

namespace sigprop {

enum class NormalParameter : std::uint8_t { std, mean };

/// Coefficients of a polynomial, from the constant on.
using NormalWeight = std::vector<std::int64_t>;

/// z^2 w - w - z w' for the std, z w - w' for the mean: s times the derivative's weight.
[[nodiscard]] NormalWeight differentiated_weight(const NormalWeight& w, NormalParameter parameter);

/// A bound of E |g(mean + std z)| sum of factors[k] |z|^k; non-finite where none is found.
[[nodiscard]] Ball absolute_normal_mean(const Formula& g, const Real& mean, const Real& std,
                                        const std::vector<double>& factors, const Context& context);

/// E g(mean + std z) w(z) to so many digits.
[[nodiscard]] Answer weighted_normal_mean(const Formula& g, const Real& mean, const Real& std,
                                          const NormalWeight& w, long digits, const Context& context);

/// Not for several threads at once.
class NormalMeanCurve {
public:
    using Polynomial = NormalWeight;
    /// Another way to M at a point; null or nullopt: by integration.
    using ClosedForm =
        std::function<std::optional<std::function<Ball(long bits)>>(const Real& mean, const Real& std)>;

    /// M as a function of `parameter`; `other` is the fixed one of std and mean.
    NormalMeanCurve(Formula g, Polynomial w, NormalParameter parameter, Real other, ClosedForm closed = {});

    [[nodiscard]] Answer value(const Ball& point, long digits, const Context& context) const;
    [[nodiscard]] Answer slope(const Ball& point, long digits, const Context& context) const;
    /// A bound of |M''| on [lower, upper].
    [[nodiscard]] Ball bend(const Ball& lower, const Ball& upper, const Context& context) const;
    /// All of it over an interval.
    [[nodiscard]] MomentRange range(const Ball& at, long bits, const Context& context) const;
    /// M alone: at a point without the cost of the slope, and also over an interval of std that begins at 0,
    /// of which only the positive numbers are meant.
    [[nodiscard]] Ball over(const Ball& at, long bits, const Context& context) const;

private:
    struct Input {
        Real mean, std;
    };
    [[nodiscard]] Input input(const Ball& point) const;
    [[nodiscard]] Answer integral(const Input& input, const Polynomial& weight, long digits,
                                  const Context& context) const;
    /// A bound of E |g| sum of factors[k] |z|^k.
    [[nodiscard]] Ball absolute(const Input& input, const std::vector<double>& factors,
                                const Context& context) const;
    [[nodiscard]] Ball bend_in_std(const Ball& lower, const Ball& upper, const Context& context) const;
    /// M on (0, upper] of the std: the range of g near the mean, and what lies far away.
    [[nodiscard]] Ball near_zero(const Ball& upper, const Context& context) const;
    [[nodiscard]] Ball bend_in_mean(const Ball& lower, const Ball& upper, const Context& context) const;

    Formula g_;
    Polynomial weight_, slope_weight_, bend_weight_;
    NormalParameter parameter_;
    Real other_;
    ClosedForm closed_;
    struct Last {
        Ball at;
        long bits = 0;
        MomentRange range;
    };
    mutable std::optional<Last> last_;  ///< a search asks for the value and for the slope
};

/// M over rectangles of std and mean. The mixed derivative's weight is T S w, and all second derivatives have
/// a common bound: over s in [s1, s2] and means within d of m, k is at most (s'/s1) e^(d^2/(2 t s2^2)) times
/// the density of N(m, s'^2), s'^2 = (1 + t) s2^2, and |z| at most (s' + d)/s1 times max(1, |z|) there.
class NormalMeanPlane {
public:
    NormalMeanPlane(Formula g, NormalWeight w, NormalMeanCurve::ClosedForm closed = {});

    struct Range {
        Ball value, in_std, in_mean;  ///< non-finite where they were not found
    };
    [[nodiscard]] Range over(const Ball& std, const Ball& mean, long bits, const Context& context) const;

private:
    [[nodiscard]] Range at(const Ball& std, const Ball& mean, long bits, bool with_slopes,
                           const Context& context) const;
    /// Bounds of |M_ss|, |M_sm| and |M_mm|.
    [[nodiscard]] std::array<Ball, 3> bends(const Ball& std, const Ball& mean, const Context& context) const;

    Formula g_;
    NormalWeight weight_;
    NormalMeanCurve::ClosedForm closed_;
};

}  // namespace sigprop
