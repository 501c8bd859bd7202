#include "methods/hermite/log_rule.hpp"

#include "core/ball/error_term.hpp"

#include <cmath>
#include <numbers>

namespace sigprop {
namespace {

constexpr long bound_bits = 64;
constexpr double largest_usual_half_power = 2.5;
constexpr double quarter = 0.78539816339744;  // just below pi/4

Ball at_bound(double x) { return Ball(x).at_precision(bound_bits); }

Ball root_two_pi(long bits) { return sqrt(2 * Ball::pi(bits)); }

}  // namespace

SectorBound operator+(const SectorBound& a, const SectorBound& b) {
    SectorBound sum = a;
    sum.terms_.insert(sum.terms_.end(), b.terms_.begin(), b.terms_.end());
    return sum;
}

SectorBound operator*(const SectorBound& a, const SectorBound& b) {
    SectorBound product;
    for (const SectorBound::Term& left : a.terms_) {
        for (const SectorBound::Term& right : b.terms_)
            product.terms_.push_back({left.factor * right.factor, left.power + right.power});
    }
    return product;
}

LogRule::LogRule(double min_power, long bits) : bits_(bits), min_power_(min_power) {
    // A sector narrower by 1/bits costs little, and keeps the bound c^(-(q + 1)/2) near bits^((q + 1)/2), a
    // factor for which the step is made smaller.
    const double nats = static_cast<double>(bits + 4) * std::numbers::ln2 +
                        largest_usual_half_power * std::log(static_cast<double>(bits));
    angle_ = quarter - 1.6 / nats;
    step_ = design("hermite.log_rule.step", 2 * std::numbers::pi * angle_ / nats);
    first_ = static_cast<std::int64_t>(
        std::floor(-design("hermite.log_rule.left_end", nats) / ((min_power + 1) * step_)));
    const double far = design("hermite.log_rule.right_end", 2 * nats + 16);  // the square of the last node
    const auto last = static_cast<std::int64_t>(std::ceil(std::log(far) / (2 * step_)));
    const long working = bits + 16;
    const Ball h = Ball(step_).at_precision(working);
    const Ball scale = 2 * h / root_two_pi(working);
    for (std::int64_t k = first_; k <= last; ++k) {
        nodes_.push_back(exp(h * Ball(k)));
        weights_.push_back(scale * nodes_.back() * exp(-pow(nodes_.back(), 2) / 2));
    }
}

Ball LogRule::error(const SectorBound& bound) const {
    Ball sum = at_bound(0);
    for (const SectorBound::Term& term : bound.terms()) sum += error_of(term);
    return sum;
}

Ball LogRule::error_of(const SectorBound::Term& term) const {
    if (term.power < min_power_) return Ball::indeterminate();
    const Ball q = at_bound(term.power);
    const Ball density = 2 / root_two_pi(bound_bits);
    const Ball c = cos(at_bound(2 * angle_));
    const Ball half = (q + 1) / 2;
    const Ball on_rays = density / 2 * exp(half * log(2 / c) + log_gamma(half));
    const Ball discretisation =
        error_term("hermite.log_rule.discretisation",
                   2 * on_rays / expm1(2 * Ball::pi(bound_bits) * angle_ / at_bound(step_)));
    const Ball first = nodes_.front().at_precision(bound_bits);
    const Ball last = nodes_.back().at_precision(bound_bits);
    const Ball left = error_term("hermite.log_rule.left_tail", density * exp((q + 1) * log(first)) / (q + 1));
    // The terms of the sum fall from the last node on, where x^2 > q + 1.
    const Ball excess = pow(last, 2) - max(q - 1, at_bound(0));
    if (!(excess - 2).is_positive()) return Ball::indeterminate();
    const Ball right = error_term("hermite.log_rule.right_tail",
                                  density * exp((q + 1) * log(last) - pow(last, 2) / 2) / excess);
    return abs(term.factor).upper().at_precision(bound_bits) * (discretisation + left + right);
}

}  // namespace sigprop
