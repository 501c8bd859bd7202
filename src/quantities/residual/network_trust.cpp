#include "quantities/residual/network_trust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/ball/ball.hpp>

namespace sigprop {
namespace {

/// Of g^2/n: log-normal intervals of level 95 % then hold in 93.7 % of samples or more, for any n.
constexpr double max_skew = 0.08;
/// Of one network in the sum of squared deviations.
constexpr double max_share = 0.75;

/// Excess kurtosis of the numbers behind a variance.
constexpr double max_kurtosis = 1.4, max_kurtosis_per_network = 0.015;

/// e^(s^2), for any s^2 for which some number of networks is enough.
Ball power_of(double log_variance) { return exp(Ball(std::min(log_variance, 100.0))); }

double squared_skewness_of_log_normal(double log_variance) {
    const Ball factor = power_of(log_variance);
    return (pow(factor + 2, 2) * (factor - 1)).to_double();
}

double kurtosis_of_log_normal(double log_variance) {
    const Ball factor = power_of(log_variance);
    return (pow(factor, 4) + 2 * pow(factor, 3) + 3 * pow(factor, 2) - 6).to_double();
}

struct Deviations {
    double squares = 0, cubes = 0, largest_square = 0;

    explicit Deviations(std::span<const double> numbers) {
        double largest = 0;
        for (const double number : numbers) largest = std::max(largest, std::fabs(number));
        if (largest == 0) return;
        double mean = 0;  // of numbers up to 1, whose cubes neither underflow nor overflow
        for (const double number : numbers) mean += number / largest;
        mean /= static_cast<double>(numbers.size());
        for (const double number : numbers) {
            const double deviation = number / largest - mean;
            const double square = deviation * deviation;
            squares += square;
            cubes += square * deviation;
            largest_square = std::max(largest_square, square);
        }
    }
};

/// What remains of it beyond two standard errors of a normal sample's.
double squared_skewness(std::span<const double> numbers) {
    const Deviations deviations(numbers);
    if (deviations.squares == 0) return 0;
    const auto n = static_cast<double>(numbers.size());
    const double noise = 6 * (n - 2) / ((n + 1) * (n + 3));
    const double found = n * deviations.cubes * deviations.cubes /
                         (deviations.squares * deviations.squares * deviations.squares);
    return std::max(found - 4 * noise, 0.0);
}

std::string needed(double networks) {
    constexpr double most = 1e6;
    if (networks > most) return "more than a million networks";
    const double step = std::pow(10, std::floor(std::log10(networks)) - 1);  // two digits
    return fmt::format("{:.0f} networks", std::ceil(networks / step) * step);
}

std::string spread(const LogNormalPart& part) {
    return fmt::format("between other networks the logarithm of {} has a variance of about {:.2g}", part.name,
                       part.log_variance);
}

std::string advice(const std::string& instead) {
    return instead.empty() ? "" : "; statistic=" + instead + " of residual.simulated_* has a valid interval";
}

}  // namespace

std::uint64_t pilot_networks(std::uint64_t networks) {
    return std::clamp(networks, std::uint64_t{8}, std::uint64_t{32});
}

std::optional<std::string> doubt_about_mean(std::span<const double> numbers, std::span<const double> pilot,
                                            const std::optional<LogNormalPart>& part,
                                            const std::string& instead) {
    const auto n = static_cast<double>(numbers.size());
    const double of_law = part ? squared_skewness_of_log_normal(part->log_variance) : 0;
    if (of_law > max_skew * n) {
        return fmt::format("a few networks dominate this mean: {}, so it needs {}, not {}{}", spread(*part),
                           needed(of_law / max_skew), numbers.size(), advice(instead));
    }
    const double skew = squared_skewness(pilot);
    if (skew > max_skew * n) {
        return fmt::format(
            "a few networks dominate this mean: {} others have a skewness of about {:.2g}, so it needs {}, "
            "not {}",
            pilot.size(), std::sqrt(skew), needed(skew / max_skew), numbers.size());
    }
    const Deviations deviations(numbers);
    if (deviations.largest_square <= max_share * deviations.squares) return std::nullopt;
    return fmt::format(
        "one network dominates this mean, with {:.0f} % of the squared deviations of {}: give more networks",
        100 * deviations.largest_square / deviations.squares, numbers.size());
}

std::optional<std::string> doubt_about_variance(std::size_t networks, const LogNormalPart& part,
                                                const std::string& instead) {
    const double kurtosis = kurtosis_of_log_normal(part.log_variance);
    if (kurtosis <= std::max(max_kurtosis, max_kurtosis_per_network * static_cast<double>(networks)))
        return std::nullopt;
    return fmt::format("a few networks dominate this variance: {}, so it needs {}, not {}{}", spread(part),
                       needed(kurtosis / max_kurtosis_per_network), networks, advice(instead));
}

}  // namespace sigprop
