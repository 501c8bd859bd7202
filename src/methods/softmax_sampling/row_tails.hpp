#pragma once
// What rows that were not met may hide. The numbers of a row change most by a single large logit: one more
// logit x beside a typical row of log partition L takes the weight p = e^x/(e^x + e^L), and every statistic
// changes by a known h(x). To first order (Hajek's projection) a row's value is a sum of h over its logits,
// so that an integral over the law of a logit gives the part of its mean that comes from logits so large that
// hardly one of them is expected in all rows together. A sample cannot tell by itself: it has not met them.

#include "methods/softmax_sampling/draws.hpp"

namespace sigprop {

/// The part of the mean over rows that comes from logits of which fewer than 1/2 are expected among those
/// that were drawn; an estimate.
[[nodiscard]] double missed_share(RowStatistic what, const LogitLaw& law, const DrawnRows& drawn);

/// The standard deviation of a logit, or somewhat more.
[[nodiscard]] double spread_of(const LogitLaw& law);

}  // namespace sigprop
