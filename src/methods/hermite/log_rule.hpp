#pragma once
// E F(|x|) for x ~ N(0, 1), where F is analytic in the sector |arg x| < pi/4 and may be singular at zero: the
// trapezoidal rule in s = log x, with a proved error. In log x every scale of x is resolved equally well, so
// neither a branch point at zero, nor a factor like tanh(1000 x), nor a dimension in F changes the number of
// nodes. The cost grows like bits^2: the wrong tool for a thousand digits.
//
// With |F(x)| <= B |x|^q in |arg x| <= a, and e^(-x^2/2) bounded there by e^(-c |x|^2/2), c = cos 2a, the
// sum differs from the integral by at most 2 M/(e^(2 pi a/h) - 1), M the integral of the bound (Trefethen and
// Weideman, SIAM Review 56, 2014, theorem 5.1); both tails are those of a power times a normal density.

#include <cstddef>
#include <sigprop/core/ball/ball.hpp>
#include <vector>

namespace sigprop {

/// |F(x)| <= the sum of factor |x|^power over the terms, in the sector |arg x| <= pi/4.
class SectorBound {
public:
    struct Term {
        Ball factor;
        double power = 0;  ///< exact
    };

    SectorBound() = default;
    SectorBound(Ball factor, double power) : terms_{{std::move(factor), power}} {}
    [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }

    friend SectorBound operator+(const SectorBound& a, const SectorBound& b);
    friend SectorBound operator*(const SectorBound& a, const SectorBound& b);

private:
    std::vector<Term> terms_;
};

class LogRule {
public:
    /// Nodes for bounds whose powers are at least `min_power` > -1.
    /// Accuracy error(bound) is about 2^-bits times the factors, unless powers are large
    LogRule(double min_power, long bits);

    [[nodiscard]] long bits() const { return bits_; }
    [[nodiscard]] double step() const { return step_; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::int64_t first() const { return first_; }  ///< node i is e^((first + i) step)
    [[nodiscard]] const Ball& node(std::size_t i) const { return nodes_[i]; }
    [[nodiscard]] const Ball& weight(std::size_t i) const { return weights_[i]; }

    /// A bound of |sum of weight F(node) - E F(|x|)|; not finite when a power is below min_power or so large
    /// that the right tail is not covered.
    [[nodiscard]] Ball error(const SectorBound& bound) const;

private:
    [[nodiscard]] Ball error_of(const SectorBound::Term& term) const;

    long bits_;
    double angle_, step_;
    std::int64_t first_;
    double min_power_;
    std::vector<Ball> nodes_, weights_;
};

}  // namespace sigprop
