// How the parameters of residual.* become a stack, and a stack becomes its steps. Parameters that a scheme
// does not have are refused, because an ignored argument is how a wrong number gets into a paper.

#include "quantities/residual/stack.hpp"

#include "quantities/residual/schemes.hpp"
#include "quantities/support.hpp"

#include <algorithm>

namespace sigprop {
namespace {

/// The parameters that the scheme has and the quantity knows: not every quantity has chi_ratio, and whole
/// networks have no branch_variance.
std::string had(const Arguments& arguments, const SchemeEntry& scheme) {
    std::string text;
    for (const std::string_view name : scheme.has) {
        const bool is_of_some = name == "chi_ratio" || name == "branch_variance";
        if (is_of_some && !arguments.has_real(std::string(name))) continue;
        text += (text.empty() ? "" : ", ") + std::string(name);
    }
    return text;
}

void reject_unused_parameters(const Arguments& arguments, const SchemeEntry& scheme) {
    for (const char* name : {"branch_variance", "chi_ratio", "branch_scale", "alpha", "schedule"}) {
        if (!arguments.given(name) || std::ranges::find(scheme.has, name) != scheme.has.end()) continue;
        std::string message =
            std::string(scheme.name) + " has no " + name + ": " + std::string(scheme.why_not);
        message += arguments.has_real("branch_variance") ? scheme.by_variance : scheme.by_weights;
        if (const std::string names = had(arguments, scheme); !names.empty())
            message += " (it has " + names + ")";
        throw InputError::about({name}, message);
    }
}

void require_length(const std::vector<Real>& values, const std::string& name, std::int64_t sublayers) {
    if (values.size() == 1 || values.size() == static_cast<std::uint64_t>(sublayers)) return;
    throw InputError::about({name}, name + " has " + std::to_string(values.size()) + " elements for " +
                                        std::to_string(sublayers) +
                                        " sublayers: give one number, or one for each sublayer");
}

void read_scales(const Arguments& arguments, ResidualStack& stack) {
    const bool by_alpha = arguments.given("alpha");
    if (by_alpha && arguments.given("branch_scale")) {
        throw InputError::about({"alpha", "branch_scale"},
                                "alpha and branch_scale are two names for one thing here: give one of them");
    }
    const std::string name = by_alpha ? "alpha" : "branch_scale";
    stack.scales = arguments.reals(name);
    require_length(stack.scales, name, stack.sublayers);
    stack.rising = arguments.given("schedule") && arguments.choice("schedule") == "linear";
    if (stack.rising && stack.scales.size() > 1) {
        throw InputError::about(
            {"schedule"}, "schedule=linear makes the schedule from one " + name + ": a list is one already");
    }
}

void read_rates(const Arguments& arguments, ResidualStack& stack) {
    const bool is_rate = stack.scheme == ResidualScheme::ngpt;
    if (!arguments.given("alpha")) {
        if (is_rate)
            throw InputError::about({"alpha"}, "ngpt needs alpha=, the share of the branch, in [0, 1]");
        const std::int64_t sublayers = stack.sublayers;
        stack.alphas = {Real(std::to_string(sublayers) + "^(1/4)", [sublayers](long bits) {
            return sqrt(sqrt(Ball(sublayers).at_precision(bits + 8)));
        })};
        return;
    }
    stack.alphas = arguments.reals("alpha");
    require_length(stack.alphas, "alpha", stack.sublayers);
    for (const Real& alpha : stack.alphas) {
        // alpha is a share in ngpt, and a factor of the skip path here: what it may be depends on the scheme
        if (!is_rate)
            require_positive(alpha, "alpha");
        else if (compare(alpha, 0).value_or(0) < 0 || compare(alpha, 1).value_or(0) > 0) {
            throw InputError::about({"alpha"}, "alpha must be from 0 to 1, not " + alpha.text());
        }
    }
}

Real square_root(const Real& x) {
    return Real("sqrt(" + x.text() + ")", [x](long bits) { return sqrt(x.at(bits + 8)); });
}

}  // namespace

std::int64_t residual_sublayers(std::optional<std::int64_t> layers, std::optional<std::int64_t> sublayers) {
    if (layers && sublayers) {
        throw InputError::about({"layers", "sublayers"},
                                "give layers= (Transformer blocks, of two residual additions each) or "
                                "sublayers= (residual additions), not both");
    }
    if (!layers && !sublayers) {
        throw InputError::about({"layers", "sublayers"},
                                "give layers=, the number of Transformer blocks, or sublayers=, residual "
                                "additions, of which a block has two");
    }
    return sublayers ? *sublayers : 2 * *layers;
}

std::int64_t residual_sublayers(const Arguments& arguments) {
    const auto given = [&](const char* name) {
        return arguments.has(name) ? std::optional(arguments.integer(name)) : std::nullopt;
    };
    return residual_sublayers(given("layers"), given("sublayers"));
}

ResidualStack residual_stack(const Arguments& arguments) {
    const SchemeEntry& scheme = residual_scheme_named(arguments.choice("scheme"));
    const auto has = [&](std::string_view name) {
        return std::ranges::find(scheme.has, name) != scheme.has.end();
    };
    reject_unused_parameters(arguments, scheme);
    ResidualStack stack;
    stack.scheme = scheme.scheme;
    stack.sublayers = residual_sublayers(arguments);
    if (scheme.scheme == ResidualScheme::fixup) stack.branch_variance = 0;
    if (has("branch_variance") && arguments.has_real("branch_variance"))
        stack.branch_variance = arguments.real("branch_variance");
    if (arguments.has_real("initial")) stack.initial = arguments.real("initial");
    if (has("chi_ratio") && arguments.has_real("chi_ratio")) stack.chi_ratio = arguments.real("chi_ratio");
    if (has("branch_scale")) read_scales(arguments, stack);
    if (has("alpha") && !has("branch_scale")) read_rates(arguments, stack);
    return stack;
}

Real ResidualStack::scale(std::int64_t sublayer) const {
    if (scales.empty()) return 1;
    const Real& one = scales.size() == 1 ? scales.front() : scales.at(static_cast<std::size_t>(sublayer));
    return rising ? one * Real(Rational(sublayer + 1) / Rational(sublayers)) : one;
}

const Real& ResidualStack::alpha(std::int64_t sublayer) const {
    return alphas.size() == 1 ? alphas.front() : alphas.at(static_cast<std::size_t>(sublayer));
}

ResidualStep<Real> ResidualStack::step(std::int64_t sublayer) const {
    ResidualStep<Real> step;
    switch (scheme) {
        case ResidualScheme::pre_norm: step.normalises_input = true; break;
        case ResidualScheme::post_norm: step.normalises_sum = true; break;
        case ResidualScheme::sandwich:
            step.normalises_input = step.normalises_branch = true;
            step.branch = square_root(branch_variance);
            return step;
        case ResidualScheme::layer_norm_scaling:
            step.normalises_input = true;
            step.input_scale = square_root(Rational(1) / Rational(sublayer + 1));
            return step;
        case ResidualScheme::skip_init:
        case ResidualScheme::rezero:
        case ResidualScheme::fixup: break;
        case ResidualScheme::deep_norm:
            step.normalises_sum = true;
            step.skip = alpha(sublayer);
            return step;
        case ResidualScheme::ngpt:
            step.normalises_branch = step.normalises_sum = true;
            step.skip = Real(1) - alpha(sublayer);
            step.branch = alpha(sublayer);
            return step;
    }
    step.branch = scale(sublayer);
    return step;
}

bool ResidualStack::has_final_norm() const {
    return scheme == ResidualScheme::pre_norm || scheme == ResidualScheme::sandwich ||
           scheme == ResidualScheme::layer_norm_scaling;
}

bool ResidualStack::is_uniform() const {
    return scheme != ResidualScheme::layer_norm_scaling && !rising && scales.size() <= 1 &&
           alphas.size() <= 1;
}

}  // namespace sigprop
