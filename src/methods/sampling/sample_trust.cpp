#include "methods/sampling/sample_trust.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "methods/sampling/sample_judgement.hpp"

namespace sigprop {
namespace {

/// Limit of skewness^2 / n.
constexpr double max_skew = 0.03;
/// Limit of the share of one lane of one batch in the sum of squared deviations.
constexpr double max_share = 0.25;
/// The same limit where one sample holds more than max_share of the pilot's sum of squares: the skewness of
/// 2^16 samples cannot exceed 256, however heavy the tail.
constexpr double max_share_of_heavy = 0.03;

/// Two significant digits, "9.4" or "13000", which is the accuracy of an estimate.
std::string about(double value) {
    std::array<char, 32> text{};
    const double step = std::pow(10, std::floor(std::log10(value)) - 1);
    const double rounded = std::round(value / step) * step;
    const auto format = rounded < 10 ? std::chars_format::general : std::chars_format::fixed;
    const int precision = rounded < 10 ? 2 : 0;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), rounded, format, precision).ptr;
    return std::string(text.data(), end);
}

std::string plural(std::uint64_t samples) {
    return std::to_string(samples) + (samples == 1 ? " sample" : " samples");
}

}  // namespace

std::string doubt_about(const SamplePlan& plan, const SampleTotals& totals, const SamplePilot& pilot,
                        std::size_t i, double mean) {
    if (plan.integrands[i].variable_count() == 0) return "";
    const std::size_t count = plan.integrands.size();
    const std::string name = name_of_integrand(i, count);
    const auto n = static_cast<double>(plan.samples());
    // The sums are those of d_i, then those of d_i d_j row by row.
    const double sum = totals.sums[i].to_double();
    const double raw = totals.sums[count + i * count - i * (i - 1) / 2].to_double();
    const double squares = raw - sum * (sum / n);
    if (!std::isfinite(squares) || !std::isfinite(mean))
        return "the squares of " + name + " overflow a double";
    if (raw < min_mean_square && sum != 0) return "the squares of " + name + " underflow a double";
    // If all values are the same but differ from the shift, the squares consist of rounding only.
    const bool is_constant = std::sqrt(raw / n) <= 0x1p-46 * std::fabs(mean) || squares <= 0x1p-40 * raw;
    if (plan.samples() > 1 && is_constant) {
        return "all " + std::to_string(plan.samples()) + " samples gave the same value of " + name +
               ": its spread is unknown";
    }
    if (plan.samples() < min_samples) {
        return plural(plan.samples()) + (plan.samples() == 1 ? " is" : " are") +
               " too few for a standard error: take " + std::to_string(min_samples) + " or more";
    }
    const double skew = pilot.skewness[i];
    if (skew * skew / n > max_skew) {
        return name + " has a skewness of about " + about(std::fabs(skew)) + ": a standard error needs " +
               about(skew * skew / max_skew) + " samples, not " + std::to_string(plan.samples());
    }
    const double share = totals.largest[i] / squares;
    const bool is_heavy = pilot.largest_share[i] > max_share;
    if (share <= (is_heavy ? max_share_of_heavy : max_share)) return "";
    return std::to_string(std::lround(100 * std::min(share, 1.0))) + " % of the squared deviations of " +
           name + " come from a few of " + plural(plan.samples()) +
           ": too few samples, or too heavy a tail, for a standard error";
}

}  // namespace sigprop
