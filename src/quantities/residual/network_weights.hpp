#pragma once
// The standard deviations of a network's weights, matrix by matrix: those that keep a branch's second moment,
// one number for all, or any scheme of init.std, whose parameters are filled in from what the network knows
// of itself. Each is a set of routes, so that a gain is enclosed before it is rounded to a double.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

enum class InitScheme : std::uint8_t;

/// The properties of a network that the rules need.
struct NetworkSizes {
    BlockKind block = BlockKind::linear;
    std::int64_t width = 1, hidden_width = 4, head_width = 1;
    std::int64_t sublayers = 1;    ///< residual additions
    bool gated = false;            ///< W2 (f(W1 x) * V x)
    std::int64_t heads_width = 0;  ///< features of all heads' queries; 0: width
    std::int64_t keys_width = 0;   ///< features of all heads' keys, and of their values; 0: heads_width
    /// Whether scores are divided by the root of the head's width under every scheme; else T5's queries are
    /// its own.
    bool divides_scores = true;
};

/// The stds of a network's matrices as the rules give them: keys have their own where they are fewer than
/// queries, or where the scheme draws queries otherwise.
struct RuleStds : WeightStds {
    double key = 0;
};

/// A matrix of a branch, its std, and the member of the network's design that holds the std.
struct MatrixRule {
    double RuleStds::*std = nullptr;  ///< factor on the law: the std only where the law has std 1
    std::string name;                 ///< for messages
    std::vector<Route> routes;
};

struct WeightRules {
    std::vector<MatrixRule> matrices;  ///< of weight and multiplier combined
    WeightMultipliers multipliers;
    Law law = Law::normal();
};

/// A branch whose output has the second moment branch_variance for an input of second moment 1, at every
/// width: weights N(0, 1/fan_in), and the last matrix N(0, branch_variance / (fan_in E f(z)^2)). Gated units
/// have the same W2: given an input of second moment 1, the entries g of W1 x and u of V x are N(0, 1) and,
/// as rows of different matrices, independent, so that E (f(g) u)^2 = E f(g)^2 E u^2 = E f(z)^2.
[[nodiscard]] WeightRules preserving_rules(const NetworkSizes& sizes, const Activation& activation,
                                           const Real& branch_variance);
/// N(0, std^2) everywhere.
[[nodiscard]] WeightRules equal_rules(const NetworkSizes& sizes, const Real& std);

/// The std of muP's matrices, and the width at which they have it; without it, they are LeCun's.
struct MupBase {
    std::optional<Real> std;
    std::optional<std::int64_t> width;
};

/// Errors   InputError for what the scheme needs and the network cannot know (mup: base_width without a
///          default)
[[nodiscard]] WeightRules scheme_rules(InitScheme scheme, const NetworkSizes& sizes,
                                       const Activation& activation, const MupBase& mup);

/// Fixup: the last matrix of every branch is 0, the others are scaled by sublayers^(-1/(2m - 2)), m = 2: the
/// matrices that a signal passes one after another. A gated unit has three, but V is beside W1 and not behind
/// it: m stays the depth 2, and V is scaled as W1. Its hidden features are then of size 1/sublayers, a plain
/// unit's of sublayers^(-1/2); the paper has no gated units.
void make_fixup(WeightRules& rules, const NetworkSizes& sizes);

/// The stds as doubles; nothing if one has no value, with the cause in `reason`.
[[nodiscard]] std::optional<RuleStds> resolved(const WeightRules& rules, const Context& context,
                                               std::string& reason);

}  // namespace sigprop
