// The call tells whether a parameter was given, so that the same code reads a witness, which has fewer
// parameters.

#include "quantities/residual/network_parameters.hpp"

#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr std::int64_t default_length = 16;  // of a transformer's sequences
constexpr std::int64_t usual_head_width = 64;
constexpr std::int64_t max_sublayers = std::int64_t{1} << 16;
constexpr std::int64_t max_width = std::int64_t{1} << 16;
constexpr std::int64_t max_hidden_width = std::int64_t{1} << 20;

std::int64_t count(const Arguments& arguments, const std::string& name, std::int64_t fallback) {
    return arguments.given(name) ? arguments.integer(name) : fallback;
}

/// A quantity may have a width of its own, which need not be one of networks.
std::int64_t width_of(const Arguments& arguments) {
    const std::int64_t width = arguments.integer("width");
    if (width < 2 || width > max_width)
        throw InputError::about({"width"}, "width must be from 2 to " + std::to_string(max_width) +
                                               " where networks are sampled, not " + std::to_string(width));
    return width;
}

std::string chosen(const Arguments& arguments, const std::string& name, const std::string& fallback) {
    return arguments.given(name) ? arguments.choice(name) : fallback;
}

BlockKind block_of(const Arguments& arguments) {
    const std::string& name = arguments.choice("block");
    if (name == "mlp") return BlockKind::mlp;
    return name == "transformer" ? BlockKind::transformer : BlockKind::linear;
}

void reject_unused_parameters(const Arguments& arguments, BlockKind block) {
    const auto refuse = [&](std::initializer_list<const char*> names, const std::string& why) {
        for (const char* name : names) {
            if (arguments.given(name))
                throw InputError::about({name}, "block=" + arguments.choice("block") + " does not use '" +
                                                    name + "': remove it (" + why + ")");
        }
    };
    if (block == BlockKind::linear)
        refuse({"activation", "unit", "hidden_ratio"}, "it belongs to block=mlp and block=transformer");
    if (block != BlockKind::transformer)
        refuse({"heads", "causal", "scores"}, "it belongs to the attention of block=transformer");
}

std::uint64_t heads_of(const Arguments& arguments, std::int64_t width) {
    const std::int64_t usual = width % usual_head_width == 0 ? width / usual_head_width : 1;
    const std::int64_t heads = count(arguments, "heads", usual);
    if (width % heads != 0) {
        throw InputError::about({"heads", "width"}, "heads=" + std::to_string(heads) +
                                                        " does not divide width=" + std::to_string(width) +
                                                        ": heads share the width equally");
    }
    return static_cast<std::uint64_t>(heads);
}

std::vector<ResidualStep<double>> steps_of(const ResidualStack& stack) {
    if (stack.sublayers > max_sublayers) {
        throw InputError::about({"layers", "sublayers"}, "a network of " + std::to_string(stack.sublayers) +
                                                             " sublayers is not simulated: give at most " +
                                                             std::to_string(max_sublayers));
    }
    std::vector<ResidualStep<double>> steps;
    for (std::int64_t l = 0; l < stack.sublayers; ++l) {
        const ResidualStep<Real> exact = stack.step(l);
        steps.push_back({exact.normalises_input, exact.input_scale.to_double(), exact.normalises_branch,
                         exact.skip.to_double(), exact.branch.to_double(), exact.normalises_sum});
    }
    return steps;
}

/// The branch's variance before the scheme's own factors: sandwich and ngpt normalise it.
Real branch_variance_of(const ResidualStack& stack) {
    const bool normalised = stack.scheme == ResidualScheme::sandwich || stack.scheme == ResidualScheme::ngpt;
    return normalised || stack.scheme == ResidualScheme::fixup ? Real(1) : stack.branch_variance;
}

void check_init(const Arguments& arguments, ResidualScheme scheme) {
    const bool by_scheme = arguments.given("init");
    const bool by_number = arguments.given("init_std");
    if (by_scheme && by_number)
        throw InputError::about({"init", "init_std"},
                                "give init= or init_std=, not both: each sets the weights");
    if ((by_scheme || by_number) && arguments.given("branch_variance") &&
        scheme != ResidualScheme::sandwich) {
        throw InputError::about({"branch_variance"},
                                std::string("branch_variance and ") + (by_scheme ? "init" : "init_std") +
                                    " both set the size of the weights: give one of them");
    }
    for (const char* name : {"base_width", "base_std"}) {
        const bool is_mup = by_scheme && arguments.choice("init") == "mup";
        if (arguments.given(name) && !is_mup)
            throw InputError::about({name}, "'" + std::string(name) + "' belongs to init=mup: remove it");
    }
    if (arguments.given("base_width") && !arguments.given("base_std"))
        throw InputError::about(
            {"base_width"},
            "base_width is where base_std holds: give base_std=, or remove base_width (the "
            "stds are then fan_in^(-1/2))");
}

WeightRules weights_of(const Arguments& arguments, const ResidualStack& stack, const NetworkSizes& sizes) {
    check_init(arguments, stack.scheme);
    const Activation activation = sizes.block == BlockKind::linear
                                      ? Activation{"identity", Formula::variable(), "identity"}
                                      : arguments.activation("activation");
    WeightRules rules;
    if (arguments.given("init")) {
        try {
            rules = scheme_rules(arguments.choice("init"), sizes, activation, arguments);
        } catch (const InputError& error) {
            throw InputError::about({"init"}, "init=" + arguments.choice("init") + ": " + error.what());
        }
    } else if (arguments.given("init_std")) {
        rules = equal_rules(sizes, arguments.real("init_std"));
    } else {
        rules = preserving_rules(sizes, activation, branch_variance_of(stack));
    }
    if (stack.scheme == ResidualScheme::fixup) make_fixup(rules, sizes);
    return rules;
}

}  // namespace

NetworkPlan network_plan(const Arguments& arguments, const ResidualStack& stack) {
    NetworkPlan plan;
    NetworkDesign& design = plan.design;
    design.block = block_of(arguments);
    reject_unused_parameters(arguments, design.block);
    const bool attends = design.block == BlockKind::transformer;
    const std::int64_t width = width_of(arguments);
    const std::int64_t ratio = count(arguments, "hidden_ratio", 4);
    if (design.block != BlockKind::linear && width * ratio > max_hidden_width) {
        throw InputError::about({"hidden_ratio", "width"},
                                "hidden_ratio=" + std::to_string(ratio) + " makes " +
                                    std::to_string(width * ratio) + " hidden features: at most " +
                                    std::to_string(max_hidden_width) + " are simulated");
    }
    plan.networks = static_cast<std::uint64_t>(arguments.integer("networks"));
    design.width = static_cast<std::uint64_t>(width);
    if (design.block != BlockKind::linear) design.hidden_width = static_cast<std::uint64_t>(width * ratio);
    design.gated = chosen(arguments, "unit", "plain") == "gated";
    if (attends) design.heads = heads_of(arguments, width);
    design.causal = chosen(arguments, "causal", "false") == "true";
    design.adds_scores = chosen(arguments, "scores", "plain") == "realformer";
    if (design.block != BlockKind::linear) design.activation = arguments.activation("activation").formula;
    design.norm =
        chosen(arguments, "norm", "rms_norm") == "layer_norm" ? NormKind::layer_norm : NormKind::rms_norm;
    design.length = static_cast<std::uint64_t>(count(arguments, "length", attends ? default_length : 1));
    design.sequences = static_cast<std::uint64_t>(count(arguments, "sequences", 1));
    design.token_correlation = arguments.given("correlation") ? arguments.real("correlation").to_double() : 0;
    if (design.token_correlation > 0 && design.length == 1) {
        throw InputError::about(
            {"correlation"},
            "correlation is what the tokens of a sequence have in common, and here it has one: give length=");
    }
    design.input_square = stack.initial.to_double();
    if (!std::isfinite(design.input_square) || design.input_square == 0)
        throw InputError::about({"initial"},
                                "initial=" + stack.initial.text() + " is beyond what networks compute with");
    design.double_precision = chosen(arguments, "precision", "float32") == "float64";
    design.steps = steps_of(stack);
    design.final_norm = stack.has_final_norm();
    plan.weights =
        weights_of(arguments, stack,
                   {design.block, width, width * ratio, width / static_cast<std::int64_t>(design.heads),
                    stack.sublayers, design.gated});
    design.weight_law = plan.weights.law;
    design.multipliers = plan.weights.multipliers;
    return plan;
}

}  // namespace sigprop
