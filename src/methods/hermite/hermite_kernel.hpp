#pragma once
// The bound of Hermite polynomials by Mehler's kernel (hermite/hermite_rule.hpp) with its free parameter r
// chosen, and where a rule with that bound may cut the tails.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "methods/mean/mean.hpp"

namespace sigprop {

/// The parameter r of Mehler's kernel and what follows from it.
struct HermiteKernel {
    double r = 0, q = 0;
    double height = 0;
    std::int64_t order = 0;

    /// The best r minimises -(k/2) log r + a^2/(2(1-r)); any r in (0, 1) is valid.
    HermiteKernel(double strip_height, std::int64_t max_order) : height(strip_height), order(max_order) {
        const double t = height / std::sqrt(static_cast<double>(std::max<std::int64_t>(order, 1)));
        const double root = (std::sqrt(t * t + 4) - t) / 2;
        constexpr double unit = 0x1p-24;
        r = std::clamp(std::floor(root * root / unit), 1.0, 1 / unit - 1) * unit;
        q = (std::floor(0.5 / (1 + r) / unit) - 1) * unit;  // surely below 1/(2(1+r))
    }

    /// log C, on the real line and for |Im z| <= height.
    [[nodiscard]] double log_real_factor() const {
        return -0.5 * static_cast<double>(order) * std::log(r) - 0.25 * std::log1p(-r * r) -
               0.5 * 1.83787706640934548356;
    }
    [[nodiscard]] double log_factor() const {
        return log_real_factor() + height * height * (0.5 / (1 - r) - q);
    }
    [[nodiscard]] Ball factor() const {
        const Ball ratio = Ball(r).at_precision(64);
        const Ball a = Ball(height).at_precision(64);
        const Ball exponent = Ball(-order) / 2 * log(ratio) - log1p(-ratio * ratio) / 4 -
                              log(2 * Ball::pi(64)) / 2 + a * a * (1 / (2 * (1 - ratio)) - Ball(q));
        return exp(exponent).upper();
    }
    /// f exp(-q z^2)
    [[nodiscard]] Formula weighted(const Formula& f) const {
        return f * exp(-(Formula(q) * pow(Formula::variable(), 2)));
    }
};

/// The R at which a rule for all h_k may cut the tails, and a bound of the integral of |f| exp(-q x^2) beyond
/// R; that bound times the kernel's factor is below e^-goal.
[[nodiscard]] std::optional<std::pair<double, Ball>> cut_tails(const MeanProblem& problem,
                                                               const HermiteKernel& kernel, double goal);

}  // namespace sigprop
