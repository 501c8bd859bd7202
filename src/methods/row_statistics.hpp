#pragma once
// The statistics of rows of attention weights, and what they are worth: means, medians and shares over rows
// that were drawn, each with one standard error, or a doubt that says why there is none.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/block_logits.hpp"
#include "methods/softmax_samples.hpp"

namespace sigprop {

[[nodiscard]] double value_of(RowStatistic what, const detail::SoftmaxRow& row);

/// Of values of which 2k and 2k + 1 are of stratum k when they come in pairs; else all are alike.
struct RowValues {
    std::vector<double> values;
    bool in_pairs = false;
};

/// A number that rows say something about.
struct RowEstimate {
    double value = 0;
    double standard_error = 0;
    int degrees_of_freedom = 0;  ///< 0: many
    double skewness = 0;         ///< of one row's value, about
    double largest_share = 0;    ///< of the squared deviations, in one row or pair
};

/// The mean. In pairs: the variance within strata, with Satterthwaite's degrees of freedom (F. Satterthwaite,
/// "An approximate distribution of estimates of variance components", Biometrics Bulletin 2, 1946).
[[nodiscard]] RowEstimate mean_of(const RowValues& rows);

/// The median. An order statistic on either side of it, 2.5758 standard deviations of the number of rows
/// below the median away, makes the standard error: their distance over that of an interval of level 99 % for
/// a normal estimate (J. McKean and R. Schrader, "A comparison of methods for studentizing the sample
/// median", Comm. Statist. B 13, 1984). It varies as the sum of the m gaps between them, and so has m/2
/// degrees of freedom.
[[nodiscard]] RowEstimate median_of(const RowValues& rows);

}  // namespace sigprop
