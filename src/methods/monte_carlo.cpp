// Plain Monte Carlo: blocks of samples are handed to threads, their exact totals make the means and their
// covariance (block_sums.hpp says why no order matters), and the latter is judged: can it be trusted?

#include <algorithm>
#include <cmath>
#include <sigprop/methods/mean.hpp>

#include "methods/block_sums.hpp"
#include "methods/sample_judgement.hpp"
#include "methods/simulation.hpp"

namespace sigprop {
namespace {

/// The central limit theorem is not trusted when one sample holds more than this share of the sum of squared
/// deviations (its square root bounds skewness / sqrt n). For E relu^4 the share is about 0.02 at 2^17
/// samples, and above the limit in one run of 1,500; at 100 samples it is below the limit in 7 of 10,000.
constexpr double most_share = 0.15;

/// Means and covariances of the means, and a reason when the standard errors cannot be trusted.
SampleMeans finished(const SamplePlan& plan, const SampleTotals& totals) {
    const std::size_t count = plan.integrands.size();
    const auto n = static_cast<double>(plan.samples());
    SampleMeans result;
    result.samples = plan.samples();
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

/// Why the standard error of integrand i means nothing; empty when it does.
std::string doubt(const SamplePlan& plan, const SampleTotals& totals, const SampleMeans& result,
                  std::size_t i) {
    if (plan.integrands[i].variable_count() == 0) return "";
    const std::size_t count = plan.integrands.size();
    const auto n = static_cast<double>(plan.samples());
    const double squares = result.covariance[i * count + i] * n * (n - 1);
    if (!std::isfinite(squares) || !std::isfinite(result.means[i])) {
        return "the squares of " + which(i, count) + " overflow a double";
    }
    const double mean = totals.sums[i].to_double() / n;
    const double deviation = std::max(totals.most[i] - mean, mean - totals.least[i]);
    if (totals.least[i] == totals.most[i] || deviation <= 0x1p-46 * std::fabs(result.means[i])) {
        return "all " + std::to_string(plan.samples()) + " samples gave the same value of " +
               which(i, count) + ": nothing is known about its spread";
    }
    if (squares < least_squares) return "the squares of " + which(i, count) + " underflow a double";
    const double share = deviation * deviation / squares;
    if (share <= most_share) return "";
    return "one of " + std::to_string(plan.samples()) + " samples holds " +
           std::to_string(std::lround(100 * std::min(share, 1.0))) + " % of the squared deviations of " +
           which(i, count) + ": too few samples, or too heavy a tail, for a standard error";
}

}  // namespace

SampleMeans monte_carlo_means(std::span<const Formula> integrands, const Law& law, std::string_view stream,
                              const Context& context) {
    check_samples(integrands, law, context);
    if (const std::string reason = infinite_variance(integrands, law); !reason.empty()) {
        return refused_samples(reason);
    }
    std::optional<LawSampler> sampler = LawSampler::prepare(law);
    if (!sampler) return refused_samples("the mass of " + law.text() + " could not be enclosed");
    const RandomSource source(std::move(*sampler), RandomStream(context.seed, stream));
    SamplePlan plan{integrands, source, context.samples, 1, {}};
    BlockEvaluator evaluator(integrands);
    plan.shifts = pilot_means(plan, evaluator);
    const SampleTotals totals =
        run_simulation(plan, evaluator, simulation_name("monte_carlo", plan, law, stream, context), context);
    if (const std::string reason = bad_sample(plan, totals); !reason.empty()) return refused_samples(reason);
    SampleMeans result = finished(plan, totals);
    result.status = Status::ok;
    for (std::size_t i = 0; i < integrands.size() && result.status == Status::ok; ++i) {
        result.reason = doubt(plan, totals, result, i);
        if (!result.reason.empty()) result.status = Status::unable;
        // Rounding of the integrand itself: a standard error below it would be a false promise.
        double& variance = result.covariance[i * integrands.size() + i];
        const double rounding = 0x1p-46 * result.means[i];
        variance = std::max(variance, rounding * rounding);
    }
    return result;
}

}  // namespace sigprop
