#pragma once
// What rows that were not met may hide. The numbers of a row change most by a single large logit: one more
// logit x beside a typical row of log partition L takes the weight p = e^x/(e^x + e^L), and every statistic
// changes by a known h(x). To first order (Hajek's projection) a row's value is a sum of h over its logits, so
// that integrals over the law of a logit give its skewness and the part of its mean that comes from logits so
// large that fewer than one of them is expected in all rows together. A sample cannot tell by itself: it has
// not met them. Where that part is no small share of the standard error, or the skewness of the rest too large
// for one (sample_trust.hpp), the standard error is not to be believed: participation of 2^20 logits of std
// 2.5, say, whose mean comes from one row in ten thousand.

#include <span>
#include <string>

#include "methods/softmax_draws.hpp"

namespace sigprop {

struct RowTail {
    double skewness = 0;  ///< of one row's value, from logits that are met
    double missed = 0;    ///< of the mean, from those that are not
};

[[nodiscard]] RowTail tail_of(RowStatistic what, const LogitLaw& law, const DrawnRows& drawn);

/// The standard deviation of a logit, or somewhat more.
[[nodiscard]] double spread_of(const LogitLaw& law);

}  // namespace sigprop
