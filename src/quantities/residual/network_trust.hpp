#pragma once
// When the mean of one number per network has a standard error that can be trusted. Intervals of level 95 %
// for the mean of n numbers of skewness g miss more often than they should, by about 25 g^2/n percentage
// points (sample_trust.hpp). A product of many sublayers is close to log-normal: with log-variance s^2 its
// g^2 is (e^(s^2) + 2)^2 (e^(s^2) - 1), and where s^2 is large the mean is dominated by networks too rare to
// be in the sample.
//
// s^2 comes from a pilot of other networks. Judged by its own numbers, a sample is accepted if its tail is
// missing, which is when its mean is too small and its error, too: of log-normal samples of 32 with s^2 =
// 0.35, 7 % of the intervals miss; of those whose own s^2 passes this rule a third do, and of those whose
// pilot passes it 7 %. Numbers that are not positive, tails to the left, and logarithms show in the pilot's
// own skewness.
//
// A variance is worse: its own standard error needs the fourth moment. With the radius that the excess
// kurtosis k of log-normal numbers leaves unchanged (network_statistics.hpp), up to 7 % of the intervals miss
// for k = 1.4 and any n, and for k = 0.015 n.
//
// Study of these intervals over depth and width: results/network_coverage.json.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace sigprop {

/// How many other networks judge a sample of that many: as many, but 8 to 32.
[[nodiscard]] std::uint64_t pilot_networks(std::uint64_t networks);

/// What is nearly log-normal in the numbers of a pilot.
struct LogNormalPart {
    double log_variance = 0;
    std::string name;  ///< "this number"
};

/// Why the standard error of the mean of `numbers` means nothing; nothing if it can be trusted. `instead`
/// names the statistic of the logarithms, if that helps.
[[nodiscard]] std::optional<std::string> doubt_about_mean(std::span<const double> numbers,
                                                          std::span<const double> pilot,
                                                          const std::optional<LogNormalPart>& part,
                                                          const std::string& instead);

/// The same of a variance over so many networks, whose radius holds for normal numbers.
[[nodiscard]] std::optional<std::string> doubt_about_variance(std::size_t networks, const LogNormalPart& part,
                                                              const std::string& instead);

}  // namespace sigprop
