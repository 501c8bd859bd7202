// The share of networks of one fate: a binomial proportion of few networks.

#include <cmath>
#include <sigprop/core/base/confidence.hpp>

#include "quantities/training/training_sample.hpp"

namespace sigprop {
namespace {

/// log of n over k
double log_binomial(std::uint64_t n, std::uint64_t k) {
    double sum = 0;
    for (std::uint64_t j = 0; j < k; ++j)
        sum += std::log(static_cast<double>(n - j) / static_cast<double>(j + 1));
    return sum;
}

/// P(X <= k) for X binomial (n, p), k/n <= p < 1: the terms fall with falling j.
double lower_tail(std::uint64_t n, std::uint64_t k, double log_choices, double p) {
    double term = std::exp(log_choices + static_cast<double>(k) * std::log(p) +
                           static_cast<double>(n - k) * std::log1p(-p));
    double sum = term;
    for (std::uint64_t j = k; j > 0 && term > 1e-18 * sum; --j) {
        term *= static_cast<double>(j) * (1 - p) / (static_cast<double>(n - j + 1) * p);
        sum += term;
    }
    return sum;
}

/// The p for which k or fewer of n happen with the probability `outside`; 1 for k = n.
double upper_end(std::uint64_t n, std::uint64_t k, double outside) {
    if (k == n) return 1;
    const double log_choices = log_binomial(n, k);
    double low = static_cast<double>(k) / static_cast<double>(n);
    double high = 1;
    for (int halving = 0; halving < 100; ++halving) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) break;
        (lower_tail(n, k, log_choices, middle) > outside ? low : high) = middle;
    }
    return high;
}

Interval clopper_pearson(std::uint64_t hits, std::uint64_t networks, double outside) {
    return {1 - upper_end(networks, networks - hits, outside / 2), upper_end(networks, hits, outside / 2)};
}

/// As a report computes it from its level.
constexpr double outside_95 = 1 - 0.95;

/// How much longer the interval by which verdicts are made is than that of level 95 %.
double stretch(int degrees) { return max_standard_errors(degrees) / critical_value(outside_95, degrees); }

}  // namespace

Answer share_of_runs(std::uint64_t hits, std::uint64_t networks) {
    const Interval usual = clopper_pearson(hits, networks, outside_95);
    const double six_errors = std::erfc(6 / std::sqrt(2.0));
    const Interval far = clopper_pearson(hits, networks, six_errors);
    const double middle = (usual.lower + usual.upper) / 2;
    const double half = (usual.upper - usual.lower) / 2;
    const double needed = std::max(far.upper - middle, middle - far.lower) / half;
    int degrees = 1;  // the most degrees of freedom whose tails reach as far
    int too_many = static_cast<int>(networks);
    while (too_many - degrees > 1) {
        const int between = (degrees + too_many) / 2;
        (stretch(between) >= needed ? degrees : too_many) = between;
    }
    const double errors = critical_value(outside_95, degrees);
    constexpr long bits = 200;
    // widening: sample
    const Ball spread = Ball(0).at_precision(bits).widened(Ball(half / errors));
    const Ball reach = spread.radius().at_precision(bits) * Ball(errors);  // exact, and so an end at 0 or 1
    const Ball centre = hits == 0 ? reach : hits == networks ? Ball(1) - reach : Ball(middle);
    Answer answer = spread + centre.midpoint();
    answer.degrees_of_freedom = degrees;
    answer.samples = networks;
    answer.count = Count{hits, networks};
    return answer;
}

}  // namespace sigprop
