#pragma once
// What Muon's iteration does to singular values: each step applies an odd polynomial a x + b x^3 + c x^5 to
// all of them. The image of an interval is an interval, between values at its ends and at the polynomial's
// turning points, so that the image under many steps follows step by step, without any loss. And the best
// such polynomials for an interval, which equioscillate about 1 at four points.

#include <array>
#include <cstdint>
#include <vector>

#include "methods/route.hpp"

namespace sigprop {

using OddQuintic = std::array<Ball, 3>;

/// Between the least and the largest value, each to the precision of the balls.
struct SingularRange {
    Ball least, most;
};

/// The values of the polynomial on the interval.
[[nodiscard]] SingularRange image_of(const OddQuintic& polynomial, const SingularRange& values);

/// The odd polynomial of degree 5 whose largest difference from 1 on [lower, upper] is least: with
/// p(lower) = p(r) = 1 - E and p(q) = p(upper) = 1 + E at turning points q < r between. For given r, p(lower)
/// = p(r) has q^2 = (2 r^3 + 4 l r^2 + 6 l^2 r + 3 l^3)/(5 (2 r + l)), l = lower; and for given q, p(q) =
/// p(upper) has r^2 by the same formula of q and upper. By Chebyshev an odd polynomial with four such points
/// is the best.
struct BestQuintic {
    Status status = Status::ok;
    Ball q, r;
    std::string reason = {};
};

/// How a fixed point of the two formulas is shown to exist: by a sign on each side of r, or by a box that the
/// two formulas take into itself.
enum class QuinticProof : std::uint8_t { signs, box };

[[nodiscard]] BestQuintic best_quintic(const Ball& lower, const Ball& upper, QuinticProof proof, long bits,
                                       const Context& context);

/// The polynomials that are best one after the other, the first on [lower, 1], each on the image of the last;
/// an interval that begins below `cushion` times its end is taken to begin there, and the polynomial is then
/// scaled so that p(lower) + p(upper) = 2.
struct BestSteps {
    Status status = Status::ok;
    std::vector<OddQuintic> polynomials;
    Ball lower;  ///< what is left of 1: 1 - E after the last step
    std::string reason = {};
};
[[nodiscard]] BestSteps best_steps(std::int64_t steps, const Real& lower, const Real& cushion,
                                   QuinticProof proof, long bits, const Context& context);

}  // namespace sigprop
