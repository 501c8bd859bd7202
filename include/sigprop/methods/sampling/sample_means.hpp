#pragma once
// Means by simulation: several integrands over one stream of samples, with the covariance of their means,
// from which the error of whatever is made of them follows (a variance, a ratio) and confidence intervals of
// any level. For one number to many digits a quadrature is the better tool (mean.hpp); samples are the
// witness that shares no algebra with it, and the only one in many dimensions.
//
// A standard error says nothing where the central limit theorem is far: such results are `unable`, with the
// evidence. What is ok was measured: of 10^4 seeds, intervals of level 95, 99 and 99.9 % miss the truth in at
// most 6.0, 2.0 and 0.6 % (src/methods/sampling/sample_trust.hpp has the rule and the table).

#include <cstdint>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/dtype.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/core/formula/law.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// A number made of sample means, to first order in their errors.
struct SampleEstimate {
    double value = 0;
    double standard_error = 0;   ///< infinite where the samples do not determine the value
    int degrees_of_freedom = 0;  ///< as in Evidence

    /// Holds the truth with probability `level`, such as 0.95.
    /// Errors   InputError unless 0 < level < 1
    [[nodiscard]] Interval interval(double level) const;
};

/// Several means over one stream of samples of one law. The estimates are for status ok, and throw
/// std::logic_error otherwise or for an index that is not there.
struct SampleMeans {
    Status status = Status::unable;
    std::string reason;
    std::uint64_t samples = 0;
    std::vector<double> means;       ///< one an integrand
    std::vector<double> covariance;  ///< of the means (already divided by samples), row-major
    int degrees_of_freedom = 0;      ///< as in Evidence

    [[nodiscard]] SampleEstimate mean(std::size_t i) const;
    /// E f^2 - (E f)^2, where the integrands include f^2 and f.
    /// Units    divided by n, not by n - 1: its bias is below its standard error by 1 / sqrt n
    [[nodiscard]] SampleEstimate variance(std::size_t square, std::size_t mean) const;
    /// E f / E g; undetermined when E g is within 6 standard errors of zero.
    [[nodiscard]] SampleEstimate ratio(std::size_t numerator, std::size_t denominator) const;
    /// `value` of what has these derivatives by the means.
    [[nodiscard]] SampleEstimate propagated(double value, std::span<const double> gradient) const;
};

/// Plain Monte Carlo, under laws of any dimension. The result depends on context.seed, context.samples,
/// `stream` and `dtype` only, never on the number of threads. `stream` is the canonical text of the quantity
/// asked for. In Dtype::float32 samples are drawn and integrands evaluated in float32, and the sums are of
/// doubles; the standard errors then cover rounding, too: its mean absolute effect, measured on 2^16 samples
/// against an evaluation in double, with samples that are off by 2^-21 of themselves.
/// Accuracy statistical; standard errors are never below 2^-46 of the mean
/// Errors   InputError for fewer than 1 or more than 2^63 samples, or another dtype; Interrupted; TimeSpent
[[nodiscard]] SampleMeans monte_carlo_means(std::span<const Formula> integrands, const Law& law,
                                            std::string_view stream, const Context& context,
                                            Dtype dtype = Dtype::float64);

/// Randomised quasi-Monte Carlo: the means over 32 independent scramblings of a Sobol' net of 2^m points each,
/// the largest that 32 times fits into context.samples; the error is their spread, with 31 degrees of freedom.
/// For smooth integrands it falls like samples^-3/2. The result depends on what monte_carlo_means depends on.
[[nodiscard]] SampleMeans quasi_monte_carlo_means(std::span<const Formula> integrands, const Law& law,
                                                  std::string_view stream, const Context& context);

}  // namespace sigprop
