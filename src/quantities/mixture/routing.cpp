#include "quantities/mixture/routing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <sigprop/core/random/random.hpp>
#include <vector>

#include "quantities/support.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t fewest_trials = 64;
constexpr double most_draws = 0x1p31;

double normal_density(double x) { return std::exp(-x * x / 2) * 0.3989422804014327; }

// ---- the estimate

struct RoutingSteps {
    double outer, inner;
    int panels;
};

/// What of the weights above t is averaged: b = E[e^(-v^2 w^2); x > t] and a = E[w e^(-v^2 w^2); x > t], w
/// the weight of a logit x before it is normalised.
struct AboveThreshold {
    double a = 0, b = 0;
};

double gate_of(RouterLaw law, double x) {
    return law == RouterLaw::softmax ? std::exp(x) : 1 / (1 + std::exp(-x));
}

/// Gauss's rule with so many nodes on [-1, 1].
struct GaussRule {
    std::vector<double> nodes, weights;
    explicit GaussRule(int count) {
        for (int k = 1; k <= count; ++k) {
            double x = std::cos(std::acos(-1.0) * (k - 0.25) / (count + 0.5)), slope = 1;
            for (int step = 0; step < 60; ++step) {
                double before = 1, now = x;
                for (int n = 2; n <= count; ++n) {
                    const double next = ((2 * n - 1) * x * now - (n - 1) * before) / n;
                    before = now;
                    now = next;
                }
                slope = count * (x * now - before) / (x * x - 1);
                x -= now / slope;
            }
            nodes.push_back(x);
            weights.push_back(2 / ((1 - x * x) * slope * slope));
        }
    }
};

/// Panels from t to where the density is below 1e-40.
AboveThreshold above_threshold(RouterLaw law, double t, double v, int panels) {
    static const GaussRule rule(20);
    const double end = std::max(t, 0.0) + 14, half = (end - t) / panels / 2;
    AboveThreshold sums;
    for (int panel = 0; panel < panels; ++panel) {
        const double middle = t + (2 * panel + 1) * half;
        for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
            const double x = middle + half * rule.nodes[k], w = gate_of(law, x);
            const double term = half * rule.weights[k] * normal_density(x) * std::exp(-v * v * w * w);
            sums.b += term;
            sums.a += term * w;
        }
    }
    return sums;
}

/// E 1/|p| given the (active + 1)-th largest logit t, over v = e^y, times the mass of that logit.
double inverse_norm_at(RouterLaw law, std::int64_t experts, std::int64_t active, double t,
                       const RoutingSteps& steps) {
    const double k = static_cast<double>(active), n = static_cast<double>(experts);
    const bool has_rest = experts > active;
    const double below = 0.5 * std::erfc(-t / std::sqrt(2.0));
    double log_mass = 0;  // n!/((n - k - 1)! k!) below^(n - k - 1) pdf(t); above^k is in a and b
    if (has_rest) {
        log_mass = std::lgamma(n + 1) - std::lgamma(n - k) - std::lgamma(k + 1) +
                   (n - k - 1) * std::log(below) + std::log(normal_density(t));
    }
    // What the normaliser has besides the chosen ones: the logit t, and those below it.
    double rest = 0;
    if (has_rest && law == RouterLaw::softmax)
        rest = std::exp(t) + (n - k - 1) * std::exp(0.5) * 0.5 * std::erfc(-(t - 1) / std::sqrt(2.0)) / below;
    double sum = 0;
    for (double y = -36; y <= 9; y += steps.inner) {
        const double v = std::exp(y);
        const AboveThreshold above = above_threshold(law, t, v, steps.panels);
        if (!(above.b > 0)) break;
        const double power = std::exp((k - 1) * std::log(above.b) + log_mass);
        sum += v * power * (k * above.a + rest * above.b);
    }
    return sum * steps.inner * 2 / std::sqrt(std::acos(-1.0));
}

double inverse_norm(RouterLaw law, std::int64_t experts, std::int64_t active, const RoutingSteps& steps) {
    if (experts == active) return inverse_norm_at(law, experts, active, -14, steps);
    double sum = 0;
    for (double t = -9; t <= 9; t += steps.outer) sum += inverse_norm_at(law, experts, active, t, steps);
    return sum * steps.outer;
}

// ---- samples

/// So many trials as `context.samples` numbers allow, 0 where these are too few.
std::uint64_t trials_of(std::uint64_t draws_each, const Context& context) {
    const std::uint64_t wanted = std::max(context.samples / draws_each, fewest_trials);
    return static_cast<double>(wanted) * static_cast<double>(draws_each) > most_draws ? 0 : wanted;
}

}  // namespace

Answer estimated_inverse_norm(RouterLaw law, std::int64_t experts, std::int64_t active) {
    constexpr RoutingSteps coarse = {0.09375, 0.1875, 6}, fine = {0.0625, 0.125, 8};
    const double rough = inverse_norm(law, experts, active, coarse);
    const double value = inverse_norm(law, experts, active, fine);
    if (!std::isfinite(value)) return {Status::unable, "the rule overflows in double precision"};
    // widening: estimate
    return Ball(value).widened(Ball(std::fabs(value - rough) + std::fabs(value) * 0x1p-40));
}

Answer sampled_inverse_norm(RouterLaw law, std::int64_t experts, std::int64_t active,
                            const Context& context) {
    const auto count = static_cast<std::size_t>(experts), chosen = static_cast<std::size_t>(active);
    const std::uint64_t trials = trials_of(count, context);
    if (trials == 0) return {Status::unable, "so many experts are too many to sample"};
    const RandomStream stream(context.seed, "moe.routed_scale " + std::to_string(experts));
    std::vector<double> logits(count);
    const auto one = [&](std::uint64_t trial) {
        stream.fill_normals(trial * count, logits);
        std::nth_element(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(chosen) - 1,
                         logits.end(), std::greater<>());
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const double w = gate_of(law, logits[i]);
            if (i < chosen || law == RouterLaw::softmax) sum += w;
            if (i < chosen) squares += w * w;
        }
        return sum / std::sqrt(squares);
    };
    return mean_of_trials(trials, count, one, context);
}

Answer sampled_load_violation(std::int64_t experts, std::int64_t active, std::int64_t tokens,
                              const Context& context) {
    const auto count = static_cast<std::size_t>(experts), chosen = static_cast<std::size_t>(active);
    const auto draws = static_cast<std::uint64_t>(tokens) * chosen;
    const std::uint64_t trials = trials_of(draws, context);
    if (trials == 0) return {Status::unable, "so many tokens are too many to sample"};
    const RandomStream stream(context.seed,
                              "moe.load_violation " + std::to_string(experts) + " " + std::to_string(active));
    std::vector<std::size_t> order(count);
    std::vector<std::int64_t> loads(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    const auto one = [&](std::uint64_t trial) {
        std::fill(loads.begin(), loads.end(), 0);
        std::uint64_t at = trial * draws;
        for (std::int64_t token = 0; token < tokens; ++token) {
            // The first places of a shuffle, whatever the order was before.
            for (std::size_t i = 0; i < chosen; ++i) {
                const double u = stream.uniform(at++);
                const auto other = i + static_cast<std::size_t>(u * static_cast<double>(count - i));
                std::swap(order[i], order[other]);
                ++loads[order[i]];
            }
        }
        const auto most = static_cast<double>(*std::max_element(loads.begin(), loads.end()));
        return most * static_cast<double>(experts) / static_cast<double>(draws) - 1;
    };
    return mean_of_trials(trials, draws, one, context);
}

Answer counted_load_violation(std::int64_t experts, std::int64_t tokens, long bits, const Context& context) {
    if (tokens > most_counted_tokens)
        return {Status::unable, "more than " + std::to_string(most_counted_tokens) + " tokens take too long"};
    const auto n = static_cast<std::size_t>(tokens);
    // The terms of the recursion cancel, the more the more tokens there are.
    const long working = 2 * bits + 128 + static_cast<long>(tokens) / 2;
    // T!/E^T [x^T] (sum over j <= most of x^j/j!)^E is the probability that no load exceeds `most`.
    Ball all = Ball(1).at_precision(working);
    std::vector<Ball> inverse_factorials = {Ball(1).at_precision(working)};
    for (std::size_t j = 1; j <= n; ++j) {
        const auto k = static_cast<std::int64_t>(j);
        inverse_factorials.push_back(inverse_factorials.back() / k);
        all = all * experts / k;  // E^T/T!
    }
    Ball mean = 0;
    const auto least = static_cast<std::size_t>((tokens + experts - 1) / experts);
    for (std::size_t most = 0; most < n; ++most) {
        if (most < least) {  // a load is at least the mean
            mean += 1;
            continue;
        }
        context.check_cancelled();
        // f = e^E: n f_n = sum over j of (E j - (n - j)) e_j f_(n-j), as f' e = E e' f.
        std::vector<Ball> f = {Ball(1).at_precision(working)};
        for (std::size_t m = 1; m <= n; ++m) {
            Ball sum = Ball(0).at_precision(working);
            for (std::size_t j = 1; j <= std::min(most, m); ++j) {
                const std::int64_t weight =
                    experts * static_cast<std::int64_t>(j) - static_cast<std::int64_t>(m - j);
                sum += weight * inverse_factorials[j] * f[m - j];
            }
            f.push_back(sum / static_cast<std::int64_t>(m));
        }
        const Ball beyond = 1 - f[n] / all;
        mean += beyond;
        // Each further term is smaller: what is left is at most that times what remains to be counted, by
        // far.
        if ((beyond * tokens - Ball::power_of_two(-bits)).is_negative()) {
            const Ball rest = (beyond * tokens).magnitude();
            return Ball::interval(mean, mean + rest) * experts / tokens - 1;
        }
    }
    return mean * experts / tokens - 1;
}

}  // namespace sigprop
