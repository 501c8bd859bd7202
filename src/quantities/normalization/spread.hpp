#pragma once
// Normalisation at any input of a given spread: its Jacobian, which is fixed up to a rotation, and definite
// inputs of that spread on which the same is computed entry by entry.
//
// With u the input over its length, J = (I - t u u^T)/r: every direction is divided by r, except that of the
// input, which is divided by r/(1 - t), where t = (s/r) dr/ds is 1 without epsilon. A centred layer first
// projects the mean away. pRMSNorm, which uses k of n entries, has J = (I - t u v^T)/r with v^T u = 1 and
// |u|^2 |v|^2 = n/k, if all n entries have the same rms as those k.

#include "quantities/normalization/pairs.hpp"
#include "quantities/normalization/support.hpp"

namespace sigprop {

struct NormSpreadArguments;

struct NormSpreadCall {
    NormGroupCall call;
    Real spread = 1;  ///< rms of the entries, for a centred layer about their mean
};

/// Of a call that has dim.
[[nodiscard]] NormSpreadCall norm_spread_call(const NormSpreadArguments& given);

struct NormScale {
    Ball divisor;  ///< r
    Ball share;    ///< t
};

/// The reason why the Jacobian has no value there; `ok` if it has one.
[[nodiscard]] Answer spread_obstacle(const NormSpreadCall& at);
/// For a call without an obstacle, except one entry in a centred layer, where J = 0.
[[nodiscard]] NormScale norm_scale(const NormSpreadCall& at, long bits);
[[nodiscard]] inline bool has_no_direction(const NormGroupCall& call) {
    return call.rule.centre != NormCentre::none && call.size == 1;
}

/// An input of that spread: at most 12 distinct values in each part that pRMSNorm treats differently.
[[nodiscard]] std::vector<NormEntries<Ball>> definite_input(const NormSpreadCall& at, long bits);

}  // namespace sigprop
