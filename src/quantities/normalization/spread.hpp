#pragma once
// Normalisation at any input of a given spread: what its Jacobian is up to a rotation, and definite inputs of
// that spread on which the same is computed entry by entry.
//
// With u the input over its length, J = (I - t u u^T)/r: every direction is divided by r, but that of the
// input by r/(1 - t), where t = (s/r) dr/ds is 1 without epsilon. A centred layer projects the mean away
// first. pRMSNorm, which looks at k of n entries, has J = (I - t u v^T)/r with v^T u = 1 and
// |u|^2 |v|^2 = n/k, when all n entries have the rms that the k have.

#include "quantities/normalization/pairs.hpp"
#include "quantities/normalization/support.hpp"

namespace sigprop {

struct NormSpreadCall {
    NormGroupCall call;
    Real spread = 1;  ///< rms of the entries, about their mean where the layer is centred
};

/// dim, rms and those of norm_group_call.
/// Errors   InputError for rms < 0 or infinite
[[nodiscard]] NormSpreadCall norm_spread_call(const Arguments& arguments);
[[nodiscard]] Parameter norm_rms_parameter();
[[nodiscard]] Parameter norm_dim_parameter();

struct NormScale {
    Ball divisor;  ///< r
    Ball share;    ///< t
};

/// Why the Jacobian has no value there, and `ok` when it has one.
[[nodiscard]] Answer spread_obstacle(const NormSpreadCall& at);
/// Of a call without an obstacle, and not of one entry of a centred layer, where J = 0.
[[nodiscard]] NormScale norm_scale(const NormSpreadCall& at, long bits);
[[nodiscard]] inline bool has_no_direction(const NormGroupCall& call) {
    return call.rule.centre != NormCentre::none && call.size == 1;
}

/// An input of that spread: at most 12 distinct values in each part that pRMSNorm tells apart.
[[nodiscard]] std::vector<NormEntries<Ball>> definite_input(const NormSpreadCall& at, long bits);

}  // namespace sigprop
