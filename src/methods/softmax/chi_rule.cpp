#include "methods/softmax/chi_rule.hpp"

#include "core/ball/count.hpp"
#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "core/base/doubles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sigprop {
namespace {

constexpr double delta = 0.1;
constexpr long proof_bits = 96;
constexpr double inside = 0.999;  // a margin for rounding
constexpr double shell_width = 0.25;
constexpr int max_nodes = 100'000;

// ---- the choice of a rule, in double precision

/// The logarithms of W(a) and of |H|.
double log_width(double a, double dim) {
    const double regular = a * a + std::log1p(a * a) / 2;
    const double near_zero =
        (dim - 1) / 2 * std::log1p(a * a) + a * a / 2 - (dim / 2 - 1) * log_2 - std::lgamma(dim / 2);
    const double more = std::max(regular, near_zero);
    return log_2 + more + std::log1p(std::exp(std::min(regular, near_zero) - more));
}

double log_height(double log_n) {
    const double c = 1 / std::sin(delta);
    return std::log((1 + 2 * c) * log_n + std::log(c) + std::numbers::pi);
}

struct Aim {
    double dim, scale, log_n;
    double log_error;  ///< the error wanted
};

/// The best strips for this step within the limits of the proof.
std::vector<ChiRule::Shell> shells_for(double step, double softness, const Aim& aim) {
    const double b = std::numbers::pi / 2 - delta;
    const double widest = std::min(softness * std::numbers::pi / 3, std::numbers::pi / step);
    const double always = softness * std::atan(b / (aim.log_n + log_2));
    const auto strip = [&](double y) {
        return inside * std::min(widest, std::max(always, b / (aim.scale * y)));
    };
    std::vector<ChiRule::Shell> shells;
    const double typical = std::sqrt(2 * aim.log_n) + shell_width;
    const double farthest = std::sqrt(2 * (aim.log_n - aim.log_error + 16));
    shells.push_back({0, typical, strip(typical)});
    while (shells.back().to < farthest) {
        const double from = shells.back().to;
        shells.push_back({from, from + shell_width, strip(from + shell_width)});
    }
    shells.push_back({shells.back().to, infinity, strip(infinity)});
    return shells;
}

double log_error(double step, double softness, const Aim& aim) {
    double most = -HUGE_VAL;
    const auto shells = shells_for(step, softness, aim);
    for (const ChiRule::Shell& shell : shells) {
        const double exponent = 2 * std::numbers::pi * shell.strip / step;
        const double log_share = std::min(0.0, aim.log_n - shell.from * shell.from / 2);
        most = std::max(most, log_share + log_2 + log_width(shell.strip, aim.dim) - exponent -
                                  std::log(-std::expm1(-exponent)));
    }
    return most + std::log(static_cast<double>(shells.size())) + log_height(aim.log_n);
}

/// The longest step with the error wanted, 0 when there is none.
double longest_step(double softness, const Aim& aim) {
    double low = softness * 1e-4;
    double high = softness * 8;
    if (log_error(low, softness, aim) > aim.log_error) return 0;
    for (int i = 0; i < 24; ++i) {
        const double middle = std::sqrt(low * high);
        (log_error(middle, softness, aim) <= aim.log_error ? low : high) = middle;
    }
    return design("softmax.chi_rule.step", low);
}

double log_weight(double t, double step, double softness, double dim) {
    const double x = t / softness;
    const double soft = x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
    const double r = softness * soft;
    const double log_r = x < -700 ? std::log(softness) + x : std::log(r);
    const double log_slope = x - soft;  // of the sigmoid
    return (dim - 1) * log_r - r * r / 2 - (dim / 2 - 1) * log_2 - std::lgamma(dim / 2) + log_slope +
           std::log(step);
}

/// Chooses the nodes with weights that matter; returns their cost, the sum of squares of the tables' bits.
double choose_nodes(ChiRule& rule, const Aim& aim) {
    const double r = std::max(std::sqrt(aim.dim), 1.0);
    const double x = r / rule.softness;
    const double middle = rule.softness * (x > 30 ? x : std::log(std::expm1(x)));
    const double left_sum = -std::log(-std::expm1(-aim.dim * rule.step / rule.softness));
    const double least = design("softmax.chi_rule.ends", aim.log_error - std::log(aim.log_n) - left_sum - 6);
    const int centre = static_cast<int>(std::floor(middle / rule.step));
    double cost = 0;
    const auto counts = [&](int k) {
        const double log_w = log_weight(k * rule.step, rule.step, rule.softness, aim.dim);
        if (log_w < least || std::abs(k - centre) > max_nodes) return false;
        const double bits = 30 + (log_w - aim.log_error) / log_2;
        cost += bits * bits;
        return true;
    };
    rule.first = centre;
    rule.last = centre + 1;
    while (counts(rule.first)) --rule.first;
    while (counts(rule.last)) ++rule.last;
    return rule.last - rule.first > max_nodes ? HUGE_VAL : cost;
}

// ---- the proof of its error, in balls

Ball exact(double x) { return Ball(x).at_precision(proof_bits); }

Ball log_norm(std::int64_t dim, long bits) {
    const Ball half = Ball(dim).at_precision(bits) / 2;
    return (half - 1) * log(Ball(2).at_precision(bits)) + log_gamma(half);
}

Ball width(const Ball& a, std::int64_t dim) {
    const Ball square = a * a;
    const Ball near_zero = Ball(dim - 1) / 2 * log1p(square) + square / 2 - log_norm(dim, proof_bits + 64);
    return 2 * (exp(square) * sqrt(1 + square) + exp(near_zero));
}

bool is_below(const Ball& a, const Ball& b) { return (b - a).is_nonnegative(); }

}  // namespace

Ball ChiRule::radius(int k, long bits) const {
    const Ball c = Ball(softness).at_precision(bits);
    return c * softplus(Ball(k).at_precision(bits) * Ball(step) / c);
}

Ball ChiRule::weight(int k, std::int64_t dim, long bits) const {
    const long working = bits + 16 + 2 * static_cast<long>(std::log2(static_cast<double>(dim) + 1));
    const Ball r = radius(k, working);
    const Ball slope = sigmoid(Ball(k).at_precision(working) * Ball(step) / Ball(softness));
    const Ball density = exp(Ball(dim - 1) * log(r) - r * r / 2 - log_norm(dim, working));
    return (Ball(step) * density * slope).at_precision(bits);
}

ChiRule chi_rule(const ChiMean& problem, long bits) {
    const Aim aim = {static_cast<double>(problem.dim), problem.scale.to_double(),
                     std::log(static_cast<double>(problem.n)), -nats_of_bits(bits)};
    ChiRule best;
    double least = HUGE_VAL;
    for (double softness = 0.07; softness < 300; softness *= 1.5) {
        ChiRule rule;
        rule.softness = softness;
        rule.step = longest_step(softness, aim);
        if (rule.step == 0) continue;
        const double cost = choose_nodes(rule, aim);
        if (cost >= least) continue;
        least = cost;
        best = rule;
    }
    if (best.step > 0) best.shells = shells_for(best.step, best.softness, aim);
    return best;
}

ChiRuleError chi_rule_error(const ChiRule& rule, const ChiMean& problem) {
    const ChiRuleError none = {Ball::infinity(), Ball::infinity()};
    const Ball pi = Ball::pi(proof_bits);
    const Ball c = exact(rule.softness);
    const Ball n = count_ball(problem.n, proof_bits);
    const Ball b = pi / 2 - exact(delta);
    const Ball log_n = log(n);
    const Ball over_sine = 1 / sin(exact(delta));
    const Ball height = (1 + 2 * over_sine) * log_n + log(over_sine) + pi;
    const Ball always = c * atan(b / (log_n + log(exact(2))));
    const Ball scale = problem.scale.at(proof_bits);
    const auto rest = [&](double strip) {
        const Ball a = exact(strip);
        return error_term("softmax.chi_rule.discretisation",
                          2 * width(a, problem.dim) / expm1(2 * pi * a / exact(rule.step)));
    };

    ChiRuleError error = {Ball(0), Ball(0)};
    double covered = 0;
    for (const ChiRule::Shell& shell : rule.shells) {
        const Ball a = exact(shell.strip);
        const bool for_these = std::isfinite(shell.to) && is_below(a * scale * exact(shell.to), b);
        const bool proved = a.is_positive() && is_below(a, c * pi / 3) && (is_below(a, always) || for_these);
        if (!proved || shell.from != covered) return none;
        covered = shell.to;
        const Ball share = min(Ball(1), n * exp(-exact(shell.from) * exact(shell.from) / 2));
        error.entropy += share * height * rest(shell.strip);
    }
    if (std::isfinite(covered)) return none;
    error.weights =
        rest(inside * std::min(rule.softness * std::numbers::pi / 3, std::numbers::pi / rule.step));
    return {error.entropy.upper(), error.weights.upper()};
}

}  // namespace sigprop
