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

#include "quantities/activation/standard_normal.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

/// One matrix of a kind of residual block.
struct Matrix {
    double RuleStds::*std;
    const char* name;
    const char* t5_role;
    bool widens = false;   ///< fan_out is the hidden width
    bool narrows = false;  ///< fan_in is the hidden width: the matrix follows the activation
    bool is_last = false;  ///< its output is the branch's
    /// The width of its heads, which is fan_out, of the last one fan_in.
    std::int64_t NetworkSizes::*heads = nullptr;
};

const Matrix linear_matrix{&RuleStds::linear, "W", "ffn_in", false, false, true};
const Matrix query_key{&RuleStds::query_key,      "query and key", "key", false, false, false,
                       &NetworkSizes::heads_width};
const Matrix t5_query{&RuleStds::query_key,      "query", "query", false, false, false,
                      &NetworkSizes::heads_width};
const Matrix key_of_group{&RuleStds::key, "key", "key", false, false, false, &NetworkSizes::keys_width};
const Matrix value{&RuleStds::value, "value", "value", false, false, false, &NetworkSizes::keys_width};
const Matrix attention_output{&RuleStds::attention_output, "attention's output", "output", false, false, true,
                              &NetworkSizes::heads_width};
const Matrix hidden{&RuleStds::hidden, "W1", "ffn_in", true};
const Matrix up{&RuleStds::up, "V", "ffn_in", true};
const Matrix hidden_output{&RuleStds::hidden_output, "W2", "ffn_out", false, true, true};

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

Formula count(std::int64_t n) { return Formula(Real(Rational(n))); }

// ---- schemes

/// The rule for this matrix, if the scheme is named after the rule of another matrix.
std::string rule_for(const std::string& scheme, const Matrix& matrix, bool has_base_std) {
    const auto one_of = [&](std::initializer_list<const char*> names) {
        return std::ranges::find(names, scheme) != names.end();
    };
    const bool is_query_key = matrix.std == query_key.std || matrix.std == key_of_group.std;
    if (is_query_key && one_of({"deepnorm", "deep_norm", "subln", "magneto", "t_fixup", "tfixup"}))
        return "xavier";
    if (!matrix.is_last && scheme == "gpt2_residual") return "gpt2";
    if (!matrix.is_last && one_of({"wang", "wang_init"})) return "small_init";
    if (scheme == "ntk") return "lecun";  // the std of multiplier and weight combined
    if (scheme == "mup" && !has_base_std) return "lecun";
    return scheme;
}

void give(Arguments& arguments, const std::string& name, std::int64_t number) {
    arguments.set(name, number);
    arguments.mark_given(name);
}

void give_role(Arguments& arguments, const std::string& scheme, const Matrix& matrix) {
    std::string role;
    if (scheme == "t5") role = matrix.t5_role;
    if (scheme == "t_fixup" || scheme == "tfixup") role = "encoder";
    if (scheme == "mup") role = "hidden";
    if (role.empty()) return;
    arguments.set("role", role);
    arguments.mark_given("role");
}

Routes scheme_std(const std::string& scheme, const Matrix& matrix, const NetworkSizes& sizes,
                  const Activation& activation, const Arguments& mup) {
    const bool has_base_std = mup.has_real("base_std");
    const std::string rule = rule_for(scheme, matrix, has_base_std);
    const std::int64_t blocks = (sizes.sublayers + 1) / 2;
    Arguments arguments;
    arguments.set("scheme", rule);
    arguments.set("mode", std::string("fan_in"));
    arguments.set("activation",
                  matrix.narrows ? activation : Activation{"identity", Formula::variable(), "identity"});
    arguments.mark_given("activation");  // he's relu is for a layer of which nothing is known
    give(arguments, "fan_in", fan_in(matrix, sizes));
    give(arguments, "fan_out", fan_out(matrix, sizes));
    give(arguments, "layers", blocks);
    give(arguments, "encoder_layers", blocks);
    give(arguments, "width", sizes.width);
    give(arguments, "head_dim", sizes.head_width);
    give_role(arguments, rule, matrix);
    if (has_base_std) arguments.set("base_std", mup.real("base_std"));
    if (mup.has_integer("base_width")) give(arguments, "base_width", mup.integer("base_width"));
    return scheme_routes_for(arguments);
}

WeightMultipliers multipliers_of(const std::string& scheme, const NetworkSizes& sizes) {
    const auto root = [](std::int64_t n) { return std::sqrt(static_cast<double>(n)); };
    WeightMultipliers by;
    if (scheme == "ntk") {
        by.linear = by.query = by.key = by.value = by.hidden = by.up = 1 / root(sizes.width);
        by.attention_output = 1 / root(fan_in(attention_output, sizes));
        by.hidden_output = 1 / root(sizes.hidden_width);
    }
    if (scheme == "t5" && sizes.divides_scores) by.query = root(sizes.head_width);
    return by;
}

}  // namespace

WeightRules preserving_rules(const NetworkSizes& sizes, const Activation& activation,
                             const Real& branch_variance) {
    return rules_for(sizes, [&](const Matrix& matrix) {
        const Formula mean_square =
            (matrix.is_last ? Formula(branch_variance) : Formula(1)) / count(fan_in(matrix, sizes));
        if (!matrix.narrows) return exactly(sqrt(mean_square));
        return mapped(of_standard_normal("second_moment", activation),
                      sqrt(mean_square / Formula::variable(0)));
    });
}

WeightRules equal_rules(const NetworkSizes& sizes, const Real& std) {
    return rules_for(sizes, [&](const Matrix&) { return exactly(Formula(std)); });
}

WeightRules scheme_rules(const std::string& scheme, const NetworkSizes& sizes, const Activation& activation,
                         const Arguments& mup) {
    const bool own_query = scheme == "t5" && sizes.block == BlockKind::transformer && !sizes.divides_scores;
    WeightRules rules = rules_for(
        sizes, [&](const Matrix& matrix) { return scheme_std(scheme, matrix, sizes, activation, mup); },
        own_query);
    rules.multipliers = multipliers_of(scheme, sizes);
    if (scheme == "bert") rules.law = Law::truncated_normal(-2, 2);  // the law to which 0.02 is passed
    if (scheme == "torch_default_linear") {
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
            rule.routes = mapped(rule.routes, Formula::variable(0) / sqrt(count(sizes.sublayers)));
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
                     " has no value (init or init_std sets it otherwise): " + proof.reason;
            return std::nullopt;
        }
        stds.*matrix.std = proof.value.to_double();
    }
    if (std::ranges::find(rules.matrices, key_of_group.std, &MatrixRule::std) == rules.matrices.end())
        stds.key = stds.query_key;
    return stds;
}

}  // namespace sigprop
