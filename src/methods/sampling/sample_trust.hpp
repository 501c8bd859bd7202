#pragma once
// When a standard error can be trusted. Intervals of level 95 % for the mean of n samples of skewness g miss
// the truth more often than they should, by about 25 g^2 / n percentage points (P. Hall, "Theoretical
// comparison of bootstrap confidence intervals", Ann. Statist. 16, 1988). So g^2 / n must stay below 0.03.
// The skewness comes from a pilot of 2^16 separate samples: judging a sample by its own moments would accept
// just those that do not contain the tail, which miss most (for E exp z at n = 100, judged by its own largest
// square, 19 % of the accepted intervals miss). The sample itself is examined only for what the pilot may
// have missed: no lane of a batch, at most 2^11 samples, may hold more than a quarter of the sum of squares
// (3 % where one sample holds a quarter of the pilot's sum, whose skewness then says too little: for E exp 4z
// at n = 3e6, three of four intervals would miss).
//
// Misses of the truth over 10^4 seeds, in percent, by the intervals of level 95, 99 and 99.9 % that are not
// refused; in brackets the percentage not refused, if below 100. The last column applies no rule.
//
//                     n = 100        n = 1,000            n = 10,000           unjudged, n = 100
//     E sigmoid^2     5.1 1.1 0.12   5.2 1.0 0.08         5.1 1.1 0.12         5.3  1.2  0.2
//     E 1/(1 + z^2)   4.9 1.1 0.09   5.2 1.1 0.09         5.1 1.0 0.13         5.3  1.2  0.1
//     z^2 on ±2       5.6 1.4 0.29   4.8 0.8 0.03         4.8 1.3 0.09         5.9  1.5  0.4
//     E relu^2        (0)            5.3 1.4 0.20 (99)    5.0 1.1 0.11         8.1  3.6  1.5
//     E exp z         (0)            6.0 2.0 0.53 (26)    5.1 1.1 0.14         8.5  3.8  1.5
//     E relu^4        (0)            (0)                  5.6 1.3 0.23 (90)    18   13   8
//     E exp 2z        (0)            (0)                  (0)                  26   19   14
//     E relu^8        (0)            (0)                  (0)                  47   42   37

#include <cstdint>
#include <string>

#include "methods/sampling/batch_sums.hpp"
#include "methods/sampling/sample_pilot.hpp"

namespace sigprop {

/// With fewer samples a standard error is not trusted.
inline constexpr std::uint64_t min_samples = 100;
/// With up to this many samples, the standard error counts as estimated: intervals use Student's t.
inline constexpr std::uint64_t few_samples = 1000;

/// Why the standard error of integrand i means nothing, in one line; empty when it can be trusted. `mean` is
/// the mean that was found for it.
[[nodiscard]] std::string doubt_about(const SamplePlan& plan, const SampleTotals& totals,
                                      const SamplePilot& pilot, std::size_t i, double mean);

}  // namespace sigprop
