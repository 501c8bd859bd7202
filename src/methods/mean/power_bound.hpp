#pragma once
// How large a function can be near a point, in terms of the distance u from it: bounds C u^p log(1/u)^k for
// 0 < u <= start with start <= 1/e, so that log(1/u) >= 1. They show whether an integral up to the point
// exists, and how much of it a short piece beside the point holds.

#include <optional>
#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// constant u^power log(1/u)^logs
struct PowerBound {
    Ball constant;
    Ball power = 0;
    int logs = 0;
};

/// What is known about a function v on 0 < u <= start.
struct Behaviour {
    int sign = 0;                            ///< 1: v >= 0; -1: v <= 0; 0: not known
    Ball range = Ball::indeterminate();      ///< of v
    std::optional<PowerBound> upper, lower;  ///< of |v|; lower: positive constant, no logarithms
};

/// The rules of arithmetic and of functions on 0 < u <= start; where nothing is known, bounds are absent.
class BehaviourRules {
public:
    /// `start` is exact, 0 < start <= 1/e.
    explicit BehaviourRules(const Ball& start);

    [[nodiscard]] Behaviour of_range(const Ball& range) const;
    /// factor u^order, for a factor somewhere in this ball.
    [[nodiscard]] Behaviour proportional(const Ball& factor, int order) const;
    [[nodiscard]] Behaviour negated(Behaviour a) const;
    [[nodiscard]] Behaviour sum(const Behaviour& a, const Behaviour& b) const;
    [[nodiscard]] Behaviour product(const Behaviour& a, const Behaviour& b) const;
    [[nodiscard]] Behaviour quotient(const Behaviour& a, const Behaviour& b) const;
    [[nodiscard]] Behaviour integer_power(const Behaviour& a, std::int64_t n) const;
    /// |a|^p; a must not be negative.
    [[nodiscard]] Behaviour power(const Behaviour& a, const Ball& p) const;
    [[nodiscard]] Behaviour logarithm(const Behaviour& a) const;

private:
    /// The largest u^power log(1/u)^logs; nothing where it is unbounded.
    [[nodiscard]] std::optional<Ball> supremum(const Ball& power, int logs) const;
    [[nodiscard]] PowerBound larger(const PowerBound& a, const PowerBound& b) const;
    void dominate(Behaviour& result, const Behaviour& large, const Behaviour& small) const;
    /// Fills in the range that the bounds imply.
    [[nodiscard]] Behaviour settled(Behaviour a) const;

    Ball start_, log_start_;
};

/// The integral of the bound over 0 < u <= end, for an `end` up to its start; power > -1.
[[nodiscard]] Ball integral_to(const PowerBound& bound, const Ball& end);

}  // namespace sigprop
