// The normal distribution conditioned on an interval.

#include "quantities/initialization/truncated_normal.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catalogue/initialization.hpp"
#include "quantities/activation/exponential_polynomial.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using truncated::Standardised;

Standardised standardised(const TruncatedNormalArguments& given) {
    return truncated::standardised(given.lower, given.upper, given.mean, given.std);
}

/// x^k phi(x) at a limit; zero at infinity.
Ball boundary(const Real& limit, int power, long bits) {
    if (limit.infinite_sign() != 0) return Ball().at_precision(bits);
    const Ball x = limit.at(bits);
    return pow(x, power) * normal_pdf(x);
}

Ball cdf(const Real& limit, long bits) {
    if (limit.infinite_sign() != 0) return limit.infinite_sign() > 0 ? 1 : 0;
    const Ball x = limit.at(bits);
    // Far out in the tail the bound for an inexact argument is useless; the cdf rises, so its ends suffice.
    if (x.is_exact() || (x + 100).is_positive()) return normal_cdf(x);
    return Ball::interval(normal_cdf(x.lower()), normal_cdf(x.upper()));
}

/// Phi(beta) - Phi(alpha), computed in the left tail, where the cdf is not close to 1.
Ball mass(const Standardised& s, long bits) {
    const bool right = s.alpha.infinite_sign() == 0 && s.alpha.at(64).is_positive();
    const Ball difference =
        right ? cdf(-s.alpha, bits) - cdf(-s.beta, bits) : cdf(s.beta, bits) - cdf(s.alpha, bits);
    return difference.at_precision(bits);
}

/// Mean and variance in standard units.
struct Moments {
    Ball mean, variance;
};

Moments moments(const Standardised& s, long bits) {
    const Ball z = mass(s, bits);
    const Ball mean = (boundary(s.alpha, 0, bits) - boundary(s.beta, 0, bits)) / z;
    const Ball variance = 1 + (boundary(s.alpha, 1, bits) - boundary(s.beta, 1, bits)) / z - pow(mean, 2);
    return {mean, variance};
}

/// x as a formula in the law's variable t: x = mean + std (t + origin).
Formula sample_of(const Standardised& s, const Law& law) {
    return Formula(s.mean) + Formula(s.std) * (Formula::variable() + Formula(law.origin));
}

using FromMoments = Ball (*)(const Ball& mean, const Ball& variance, const Ball& parent_mean,
                             const Ball& std);

/// A quantity made of the first two moments: the closed form, and the definition through E t and E t^2, which
/// are x0 and x1 in `combine`.
std::vector<Route> moment_routes(const Standardised& s, FromMoments closed,
                                 const std::function<Formula(const Standardised&, const Law&)>& combine) {
    const Law law = Law::truncated_normal(s.alpha, s.beta);
    const Formula t = Formula::variable();
    DirectRoute form;
    form.value = [s, closed](long bits, const Context&) {
        const Moments m = moments(s, bits);
        return closed(m.mean, m.variance, s.mean.at(bits), s.std.at(bits));
    };
    Expectation definition;
    definition.integrands = {t, pow(t, 2)};
    definition.law = law;
    definition.combine = combination(combine(s, law));
    return {form, definition};
}

/// 1 between the limits and 0 outside, as a function of the standard normal variable.
Formula indicator(const Standardised& s) {
    const Formula x = Formula::variable();
    Formula inside = 1;
    if (s.alpha.infinite_sign() == 0) inside = where(x < Formula(s.alpha), Formula(0), inside);
    if (s.beta.infinite_sign() == 0) inside = where(x > Formula(s.beta), Formula(0), inside);
    return inside;
}

std::vector<Route> mass_routes(const TruncatedNormalArguments& given) {
    const Standardised s = standardised(given);
    return {closed_form([s](long bits) { return mass(s, bits); }),
            expectation({indicator(s)}, Law::normal(), Formula::variable(0))};
}

std::vector<Route> second_moment_routes(const TruncatedNormalArguments& given) {
    const Standardised s = standardised(given);
    const Law law = Law::truncated_normal(s.alpha, s.beta);
    return {closed_form([s](long bits) {
                const Moments m = moments(s, bits);
                return pow(s.mean.at(bits) + s.std.at(bits) * m.mean, 2) +
                       pow(s.std.at(bits), 2) * m.variance;
            }),
            expectation({pow(sample_of(s, law), 2)}, law, Formula::variable(0))};
}

Ball partial_second_moment(const Standardised& s, long bits) {
    const Ball mean = s.mean.at(bits);
    const Ball std = s.std.at(bits);
    const Ball first = boundary(s.alpha, 0, bits) - boundary(s.beta, 0, bits);
    const Ball second = boundary(s.alpha, 1, bits) - boundary(s.beta, 1, bits);
    return (pow(mean, 2) + pow(std, 2)) * mass(s, bits) + 2 * mean * std * first + pow(std, 2) * second;
}

std::vector<Route> partial_second_moment_routes(const TruncatedNormalArguments& given) {
    const Standardised s = standardised(given);
    const Formula x = Formula(s.mean) + Formula(s.std) * Formula::variable();
    return {closed_form([s](long bits) { return partial_second_moment(s, bits); }),
            expectation({indicator(s) * pow(x, 2)}, Law::normal(), Formula::variable(0))};
}

Formula variance_of_means() { return Formula::variable(1) - pow(Formula::variable(0), 2); }

std::vector<Route> mean_routes(const TruncatedNormalArguments& given) {
    return truncated::mean_routes(standardised(given));
}

std::vector<Route> variance_routes(const TruncatedNormalArguments& given) {
    return moment_routes(
        standardised(given),
        [](const Ball&, const Ball& variance, const Ball&, const Ball& std) {
            return pow(std, 2) * variance;
        },
        [](const Standardised& s, const Law&) { return pow(Formula(s.std), 2) * variance_of_means(); });
}

std::vector<Route> std_routes(const TruncatedNormalArguments& given) {
    return truncated::std_routes(standardised(given));
}

std::vector<Route> correction_routes(const TruncatedNormalArguments& given) {
    return moment_routes(
        standardised(given),
        [](const Ball&, const Ball& variance, const Ball&, const Ball&) { return 1 / sqrt(variance); },
        [](const Standardised&, const Law&) { return 1 / sqrt(variance_of_means()); });
}

std::vector<std::string> warnings_of_limits(const TruncatedNormalArguments& given) {
    return truncated::warnings_about(
        standardised(given),
        "lower and upper are values, not multiples of std; the third argument is the mean");
}

}  // namespace

namespace truncated {

Standardised standardised(const Real& lower, const Real& upper, const Real& mean, const Real& std) {
    const auto unit = [&](const Real& limit) {
        return limit.infinite_sign() != 0 ? limit : (limit - mean) / std;
    };
    return {unit(lower), unit(upper), mean, std};
}

std::vector<std::string> warnings_about(const Standardised& s, const std::string& units) {
    constexpr double narrow = 0.1;
    constexpr double far = 8;
    const double alpha = s.alpha.to_double();
    const double beta = s.beta.to_double();
    if (beta - alpha < narrow) {
        return {fmt::format("the limits are only {:.3g} std apart, so the law is nearly uniform: {}",
                            beta - alpha, units)};
    }
    if (alpha > far || beta < -far) {
        return {fmt::format("the interval begins {:.3g} std from the mean and has almost no probability: {}",
                            alpha > far ? alpha : -beta, units)};
    }
    if (alpha < -far && beta > far && std::isfinite(alpha) && std::isfinite(beta)) {
        return {fmt::format("the limits are {:.3g} and {:.3g} std from the mean and truncate nothing; {}",
                            -alpha, beta, units)};
    }
    return {};
}

Ball variance_fraction(const Standardised& s, long bits) { return moments(s, bits).variance; }

std::vector<Route> mean_routes(const Standardised& s) {
    const Law law = Law::truncated_normal(s.alpha, s.beta);
    return {closed_form([s](long bits) { return s.mean.at(bits) + s.std.at(bits) * moments(s, bits).mean; }),
            expectation({sample_of(s, law)}, law, Formula::variable(0))};
}

std::vector<Route> std_routes(const Standardised& s) {
    return moment_routes(
        s,
        [](const Ball&, const Ball& variance, const Ball&, const Ball& std) { return std * sqrt(variance); },
        [](const Standardised& law, const Law&) { return Formula(law.std) * sqrt(variance_of_means()); });
}

}  // namespace truncated

std::vector<Quantity> truncated_normal_quantities() {
    return {
        quantity("truncated_normal.mass", mass_routes, warnings_of_limits),
        quantity("truncated_normal.mean", mean_routes, warnings_of_limits),
        quantity("truncated_normal.variance", variance_routes, warnings_of_limits),
        quantity("truncated_normal.std", std_routes, warnings_of_limits),
        quantity("truncated_normal.std_correction", correction_routes, warnings_of_limits),
        quantity("truncated_normal.second_moment", second_moment_routes, warnings_of_limits),
        quantity("truncated_normal.partial_second_moment", partial_second_moment_routes, warnings_of_limits)};
}

}  // namespace sigprop
