// Plain Monte Carlo: threads add up batches of samples, the exact totals give the means and their covariance
// (batch_sums.hpp says why the order does not matter), and the covariance is judged (sample_trust.hpp).

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/methods/sampling/sample_means.hpp>

#include "methods/sampling/batch_sums.hpp"
#include "methods/sampling/sample_judgement.hpp"
#include "methods/sampling/sample_trust.hpp"
#include "methods/sampling/simulation.hpp"

namespace sigprop {
namespace {

/// Means and covariances of the means.
SampleMeans finished(const SamplePlan& plan, const SampleTotals& totals) {
    const std::size_t count = plan.integrands.size();
    const auto n = static_cast<double>(plan.samples());
    SampleMeans result;
    result.samples = plan.samples();
    if (plan.samples() <= few_samples) result.degrees_of_freedom = static_cast<int>(plan.samples()) - 1;
    result.covariance.resize(count * count);
    std::vector<double> sums;
    for (std::size_t i = 0; i < count; ++i) sums.push_back(totals.sums[i].to_double());
    for (std::size_t i = 0, product = count; i < count; ++i) {
        result.means.push_back(plan.shifts[i] + sums[i] / n);
        for (std::size_t j = i; j < count; ++j, ++product) {
            const double squares = totals.sums[product].to_double() - sums[i] * (sums[j] / n);
            result.covariance[i * count + j] = result.covariance[j * count + i] = squares / (n - 1) / n;
        }
    }
    return result;
}

/// Raises standard errors that are below the effect of rounding on the integrand.
void widen(SampleMeans& result, const SamplePilot& pilot) {
    const std::size_t count = result.means.size();
    for (std::size_t i = 0; i < count; ++i) {
        double& variance = result.covariance[i * count + i];
        const double rounding = 0x1p-46 * result.means[i];
        variance = std::max(variance, rounding * rounding) + pilot.rounding[i] * pilot.rounding[i];
    }
}

}  // namespace

SampleMeans monte_carlo_means(std::span<const Formula> integrands, const Law& law, std::string_view stream,
                              const Context& context, Dtype dtype) {
    check_samples(integrands, law, context);
    if (dtype != Dtype::float64 && dtype != Dtype::float32) {
        throw InputError::about(
            {"dtype"}, "samples can be drawn in float64 or float32, not in " + std::string(to_string(dtype)));
    }
    if (const std::string reason = infinite_variance(integrands, law); !reason.empty()) {
        return refused_samples(reason);
    }
    std::optional<LawSampler> sampler = LawSampler::prepare(law);
    if (!sampler) return refused_samples("the mass of " + law.text() + " could not be enclosed");
    // float32 has a stream of its own: with the same random numbers, both results would err in the same way.
    const std::string name = (dtype == Dtype::float32 ? "float32 of " : "") + std::string(stream);
    const RandomSource source(std::move(*sampler), RandomStream(context.seed, name));
    SamplePlan plan{integrands, source, context.samples, 1, {}, dtype};
    plan.shifts = pilot_means(plan);
    const SimulationName names = simulation_name("monte_carlo", plan, law, stream, context);
    std::shared_ptr<const SamplePilot> pilot;
    const SampleTotals totals =
        run_simulation(plan, names, context, [&] { pilot = remembered_pilot(names.source, plan); });
    if (const std::string reason = bad_sample(plan, totals); !reason.empty()) return refused_samples(reason);
    SampleMeans result = finished(plan, totals);
    for (std::size_t i = 0; i < integrands.size() && result.reason.empty(); ++i) {
        result.reason = doubt_about(plan, totals, *pilot, i, result.means[i]);
    }
    result.status = result.reason.empty() ? Status::ok : Status::unable;
    widen(result, *pilot);
    return result;
}

}  // namespace sigprop
