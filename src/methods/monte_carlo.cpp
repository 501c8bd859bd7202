// Plain Monte Carlo: blocks of samples are handed to threads, their exact totals make the means and their
// covariance (block_sums.hpp says why no order matters), and the latter is judged: can it be trusted?

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
#include "methods/simulation.hpp"

namespace sigprop {
namespace {

/// The central limit theorem is not trusted when one sample holds more than this share of the sum of squared
/// deviations (its square root bounds skewness / sqrt n). For E relu^4 the share is about 0.02 at 2^17
/// samples, and above the limit in one run of 1,500; at 100 samples it is below the limit in 7 of 10,000.
constexpr double most_share = 0.15;
/// Sums of squares below this may have lost digits to underflow.
constexpr double least_squares = 1e-250;

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

std::string which(std::size_t i, std::size_t count) {
    return count == 1 ? "the integrand" : "integrand " + std::to_string(i + 1);
}

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

void check(std::span<const Formula> integrands, const Law& law, const Context& context) {
    if (context.samples < 2 || context.samples > std::uint64_t{1} << 63) {
        throw InputError("the number of samples is " + std::to_string(context.samples) +
                         ": it must lie between 2 and 2^63");
    }
    for (const Formula& integrand : integrands) {
        if (integrand.variable_count() > law.dimension)
            throw std::logic_error("an integrand has more variables than its law");
    }
}

/// All that decides the sums, for a checkpoint to belong to.
SimulationName name_of(std::span<const Formula> integrands, const Law& law, std::string_view stream,
                       const Context& context) {
    std::string identity = "monte_carlo of " + std::to_string(context.samples) + " samples, seed " +
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

}  // namespace

SampleMeans monte_carlo_means(std::span<const Formula> integrands, const Law& law, std::string_view stream,
                              const Context& context) {
    check(integrands, law, context);
    const std::size_t count = integrands.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (!has_infinite_variance(integrands[i], law)) continue;
        return refused("the variance of " + which(i, count) + " is infinite: samples have no standard error");
    }
    std::optional<LawSampler> sampler = LawSampler::prepare(law);
    if (!sampler) return refused("the mass of " + law.text() + " could not be enclosed");
    const RandomSource source(std::move(*sampler), RandomStream(context.seed, stream));
    SamplePlan plan{integrands, source, context.samples, 1, {}};
    BlockEvaluator evaluator(integrands);
    plan.shifts = pilot_means(plan, evaluator);
    const SampleTotals totals =
        run_simulation(plan, evaluator, name_of(integrands, law, stream, context), context);
    if (totals.bad_sample < plan.samples()) {
        return refused(which(totals.bad_integrand, count) + " is not finite at x = " +
                       shown(totals.bad_point) + " (sample " + std::to_string(totals.bad_sample) + ")");
    }
    SampleMeans result = finished(plan, totals);
    result.status = Status::ok;
    for (std::size_t i = 0; i < count && result.status == Status::ok; ++i) {
        result.reason = doubt(plan, totals, result, i);
        if (!result.reason.empty()) result.status = Status::unable;
        // Rounding of the integrand itself: a standard error below it would be a false promise.
        double& variance = result.covariance[i * count + i];
        const double rounding = 0x1p-46 * result.means[i];
        variance = std::max(variance, rounding * rounding);
    }
    return result;
}

}  // namespace sigprop
