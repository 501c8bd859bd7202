#pragma once
// Compares the claims of tail_behaviour() about a formula with the formula itself at points far out.

#include "tests/support/random_formula.hpp"

#include <string>

#include "core/formula/evaluator.hpp"
#include "core/formula/growth.hpp"

namespace sigprop::test {

inline Ball log_bound_at(const LogBound& bound, const Ball& x) {
    return Ball(bound.a) + Ball(bound.k) * log(x) + Ball(bound.b) * x + Ball(bound.c) * x * x;
}

/// The claim that fails at some x >= R, or "".
inline std::string refuted_claim(const Formula& f, const TailBehaviour& tail, double R, Dice& dice,
                                 int points) {
    Evaluator<Ball> evaluate(f, 400);
    for (int i = 0; i < points; ++i) {
        const double x = i == 0 ? R : R * std::exp(dice.uniform(0, i % 2 == 0 ? 2 : 7));
        const Ball point = Ball(x).at_precision(400);
        const Ball value = evaluate(point);
        if (!value.is_finite()) continue;
        const std::string place = " at " + std::to_string(x) + " of " + f.text().substr(0, 300);
        if (tail.undefined) return "undefined" + place;
        const Ball size = abs(value);
        if (tail.upper) {
            const Ball most = exp(log_bound_at(*tail.upper, point));
            if (most.is_finite() && (size - most).is_positive()) return "upper" + place;
        }
        if (tail.lower) {
            const Ball least = exp(log_bound_at(*tail.lower, point));
            if ((least - size).is_positive()) return "lower" + place;
        }
    }
    return {};
}

}  // namespace sigprop::test
