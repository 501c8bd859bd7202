// Squared gradients along a residual stack, at the stream and at the weights of its branches.

#include "quantities/residual/network_evidence.hpp"
#include "quantities/residual/support.hpp"

namespace sigprop {
namespace {

using Family = ResidualGrowth::Family;

const char* const relative_to =
    "pre_norm, sandwich and layer_norm_scaling: relative to the gradient g after the final norm; the others: "
    "to dL/dx_L. ";

ResidualQuantity gradient_ratio() {
    return {
        .name = "gradient_ratio",
        .summary =
            "The mean squared gradient at the stream before a layer, relative to the one at the output.",
        .formula = R"(\frac{\mathbb{E} \left\|\partial L / \partial )"
                   R"(x_{\mathrm{layer}}\right\|^2}{\left\|g\right\|^2} = \prod_{l \ge \mathrm{layer}} )"
                   R"(\frac{\mathrm{skip}^2 + J_l}{\mathrm{norm}_l}; \quad \text{pre\_norm: } q_L^{-1} )"
                   R"(\prod_{l \ge \mathrm{layer}} \left(1 + \frac{\chi}{q_l}\right))",
        .units =
            std::string(relative_to) +
            "A ratio of squares; its root is the ratio of norms. chi = chi_ratio branch_variance is the "
            "mean squared singular value of the branch's Jacobian. For chi = sigma^2 pre_norm telescopes "
            "to 1/q_layer whatever L, and post_norm to 1 (post_norm's vanishing gradient comes from chi "
            "< sigma^2, and from attention over aligned tokens). Mean field, averaged over weights",
        .source =
            "Xiong et al. 2020, arXiv:2002.04745; De & Smith 2020, arXiv:2002.10444; own derivation for "
            "general chi",
        .parameters = {.initial = true, .chi_ratio = true, .after_layers = {layer_parameter(true)}},
        .values = "[0, inf)",
        .check = [](const ResidualStack& stack,
                    const Arguments& arguments) { require_layer(stack, arguments, true); },
        .closed = [](const ResidualGrowth& growth,
                     const Arguments& arguments) { return growth.gradient(arguments.integer("layer")); },
        .is_long =
            [](const ResidualStack& stack) {
                return stack.scheme == ResidualScheme::layer_norm_scaling && !is_homogeneous(stack);
            },
        .closed_note =
            "1/q_layer for chi = sigma^2, a ratio of gamma functions for other chi (layer_norm_scaling: "
            "a product over layers, within the budget); powers for the schemes that multiply or normalise",
        .recursion =
            [](const auto& layers, const Arguments& arguments) {
                return recursion::gradient_ratio(layers, arguments.integer("layer"));
            },
        .networks = gradient_ratio_networks()};
}

/// The last layer if none is given.
std::int64_t end_layer(const ResidualStack& stack, const Arguments& arguments) {
    return arguments.given("layer") ? arguments.integer("layer") : stack.layers;
}

ResidualQuantity forward_gradient_ratio() {
    ResidualQuantity q = gradient_ratio();
    q.name = "forward_gradient_ratio";
    q.summary = "The mean squared length of a small change of x_0 where it arrives at x_layer.";
    q.formula = R"(\frac{\mathbb{E} \left\|dx_{\mathrm{layer}}\right\|^2}{\left\|dx_0\right\|^2} = )"
                R"(\prod_{l < \mathrm{layer}} \frac{\mathrm{skip}^2 + J_l}{\mathrm{norm}_l})";
    q.units =
        "a ratio of squares, of the stream before any final norm: pre_norm with chi = sigma^2 grows like "
        "q_layer, so that the direction keeps its share. chi = chi_ratio branch_variance. Mean field, "
        "averaged over weights";
    q.parameters.after_layers = {{.name = "layer",
                                  .kind = ParameterKind::integer,
                                  .meaning = "the x where the change arrives; by default x_L",
                                  .optional = true,
                                  .range = "[0, inf)"}};
    q.check = [](const ResidualStack& stack, const Arguments& arguments) {
        if (arguments.given("layer")) require_layer(stack, arguments, true);
    };
    q.closed = [](const ResidualGrowth& growth, const Arguments& arguments) {
        return growth.jacobian(0, end_layer(growth.stack(), arguments));
    };
    q.closed_note =
        "q_layer/q_0 for chi = sigma^2, a ratio of gamma functions for other chi (layer_norm_scaling: a "
        "product over layers, within the budget); powers for the schemes that multiply or normalise";
    q.recursion = [](const auto& layers, const Arguments& arguments) {
        return recursion::forward_gradient_ratio(layers, end_layer(layers.stack(), arguments));
    };
    q.networks = forward_gradient_ratio_networks();
    return q;
}

/// |dL/dW|^2 = |gradient at the branch's output|^2 |its input|^2, from the gradient after the layer.
Ball at_weights(const ResidualGrowth& growth, std::int64_t layer) {
    const Ball behind = growth.gradient(layer + 1);
    const ResidualStack& stack = growth.stack();
    const auto scale = [&] { return pow(stack.scale(layer).at(growth.bits()), 2); };
    switch (stack.scheme) {
        case ResidualScheme::pre_norm: return scale() * behind;
        case ResidualScheme::sandwich: return growth.branch(layer) * behind;
        case ResidualScheme::layer_norm_scaling: return behind / Ball(layer + 1);
        case ResidualScheme::skip_init:
        case ResidualScheme::rezero:
        case ResidualScheme::fixup: return scale() * growth.moment(layer) * behind;
        case ResidualScheme::post_norm:
        case ResidualScheme::deep_norm: return scale() * growth.moment(layer) / growth.sum(layer) * behind;
        case ResidualScheme::ngpt: break;
    }
    return growth.branch(layer) / growth.sum(layer) * behind;
}

ResidualQuantity weight_gradient_ratio() {
    return {
        .name = "weight_gradient_ratio",
        .summary =
            "The mean squared gradient at a linear branch's weights, relative to the one at the output.",
        .formula =
            R"(\frac{\mathbb{E} \left\|\partial L / \partial W_{\mathrm{layer}}\right\|_F^2}{d )"
            R"(\left\|g\right\|^2}, \quad \left\|\partial L / \partial W\right\|_F^2 = )"
            R"(\left\|\text{gradient at } W\text{'s output}\right\|^2 \left\|W\text{'s input}\right\|^2)",
        .units =
            std::string(relative_to) +
            "One square matrix W in the branch, whose entries have variance branch_variance/d (a normalised "
            "branch: 1/d; fixup: 0, and its gradient is not 0). pre_norm with chi = sigma^2: 1/q_{layer+1}. "
            "A branch scale of 0 gives 0: only the scale learns at first. Mean field, one token",
        .source = "Xiong et al. 2020, arXiv:2002.04745, theorem 1; own derivation for the others",
        .parameters = {.initial = true, .chi_ratio = true, .after_layers = {layer_parameter()}},
        .values = "[0, inf)",
        .check = [](const ResidualStack& stack,
                    const Arguments& arguments) { require_layer(stack, arguments); },
        .closed = [](const ResidualGrowth& growth,
                     const Arguments& arguments) { return at_weights(growth, arguments.integer("layer")); },
        .is_long = gradient_ratio().is_long,
        .closed_note = "from the closed forms of gradient_ratio behind the layer and of q_layer",
        .recursion =
            [](const auto& layers, const Arguments& arguments) {
                return recursion::weight_gradient_ratio(layers, arguments.integer("layer"));
            },
        .networks = mean_field_networks("weight_gradient_ratio(..., layer=)")};
}

/// c = t (2 + t)/(1 + t)^2 summed over layers, t the branch's share of the sum relative to the skip path's.
Ball lost(const ResidualGrowth& growth) {
    return growth.added(0, growth.layers(), [&](std::int64_t j) {
        const Ball t = growth.branch(j) / growth.skip(j);
        return t * (2 + t) / pow(1 + t, 2);
    });
}

ResidualQuantity log_gradient(const char* name, const char* summary, const char* formula, int factor) {
    const char* const statistic = factor < 0 ? "log_mean" : "log_variance";
    return {.name = name,
            .summary = summary,
            .formula = formula,
            .units =
                "natural logarithm; the leading order in 1/width, not exact: linear branches with Gaussian "
                "weights, RMSNorm, c = t (2 + t)/(1 + t)^2 with t = sigma^2 (deep_norm: sigma^2/alpha^2). "
                "Relative to dL/dx_L, which is taken orthogonal to x_L",
            .source =
                "own derivation: the gradient is orthogonal to the stream, the direction that a layer "
                "stretches most",
            .parameters = {.after_layers = {{.name = "width",
                                             .kind = ParameterKind::integer,
                                             .meaning = "d, of the stream",
                                             .range = "[1, inf)"}},
                           .schemes = {"post_norm", "deep_norm"}},
            .values = factor < 0 ? NumberRange() : NumberRange("[0, inf)"),
            .closed =
                [factor](const ResidualGrowth& growth, const Arguments& arguments) {
                    return factor * lost(growth) / arguments.integer("width");
                },
            .closed_note = "c L, or the sum of c over listed layers",
            .recursion =
                [factor](const auto& layers, const Arguments& arguments) {
                    const auto loss = recursion::log_gradient_loss(layers);
                    return factor * loss /
                           residual_count<std::decay_t<decltype(loss)>>(arguments.integer("width"));
                },
            .networks =
                mean_field_networks(std::string("gradient_ratio(..., statistic=") + statistic + ")", true)};
}

}  // namespace

std::vector<ResidualQuantity> residual_gradient_parts() {
    return {gradient_ratio(), forward_gradient_ratio(), weight_gradient_ratio(),
            log_gradient("log_gradient_mean",
                         "The mean of log |dL/dx_0|^2 / |dL/dx_L|^2 over networks of finite width.",
                         R"(-\frac{c L}{d})", -1),
            log_gradient("log_gradient_variance",
                         "The variance of log |dL/dx_0|^2 / |dL/dx_L|^2 over networks of finite width.",
                         R"(\frac{4 c L}{d})", 4)};
}

std::vector<Quantity> residual_gradient_quantities() {
    return residual_quantities_of(residual_gradient_parts());
}

}  // namespace sigprop
