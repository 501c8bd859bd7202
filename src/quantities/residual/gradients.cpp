// Squared gradients along a residual stack, at the stream and at the weights of its branches.

#include "catalogue/residual.hpp"
#include "quantities/residual/network_evidence.hpp"
#include "quantities/residual/support.hpp"

namespace sigprop {
namespace {

using Family = ResidualGrowth::Family;

ResidualQuantity gradient_ratio() {
    return {.name = "residual.gradient_ratio",
            .check = [](const ResidualStack& stack,
                        std::int64_t sublayer) { require_sublayer(sublayer, stack.sublayers); },
            .closed = [](const ResidualGrowth& growth,
                         std::int64_t sublayer) { return growth.gradient(sublayer); },
            .is_long =
                [](const ResidualStack& stack) {
                    return stack.scheme == ResidualScheme::layer_norm_scaling && !is_homogeneous(stack);
                },
            .recursion = [](const auto& sublayers,
                            std::int64_t sublayer) { return recursion::gradient_ratio(sublayers, sublayer); },
            .networks = gradient_ratio_networks()};
}

/// At the end if no sublayer is given.
ResidualCall call_to_sublayer(const Arguments& arguments) {
    const ResidualArguments given = arguments;
    ResidualCall call = call_at(given, 0);
    call.place = given.sublayer.value_or(call.stack.sublayers);
    return call;
}

ResidualQuantity forward_gradient_ratio() {
    ResidualQuantity q = gradient_ratio();
    q.name = "residual.forward_gradient_ratio";
    q.call = call_to_sublayer;
    q.closed = [](const ResidualGrowth& growth, std::int64_t sublayer) {
        return growth.jacobian(0, sublayer);
    };
    q.recursion = [](const auto& sublayers, std::int64_t sublayer) {
        return recursion::forward_gradient_ratio(sublayers, sublayer);
    };
    q.networks = forward_gradient_ratio_networks();
    return q;
}

/// |dL/dW|^2 = |gradient at the branch's output|^2 |its input|^2, from the gradient after the sublayer.
Ball at_weights(const ResidualGrowth& growth, std::int64_t sublayer) {
    const Ball behind = growth.gradient(sublayer + 1);
    const ResidualStack& stack = growth.stack();
    const auto scale = [&] { return pow(stack.scale(sublayer).at(growth.bits()), 2); };
    switch (stack.scheme) {
        case ResidualScheme::pre_norm: return scale() * behind;
        case ResidualScheme::sandwich: return growth.branch(sublayer) * behind;
        case ResidualScheme::layer_norm_scaling: return behind / Ball(sublayer + 1);
        case ResidualScheme::skip_init:
        case ResidualScheme::rezero:
        case ResidualScheme::fixup: return scale() * growth.moment(sublayer) * behind;
        case ResidualScheme::post_norm:
        case ResidualScheme::deep_norm:
            return scale() * growth.moment(sublayer) / growth.sum(sublayer) * behind;
        case ResidualScheme::ngpt: break;
    }
    return growth.branch(sublayer) / growth.sum(sublayer) * behind;
}

ResidualQuantity weight_gradient_ratio() {
    return {.name = "residual.weight_gradient_ratio",
            .check = [](const ResidualStack& stack,
                        std::int64_t sublayer) { require_sublayer(sublayer, stack.sublayers - 1); },
            .closed = [](const ResidualGrowth& growth,
                         std::int64_t sublayer) { return at_weights(growth, sublayer); },
            .is_long = gradient_ratio().is_long,
            .recursion =
                [](const auto& sublayers, std::int64_t sublayer) {
                    return recursion::weight_gradient_ratio(sublayers, sublayer);
                },
            .networks = mean_field_networks("weight_gradient_ratio(..., sublayer=)")};
}

/// c = t (2 + t)/(1 + t)^2 summed over sublayers, t the branch's share of the sum relative to the skip
/// path's.
Ball lost(const ResidualGrowth& growth) {
    return growth.added(0, growth.sublayers(), [&](std::int64_t j) {
        const Ball t = growth.branch(j) / growth.skip(j);
        return t * (2 + t) / pow(1 + t, 2);
    });
}

ResidualQuantity log_gradient(const char* name, int factor) {
    const char* const statistic = factor < 0 ? "log_mean" : "log_variance";
    return {.name = name,
            .call = call_with_width,
            .closed = [factor](const ResidualGrowth& growth,
                               std::int64_t width) { return factor * lost(growth) / width; },
            .recursion =
                [factor](const auto& sublayers, std::int64_t width) {
                    const auto loss = recursion::log_gradient_loss(sublayers);
                    return factor * loss / residual_count<std::decay_t<decltype(loss)>>(width);
                },
            .networks =
                mean_field_networks(std::string("gradient_ratio(..., statistic=") + statistic + ")", true)};
}

}  // namespace

std::vector<ResidualQuantity> residual_gradient_parts() {
    return {gradient_ratio(), forward_gradient_ratio(), weight_gradient_ratio(),
            log_gradient("residual.log_gradient_mean", -1),
            log_gradient("residual.log_gradient_variance", 4)};
}

std::vector<Quantity> residual_gradient_quantities() {
    return residual_quantities_of(residual_gradient_parts());
}

}  // namespace sigprop
