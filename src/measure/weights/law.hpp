#pragma once
// The laws that weights are drawn from, the statistics they imply, and what in a file contradicts a law.

#include <cstdint>
#include <optional>
#include <sigprop/measure/weights/weights.hpp>
#include <string>
#include <vector>

#include "core/base/doubles.hpp"

namespace sigprop {

/// How many standard errors a right file may deviate, and from how many weights on.
inline constexpr double accepted_errors = 6;
inline constexpr std::uint64_t enough_weights = 100;

/// N(0, std^2) or, with `uniform`, a constant density; on [lower, upper].
struct WeightLaw {
    bool uniform = false;
    double std = 1;  ///< before truncation; for a uniform law that of the claim, else unused
    double lower = -infinity;
    double upper = infinity;
    double mean = 0;          ///< 0 unless the limits are asymmetric; set by with_mean
    double realised_std = 0;  ///< where known better than by with_mean's quadrature; else 0

    [[nodiscard]] static WeightLaw normal(double std) { return {.std = std}; }
    [[nodiscard]] static WeightLaw truncated(double std, double limit) {
        return {.std = std, .lower = -limit, .upper = limit};
    }
    [[nodiscard]] static WeightLaw between(double limit) {
        return {.uniform = true, .lower = -limit, .upper = limit};
    }
    [[nodiscard]] static WeightLaw uniform_of_std(double std);
    [[nodiscard]] WeightLaw scaled(double factor) const;
};

/// Moments of a law: those of X - mean, and those of |X - centre| over its root mean square.
struct LawMoments {
    double mean = 0;
    double std = 0;
    double kurtosis = 0;
    double shape = 0;           ///< E|X - centre| / sqrt(E (X - centre)^2)
    double shape_variance = 0;  ///< variance of the shape of n samples, times n
};

/// Accuracy relative error below 1e-9 for moments about 0, else 1e-5: Simpson's rule on 2048 intervals,
///          one of which contains the kink of |x - centre|
[[nodiscard]] LawMoments moments_of(const WeightLaw& law, double centre);

/// The probability of [lower, upper] under the law.
[[nodiscard]] double mass_of(const WeightLaw& law, double lower, double upper);

/// How far storage may have moved a weight: half a unit in the last bit that the entries really use, or what
/// quantising did. If each weight w lies at distance d from its entry v, then by the triangle inequality the
/// mean moves by at most rms(d), rms(w) by at most rms(d), and E|w|/rms(w) by at most 2 rms(d)/rms(v).
struct Rounding {
    double relative = 0;
    double absolute = 0;
    double extreme = 0;  ///< what a single weight may have been moved by beyond that

    [[nodiscard]] static Rounding of(ElementType type, const WeightStatistics& found);
    /// Of a typical weight, and of moments.
    [[nodiscard]] double at(double value) const { return relative * (value < 0 ? -value : value) + absolute; }
    /// Of the largest or the smallest weight.
    [[nodiscard]] double at_end(double value) const { return at(value) + extreme; }
};

/// Standard errors that a right file among so many may deviate: 6 up to 1000 files, then more, so that the
/// probability that any of them is called wrong stays below 10^-3.
[[nodiscard]] double accepted_errors_among(double family);

/// Reasons why the file, one of `family` that are tested, cannot hold samples of the law, the strongest
/// first; empty when it can.
[[nodiscard]] std::vector<std::string> contradictions(const WeightLaw& law, const WeightStatistics& found,
                                                      const Rounding& rounding, double family = 1);
/// Whether there is none: many laws are held against each of many files, and most reasons are never read.
[[nodiscard]] bool can_hold(const WeightLaw& law, const WeightStatistics& found, const Rounding& rounding,
                            double family = 1);

/// The truncation, symmetric about 0, that follows from the largest weight and the std without any claim.
struct Truncation {
    enum class Form : std::uint8_t { none, truncated, uniform, bounded } form = Form::none;
    double limit = 0;
    double limit_excess = 0;  ///< the limit lies within [limit, limit + excess]
    double ratio = 0;         ///< limit / std of the normal before truncation
    double ratio_lower = 0, ratio_upper = 0;

    [[nodiscard]] std::string text() const;
};

[[nodiscard]] Truncation truncation_of(const WeightStatistics& found, const Rounding& rounding);

/// A number in four significant digits, or as many as given, for messages.
[[nodiscard]] std::string number_text(double value, int digits = 4);
/// That number; infinite where rounding leaves the range of doubles.
[[nodiscard]] double rounded_to(double value, int digits);

}  // namespace sigprop
