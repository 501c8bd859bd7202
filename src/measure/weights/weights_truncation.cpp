// Where a sample was truncated, from its largest entry and its std alone. The ratio of limit to std
// determines the truncated normal: std(k) / k, with k the limit in units of the std before truncation, falls
// from 1/sqrt(3) (uniform) to 0. Truncation is reported when n normal entries of this std would all stay
// within the largest entry with a probability below 1e-7.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/weights/law.hpp"

namespace sigprop {
namespace {

constexpr double log_truncation_alarm = -16.1;  // log 1e-7
constexpr double narrowest = 0.05;              // for smaller k the law is uniform to 1e-4
constexpr double widest = 12;
constexpr double uniform_ratio = 0.57735026918962576;  // 1/sqrt(3)

/// std(k) / k for a standard normal truncated at ±k: the variance is 1 - 2 k pdf(k) / erf(k / sqrt 2).
double std_over_limit(double k) {
    const double edge = k * std::sqrt(2 / std::numbers::pi) * std::exp(-k * k / 2);
    return std::sqrt(1 - edge / std::erf(k / std::sqrt(2.0))) / k;
}

/// The k with std(k) / k = ratio.
double solve(double ratio) {
    double low = narrowest;
    double high = widest;
    if (ratio >= std_over_limit(low)) return 0;
    if (ratio <= std_over_limit(high)) return high;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (std_over_limit(middle) > ratio ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// Whether normal entries, with a std 6 standard errors below the sample's, could all stay within the limit.
bool may_be_normal(double limit, const WeightStatistics& found) {
    const auto n = static_cast<double>(found.finite());
    const double z = limit / found.std * (1 + accepted_errors / std::sqrt(2 * n));
    return n * std::log1p(-std::erfc(z / std::sqrt(2.0))) > log_truncation_alarm;
}

/// Whether the fitted law also has the sample's shape.
bool fits(const WeightLaw& law, const WeightStatistics& found, const Rounding& rounding) {
    const LawMoments expected = moments_of(law, found.centre);
    const double error = std::sqrt(expected.shape_variance / static_cast<double>(found.finite()));
    const double shape = found.mean_magnitude / found.rms;
    return std::abs(shape - expected.shape) <= accepted_errors * error + 2 * rounding.relative;
}

}  // namespace

Truncation truncation_of(const WeightStatistics& found, const Rounding& rounding) {
    Truncation seen;
    if (found.finite() < enough_weights || !(found.std > 0)) return seen;
    seen.limit = std::max(std::abs(found.min), std::abs(found.max));
    if (may_be_normal(seen.limit + rounding.at_end(seen.limit), found)) return seen;
    const double ratio = found.std / seen.limit;
    const double slack = accepted_errors * found.standard_error / found.std + 2 * rounding.relative;
    seen.ratio = solve(ratio);
    seen.ratio_lower = solve(ratio * (1 + slack));
    seen.ratio_upper = solve(ratio * (1 - slack));
    WeightLaw law = WeightLaw::between(seen.limit);
    seen.form = Truncation::Form::uniform;
    if (std::abs(ratio / uniform_ratio - 1) > slack || !fits(law, found, rounding)) {
        seen.form = Truncation::Form::bounded;
        if (seen.ratio > 0) {
            law = WeightLaw::truncated(seen.limit / seen.ratio, seen.limit);
            if (fits(law, found, rounding)) seen.form = Truncation::Form::truncated;
        }
    }
    // The largest of n entries lies this far below the limit with a probability of at most 1e-7.
    const auto n = static_cast<double>(found.finite());
    const double density = mass_of(law, 0.99 * seen.limit, seen.limit) / (0.01 * seen.limit);
    seen.limit_excess = -log_truncation_alarm / (2 * n * density) + rounding.at_end(seen.limit);
    return seen;
}

std::string Truncation::text() const {
    const std::string at = "±" + number_text(limit, 5) + " (+" + number_text(limit_excess, 1) + ")";
    switch (form) {
        case Form::none: return "none found";
        case Form::uniform:
            return "uniform " + at + ", or a normal truncated at less than " + number_text(ratio_upper, 3) +
                   " std";
        case Form::bounded: return "bounded by " + at + ", neither uniform nor a truncated normal";
        case Form::truncated:
            return fmt::format("at {}, {} ({} to {}) std of a normal of std {}", at, number_text(ratio, 3),
                               number_text(ratio_lower, 3), number_text(ratio_upper, 3),
                               number_text(limit / ratio, 4));
    }
    return "";
}

}  // namespace sigprop
