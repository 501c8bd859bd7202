#pragma once
// Messages that every sampling method shares: which problems it refuses beforehand, and which values end it.

#include <cstddef>
#include <sigprop/core/base/context.hpp>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <span>
#include <string>
#include <string_view>

#include "methods/sampling/batch_sums.hpp"
#include "methods/sampling/simulation.hpp"

namespace sigprop {

/// Sums of squares below this may have lost digits to underflow.
inline constexpr double min_mean_square = 1e-250;

/// Errors   InputError unless 1 <= context.samples <= 2^63; std::logic_error when an integrand has more
///          variables than the law
void check_samples(std::span<const Formula> integrands, const Law& law, const Context& context);

/// "the integrand", or "integrand 2" of several.
[[nodiscard]] std::string name_of_integrand(std::size_t i, std::size_t count);

/// Says that E f^2 is proved infinite for an integrand, so that no number of samples has a standard error;
/// empty when nothing is proved, as always for several variables, where the samples themselves are judged.
[[nodiscard]] std::string infinite_variance(std::span<const Formula> integrands, const Law& law);

/// Says which value was not finite, and where; empty when all were finite.
[[nodiscard]] std::string bad_sample(const SamplePlan& plan, const SampleTotals& totals);

/// A name that contains everything that decides the sums.
[[nodiscard]] SimulationName simulation_name(std::string_view method, const SamplePlan& plan, const Law& law,
                                             std::string_view stream, const Context& context);

[[nodiscard]] SampleMeans refused_samples(const std::string& reason);

}  // namespace sigprop
