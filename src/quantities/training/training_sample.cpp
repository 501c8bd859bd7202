#include "quantities/training/training_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/confidence.hpp>

#include "core/simd/portable.hpp"
#include "quantities/residual/network_trust.hpp"

namespace sigprop {
namespace {

using Runs = std::vector<TrainingRun>;

double mean_of(std::span<const double> numbers) {
    double sum = 0;
    for (const double one : numbers) sum += one - numbers.front();
    return numbers.front() + sum / static_cast<double>(numbers.size());
}

/// Of one number.
double variance_of(std::span<const double> numbers, double mean) {
    double squares = 0;
    for (const double one : numbers) squares += (one - mean) * (one - mean);
    return squares / static_cast<double>(numbers.size() - 1);
}

bool has_logarithms(std::span<const double> numbers) {
    return numbers.size() > 1 && std::ranges::all_of(numbers, [](double one) { return one > 0; });
}

std::vector<double> logarithms_of(std::span<const double> numbers) {
    std::vector<double> found;
    for (const double one : numbers) found.push_back(portable_log(one));
    return found;
}

/// e^x, with a standard error of which `most` extend as far up as those of x.
Ball exponential(const Ball& x, double most) {
    const Ball value = exp(x.midpoint());
    // widening: sample
    return value.widened((exp(x.radius() * Ball(most)) - 1) / Ball(most) * value);
}

double log_variance_of(std::span<const double> numbers) {
    const std::vector<double> logarithms = logarithms_of(numbers);
    return variance_of(logarithms, mean_of(logarithms));
}

/// Of numbers at initialisation: as for residual.simulated_*, where the reasons are (network_statistics.hpp).
double rounding_of(const TrainingPlan& plan) {
    const auto layers = static_cast<double>(plan.architecture.steps.size());
    return 32 * std::ldexp(1.0, -24) * 2 * (layers + 1);
}

/// The number of each run, or why one has none.
std::optional<std::vector<double>> numbers_in(const Runs& runs, const RunNumber& number, const char* who,
                                              std::string& reason) {
    std::vector<double> numbers;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const std::optional<double> one = number(runs[k], reason);
        if (!one) {
            reason = std::string(who) + " " + std::to_string(k) + " has no such number: " + reason;
            return std::nullopt;
        }
        numbers.push_back(*one);
    }
    return numbers;
}

/// Log-variance of a trained sample below which nothing else judges it: few networks of a law with a tail
/// agree so well.
constexpr double calm_log_variance = 0.02;
/// Of the networks that judge a trained sample: of log-normal samples of 2 to 16 with this log-variance, 92.4
/// % of Student's intervals of level 95 % hold, or more; larger samples are judged by network_trust.hpp.
constexpr double max_log_variance = 0.2;
/// The networks that judge a sample are those of another seed.
constexpr std::uint64_t seed_of_pilot = 0xD1B54A32D192ED03U;

/// What numbers lack to their bound.
std::vector<double> missing_in(std::span<const double> numbers, double bound) {
    std::vector<double> missing;
    for (const double one : numbers) missing.push_back(bound - one);
    return missing;
}

bool is_spread(std::span<const double> numbers) {
    return has_logarithms(numbers) && log_variance_of(numbers) > calm_log_variance;
}

/// The entropy of equal weights on the keys that are seen, mean over the tokens of a sequence.
double largest_entropy(const TrainingPlan& plan) {
    const std::uint64_t window = plan.architecture.window;
    double sum = 0;
    for (std::uint64_t token = 0; token < plan.length; ++token) {
        const std::uint64_t earlier = window == 0 ? token + 1 : std::min(token + 1, window);
        const std::uint64_t later = plan.length - 1 - token;
        const std::uint64_t others = window == 0 ? later : std::min(later, window - 1);
        sum += portable_log(static_cast<double>(plan.architecture.causal ? earlier : earlier + others));
    }
    return sum / static_cast<double>(plan.length);
}

std::string span_text(std::span<const double> numbers) {
    const auto [least, most] = std::ranges::minmax(numbers);
    return fmt::format("; these {} have {:.3g} to {:.3g}", numbers.size(), least, most);
}

/// Whether nothing but the sample need judge it.
bool is_calm(std::span<const double> sample, const RunNumber& number) {
    return !is_spread(sample) && !(number.upper_bound && is_spread(missing_in(sample, *number.upper_bound)));
}

/// The widest of what is log-normal in a pilot.
std::optional<LogNormalPart> widest_part(std::span<const double> pilot, const RunNumber& number) {
    std::optional<LogNormalPart> widest;
    const auto add = [&](std::span<const double> numbers, const char* name) {
        if (!has_logarithms(numbers)) return;
        const double log_variance = log_variance_of(numbers);
        if (!widest || log_variance > widest->log_variance) widest = {log_variance, name};
    };
    add(pilot, "this number");
    if (number.upper_bound) add(missing_in(pilot, *number.upper_bound), "its distance to the bound");
    return widest;
}

}  // namespace

std::optional<Interval> span_of_runs(const Runs& runs, const RunNumber& number) {
    std::string reason;
    const auto numbers = numbers_in(runs, number, "network", reason);
    if (!numbers || numbers->empty()) return std::nullopt;
    const auto [least, most] = std::ranges::minmax(*numbers);
    return Interval{least, most};
}

std::optional<RunNumbers> run_numbers(const TrainingRequest& request, const RunNumber& asked,
                                      const Context& context, std::string& reason) {
    const std::optional<TrainingPlan> plan = resolved(request, context, reason);
    if (!plan) return std::nullopt;
    RunNumber number = asked;
    if (asked.is_entropy) number.upper_bound = largest_entropy(*plan);
    RunNumbers numbers;
    const auto runs = runs_of(*plan, request.networks, context);
    auto sample = numbers_in(*runs, number, "network", reason);
    if (!sample) return std::nullopt;
    numbers.sample = std::move(*sample);
    const bool is_trained = plan->optimizer.steps > 0;
    if (!is_trained) numbers.rounding = rounding_of(*plan);
    if (is_trained && is_calm(numbers.sample, number)) return numbers;
    Context of_others = context;
    of_others.seed ^= seed_of_pilot;
    const auto others =
        runs_of(*plan, pilot_networks(request.networks), of_others, ", others that judge the errors");
    auto pilot = numbers_in(*others, number, "beyond the sample, network", reason);
    if (!pilot) return std::nullopt;
    numbers.pilot = std::move(*pilot);
    numbers.part = widest_part(numbers.pilot, number);
    if (is_trained && numbers.part && numbers.part->log_variance <= max_log_variance) numbers.part.reset();
    return numbers;
}

std::optional<RunNumbers> run_slopes(const std::vector<SlopePoint>& points, const Context& context,
                                     std::string& reason) {
    std::vector<double> places;
    std::vector<std::vector<double>> logarithms;  // of each size
    for (const SlopePoint& point : points) {
        const std::optional<TrainingPlan> plan = resolved(point.request, context, reason);
        const auto sizes = plan ? numbers_in(*runs_of(*plan, point.request.networks, context), point.number,
                                             "network", reason)
                                : std::nullopt;
        if (!sizes || !has_logarithms(*sizes)) {
            reason = "at " + point.label + " " + (sizes ? "the size is 0: it has no logarithm" : reason);
            return std::nullopt;
        }
        places.push_back(portable_log(point.size));
        logarithms.push_back(logarithms_of(*sizes));
    }
    const double centre = mean_of(places);
    double squares = 0;
    for (const double place : places) squares += (place - centre) * (place - centre);
    RunNumbers slopes;
    slopes.sample.resize(logarithms.front().size());
    for (std::size_t w = 0; w < places.size(); ++w) {
        for (std::size_t k = 0; k < slopes.sample.size(); ++k)
            slopes.sample[k] += (places[w] - centre) * logarithms[w][k] / squares;
    }
    return slopes;
}

Answer mean_over_runs(const RunNumbers& numbers, NetworkStatistic statistic, Judging judging) {
    const bool of_logarithms = statistic != NetworkStatistic::mean;
    if (of_logarithms &&
        !(has_logarithms(numbers.sample) && (numbers.pilot.empty() || has_logarithms(numbers.pilot))))
        return {Status::unable, "a network's number has no logarithm: 0, or negative"};
    const auto taken = [&](const std::vector<double>& all) {
        return of_logarithms ? logarithms_of(all) : all;
    };
    const std::vector<double> sample = taken(numbers.sample);
    const double mean = mean_of(sample);
    const double variance = variance_of(sample, mean);
    if (!std::isfinite(mean) || !std::isfinite(variance))
        return {Status::unable, "a network's number is not finite"};
    const double rounded = numbers.rounding * (of_logarithms ? 1 : std::fabs(mean));
    const bool agrees = rounded > 0 && variance <= rounded * rounded;
    if (judging == Judging::by_pilot && !agrees) {
        const std::vector<double> judges = numbers.pilot.empty() ? sample : taken(numbers.pilot);
        const auto part = of_logarithms ? std::nullopt : numbers.part;
        if (const auto reason = doubt_about_mean(sample, judges, part, ""))
            return {Status::unable, *reason + span_text(numbers.sample)};
    }
    const auto networks = static_cast<double>(sample.size());
    const int degrees = static_cast<int>(sample.size()) - 1;
    // widening: sample
    Ball value = Ball(mean).widened(Ball(std::sqrt(variance / networks) + rounded / 6));
    if (statistic == NetworkStatistic::geometric_mean)
        value = exponential(value, critical_value(0.05, degrees));
    Answer answer = value;
    answer.degrees_of_freedom = degrees;
    answer.samples = sample.size();
    return answer;
}

}  // namespace sigprop
