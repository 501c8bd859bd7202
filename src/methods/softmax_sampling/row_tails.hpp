#pragma once
// Estimates the part of a mean that comes from rows too rare to be drawn. A single large logit changes the
// statistics of a row most: one more logit x beside a typical row of log partition L takes the weight
// p = e^x/(e^x + e^L), and every statistic changes by a known h(x). To first order (Hajek's projection) a
// row's value is a sum of h over its logits, so an integral over the law of a logit gives the part of the
// mean from logits so large that hardly one is expected in all rows together. The sample itself does not
// contain them.

#include "methods/softmax_sampling/draws.hpp"

namespace sigprop {

/// An estimate of the part of the mean over rows that comes from the largest logits, beyond the point where
/// fewer than 1/2 are expected among those that were drawn.
[[nodiscard]] double missed_share(RowStatistic what, const LogitLaw& law, const DrawnRows& drawn);

/// The standard deviation of a logit, or slightly more.
[[nodiscard]] double spread_of(const LogitLaw& law);

}  // namespace sigprop
