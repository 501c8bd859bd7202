#include "methods/softmax/laplace_power.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/bits.hpp"

namespace sigprop {
namespace {

/// log(Gamma(1 + c) / |Gamma(1 + c + i w)|)
double log_gamma_ratio(double c, double w) {
    double sum = 0;
    int k = 1;
    for (; k < 64; ++k) sum += std::log1p(std::pow(w / (k + c), 2));
    return sum / 2 + w * std::atan(w / (k - 0.5 + c)) -
           (k - 0.5 + c) / 2 * std::log1p(std::pow(w / (k - 0.5 + c), 2));
}

}  // namespace

ContourPlan::ContourPlan(const NormalRow& row, double log_odds, long wanted)
    : std(row.std.to_double()), n(static_cast<double>(row.n)), level(log_odds) {
    goal = static_cast<double>(wanted + 8) * log_2;
    // The saddle point for a typical sum of the others (of many, or of the largest alone), when all logits
    // deviate together in the most probable way.
    const double typical_largest = std::sqrt(2 * std::log(n - 1));
    const double others = std < typical_largest ? std::log(n - 1) + std * std / 2 : std * typical_largest;
    c = std::max((level + others) / (std * std) * (n - 1) / n, 2.5 / std);
    widest = std::min(0.95 * c, std::sqrt(2 * goal) / std);
    double left = 0;
    double right = 0;
    // I(z) falls like Gamma(z), so truncation and rounding errors at c matter more at distant points.
    const double goal_u = goal + growth(0);
    const double depth = find_range(goal_u, left, right);
    const double goal_v = goal_u + std::log(n) + depth + 12;
    find_step(goal_v);
    bits = wanted + static_cast<long>((goal_u - goal) / log_2 + std::log2(n) +
                                      std::log2(1 + c * (level + others)) + 32);
    table_bits = static_cast<long>(goal_v / log_2) + 24;
    first_u = static_cast<std::int64_t>(std::floor(left / step));
    last_u = static_cast<std::int64_t>(std::ceil(right / step)) + 1;
    first_v = static_cast<std::int64_t>(std::floor(-goal_v / step)) - 1;
    last_v = static_cast<std::int64_t>(std::ceil(std::log(goal_v + 3) / step));
}

/// c log(1/cos a) + max over w of log(e^(w a - std^2 w^2/2) Gamma(1 + c)/|Gamma(1 + c + i w)|).
double ContourPlan::growth(double a) const {
    double most = 0;
    const double far = std::sqrt(2 * goal) / std;
    for (int i = 1; i <= 40; ++i) {
        const double w = far * i / 40;
        most = std::max(most, w * a - std * std * w * w / 2 + log_gamma_ratio(c, w));
    }
    return most - c * std::log(std::cos(a));
}

void ContourPlan::find_step(double goal_v) {
    double best_u = 0;
    double best_v = 0;
    const double widest_a = std::min(1.5, std::sqrt(2 * goal_v) * std);
    for (int i = 1; i <= 100; ++i) {
        const double a = 1.54 * i / 100;
        const double u = 2 * M_PI * a / (goal + 2 + growth(a));
        if (u > best_u) {
            best_u = u;
            strip_u = a;
        }
        const double narrow = widest_a * i / 100;
        const double v =
            2 * M_PI * narrow / (goal_v + 2 + narrow * narrow / (2 * std * std) - std::log(std::cos(narrow)));
        if (v > best_v) {
            best_v = v;
            strip_v = narrow;
        }
    }
    step = short_double(std::min(best_u, best_v));
}

/// log g(u), to a few per cent or at least its order of magnitude.
double ContourPlan::log_g(double u) const {
    double below = 0;  // 1 - g
    double above = 0;  // g
    double weights = 0;
    for (double z = -30; z < 14; z += 0.07) {
        const double weight = std::exp(-z * z / 2);
        const double y = std::exp(u + std * z);
        weights += weight;
        below -= weight * std::expm1(-y);
        above += weight * std::exp(-y);
    }
    return below < weights / 2 ? std::log1p(-below / weights) : std::log(above / weights);
}

/// The range where e^(r u) g(u)^(n-1) matters, for r from c to c + widest. Returns -log of the absolute error
/// of g for which g^(n-1) is right to e^-accuracy of the peak.
double ContourPlan::find_range(double accuracy, double& left, double& right) const {
    const double pace = std::min(std / 4, 1.0);
    const double steep = c + widest;
    const auto log_integrand = [&](double u, double slope) { return slope * u + (n - 1) * log_g(u); };
    double top = std::max(std::log(c / (n - 1)), -std * std::sqrt(2 * std::log(n)));
    while (log_integrand(top - pace, c) > log_integrand(top, c)) top -= pace;
    while (log_integrand(top + pace, c) > log_integrand(top, c)) top += pace;
    const double peak = log_integrand(top, c);
    double steepest = log_integrand(top, steep);
    double depth = 0;
    for (right = top;; right += pace) {
        const double log_value = log_g(right);
        const double height = c * right + (n - 1) * log_value - peak;
        const double steep_height = steep * right + (n - 1) * log_value;
        steepest = std::max(steepest, steep_height);
        depth = std::max({depth, height - log_value, -log_value - accuracy});
        if (!(height > -accuracy - 3) && !(steep_height > steepest - goal / 4)) break;
    }
    // On the left, 1 - g^(n-1) <= (n-1) e^(q u + q^2 std^2/2).
    const auto log_left = [&](double u) {
        const double q = std::clamp(-u / (std * std), 0.0, 1.0);
        return std::log(n) + (c + q) * u + q * q * std * std / 2 - peak;
    };
    left = top;
    while (log_left(left) > -accuracy - 3) left -= pace;
    return depth;
}

}  // namespace sigprop
