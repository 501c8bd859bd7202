#include "methods/row_statistics.hpp"

#include <algorithm>
#include <cmath>

#include "methods/sample_trust.hpp"

namespace sigprop {
namespace {

/// None where they are so many that the standard error counts as known.
int few_degrees(double degrees) {
    return degrees < static_cast<double>(few_samples) ? static_cast<int>(std::max(degrees, 1.0)) : 0;
}

/// Sums of powers of deviations, and the largest square.
struct Deviations {
    double squares = 0, cubes = 0, fourths = 0, largest = 0;

    void add(double d) {
        const double square = d * d;
        squares += square;
        cubes += square * d;
        fourths += square * square;
        largest = std::max(largest, square);
    }
};

double mean(std::span<const double> values) {
    const double shift = values.front();
    double sum = 0;
    for (const double value : values) sum += value - shift;
    return shift + sum / static_cast<double>(values.size());
}

/// Of rows that are alike.
RowEstimate mean_of_rows(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    RowEstimate result;
    result.value = mean(values);
    Deviations sums;
    for (const double value : values) sums.add(value - result.value);
    result.standard_error = std::sqrt(sums.squares / (n - 1) / n);
    result.degrees_of_freedom = few_degrees(n - 1);
    if (sums.squares == 0) return result;
    result.skewness = sums.cubes / n / std::pow(sums.squares / n, 1.5);
    result.largest_share = sums.largest / sums.squares;
    return result;
}

RowEstimate mean_of_pairs(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    RowEstimate result;
    result.value = mean(values);
    Deviations sums;
    for (std::size_t k = 0; k + 1 < values.size(); k += 2) sums.add(values[k] - values[k + 1]);
    result.standard_error = std::sqrt(sums.squares) / n;
    if (sums.squares == 0) return result;
    // A squared normal has three times its squared mean on average.
    const double effective = 3 * sums.squares * sums.squares / sums.fourths;
    result.degrees_of_freedom = few_degrees(std::min(effective - 2, n / 2));
    // Differences are symmetric; their excess kurtosis is half that of the values, of which a gamma law has
    // 3/2 of the squared skewness.
    const double excess = n / 2 * sums.fourths / (sums.squares * sums.squares) - 3;
    result.skewness = std::sqrt(std::max(excess, 0.0) * 4 / 3);
    result.largest_share = sums.largest / sums.squares;
    return result;
}

/// The standard deviation of the number of rows below the median.
double spread_of_rank(const RowValues& rows, double median) {
    if (!rows.in_pairs) return std::sqrt(static_cast<double>(rows.values.size())) / 2;
    double apart = 0;
    for (std::size_t k = 0; k + 1 < rows.values.size(); k += 2) {
        apart += (rows.values[k] < median) != (rows.values[k + 1] < median) ? 1 : 0;
    }
    return std::sqrt(apart);
}

}  // namespace

double value_of(RowStatistic what, const detail::SoftmaxRow& row) {
    switch (what) {
        case RowStatistic::entropy: return row.entropy;
        case RowStatistic::log_partition: return row.log_partition;
        case RowStatistic::mean_logit: return row.log_partition - row.entropy;
        case RowStatistic::participation: return row.participation;
        case RowStatistic::sum_cubes: return row.sum_cubes;
        case RowStatistic::participation_squared: return row.participation * row.participation;
        case RowStatistic::jacobian_norm: return row.jacobian_norm;
        case RowStatistic::max_weight: return row.max_weight;
    }
    return 0;
}

RowEstimate mean_of(const RowValues& rows) {
    return rows.in_pairs ? mean_of_pairs(rows.values) : mean_of_rows(rows.values);
}

RowEstimate median_of(const RowValues& rows) {
    constexpr double reach = 2.5758293035489004;
    std::vector<double> sorted = rows.values;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t size = sorted.size();
    RowEstimate result;
    result.value = (sorted[(size - 1) / 2] + sorted[size / 2]) / 2;
    const double spread = spread_of_rank(rows, result.value);
    const auto ranks = std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(reach * spread)));
    const std::size_t lower = (size - 1) / 2 - std::min(ranks, (size - 1) / 2);
    const std::size_t upper = std::min(size / 2 + ranks, size - 1);
    const auto gaps = static_cast<double>(upper - lower);
    result.standard_error = (sorted[upper] - sorted[lower]) * spread / gaps;
    result.degrees_of_freedom = few_degrees(gaps / 2);
    return result;
}

}  // namespace sigprop
