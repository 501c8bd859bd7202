// Rows are drawn once (sampled_rows.hpp); a statistic of them is estimated (row_statistics.hpp) and judged.

#include "methods/softmax_sampling/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>
#include <vector>

#include "core/base/doubles.hpp"
#include "methods/sampling/sample_trust.hpp"
#include "methods/softmax_sampling/draws.hpp"
#include "methods/softmax_sampling/row_statistics.hpp"
#include "methods/softmax_sampling/sampled_rows.hpp"

namespace sigprop {
namespace {

// Estimates the part of a mean that comes from rows too rare to be drawn. A single large logit changes the
// statistics of a row most: one more logit x beside a typical row of log partition L takes the weight
// p = e^x/(e^x + e^L), and every statistic changes by a known h(x). To first order (Hajek's projection) a
// row's value is a sum of h over its logits, so an integral over the law of a logit gives the part of the
// mean from logits so large that hardly one is expected in all rows together. The sample itself does not
// contain them.

/// Logits of which fewer than this are expected count as missed.
constexpr double fewest_met = 0.5;

/// A value of a logit and its probability.
struct Node {
    double x, probability;
};

/// Nodes of N(0, std^2) with a cap, in descending order.
std::vector<Node> normal_nodes(double std, double cap) {
    constexpr double step = 1.0 / 64;
    std::vector<Node> nodes;
    for (int k = 64 * 12; k >= -64 * 12; --k) {
        const double z = k * step;
        const double x = std * z;
        nodes.push_back({std::isfinite(cap) ? cap * std::tanh(x / cap) : x,
                         step * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi)});
    }
    return nodes;
}

/// Nodes of radius times the cosine of an angle with density sin^(dim - 2), in descending order.
std::vector<Node> sphere_nodes(double dim, double radius) {
    constexpr int count = 4096;
    if (dim == 1) return {{radius, 0.5}, {-radius, 0.5}};
    std::vector<Node> nodes;
    double total = 0;
    for (int k = 0; k < count; ++k) {
        const double angle = std::numbers::pi * (k + 0.5) / count;
        nodes.push_back({radius * std::cos(angle), std::pow(std::sin(angle), dim - 2)});
        total += nodes.back().probability;
    }
    for (Node& node : nodes) node.probability /= total;
    return nodes;
}

/// The standard deviation of a logit, or slightly more.
double spread_of(const LogitLaw& law) {
    switch (law.kind) {
        case LogitLaw::Kind::normal: return law.std.to_double();
        case LogitLaw::Kind::capped_normal: return std::min(law.std.to_double(), law.cap.to_double());
        case LogitLaw::Kind::sphere: break;
    }
    return law.radius.to_double() / std::sqrt(static_cast<double>(law.dim));
}

std::vector<Node> nodes_of(const LogitLaw& law) {
    constexpr std::int64_t nearly_normal = 10'000;
    switch (law.kind) {
        case LogitLaw::Kind::normal: return normal_nodes(law.std.to_double(), infinity);
        case LogitLaw::Kind::capped_normal: return normal_nodes(law.std.to_double(), law.cap.to_double());
        case LogitLaw::Kind::sphere: break;
    }
    if (law.dim > nearly_normal) return normal_nodes(spread_of(law), infinity);
    return sphere_nodes(static_cast<double>(law.dim), law.radius.to_double());
}

/// The row whose every statistic is the mean over the drawn rows.
SoftmaxRow typical(const DrawnRows& drawn) {
    SoftmaxRow mean;
    for (std::size_t k = 0; k < drawn.rows.size(); ++k) {
        const SoftmaxRow& row = drawn.rows[k];
        const double weight = drawn.weights[k % drawn.weights.size()] / static_cast<double>(drawn.count());
        mean.entropy += weight * row.entropy;
        mean.log_partition += weight * row.log_partition;
        mean.participation += weight * row.participation;
        mean.sum_cubes += weight * row.sum_cubes;
        mean.max_weight += weight * row.max_weight;
    }
    return mean;
}

/// The row with one more logit.
SoftmaxRow joined(const SoftmaxRow& row, double x) {
    const double above = x - row.log_partition;
    const double p = 1 / (1 + std::exp(-above));
    const double rest = 1 / (1 + std::exp(above));
    SoftmaxRow result;
    result.log_partition =
        row.log_partition + (above > 0 ? above + std::log1p(std::exp(-above)) : std::log1p(std::exp(above)));
    result.entropy =
        rest * row.entropy - (p > 0 ? p * std::log(p) : 0) - (rest > 0 ? rest * std::log(rest) : 0);
    result.participation = rest * rest * row.participation + p * p;
    result.sum_cubes = rest * rest * rest * row.sum_cubes + p * p * p;
    result.max_weight = std::max(rest * row.max_weight, p);
    return result;
}

double number_of(RowStatistic what, SoftmaxRow row) {
    const double square = row.participation * row.participation;
    row.jacobian_norm = row.participation - 2 * row.sum_cubes + square;
    return value_of(what, row);
}

/// An estimate of the part of the mean over rows that comes from the largest logits, beyond the point where
/// fewer than 1/2 are expected among those that were drawn.
double missed_share(RowStatistic what, const LogitLaw& law, const DrawnRows& drawn) {
    const SoftmaxRow row = typical(drawn);
    const double before = number_of(what, row);
    const auto logits = static_cast<double>(drawn.logits());
    double above = 0;  // the probability of this logit or a larger one
    double missed = 0;
    double met = 0;
    double met_probability = 0;
    for (const Node& node : nodes_of(law)) {
        const double h = number_of(what, joined(row, node.x)) - before;
        above += node.probability;
        if (logits * above < fewest_met) {
            missed += node.probability * h;
        } else {
            met += node.probability * h;
            met_probability += node.probability;
        }
    }
    const double missed_probability = 1 - met_probability;
    return static_cast<double>(drawn.length) * (missed - missed_probability * met / met_probability);
}

/// Limit of skewness^2 / rows, as in sample_trust.cpp.
constexpr double max_skew = 0.03;
/// Limits of one row's share of the squared deviations; the second applies to fewer than min_samples rows.
constexpr double max_share = 0.25;
constexpr double max_share_of_few = 0.5;
/// Limit of the part of a mean that comes from logits that were not drawn, in standard errors.
constexpr double max_missed = 0.25;

/// The largest effect of single precision on the mean of a statistic: the relative error of weights is
/// 2^-24 on average, and logits have a std with the same relative error. log n bounds the effect of a change
/// of the std on weights that are far from equal.
double rounding(RowStatistic what, double value, double std, std::uint64_t length) {
    constexpr double unit = 0x1p-24;
    const double log_n = std::log(static_cast<double>(std::max<std::uint64_t>(length, 2)));
    const double of_weights = std::min(std, 1.0) + std::min(std * std, 2 + 2 * log_n);
    const double of_logits = std * std::min(std, std::sqrt(2 * log_n) + 1);
    switch (what) {
        case RowStatistic::entropy: return unit * of_weights;
        case RowStatistic::log_partition: return unit * (1 + of_logits);
        case RowStatistic::mean_logit: return unit * (of_weights + of_logits);
        case RowStatistic::participation: return unit * 2 * of_weights * value;
        case RowStatistic::sum_cubes:
        case RowStatistic::jacobian_norm: return unit * 3 * of_weights * value;
        case RowStatistic::participation_squared: return unit * 4 * of_weights * value;
        case RowStatistic::max_weight: return unit * of_weights * value;
    }
    return 0;
}

std::string rows_of(const DrawnRows& drawn) { return fmt::format("{} rows", drawn.count()); }

/// Why the standard error of a mean means nothing; empty when it can be trusted.
std::string doubt(const RowEstimate& mean, const DrawnRows& drawn) {
    const auto rows = static_cast<double>(drawn.count());
    if (mean.standard_error == 0) {
        return "all " + rows_of(drawn) + " gave the same value: its spread is unknown";
    }
    const double skew = std::fabs(mean.skewness);
    if (skew * skew > max_skew * rows) {
        const double needed = std::ceil(skew * skew / max_skew);
        return fmt::format(
            "over rows its skewness is about {:.2g}: a standard error needs about {:.0f} rows, not {}: write "
            "--samples {:.2g}, the number of logits",
            skew, needed, drawn.count(), needed * static_cast<double>(drawn.length));
    }
    const double most = drawn.count() < min_samples ? max_share_of_few : max_share;
    if (mean.largest_share > most) {
        return fmt::format(
            "one of {1} has {0:.0f} % of the squared deviations: too few samples, or too heavy a tail, for a "
            "standard error",
            100 * mean.largest_share, rows_of(drawn));
    }
    return "";
}

Answer sample(const RowEstimate& estimate, double error, const DrawnRows& drawn) {
    if (!std::isfinite(estimate.value) || !std::isfinite(estimate.standard_error)) {
        return {Status::unable, "a row has no finite value"};
    }
    // widening: sample
    Answer result = Ball(estimate.value).widened(Ball(estimate.standard_error)).widened(Ball(error / 6));
    result.degrees_of_freedom = estimate.degrees_of_freedom;
    result.samples = drawn.logits();
    return result;
}

/// The rows, or why there are none.
std::variant<std::shared_ptr<const DrawnRows>, Answer> rows_for(const RowsAsked& asked,
                                                                const Context& context) {
    const RowCount count = row_count(asked, context);
    if (!count.refusal.empty()) return Answer(Status::unable, count.refusal);
    return remembered_rows(asked, count.rows, context);
}

template <class Value>
RowValues values_of(const DrawnRows& drawn, const Value& value) {
    RowValues result{{}, drawn.weights};
    result.values.reserve(drawn.rows.size());
    for (const SoftmaxRow& row : drawn.rows) result.values.push_back(value(row));
    return result;
}

}  // namespace

Answer sampled_row_mean(RowStatistic what, const RowsAsked& rows, const Context& context) {
    const auto found = rows_for(rows, context);
    if (const auto* refused = std::get_if<Answer>(&found)) return *refused;
    const DrawnRows& drawn = *std::get<0>(found);
    const RowEstimate mean =
        mean_of(values_of(drawn, [what](const SoftmaxRow& row) { return value_of(what, row); }));
    if (const std::string why = doubt(mean, drawn); !why.empty()) return {Status::unable, why};
    const double missed = missed_share(what, rows.law, drawn);
    if (std::fabs(missed) > max_missed * mean.standard_error) {
        return {Status::unable,
                fmt::format("rows too rare to occur among {} contribute about {:.2g} to its mean {:.2g}",
                            drawn.count(), missed, mean.value)};
    }
    return sample(mean, rounding(what, mean.value, spread_of(rows.law), drawn.length), drawn);
}

Answer sampled_row_median(RowStatistic what, const RowsAsked& rows, const Context& context) {
    const auto found = rows_for(rows, context);
    if (const auto* refused = std::get_if<Answer>(&found)) return *refused;
    const DrawnRows& drawn = *std::get<0>(found);
    const RowEstimate median =
        median_of(values_of(drawn, [what](const SoftmaxRow& row) { return value_of(what, row); }));
    return sample(median, rounding(what, median.value, spread_of(rows.law), drawn.length), drawn);
}

Answer sampled_fraction_above(double threshold, const RowsAsked& rows, const Context& context) {
    const auto found = rows_for(rows, context);
    if (const auto* refused = std::get_if<Answer>(&found)) return *refused;
    const DrawnRows& drawn = *std::get<0>(found);
    const RowEstimate share = mean_of(values_of(
        drawn, [threshold](const SoftmaxRow& row) { return row.max_weight > threshold ? 1.0 : 0.0; }));
    if (share.standard_error == 0) {
        return {Status::unable, fmt::format("{} of {} rows exceed {}: the share in other rows is unknown",
                                            share.value < 0.5 ? "none" : "all", drawn.count(), threshold)};
    }
    if (const std::string why = doubt(share, drawn); !why.empty()) return {Status::unable, why};
    return sample(share, 0, drawn);
}

}  // namespace sigprop
