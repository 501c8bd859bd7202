// How each rule applies to a network. A scheme that treats matrices differently is told what a matrix is for:
// DeepNorm, Sub-LN and T-Fixup leave query and key at Xavier; GPT-2's 1/sqrt(2N) and Wang's rule are for the
// last matrix of a branch, while the others have 0.02 and Small Init. muP's hidden matrices are LeCun's
// unless their std at a base width is given. A gain belongs to the matrix after the activation; V of a gated
// unit follows none, so that its std is that of W1 in every scheme.
//
// Two parametrisations differ from ours by a factor in forward, which an optimiser feels. NTK's layers
// compute V x/sqrt(fan_in) with weights V of std 1. T5 scales its query instead of the scores. Where they are
// divided by sqrt(head width) in any case, the matrix W whose scores these are is sqrt(head width) times T5's
// query V, of the std of its key; a network whose scale is a parameter (divides_scores = false) has T5's
// query as it is.

#include "quantities/residual/network_weights.hpp"

#include "catalogue/words.hpp"
#include "quantities/activation/standard_normal.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

using Role = SchemeRole;
using Routes = std::vector<Route>;

/// One matrix of a kind of residual block.
struct Matrix {
    double RuleStds::*std;
    const char* name;
    Role t5_role;
    bool widens = false;   ///< fan_out is the hidden width
    bool narrows = false;  ///< fan_in is the hidden width: the matrix follows the activation
    bool is_last = false;  ///< its output is the branch's
    /// The width of its heads, which is fan_out, of the last one fan_in.
    std::int64_t NetworkSizes::*heads = nullptr;
};

const Matrix linear_matrix{&RuleStds::linear, "W", Role::ffn_in, false, false, true};
const Matrix query_key{&RuleStds::query_key,      "query and key", Role::key, false, false, false,
                       &NetworkSizes::heads_width};
const Matrix t5_query{&RuleStds::query_key,      "query", Role::query, false, false, false,
                      &NetworkSizes::heads_width};
const Matrix key_of_group{&RuleStds::key, "key", Role::key, false, false, false, &NetworkSizes::keys_width};
const Matrix value{&RuleStds::value, "value", Role::value, false, false, false, &NetworkSizes::keys_width};
const Matrix attention_output{
    &RuleStds::attention_output, "attention's output", Role::output, false, false, true,
    &NetworkSizes::heads_width};
const Matrix hidden{&RuleStds::hidden, "W1", Role::ffn_in, true};
const Matrix up{&RuleStds::up, "V", Role::ffn_in, true};
const Matrix hidden_output{&RuleStds::hidden_output, "W2", Role::ffn_out, false, true, true};

std::vector<Matrix> matrices_of(const NetworkSizes& sizes, bool own_query) {
    if (sizes.block == BlockKind::linear) return {linear_matrix};
    std::vector<Matrix> matrices;
    if (sizes.block == BlockKind::transformer)
        matrices = {own_query ? t5_query : query_key, value, attention_output};
    if (own_query || (sizes.keys_width != 0 && sizes.keys_width != sizes.heads_width))
        matrices.push_back(key_of_group);
    matrices.push_back(hidden);
    if (sizes.gated) matrices.push_back(up);
    matrices.push_back(hidden_output);
    return matrices;
}

/// All heads' features, which are the width unless they are given.
std::int64_t heads_of(const Matrix& matrix, const NetworkSizes& sizes) {
    if (matrix.heads == nullptr) return sizes.width;
    const std::int64_t queries = sizes.heads_width == 0 ? sizes.width : sizes.heads_width;
    return sizes.*matrix.heads == 0 ? queries : sizes.*matrix.heads;
}

std::int64_t fan_in(const Matrix& matrix, const NetworkSizes& sizes) {
    if (matrix.narrows) return sizes.hidden_width;
    return matrix.is_last ? heads_of(matrix, sizes) : sizes.width;
}

std::int64_t fan_out(const Matrix& matrix, const NetworkSizes& sizes) {
    if (matrix.widens) return sizes.hidden_width;
    return matrix.is_last ? sizes.width : heads_of(matrix, sizes);
}

template <class RoutesOf>
WeightRules rules_for(const NetworkSizes& sizes, const RoutesOf& routes_of, bool own_query = false) {
    WeightRules rules;
    for (const Matrix& matrix : matrices_of(sizes, own_query))
        rules.matrices.push_back({matrix.std, matrix.name, routes_of(matrix)});
    return rules;
}

Routes exactly(const Formula& formula) { return {constant(RouteKind::closed_form, "closed_form", formula)}; }

// ---- schemes

/// The rule for this matrix, if the scheme is named after the rule of another matrix.
InitScheme rule_for(InitScheme scheme, const Matrix& matrix, bool has_base_std) {
    using enum InitScheme;
    const bool is_query_key = matrix.std == query_key.std || matrix.std == key_of_group.std;
    switch (scheme) {
        case t_fixup:
        case deepnorm:
        case subln: return is_query_key ? xavier : scheme;
        case gpt2_residual: return matrix.is_last ? scheme : gpt2;
        case wang: return matrix.is_last ? scheme : small_init;
        case ntk: return lecun;  // the std of multiplier and weight combined
        case mup: return has_base_std ? scheme : lecun;
        default: return scheme;
    }
}

std::optional<Role> role_in(InitScheme rule, const Matrix& matrix) {
    switch (rule) {
        case InitScheme::t5: return matrix.t5_role;
        case InitScheme::t_fixup: return Role::encoder;
        case InitScheme::mup: return Role::hidden;
        default: return std::nullopt;
    }
}

Routes scheme_std(InitScheme scheme, const Matrix& matrix, const NetworkSizes& sizes,
                  const Activation& activation, const MupBase& mup) {
    const InitScheme rule = rule_for(scheme, matrix, mup.std.has_value());
    const std::int64_t blocks = (sizes.sublayers + 1) / 2;
    return scheme_routes(rule,
                         {.fan_in = fan_in(matrix, sizes),
                          .fan_out = fan_out(matrix, sizes),
                          // he's relu is for a layer of which nothing is known
                          .activation = matrix.narrows ? activation : identity_activation(),
                          .role = role_in(rule, matrix),
                          .layers = blocks,
                          .width = sizes.width,
                          .head_dim = sizes.head_width,
                          .encoder_layers = blocks,
                          .base_width = mup.width,
                          .base_std = mup.std},
                         Surplus::ignored);
}

WeightMultipliers multipliers_of(InitScheme scheme, const NetworkSizes& sizes) {
    const auto root = [](std::int64_t n) { return std::sqrt(static_cast<double>(n)); };
    WeightMultipliers by;
    if (scheme == InitScheme::ntk) {
        by.linear = by.query = by.key = by.value = by.hidden = by.up = 1 / root(sizes.width);
        by.attention_output = 1 / root(fan_in(attention_output, sizes));
        by.hidden_output = 1 / root(sizes.hidden_width);
    }
    if (scheme == InitScheme::t5 && sizes.divides_scores) by.query = root(sizes.head_width);
    return by;
}

}  // namespace

WeightRules preserving_rules(const NetworkSizes& sizes, const Activation& activation,
                             const Real& branch_variance) {
    return rules_for(sizes, [&](const Matrix& matrix) {
        const Formula mean_square =
            (matrix.is_last ? Formula(branch_variance) : Formula(1)) / whole(fan_in(matrix, sizes));
        if (!matrix.narrows) return exactly(sqrt(mean_square));
        return mapped(of_standard_normal("second_moment", activation),
                      sqrt(mean_square / Formula::variable(0)));
    });
}

WeightRules equal_rules(const NetworkSizes& sizes, const Real& std) {
    return rules_for(sizes, [&](const Matrix&) { return exactly(Formula(std)); });
}

WeightRules scheme_rules(InitScheme scheme, const NetworkSizes& sizes, const Activation& activation,
                         const MupBase& mup) {
    const bool own_query =
        scheme == InitScheme::t5 && sizes.block == BlockKind::transformer && !sizes.divides_scores;
    WeightRules rules;
    try {
        rules = rules_for(
            sizes, [&](const Matrix& matrix) { return scheme_std(scheme, matrix, sizes, activation, mup); },
            own_query);
    } catch (const InputError& error) {
        throw InputError::about({"init"}, "init=" + std::string(word_of(scheme)) + ": " + error.what());
    }
    rules.multipliers = multipliers_of(scheme, sizes);
    if (scheme == InitScheme::bert) rules.law = Law::truncated_normal(-2, 2);  // what 0.02 is passed to
    if (scheme == InitScheme::torch_default_linear) {
        rules.law = Law::uniform(-1, 1);
        for (MatrixRule& matrix : rules.matrices)
            matrix.routes = mapped(matrix.routes, Formula::variable(0) * sqrt(Formula(3)));
    }
    return rules;
}

void make_fixup(WeightRules& rules, const NetworkSizes& sizes) {
    for (MatrixRule& rule : rules.matrices) {
        const bool is_last = rule.std == linear_matrix.std || rule.std == attention_output.std ||
                             rule.std == hidden_output.std;
        if (is_last) {
            rule.routes = exactly(0);
        } else {
            rule.routes = mapped(rule.routes, Formula::variable(0) / sqrt(whole(sizes.sublayers)));
        }
    }
}

std::optional<RuleStds> resolved(const WeightRules& rules, const Context& context, std::string& reason) {
    Context enough = context;
    enough.digits = 20;  // more than a double has
    RuleStds stds;
    for (const MatrixRule& matrix : rules.matrices) {
        const Evidence proof = best_enclosure(matrix.routes, enough);
        if (proof.status != Status::ok) {
            reason = "the std of " + matrix.name +
                     " has no value (otherwise init or init_std sets it): " + proof.reason;
            return std::nullopt;
        }
        stds.*matrix.std = proof.value.to_double();
    }
    if (std::ranges::find(rules.matrices, key_of_group.std, &MatrixRule::std) == rules.matrices.end())
        stds.key = stds.query_key;
    return stds;
}

}  // namespace sigprop
