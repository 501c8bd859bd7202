// Rows are drawn once (sampled_rows.hpp); a statistic of them is estimated (row_statistics.hpp) and judged
// (row_tails.hpp).

#include "methods/softmax_sampling/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "methods/sampling/sample_trust.hpp"
#include "methods/softmax_sampling/row_statistics.hpp"
#include "methods/softmax_sampling/row_tails.hpp"
#include "methods/softmax_sampling/sampled_rows.hpp"

namespace sigprop {
namespace {

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
        return "all " + rows_of(drawn) + " gave the same value: nothing is known about its spread";
    }
    const double skew = std::fabs(mean.skewness);
    if (skew * skew > max_skew * rows) {
        const double needed = std::ceil(skew * skew / max_skew);
        return fmt::format(
            "over rows its skewness is about {:.2g}: a standard error needs about {:.0f} rows, not {}: "
            "--samples {:.2g}, which counts logits",
            skew, needed, drawn.count(), needed * static_cast<double>(drawn.length));
    }
    const double most = drawn.count() < min_samples ? max_share_of_few : max_share;
    if (mean.largest_share > most) {
        return fmt::format(
            "{:.0f} % of the squared deviations lie in one of {}: too few, or too heavy a tail, for a "
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
                fmt::format("rows that are too rare to be met among {} carry about {:.2g} of its mean {:.2g}",
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
        return {Status::unable, fmt::format("{} of {} rows exceed {}: the share of others is unknown",
                                            share.value < 0.5 ? "none" : "all", drawn.count(), threshold)};
    }
    if (const std::string why = doubt(share, drawn); !why.empty()) return {Status::unable, why};
    return sample(share, 0, drawn);
}

}  // namespace sigprop
