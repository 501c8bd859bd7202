#pragma once
// The statistics of rows of attention weights, and what they are worth: means, medians and shares over rows
// that were drawn, each with one standard error, or a doubt that says why there is none.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "methods/softmax_sampling/block_logits.hpp"
#include "methods/softmax_sampling/samples.hpp"

namespace sigprop {

[[nodiscard]] double value_of(RowStatistic what, const SoftmaxRow& row);

/// Of each row in turn, its value at every position; the weights of positions add up to 1.
struct RowValues {
    std::vector<double> values;
    std::vector<double> weights;

    [[nodiscard]] std::size_t rows() const { return values.size() / weights.size(); }
};

/// A number that rows say something about.
struct RowEstimate {
    double value = 0;
    double standard_error = 0;
    int degrees_of_freedom = 0;  ///< 0: many
    double skewness = 0;         ///< of one row's value, about
    double largest_share = 0;    ///< of the squared deviations, in one row
};

/// The mean over rows of the weighted mean over positions.
[[nodiscard]] RowEstimate mean_of(const RowValues& rows);

/// The median over rows and weighted positions. A quantile on either side of it, 2.5758 standard errors of
/// the share below the median away, makes the standard error: their distance over that of an interval of
/// level 99 % for a normal estimate (J. McKean and R. Schrader, "A comparison of methods for studentizing the
/// sample median", Comm. Statist. B 13, 1984). It varies as the sum of the m gaps between them does, m
/// counted in rows, and so has m/2 degrees of freedom.
[[nodiscard]] RowEstimate median_of(const RowValues& rows);

}  // namespace sigprop
