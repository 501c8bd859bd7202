#include <fmt/format.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/models/normalization/normalization.hpp>

#include "models/normalization/centred_group.hpp"
#include "models/normalization/check_norm_rule.hpp"

namespace sigprop {
namespace {

/// With fixed statistics any group will do.
void check_rule(const NormCall& call) {
    if (call.parameters.fixed_mean.empty()) {
        check_norm_rule(call.rule, call.layout.group_size(), call.epsilon);
    } else {
        check_epsilon(call.epsilon);
    }
}

void check_length(const NormCall& call, const char* name, std::span<const double> numbers) {
    const std::size_t needed = call.layout.parameters();
    if (!numbers.empty() && numbers.size() != needed) {
        throw InputError::about(
            {name}, fmt::format("{} has {} numbers, but the layer needs {}", name, numbers.size(), needed));
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i]))
            throw InputError::about({name},
                                    fmt::format("{}[{}] must be finite, not {}", name, i, numbers[i]));
    }
}

void check_fixed(const NormCall& call) {
    const NormParameters& given = call.parameters;
    if (given.fixed_mean.empty() != given.fixed_variance.empty()) {
        throw InputError::about({"fixed_mean", "fixed_variance"},
                                "inference needs both fixed_mean and fixed_variance, the running statistics");
    }
    for (std::size_t i = 0; i < given.fixed_variance.size(); ++i) {
        if (!(given.fixed_variance[i] + call.epsilon > 0)) {
            throw InputError::about(
                {"fixed_variance", "epsilon"},
                fmt::format("fixed_variance[{}] is {}: with epsilon added it must be above 0", i,
                            given.fixed_variance[i]));
        }
    }
}

std::vector<double> gathered(const NormLayout& layout, std::size_t g, std::span<const double> x) {
    std::vector<double> group(layout.group_size());
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = x[layout.offset(g, i)];
    return group;
}

void scatter(const NormLayout& layout, std::size_t g, std::span<const double> group, std::span<double> out) {
    for (std::size_t i = 0; i < group.size(); ++i) out[layout.offset(g, i)] = group[i];
}

/// xhat = (x - mean) / r with given mean and r.
struct FixedStatistics {
    const NormCall& call;
    [[nodiscard]] bool given() const { return !call.parameters.fixed_mean.empty(); }
    [[nodiscard]] double divisor(std::size_t p) const {
        return std::sqrt(call.parameters.fixed_variance[p] + call.epsilon);
    }
    [[nodiscard]] double normalised(std::size_t p, double x) const {
        return (x - call.parameters.fixed_mean[p]) / divisor(p);
    }
};

}  // namespace

std::size_t partial_rms_count(std::size_t d, double share) {
    if (!(share > 0 && share <= 1))
        throw InputError::about({"share"}, fmt::format("share must be above 0 and at most 1, not {}", share));
    const auto count = static_cast<std::size_t>(static_cast<double>(d) * share);
    if (count == 0)
        throw InputError::about(
            {"share"},
            fmt::format("a share of {} of {} features is less than one feature: give a larger share", share,
                        d));
    return count;
}

NormCall norm_call(const NormLayer& layer, std::span<const std::size_t> shape, double epsilon,
                   const NormLayoutOptions& options, std::optional<double> share) {
    if (share && !layer.takes_share) {
        throw InputError::about({"share"}, fmt::format("{} uses all entries: remove share", layer.name));
    }
    NormCall call{layer.rule, norm_layout(layer.axes, shape, options), epsilon, {}};
    const std::size_t size = call.layout.group_size();
    if (layer.takes_share)
        call.rule.leading = share ? partial_rms_count(size, *share) : partial_rms_count(size);
    return call;
}

Normalization::Normalization(const NormCall& call) : call_(call) {
    check_rule(call);
    check_length(call, "gain", call.parameters.gain);
    check_length(call, "bias", call.parameters.bias);
    check_length(call, "fixed_mean", call.parameters.fixed_mean);
    check_length(call, "fixed_variance", call.parameters.fixed_variance);
    check_fixed(call);
}

double Normalization::factor(std::size_t parameter) const {
    const NormParameters& given = call_.parameters;
    return given.gain.empty() ? 1.0 : given.gain[parameter] + given.gain_offset;
}

void Normalization::check_array(const char* name, std::span<const double> numbers) const {
    if (numbers.size() != call_.layout.size()) {
        throw InputError::about({name}, fmt::format("{} has {} numbers, but the layer needs {}", name,
                                                    numbers.size(), call_.layout.size()));
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i]))
            throw InputError::about({name},
                                    fmt::format("{}[{}] must be finite, not {}", name, i, numbers[i]));
    }
}

void Normalization::check_group(std::size_t g, std::initializer_list<std::size_t> sizes) const {
    const NormLayout& layout = call_.layout;
    if (g >= layout.groups) {
        throw InputError::about({"g"},
                                fmt::format("there is no group {}: the layer has {}", g, layout.groups));
    }
    for (const std::size_t size : sizes) {
        if (size == layout.group_size()) continue;
        throw InputError(fmt::format("a group has {} entries, not {}", layout.group_size(), size));
    }
}

void Normalization::group_output(std::size_t g, std::span<const double> x, std::span<double> y) const {
    check_group(g, {x.size(), y.size()});
    const NormLayout& layout = call_.layout;
    const std::span<const double> bias = call_.parameters.bias;
    const auto affine = [&](std::size_t p, double normalised) {
        return normalised * factor(p) + (bias.empty() ? 0.0 : bias[p]);
    };
    const FixedStatistics fixed{call_};
    if (fixed.given()) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::size_t p = layout.parameter(g, i);
            y[i] = affine(p, fixed.normalised(p, x[i]));
        }
        return;
    }
    const CentredGroup centred(call_.rule, call_.epsilon, x, g);
    const NormGroup<double> group = centred.group();
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = affine(layout.parameter(g, i), group.output(i));
}

void Normalization::group_backward(std::size_t g, std::span<const double> x, std::span<const double> dy,
                                   std::span<double> dx, NormParameterSums& sums) const {
    check_group(g, {x.size(), dy.size(), dx.size()});
    const NormLayout& layout = call_.layout;
    const FixedStatistics fixed{call_};
    if (fixed.given()) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::size_t p = layout.parameter(g, i);
            sums.add(p, dy[i], fixed.normalised(p, x[i]));
            dx[i] = dy[i] * factor(p) / fixed.divisor(p);
        }
        return;
    }
    const CentredGroup centred(call_.rule, call_.epsilon, x, g);
    const NormGroup<double> group = centred.differentiable();
    std::vector<double> gained(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t p = layout.parameter(g, i);
        sums.add(p, dy[i], group.output(i));
        gained[i] = dy[i] * factor(p);
    }
    const std::vector<double> transposed = group.transposed(gained);
    for (std::size_t i = 0; i < x.size(); ++i) dx[i] = transposed[i] * centred.scale();
}

std::vector<double> Normalization::output(std::span<const double> x) const {
    check_array("x", x);
    std::vector<double> y(x.size());
    for (std::size_t g = 0; g < call_.layout.groups; ++g) {
        std::vector<double> group = gathered(call_.layout, g, x);
        group_output(g, group, group);
        scatter(call_.layout, g, group, y);
    }
    return y;
}

NormGradients Normalization::backward(std::span<const double> x, std::span<const double> dy) const {
    check_array("x", x);
    check_array("dy", dy);
    NormParameterSums sums(call_.layout.parameters());
    std::vector<double> dx(x.size());
    for (std::size_t g = 0; g < call_.layout.groups; ++g) {
        std::vector<double> gradient = gathered(call_.layout, g, dy);
        group_backward(g, gathered(call_.layout, g, x), gradient, gradient, sums);
        scatter(call_.layout, g, gradient, dx);
    }
    return {std::move(dx), sums.gain(), sums.bias()};
}

double Normalization::jacobian(std::span<const double> x, std::size_t row, std::size_t column) const {
    check_array("x", x);
    if (row >= x.size() || column >= x.size()) {
        throw InputError(
            fmt::format("the Jacobian has no entry ({}, {}): x has {} numbers", row, column, x.size()));
    }
    const NormPosition at = position_of(call_.layout, row);
    const NormPosition by = position_of(call_.layout, column);
    if (at.group != by.group) return 0;
    const std::size_t p = call_.layout.parameter(at.group, at.index);
    const FixedStatistics fixed{call_};
    if (fixed.given()) return row == column ? factor(p) / fixed.divisor(p) : 0;
    const std::vector<double> entries = gathered(call_.layout, at.group, x);
    const CentredGroup centred(call_.rule, call_.epsilon, entries, at.group);
    return centred.differentiable().jacobian(at.index, by.index) * factor(p) * centred.scale();
}

NormMoments Normalization::moments(std::span<const double> x) const {
    check_array("x", x);
    const NormLayout& layout = call_.layout;
    NormMoments found{std::vector<double>(layout.parameter_sets), std::vector<double>(layout.parameter_sets),
                      layout.group_size()};
    const auto share = static_cast<double>(layout.parameter_sets) / static_cast<double>(layout.groups);
    for (std::size_t g = 0; g < layout.groups; ++g) {
        const GroupMoments one = group_moments(gathered(layout, g, x));
        found.mean[g % layout.parameter_sets] += one.mean * share;
        found.variance[g % layout.parameter_sets] += one.variance * share;
    }
    return found;
}

}  // namespace sigprop
