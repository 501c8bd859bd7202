#pragma once
// Means by simulation: several integrands over one stream of samples, with the covariance of their means.
// From it follow the errors of derived numbers (a variance, a ratio) and confidence intervals of any level.
// Quadrature (mean.hpp) is the better tool for one number to many digits; samples are a witness that shares
// no algebra with it, and the only one in many dimensions.
//
// A standard error means nothing where the central limit theorem does not hold yet: such results are
// `unable`, with the evidence. For those that are ok, intervals of level 95, 99 and 99.9 % miss the truth for
// at most 6.0, 2.0 and 0.6 % of 10^4 seeds (rule and measurements: src/methods/sampling/sample_trust.hpp).

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

/// A number computed from sample means; its error is taken to first order in theirs.
struct SampleEstimate {
    double value = 0;
    double standard_error = 0;   ///< infinite where the samples do not determine the value
    int degrees_of_freedom = 0;  ///< as in Evidence

    /// The interval that contains the truth with probability `level`, such as 0.95.
    /// Errors   InputError unless 0 < level < 1
    [[nodiscard]] Interval interval(double level) const;
};

/// Several means over one stream of samples of one law. The estimates throw std::logic_error unless the
/// status is ok and the indices exist.
struct SampleMeans {
    Status status = Status::unable;
    std::string reason;
    std::uint64_t samples = 0;
    std::vector<double> means;       ///< one per integrand
    std::vector<double> covariance;  ///< of the means (already divided by samples), row-major
    int degrees_of_freedom = 0;      ///< as in Evidence

    [[nodiscard]] SampleEstimate mean(std::size_t i) const;
    /// E f^2 - (E f)^2, from the indices of the integrands f^2 and f.
    /// Units    divided by n, not by n - 1: the bias is below the standard error by a factor 1 / sqrt n
    [[nodiscard]] SampleEstimate variance(std::size_t square, std::size_t mean) const;
    /// E f / E g; undetermined when E g is within 6 standard errors of zero.
    [[nodiscard]] SampleEstimate ratio(std::size_t numerator, std::size_t denominator) const;
    /// A function of the means, given its value and its derivatives by each of them.
    [[nodiscard]] SampleEstimate propagated(double value, std::span<const double> gradient) const;
};

/// Plain Monte Carlo, under laws of any dimension. The result depends on context.seed, context.samples,
/// `stream` and `dtype` only, never on the number of threads. `stream` is the canonical text of the quantity
/// asked for. With Dtype::float32, samples are drawn and integrands evaluated in float32, and summed in
/// double. The standard errors then also cover rounding: its mean absolute effect is measured on 2^16 samples
/// against an evaluation in double, and includes a relative error of 2^-21 of the samples.
/// Accuracy statistical; standard errors are never below 2^-46 of the mean
/// Errors   InputError for fewer than 1 or more than 2^63 samples, or another dtype; Interrupted; TimeSpent
[[nodiscard]] SampleMeans monte_carlo_means(std::span<const Formula> integrands, const Law& law,
                                            std::string_view stream, const Context& context,
                                            Dtype dtype = Dtype::float64);

/// Randomised quasi-Monte Carlo: the means over 32 independent scramblings of a Sobol' net of 2^m points,
/// with the largest m for which 32 2^m <= context.samples; their spread is the error, with 31 degrees of
/// freedom. For smooth integrands it falls like samples^-3/2. Depends on the same as monte_carlo_means.
[[nodiscard]] SampleMeans quasi_monte_carlo_means(std::span<const Formula> integrands, const Law& law,
                                                  std::string_view stream, const Context& context);

}  // namespace sigprop
