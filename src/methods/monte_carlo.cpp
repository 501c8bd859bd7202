// Plain Monte Carlo: blocks of samples are handed to threads, their exact totals make the means and their
// covariance (block_sums.hpp says why no order matters), and the latter is judged (sample_trust.hpp).

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/growth.hpp>
#include <sigprop/methods/mean.hpp>
#include <stdexcept>

#include "methods/block_sums.hpp"
#include "methods/mean_support.hpp"
#include "methods/sample_trust.hpp"
#include "methods/simulation.hpp"

namespace sigprop {
namespace {

std::string shortest(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return std::string(text.data(), end);
}

std::string shown(const std::vector<double>& point) {
    if (point.size() == 1) return shortest(point[0]);
    std::string text;
    for (const double x : point) text += (text.empty() ? "(" : ", ") + shortest(x);
    return text + ")";
}

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

/// Proved: E f^2 is infinite, so that no number of samples has a standard error. Of several variables
/// nothing is proved: the samples themselves are judged.
bool has_infinite_variance(const Formula& f, const Law& law) {
    if (f.variable_count() > 1) return false;
    const Formula weighted = pow(f, 2) * law.weight();
    for (const int side : {-1, 1}) {
        if ((side < 0 ? law.lower : law.upper).infinite_sign() == 0) continue;
        for (const double from : {8.0, 64.0, 512.0}) {
            const TailBehaviour tail = tail_behaviour(mirrored(weighted, side), from);
            if (tail.lower && tail_integral_diverges(*tail.lower)) return true;
        }
    }
    return false;
}

void check(std::span<const Formula> integrands, const Law& law, const Context& context, Dtype dtype) {
    if (context.samples < 1 || context.samples > std::uint64_t{1} << 63) {
        throw InputError("the number of samples is " + std::to_string(context.samples) +
                         ": it must lie between 1 and 2^63");
    }
    if (dtype != Dtype::float64 && dtype != Dtype::float32) {
        throw InputError("samples are drawn in float64 or float32, not in " + std::string(to_string(dtype)));
    }
    for (const Formula& integrand : integrands) {
        if (integrand.variable_count() > law.dimension)
            throw std::logic_error("an integrand has more variables than its law");
    }
}

/// All that decides the sums, for a checkpoint to belong to.
SimulationName name_of(std::span<const Formula> integrands, const Law& law, std::string_view stream,
                       const Context& context, Dtype dtype) {
    std::string identity = "monte_carlo in " + std::string(to_string(dtype)) + " of " +
                           std::to_string(context.samples) + " samples, seed " +
                           std::to_string(context.seed) + ", stream " + std::string(stream) + ", law " +
                           law.text();
    for (const Formula& integrand : integrands) identity += ", " + integrand.text();
    return {std::string(stream), identity};
}

SampleMeans refused(const std::string& reason) {
    SampleMeans result;
    result.reason = reason;
    return result;
}

/// Standard errors below what rounding does to the integrand would be a false promise.
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
    check(integrands, law, context, dtype);
    const std::size_t count = integrands.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (!has_infinite_variance(integrands[i], law)) continue;
        return refused("the variance of " + name_of_integrand(i, count) +
                       " is infinite: samples have no standard error");
    }
    std::optional<LawSampler> sampler = LawSampler::prepare(law);
    if (!sampler) return refused("the mass of " + law.text() + " could not be enclosed");
    const RandomSource source(std::move(*sampler), RandomStream(context.seed, stream));
    SamplePlan plan{integrands, source, context.samples, 1, {}, dtype};
    plan.shifts = pilot_means(plan);
    const SamplePilot pilot = study(plan);
    const SampleTotals totals =
        run_simulation(plan, name_of(integrands, law, stream, context, dtype), context);
    if (totals.bad_sample < plan.samples()) {
        return refused(name_of_integrand(totals.bad_integrand, count) + " is not finite at x = " +
                       shown(totals.bad_point) + " (sample " + std::to_string(totals.bad_sample) + ")");
    }
    SampleMeans result = finished(plan, totals);
    for (std::size_t i = 0; i < count && result.reason.empty(); ++i) {
        result.reason = doubt_about(plan, totals, pilot, i, result.means[i]);
    }
    result.status = result.reason.empty() ? Status::ok : Status::unable;
    widen(result, pilot);
    return result;
}

}  // namespace sigprop
