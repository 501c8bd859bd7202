#pragma once
// Poles that are not integrable, proved. At a distance t on one side of a place a, every node of the formula is
// t^k e with a power k and an e that stays within a ball: a node that vanishes at a is t^k times its k-th
// derivative over k! (Taylor), products add powers, quotients subtract them. With k <= -1 and an e that is not
// zero, the integral of |f| diverges at a. The wrong tool for a singularity of another kind (log x, exp(1/x)):
// no answer.

#include <optional>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/core/formula/law.hpp>

namespace sigprop {

struct DivergentPole {
    Ball place;
    Rational order;  ///< |f| grows like 1/distance^order on one side, order >= 1
};

/// A pole of f within the box or next to it, at which the integral of |f| over the law's range diverges; nullopt
/// when none is shown.
/// Shapes   f in x0, the weighted integrand; a box so small that what vanishes there has one zero
[[nodiscard]] std::optional<DivergentPole> divergent_pole(const Formula& f, const Ball& box, const Law& law);

}  // namespace sigprop
