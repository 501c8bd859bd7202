// A witness has fewer parameters: what it lacks is absent.

#include "quantities/residual/network_parameters.hpp"

#include "catalogue/groups.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr std::int64_t default_length = 16;  // of a transformer's sequences
constexpr std::int64_t usual_head_width = 64;
constexpr std::int64_t usual_hidden_ratio = 4;  // of a witness, which has no such parameter
constexpr std::int64_t max_sublayers = std::int64_t{1} << 16;
constexpr std::int64_t max_width = std::int64_t{1} << 16;
constexpr std::int64_t max_hidden_width = std::int64_t{1} << 20;

/// A quantity may have a width of its own, which need not be one of networks.
std::int64_t width_of(const NetworkArguments& given) {
    const std::int64_t width = given.width.value();
    if (width < 2 || width > max_width)
        throw InputError::about({"width"}, "width must be from 2 to " + std::to_string(max_width) +
                                               " for sampled networks, not " + std::to_string(width));
    return width;
}

void reject_unused_parameters(const NetworkArguments& given, BlockKind block) {
    const auto refuse = [&](const char* name, bool is_given, const char* why) {
        if (is_given)
            throw InputError::about({name}, "block=" + std::string(word_of(block)) + " does not use '" +
                                                name + "': remove it (it is only for " + why + ")");
    };
    if (block == BlockKind::linear) {
        const char* const whose = "block=mlp and block=transformer";
        refuse("activation", given.given.activation, whose);
        refuse("unit", given.given.unit, whose);
        refuse("hidden_ratio", given.given.hidden_ratio, whose);
    }
    if (block != BlockKind::transformer) {
        const char* const whose = "the attention of block=transformer";
        refuse("heads", given.heads.has_value(), whose);
        refuse("causal", given.given.causal, whose);
        refuse("scores", given.given.scores, whose);
    }
}

std::uint64_t heads_of(const NetworkArguments& given, std::int64_t width) {
    const std::int64_t heads =
        given.heads.value_or(width % usual_head_width == 0 ? width / usual_head_width : 1);
    if (width % heads != 0) {
        throw InputError::about({"heads", "width"}, "heads=" + std::to_string(heads) +
                                                        " does not divide width=" + std::to_string(width) +
                                                        ": heads share the width equally");
    }
    return static_cast<std::uint64_t>(heads);
}

std::vector<ResidualStep<double>> steps_of(const ResidualStack& stack) {
    if (stack.sublayers > max_sublayers) {
        throw InputError::about({"layers", "sublayers"},
                                "a network of " + std::to_string(stack.sublayers) +
                                    " sublayers is too deep to simulate: give at most " +
                                    std::to_string(max_sublayers));
    }
    return stack.double_steps();
}

/// The branch's variance before the scheme's own factors: sandwich and ngpt normalise it.
Real branch_variance_of(const ResidualStack& stack) {
    const bool normalised = stack.scheme == ResidualScheme::sandwich || stack.scheme == ResidualScheme::ngpt;
    return normalised || stack.scheme == ResidualScheme::fixup ? Real(1) : stack.branch_variance;
}

void check_init(const NetworkArguments& given) {
    if (given.init && given.init_std)
        throw InputError::about({"init", "init_std"},
                                "give init= or init_std=, not both: each sets the weights");
    if (given.init != InitScheme::mup) {
        for (const auto& [name, is_given] : {std::pair("base_width", given.base_width.has_value()),
                                             std::pair("base_std", given.base_std.has_value())})
            if (is_given)
                throw InputError::about({name},
                                        "'" + std::string(name) + "' is only for init=mup: remove it");
    }
    if (given.base_width && !given.base_std)
        throw InputError::about({"base_width"},
                                "base_width is the width at which base_std holds: give base_std=, or remove "
                                "base_width (the stds are then fan_in^(-1/2))");
}

WeightRules weights_of(const NetworkArguments& given, const ResidualStack& stack, const NetworkSizes& sizes) {
    check_init(given);
    const Activation activation =
        sizes.block == BlockKind::linear ? identity_activation() : given.activation.value();
    WeightRules rules;
    if (given.init) {
        rules = scheme_rules(*given.init, sizes, activation, {given.base_std, given.base_width});
    } else if (given.init_std) {
        rules = equal_rules(sizes, *given.init_std);
    } else {
        rules = preserving_rules(sizes, activation, branch_variance_of(stack));
    }
    if (stack.scheme == ResidualScheme::fixup) make_fixup(rules, sizes);
    return rules;
}

}  // namespace

NetworkPlan network_plan(const NetworkArguments& given, const ResidualStack& stack) {
    NetworkPlan plan;
    NetworkDesign& design = plan.design;
    design.block = given.block.value();
    reject_unused_parameters(given, design.block);
    const bool attends = design.block == BlockKind::transformer;
    const std::int64_t width = width_of(given);
    const std::int64_t ratio = given.hidden_ratio.value_or(usual_hidden_ratio);
    if (design.block != BlockKind::linear && width * ratio > max_hidden_width) {
        throw InputError::about({"hidden_ratio", "width"},
                                "hidden_ratio=" + std::to_string(ratio) + " makes " +
                                    std::to_string(width * ratio) + " hidden features: at most " +
                                    std::to_string(max_hidden_width) + " are simulated");
    }
    plan.networks = static_cast<std::uint64_t>(given.networks.value());
    design.width = static_cast<std::uint64_t>(width);
    if (design.block != BlockKind::linear) design.hidden_width = static_cast<std::uint64_t>(width * ratio);
    design.gated = given.unit == BlockUnit::gated;
    if (attends) design.heads = heads_of(given, width);
    design.causal = given.causal.value_or(false);
    design.adds_scores = given.scores == ScoreSum::realformer;
    if (design.block != BlockKind::linear) design.activation = given.activation.value().formula;
    design.norm = given.norm.value_or(NormKind::rms_norm);
    design.length = static_cast<std::uint64_t>(given.length.value_or(attends ? default_length : 1));
    design.sequences = static_cast<std::uint64_t>(given.sequences.value_or(1));
    design.token_correlation = given.correlation ? given.correlation->to_double() : 0;
    if (design.token_correlation > 0 && design.length == 1) {
        throw InputError::about({"correlation"},
                                "correlation is between the tokens of a sequence, but here the sequence has "
                                "one token: give length=");
    }
    design.input_square = stack.initial.to_double();
    if (!std::isfinite(design.input_square) || design.input_square == 0)
        throw InputError::about({"initial"}, "initial=" + stack.initial.text() +
                                                 " is beyond the range of the network arithmetic");
    design.double_precision = given.precision == NetworkPrecision::float64;
    design.steps = steps_of(stack);
    design.final_norm = stack.has_final_norm();
    plan.weights =
        weights_of(given, stack,
                   {design.block, width, width * ratio, width / static_cast<std::int64_t>(design.heads),
                    stack.sublayers, design.gated});
    design.weight_law = plan.weights.law;
    design.multipliers = plan.weights.multipliers;
    return plan;
}

}  // namespace sigprop
