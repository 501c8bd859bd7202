#pragma once
// The probability of a statistic, or one farther out on its side, under its supposed law. Two-sided laws are
// judged on both sides: a sample that fits too well is not random.

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

namespace sigprop::test {

struct Finding {
    std::string test;
    double p;
};

inline double both_sides(double below, double above) { return std::min(1.0, 2 * std::min(below, above)); }

/// P(|N(0, 1)| >= |z|).
inline double p_of_normal(double z) { return std::erfc(std::fabs(z) / std::numbers::sqrt2); }

/// The p-value of the largest |z| of `count` independent ones.
inline double p_of_largest(double z, double count) {
    return -std::expm1(count * std::log1p(-p_of_normal(z)));
}

inline double p_of_chi_squared(double value, double degrees) {
    return both_sides(boost::math::gamma_p(degrees / 2, value / 2),
                      boost::math::gamma_q(degrees / 2, value / 2));
}

/// `count` successes in `trials`, each with that probability.
inline double p_of_count(std::uint64_t count, std::uint64_t trials, double probability) {
    const boost::math::binomial_distribution<double> law(static_cast<double>(trials), probability);
    const auto k = static_cast<double>(count);
    return both_sides(cdf(law, k), count == 0 ? 1 : cdf(complement(law, k - 1)));
}

/// P(sqrt(n) D >= t) in the limit, by the series of Kolmogorov (1933) or its Poisson transform.
inline double kolmogorov_above(double t) {
    if (t <= 0) return 1;
    double sum = 0;
    if (t < 1) {
        for (int k = 1; k < 40; k += 2) {
            sum += std::exp(-k * k * std::numbers::pi * std::numbers::pi / (8 * t * t));
        }
        return 1 - sum * std::sqrt(2 * std::numbers::pi) / t;
    }
    for (int k = 1; k < 40; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2 * k * k * t * t);
    return sum;
}

/// P(A^2 < z) in the limit: G. and J. Marsaglia, "Evaluating the Anderson-Darling distribution", J. Stat.
/// Soft. 9(2), 2004, `adinf`; within 2e-5 of the inverted characteristic function.
inline double anderson_darling_below(double z) {
    if (z <= 0) return 0;
    const auto horner = [z](std::initializer_list<double> coefficients) {
        double value = 0;
        for (const double c : coefficients) value = value * z + c;
        return value;
    };
    if (z < 2) {
        return std::exp(-1.2337141 / z) / std::sqrt(z) *
               horner({0.00168691, -0.011672, 0.0347962, -0.0649821, 0.247105, 2.00012});
    }
    return std::exp(-std::exp(horner({-0.0003146, 0.008056, -0.082433, 0.43424, -2.30695, 1.0776})));
}

}  // namespace sigprop::test
