// Randomised quasi-Monte Carlo: the mean over each of 32 independently scrambled Sobol' nets is an unbiased
// estimate, and the spread of these means is the error of their average. The nets are groups of one
// simulation, so they run on threads and ranks and survive in checkpoints, as in plain Monte Carlo.

#include "methods/sampling/quasi_monte_carlo.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <sigprop/methods/sampling/sample_means.hpp>

#include "methods/mean/jumps.hpp"
#include "methods/sampling/sample_judgement.hpp"
#include "methods/sampling/sample_trust.hpp"
#include "methods/sampling/sobol_source.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t scramblings = 32;
/// The minimum for one net. With fewer points, too few nets meet a heavy tail for it to show in their spread:
/// E relu^8 from 4 points each was 6 standard errors off in 3 runs of 40.
constexpr std::uint64_t min_points = 32;
/// No scrambling may hold more than this share of the sum of squared deviations: among 32 normal means that
/// happens once in 9,000 times (Grubbs' test), but often where a tail is too heavy for a net.
constexpr double max_net_share = 0.5;
/// The error of inversion relative to sqrt(E f^2). For narrow or distant truncated normals without a series,
/// probabilities are only right to 2e-13 (law_sampler.hpp).
constexpr double rounding = 0x1p-46;
constexpr double rounding_of_quantiles = 0x1p-42;

/// The mean of each scrambling minus the shift: one row per scrambling, one column per integrand.
std::vector<double> group_means(const SamplePlan& plan, const SampleTotals& totals) {
    std::vector<double> means;
    for (std::uint64_t g = 0; g < plan.groups; ++g) {
        for (std::size_t i = 0; i < plan.integrands.size(); ++i) {
            means.push_back(totals.group(g)[i].to_double() / static_cast<double>(plan.group_samples));
        }
    }
    return means;
}

/// The total over all scramblings of the sum with this number.
double whole_sum(const SamplePlan& plan, const SampleTotals& totals, std::size_t number) {
    ExactSum sum;
    for (std::uint64_t g = 0; g < plan.groups; ++g) sum.merge(totals.group(g)[number]);
    return sum.to_double();
}

/// The statistics of one integrand.
struct Spread {
    double mean = 0;                ///< mean of d = f - shift
    double mean_square = 0;         ///< mean of d^2
    std::vector<double> deviation;  ///< of each scrambling from the mean
    double squares = 0;             ///< sum of the squared deviations
};

std::vector<Spread> spreads(const SamplePlan& plan, const SampleTotals& totals) {
    const std::size_t count = plan.integrands.size();
    const auto n = static_cast<double>(plan.samples());
    const std::vector<double> means = group_means(plan, totals);
    std::vector<Spread> found(count);
    for (std::size_t i = 0, square = count; i < count; square += count - i, ++i) {
        Spread& own = found[i];
        own.mean = whole_sum(plan, totals, i) / n;
        own.mean_square = whole_sum(plan, totals, square) / n;
        for (std::uint64_t g = 0; g < plan.groups; ++g) {
            own.deviation.push_back(means[g * count + i] - own.mean);
            own.squares += own.deviation.back() * own.deviation.back();
        }
    }
    return found;
}

SampleMeans finished_nets(const SamplePlan& plan, const std::vector<Spread>& spread) {
    const std::size_t count = spread.size();
    const double pairs = static_cast<double>(plan.groups) * static_cast<double>(plan.groups - 1);
    SampleMeans result;
    result.samples = plan.samples();
    result.degrees_of_freedom = static_cast<int>(plan.groups) - 1;
    for (std::size_t i = 0; i < count; ++i) {
        result.means.push_back(plan.shifts[i] + spread[i].mean);
        for (std::size_t j = 0; j < count; ++j) {
            double products = 0;
            for (std::uint64_t g = 0; g < plan.groups; ++g) {
                products += spread[i].deviation[g] * spread[j].deviation[g];
            }
            result.covariance.push_back(products / pairs);
        }
    }
    return result;
}

/// sqrt(E f^2), to which rounding is relative.
double size_of(const Spread& spread, double mean) {
    return std::sqrt(mean * mean + std::max(0.0, spread.mean_square - spread.mean * spread.mean));
}

/// Why the spread of integrand i says nothing about its error; empty when it does.
std::string doubt(const SamplePlan& plan, const Spread& spread, double mean, double jump_error,
                  std::size_t i) {
    if (plan.integrands[i].variable_count() == 0) return "";
    const std::string name = name_of_integrand(i, plan.integrands.size());
    if (!std::isfinite(spread.mean_square) || !std::isfinite(mean)) {
        return "the squares of " + name + " overflow a double";
    }
    if (spread.mean_square < min_mean_square && spread.mean != 0) {
        return "the squares of " + name + " underflow a double";
    }
    if (std::sqrt(spread.mean_square) <= 0x1p-46 * std::fabs(mean)) {
        return "all " + std::to_string(plan.samples()) + " samples gave the same value of " + name +
               ": its spread is unknown";
    }
    if (spread.squares == 0 && jump_error == 0) {
        return "all " + std::to_string(plan.groups) + " scramblings gave the same mean of " + name +
               ": its error is unknown";
    }
    double largest = 0;
    for (const double deviation : spread.deviation) largest = std::max(largest, std::fabs(deviation));
    const double share = largest * largest / spread.squares;
    // The effects of rounding, and of one point beside a jump, are included in the standard error already.
    const double by_jumps = 2 * std::sqrt(static_cast<double>(scramblings)) * jump_error;
    const double known = std::max(by_jumps, rounding * size_of(spread, mean));
    if (share <= max_net_share || largest <= known) return "";
    return "one of " + std::to_string(plan.groups) + " scramblings has " +
           std::to_string(std::lround(100 * std::min(share, 1.0))) + " % of the squared deviations of " +
           name + ": too few samples, or too heavy a tail, for a standard error";
}

/// The smallest standard error of an integrand of one variable because of its jumps: in each scrambling one
/// point, of weight at most 3/2, lies in the stratum of a jump, on either side. When nearly all these points
/// lie on one side, their spread shows nothing. With several variables a jump crosses many strata.
std::optional<double> jump_error(const Formula& integrand, const Law& law, std::uint64_t points) {
    if (law.dimension > 1) return 0;
    const std::optional<double> height = jump_height(integrand, law);
    if (!height) return std::nullopt;
    return 1.5 * *height / (2 * static_cast<double>(points) * std::sqrt(static_cast<double>(scramblings)));
}

/// Why there are no nets for this law and number of samples; empty when there are.
std::string no_sobol_nets(const Law& law, const Context& context) {
    if (law.dimension > max_sobol_variables()) {
        return "the Sobol' sequence is tabulated for " + std::to_string(max_sobol_variables()) +
               " variables, not for " + std::to_string(law.dimension);
    }
    if (context.samples >= min_points * scramblings) return "";
    return std::to_string(scramblings) + " scramblings of " + std::to_string(min_points) + " points need " +
           std::to_string(min_points * scramblings) + " samples, not " + std::to_string(context.samples);
}

/// The integrands times the weights of the points; a constant needs none.
std::vector<Formula> with_weights(std::span<const Formula> integrands, const Law& law,
                                  const SobolSource& source) {
    std::vector<Formula> weighted(integrands.begin(), integrands.end());
    for (Formula& integrand : weighted) {
        const bool constant = integrand.variable_count() == 0;
        if (source.has_weights() && !constant) integrand = integrand * Formula::variable(law.dimension);
    }
    return weighted;
}

}  // namespace

SampleMeans judged_scramblings(const SamplePlan& plan, const SampleTotals& totals, double law_rounding,
                               std::span<const double> jump_errors) {
    const std::vector<Spread> spread = spreads(plan, totals);
    SampleMeans result = finished_nets(plan, spread);
    result.status = Status::ok;
    for (std::size_t i = 0; i < spread.size(); ++i) {
        if (result.reason.empty()) result.reason = doubt(plan, spread[i], result.means[i], jump_errors[i], i);
        const double least = std::max(law_rounding * size_of(spread[i], result.means[i]), jump_errors[i]);
        double& variance = result.covariance[i * spread.size() + i];
        variance = std::max(variance, least * least);
    }
    if (!result.reason.empty()) result.status = Status::unable;
    return result;
}

SampleMeans quasi_monte_carlo_means(std::span<const Formula> integrands, const Law& law,
                                    std::string_view stream, const Context& context) {
    check_samples(integrands, law, context);
    for (const std::string& reason : {infinite_variance(integrands, law), no_sobol_nets(law, context)}) {
        if (!reason.empty()) return refused_samples(reason);
    }
    const std::uint64_t points = std::bit_floor(context.samples / scramblings);
    std::optional<LawSampler> sampler = LawSampler::prepare(law);
    if (!sampler) return refused_samples("the mass of " + law.text() + " could not be enclosed");
    const bool by_quantile =
        law.sampler == Sampler::truncated_normal && !sampler->uses_series() && !sampler->uses_rejection();
    const SobolSource source(std::move(*sampler), law,
                             {law.dimension, std::countr_zero(points), scramblings, context.seed, stream});
    const std::vector<Formula> weighted = with_weights(integrands, law, source);
    SamplePlan plan{weighted, source, points, scramblings, {}};
    plan.shifts = pilot_means(plan);
    const SimulationName name = simulation_name("quasi_monte_carlo", plan, law, stream, context);
    SampleTotals totals = run_simulation(plan, name, context);
    if (!totals.bad_point.empty()) totals.bad_point.resize(static_cast<std::size_t>(law.dimension));
    if (const std::string reason = bad_sample(plan, totals); !reason.empty()) return refused_samples(reason);
    std::vector<double> jump_errors;
    for (const Formula& integrand : integrands) {
        const std::optional<double> error = jump_error(integrand, law, points);
        if (!error) {
            return refused_samples("the jumps of " +
                                   name_of_integrand(jump_errors.size(), integrands.size()) +
                                   " could not all be found");
        }
        jump_errors.push_back(*error);
    }
    SampleMeans result =
        judged_scramblings(plan, totals, by_quantile ? rounding_of_quantiles : rounding, jump_errors);
    const std::vector<double> lost = float64_rounding(plan);
    for (std::size_t i = 0; i < lost.size(); ++i) {
        double& variance = result.covariance[i * lost.size() + i];
        variance = std::max(variance, lost[i] * lost[i]);
    }
    return result;
}

}  // namespace sigprop
