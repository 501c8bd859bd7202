#include "quantities/residual/network_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <sigprop/core/base/confidence.hpp>
#include <stdexcept>

#include "catalogue/residual.hpp"
#include "quantities/residual/network_trust.hpp"

namespace sigprop {
namespace {

std::vector<double> numbers_of(const NetworkSample& sample, const Measurement& what) {
    std::vector<double> numbers;
    for (const NetworkProfile& profile : sample.profiles) numbers.push_back(what.number(profile));
    return numbers;
}

/// Why these numbers are not those of exact arithmetic: some are so small that numbers on the way to them
/// underflow. Gradients and activations are kept as they are, in the precision of the networks, and their
/// squares and all other numbers in float64.
std::optional<std::string> underflow(const std::vector<double>& numbers, const Measurement& what,
                                     const NetworkDesign& design) {
    if (what.scale != RoundingScale::relative)
        return std::nullopt;  // small numbers are within their rounding
    const bool in_float64 = design.double_precision || what.what == Observable::skip_weight ||
                            what.what == Observable::path_share;
    const double least = std::ldexp(1.0, in_float64 ? -1000 : -240);
    const auto is_safe = [least](double number) { return !(std::fabs(number) < least); };
    if (std::ranges::all_of(numbers, is_safe) || (what.is_zero && what.is_zero(design))) return std::nullopt;
    return std::string("a network's number is too small for ") +
           (in_float64 ? "float64: fewer sublayers" : "float32: fewer sublayers, or precision=float64");
}

/// The power of two by which numbers far from 1 are divided, so that the powers of them that statistics take
/// neither underflow nor overflow; 0 for other numbers.
int far_exponent(const std::vector<double>& numbers) {
    constexpr int far = 200;
    double largest = 0;
    for (const double number : numbers) largest = std::max(largest, std::fabs(number));
    int exponent = 0;
    if (std::isfinite(largest)) static_cast<void>(std::frexp(largest, &exponent));
    return std::abs(exponent) > far ? exponent : 0;
}

constexpr Observable only = Observable::second_moment;

/// A sample whose profiles contain nothing but these numbers over 2^exponent, as `only`.
NetworkSample alone(const std::vector<double>& numbers, int exponent) {
    NetworkSample sample;
    for (const double number : numbers) {
        NetworkProfile one;
        one[only] = {std::ldexp(number, -exponent)};
        sample.profiles.push_back(std::move(one));
    }
    return sample;
}

/// The statistic of the numbers themselves, from that of the numbers over 2^exponent.
Ball restored(const Ball& value, NetworkStatistic statistic, int exponent) {
    if (exponent == 0 || statistic == NetworkStatistic::log_variance) return value;
    if (statistic == NetworkStatistic::log_mean) return value + log(Ball(2)) * Ball(exponent);
    return value * Ball::power_of_two(statistic == NetworkStatistic::variance ? 2L * exponent : exponent);
}

NetworkMean statistic_of(const NetworkSample& numbers, NetworkStatistic statistic) {
    switch (statistic) {
        case NetworkStatistic::mean: return numbers.mean(only, 0);
        case NetworkStatistic::geometric_mean: return numbers.geometric_mean(only, 0);
        case NetworkStatistic::variance: return numbers.variance(only, 0);
        case NetworkStatistic::log_mean: return numbers.log_mean(only, 0);
        case NetworkStatistic::log_variance: return numbers.log_variance(only, 0);
    }
    throw std::logic_error("no such statistic");
}

/// The largest rounding error of one network's number.
double rounding(const Measurement& what, double number, bool double_precision) {
    const double u = std::numeric_limits<float>::epsilon() / 2;
    const double unit = double_precision ? std::numeric_limits<double>::epsilon() / 2 : u;
    const double relative = 32 * unit * static_cast<double>(what.additions);
    switch (what.scale) {
        case RoundingScale::relative: return relative * std::fabs(number);
        case RoundingScale::absolute: return relative * std::max(std::fabs(number), 1.0);
        case RoundingScale::distance: return relative * (2 * std::sqrt(std::fabs(number)) + relative);
    }
    return 0;
}

/// The resulting error of the statistic, if no number errs by more than `error`.
double carried(NetworkStatistic statistic, double value, double mean, double error) {
    const double relative = error / std::fabs(mean);
    if (statistic == NetworkStatistic::variance) return error * (2 * std::sqrt(std::fabs(value)) + error);
    if (statistic == NetworkStatistic::log_variance)
        return relative * (2 * std::sqrt(std::fabs(value)) + relative);
    return statistic == NetworkStatistic::log_mean ? relative : error;
}

/// Why numbers of these sizes do not fit the precision. Products of two of them are computed in it, and a
/// statistic takes fourth powers of squares in float64: results below the smallest normal number lose digits
/// that no allowance for rounding covers.
std::optional<std::string> refused_size(const NetworkDesign& design) {
    const double most = std::ldexp(1.0, design.double_precision ? 100 : 50);
    const auto fits = [most](double size) {
        return size == 0 || (std::fabs(size) <= most && std::fabs(size) >= 1 / most);
    };
    const auto refusal = [&](const std::string& what) {
        return what + " is too large or too small for " +
               (design.double_precision ? "float64: simulations support sizes from 2^-100 to 2^100"
                                        : "float32: simulations support sizes from 2^-50 to 2^50, and with "
                                          "precision=float64 from 2^-100 to 2^100");
    };
    if (!fits(std::sqrt(design.input_square))) return refusal("the input's sqrt(initial)");
    const WeightStds& stds = design.stds;
    for (const double std : {stds.linear, stds.query_key, stds.value, stds.attention_output, stds.hidden,
                             stds.hidden_output, stds.up}) {
        if (!fits(std)) return refusal("the std of a weight matrix");
    }
    for (const ResidualStep<double>& step : design.steps) {
        if (!fits(step.skip)) return refusal("the skip path's factor");
        if (!fits(step.branch)) return refusal("the branch's scale");
    }
    return std::nullopt;
}

/// A standard error that extends as far up as that of the logarithm, up to `most` of them.
double of_logarithm(const NetworkMean& found, double most) {
    if (found.value == 0) return found.standard_error;
    const Ball relative = Ball(found.standard_error / found.value);
    return ((exp(Ball(most) * relative) - 1) / Ball(most) * Ball(found.value)).to_double();
}

double standard_error_of(const Measurement& what, NetworkMean found, int degrees) {
    if (what.is_witness) return of_logarithm(found, max_standard_errors(degrees));
    const bool is_variance =
        what.statistic == NetworkStatistic::variance || what.statistic == NetworkStatistic::log_variance;
    if (!is_variance && what.statistic != NetworkStatistic::geometric_mean) return found.standard_error;
    if (is_variance)
        found.standard_error = std::max(found.standard_error, found.value * std::sqrt(2.0 / degrees));
    return of_logarithm(found, critical_value(0.05, degrees));
}

/// Of numbers over any power of two; infinite if some are not positive.
double log_variance_of(const std::vector<double>& numbers) {
    return statistic_of(alone(numbers, far_exponent(numbers)), NetworkStatistic::log_variance).value;
}

bool has_logarithms(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return number > 0; });
}

/// The log-variance of what is log-normal in a statistic of these numbers, if anything is: the numbers
/// themselves, unless their logarithms are averaged, and what is missing to their bound.
std::optional<LogNormalPart> log_normal_part(const std::vector<double>& numbers, const Measurement& what) {
    const bool of_logarithms =
        what.statistic != NetworkStatistic::mean && what.statistic != NetworkStatistic::variance;
    std::optional<LogNormalPart> found;
    const auto add = [&](const std::vector<double>& part, const char* name) {
        const double log_variance = log_variance_of(part);
        if (!found || log_variance > found->log_variance) found = {log_variance, name};
    };
    if (!of_logarithms && has_logarithms(numbers)) add(numbers, "this number");
    if (!what.upper_bound) return found;
    std::vector<double> missing;
    for (const double number : numbers) missing.push_back(*what.upper_bound - number);
    add(missing, "its distance to the bound");
    return found;
}

/// Why a few networks carry the statistic, or the pilot that would tell failed.
std::optional<std::string> doubt(const NetworkPlan& plan, const NetworkDesign& design,
                                 const Measurement& what, const std::vector<double>& numbers,
                                 const Context& context) {
    const auto pilot =
        sample_networks(design, {what.what}, pilot_networks(plan.networks), context, pilot_begin);
    if (!pilot->failure.empty()) return pilot->failure;
    const std::vector<double> others = numbers_of(*pilot, what);
    const std::optional<LogNormalPart> part = log_normal_part(others, what);
    const std::string instead = what.upper_bound                           ? ""
                                : what.statistic == NetworkStatistic::mean ? "geometric_mean or log_mean"
                                                                           : "log_variance";
    if (what.statistic == NetworkStatistic::mean) return doubt_about_mean(numbers, others, part, instead);
    if (what.statistic == NetworkStatistic::variance || what.statistic == NetworkStatistic::log_variance)
        return part ? doubt_about_variance(numbers.size(), *part, instead) : std::nullopt;
    if (!has_logarithms(numbers) || !has_logarithms(others))
        return "a network's number has no logarithm: 0, or negative";
    const auto logarithms = [](const std::vector<double>& of) {
        return alone(of, far_exponent(of)).logarithms(only, 0);
    };
    return doubt_about_mean(logarithms(numbers), logarithms(others), part, "");
}

}  // namespace

Answer measured(const NetworkPlan& plan, const Measurement& what, const Context& context, Judging judging) {
    std::string reason;
    const std::optional<WeightStds> stds = resolved(plan.weights, context, reason);
    if (!stds) return {Status::unable, reason};
    NetworkDesign design = plan.design;
    design.stds = *stds;
    if (const auto refusal = refused_size(design)) return {Status::unable, *refusal};
    const auto sample = sample_networks(design, {what.what}, plan.networks, context);
    if (!sample->failure.empty()) return {Status::unable, sample->failure};
    const std::vector<double> measured_numbers = numbers_of(*sample, what);
    if (const auto refusal = underflow(measured_numbers, what, design)) return {Status::unable, *refusal};
    const int exponent = far_exponent(measured_numbers);
    const NetworkSample numbers = alone(measured_numbers, exponent);
    const NetworkMean found = statistic_of(numbers, what.statistic);
    if (!std::isfinite(found.value) || !std::isfinite(found.standard_error)) {
        return {Status::unable,
                "a network has no finite number for the statistic " + std::string(word_of(what.statistic)) +
                    (what.statistic == NetworkStatistic::mean || what.statistic == NetworkStatistic::variance
                         ? ""
                         : ": the logarithm of 0 or of a negative number")};
    }
    const int degrees = static_cast<int>(plan.networks - 1);
    const double mean = statistic_of(numbers, NetworkStatistic::mean).value;
    const double rounded = rounding(what, mean, design.double_precision);
    const double error = carried(what.statistic, found.value, mean, rounded) / 6;
    if (!std::isfinite(error)) return {Status::unable, "no bound of its rounding error is known"};
    const bool agrees = statistic_of(numbers, NetworkStatistic::variance).value <= rounded * rounded;
    if (judging == Judging::by_pilot && !what.is_witness && !agrees) {
        if (const auto refusal = doubt(plan, design, what, measured_numbers, context))
            return {Status::unable, *refusal};
    }
    const double standard_error = standard_error_of(what, found, degrees);
    // widening: sample
    Answer computed = restored(Ball(found.value).widened(Ball(standard_error)).widened(Ball(error)),
                               what.statistic, exponent);
    computed.degrees_of_freedom = degrees;
    computed.samples = plan.networks;
    return computed;
}

}  // namespace sigprop
