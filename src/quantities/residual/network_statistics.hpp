#pragma once
// Turns a number measured in every network into a sample: a statistic over networks, its standard error with
// networks - 1 degrees of freedom, and an allowance for the rounding in the networks themselves.
//
// Logarithms of numbers are nearly normal, and so is their mean. What is a function of it or of a variance is
// not: the radius R of a geometric mean, and of a variance, has t R = (exp(t r) - 1) value, r the relative
// standard error and t Student's quantile at 95 %, so that the interval of that level extends as far up as
// that of the logarithm. For a variance r is that of normal numbers, sqrt(2/(n - 1)), or that of the fourth
// moment, whichever is larger: the fourth moment of few numbers is too small.
//
// Rounding. With u = 2^-24 (float32) or 2^-53, one residual addition and its norms change the scale of the
// stream, or of a gradient, by at most 16 u: the norms (2 u each way), the stds and entries of two matrices
// (4 u), the activation (4 u), the factors of skip, input and branch (3 u) and the sum (u), all taken with
// one sign; the errors within a product are independent of each other and, averaged over the width, smaller
// than u. A square that has passed n additions is thus known to a relative 32 n u at worst. Samples are
// judged by six standard errors or more, so a sixth of that is added to the standard error. It matters where
// networks agree with each other to all digits: even then they must not contradict a proof. Nothing covers
// underflow, so that numbers near the smallest of the precision, and zeros that no proof explains, are
// refused.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "methods/route.hpp"
#include "models/network/network.hpp"

#include "quantities/residual/network_parameters.hpp"

namespace sigprop {

/// What the networks' rounding does to a number: its error is relative, or of the size of 1 (cosines), or of
/// the number's square root (squared distances of nearly equal vectors).
enum class RoundingScale : std::uint8_t { relative, absolute, distance };

enum class NetworkStatistic : std::uint8_t { mean, geometric_mean, variance, log_mean, log_variance };

struct Measurement {
    Observable what = Observable::second_moment;
    /// The number of one network, in whose profile `what` was measured.
    std::function<double(const NetworkProfile&)> number;
    /// Whether the number is 0 in every network of the design, by proof; absent where it never is. Any other
    /// 0 is a number that was too small.
    std::function<bool(const NetworkDesign&)> is_zero = {};
    NetworkStatistic statistic = NetworkStatistic::mean;
    std::uint64_t additions = 1;  ///< residual additions between the number and what is known exactly
    RoundingScale scale = RoundingScale::relative;
    std::optional<double> upper_bound =
        {};  ///< of numbers that may come close to it, and are log-normal below
    /// A variance that may contradict a proof: s^2 and its standard error r s^2 are small together, while
    /// log s^2 has the error r in any case. The radius is (exp(k r) - 1)/k s^2, k the standard errors that
    /// samples are judged by, so that k radii extend as far up as k errors of the logarithm.
    bool is_witness = false;
};

/// Whether other networks judge if a few carry the mean. A study of what the judgement is worth has none.
enum class Judging : std::uint8_t { by_pilot, none };

/// The statistic and its standard error; `unable` if a network has activations that are not finite, weights
/// or scales too large or too small for its precision, a number too small for it, or one without logarithm,
/// or if a few networks carry the mean (network_trust.hpp).
[[nodiscard]] Answer measured(const NetworkPlan& plan, const Measurement& what, const Context& context,
                              Judging judging = Judging::by_pilot);

}  // namespace sigprop
