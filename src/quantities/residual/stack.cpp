// How the parameters of residual.* become a stack, and a stack becomes its steps. Parameters that a scheme
// does not have are refused, because an ignored argument is how a wrong number gets into a paper.

#include "quantities/residual/stack.hpp"

#include "catalogue/groups.hpp"
#include "core/base/words.hpp"
#include "quantities/residual/schemes.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <array>

namespace sigprop {
namespace {

using enum StackParameter;

bool has(const SchemeEntry& scheme, StackParameter one) {
    return std::ranges::find(scheme.has, one) != scheme.has.end();
}

/// In the order of StackParameter.
constexpr std::array<const char*, 6> names = {"branch_variance", "chi_ratio", "branch_scale",
                                              "alpha",           "schedule",  "initial"};

std::string name_of(StackParameter one) { return names.at(static_cast<std::size_t>(one)); }

/// What a call says of a parameter that not every scheme has.
struct InCall {
    bool is_given;
    bool is_known = true;  ///< not every quantity has chi_ratio, and whole networks have no branch_variance
};

InCall in_call(const StackArguments& given, StackParameter one) {
    switch (one) {
        case branch_variance: return {given.given.branch_variance, given.branch_variance.has_value()};
        case chi_ratio: return {given.given.chi_ratio, given.chi_ratio.has_value()};
        case branch_scale: return {given.given.branch_scale};
        case alpha: return {given.alpha.has_value()};
        case schedule: return {given.schedule.has_value()};
        case initial: break;
    }
    return {given.given.initial, given.initial.has_value()};
}

/// Whoever writes alpha where no scheme has one often means DyT's.
std::string alpha_of_elementwise_maps(const StackArguments& given) {
    if (given.branch_variance)
        return "; for DyT's alpha use residual.elementwise_second_moment(dyt, layers=, alpha=)";
    return "; DyT's alpha is norm_start: norm=dyt, norm_start=" + given.alpha->front().text();
}

void reject_unused_parameters(const StackArguments& given, const SchemeEntry& scheme) {
    std::vector<std::string> had;
    for (const StackParameter one : scheme.has)
        if (in_call(given, one).is_known) had.push_back(name_of(one));
    for (const StackParameter one : {branch_variance, chi_ratio, branch_scale, alpha, schedule}) {
        if (!in_call(given, one).is_given || has(scheme, one)) continue;
        const std::string name = name_of(one);
        std::string message = std::string(word_of(scheme.scheme)) + " has no " + name + ": ";
        message += scheme.why_not;
        message += given.branch_variance ? scheme.by_variance : scheme.by_weights;
        if (!had.empty()) message += " (it has " + joined(had) + ")";
        if (one == alpha) message += alpha_of_elementwise_maps(given);
        throw InputError::about({name}, message);
    }
}

void require_length(const std::vector<Real>& values, const std::string& name, std::int64_t sublayers) {
    if (values.size() == 1 || values.size() == static_cast<std::uint64_t>(sublayers)) return;
    throw InputError::about({name}, name + " has " + std::to_string(values.size()) + " elements for " +
                                        std::to_string(sublayers) +
                                        " sublayers: give one number, or one for each sublayer");
}

void read_scales(const StackArguments& given, ResidualStack& stack) {
    if (given.alpha && given.given.branch_scale) {
        throw InputError::about({"alpha", "branch_scale"},
                                "alpha and branch_scale mean the same here: give only one of them");
    }
    const std::string name = name_of(given.alpha ? alpha : branch_scale);
    stack.scales = given.alpha.value_or(given.branch_scale);
    require_length(stack.scales, name, stack.sublayers);
    stack.rising = given.schedule == BranchSchedule::linear;
    if (stack.rising && stack.scales.size() > 1) {
        throw InputError::about({"schedule"}, "schedule=linear makes the schedule from one " + name +
                                                  ", but a list is a schedule already");
    }
}

void read_rates(const StackArguments& given, ResidualStack& stack) {
    const bool is_rate = stack.scheme == ResidualScheme::ngpt;
    if (!given.alpha) {
        if (is_rate)
            throw InputError::about({"alpha"}, "ngpt needs alpha=, the share of the branch, in [0, 1]");
        const std::int64_t sublayers = stack.sublayers;
        stack.alphas = {Real(std::to_string(sublayers) + "^(1/4)", [sublayers](long bits) {
            return sqrt(sqrt(Ball(sublayers).at_precision(bits + 8)));
        })};
        return;
    }
    stack.alphas = *given.alpha;
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

std::optional<StackParameter> stack_parameter(std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<StackParameter>(found - names.begin());
}

std::int64_t residual_sublayers(std::optional<std::int64_t> layers, std::optional<std::int64_t> sublayers) {
    if (layers && sublayers) {
        throw InputError::about({"layers", "sublayers"},
                                "give layers= (Transformer blocks, each with two residual additions) or "
                                "sublayers= (residual additions), not both");
    }
    if (!layers && !sublayers) {
        throw InputError::about({"layers", "sublayers"},
                                "give layers=, the number of Transformer blocks, or sublayers=, the number "
                                "of residual additions (two per block)");
    }
    return sublayers ? *sublayers : 2 * *layers;
}

void require_sublayer(std::int64_t sublayer, std::int64_t last) {
    if (sublayer <= last) return;
    throw InputError::about({"sublayer"}, "sublayer must be at most " + std::to_string(last) + ", not " +
                                              std::to_string(sublayer) + ": sublayers are counted from 0");
}

void require_attention_at(std::int64_t sublayer) {
    if (sublayer % 2 == 0) return;
    throw InputError::about({"sublayer"},
                            "sublayer " + std::to_string(sublayer) +
                                " is a feed-forward network: attention is in sublayers 0, 2, 4, …");
}

ResidualStack residual_stack(const StackArguments& given) {
    const SchemeEntry& scheme = residual_scheme(given.scheme);
    reject_unused_parameters(given, scheme);
    ResidualStack stack;
    stack.scheme = given.scheme;
    stack.sublayers = residual_sublayers(given.layers, given.sublayers);
    if (given.scheme == ResidualScheme::fixup) stack.branch_variance = 0;
    if (has(scheme, branch_variance)) stack.branch_variance = given.branch_variance.value_or(1);
    stack.initial = given.initial.value_or(1);
    if (has(scheme, chi_ratio)) stack.chi_ratio = given.chi_ratio.value_or(1);
    if (has(scheme, branch_scale)) read_scales(given, stack);
    if (has(scheme, alpha) && !has(scheme, branch_scale)) read_rates(given, stack);
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

std::vector<ResidualStep<double>> ResidualStack::double_steps() const {
    std::vector<ResidualStep<double>> steps;
    for (std::int64_t l = 0; l < sublayers; ++l) {
        const ResidualStep<Real> exact = step(l);
        steps.push_back({exact.normalises_input, exact.input_scale.to_double(), exact.normalises_branch,
                         exact.skip.to_double(), exact.branch.to_double(), exact.normalises_sum});
    }
    return steps;
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
