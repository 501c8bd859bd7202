#pragma once
// The parameters by which a quantity describes a whole Transformer, and the description that results. The
// residual scheme and its parameters are those of residual.*; weights start by the schemes of init.std.

#include <string>
#include <utility>
#include <vector>

#include "models/transformer/architecture.hpp"
#include "quantities/quantity.hpp"

#include "quantities/residual/network_weights.hpp"
#include "quantities/residual/stack.hpp"

namespace sigprop {

struct ArchitectureArguments;

/// A description whose stds are not computed yet: that takes proofs.
struct ArchitectureRequest {
    Architecture design;  ///< without the stds of attention and feed-forward networks, which `weights` gives
    WeightRules weights;
    std::optional<RuleStds> stds = {};  ///< of the weights, where they are computed already
    bool orthogonal = false;
    std::vector<std::pair<WeightRole, double>> given = {};  ///< stds of single matrices, before all others
    bool zero_branches = false;  ///< whether the last matrix of every branch starts at 0
};

/// With optimisers that are adaptive, and branches whose factors rise on the way.
/// Errors   InputError naming the parameter and the fix
[[nodiscard]] ArchitectureRequest architecture_request(const StackArguments& of_stack,
                                                       const ArchitectureArguments& given, bool adaptive,
                                                       bool branches_rise);

/// Computes the stds of the weights once for all that is asked of the request; where one has no value all is
/// left as it is.
void prepare(ArchitectureRequest& request, const Context& context);

/// The architecture with its weights' stds; nothing, and a reason, where one has no value.
[[nodiscard]] std::optional<Architecture> resolved(const ArchitectureRequest& request, const Context& context,
                                                   std::string& reason);

/// Of a parameter whose range has no negative number.
[[nodiscard]] std::uint64_t unsigned_of(std::int64_t count);

}  // namespace sigprop
