// The sum x_L = w x_0 + sum w_l F_l unrolled: the weights of the input and of each branch, and the rescaling
// of weights that Fixup uses in place of a norm.

#include "quantities/residual/network_evidence.hpp"
#include "quantities/residual/support.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Family = ResidualGrowth::Family;

/// The factor on x_{from} along the skip path to x_L.
Ball kept(const ResidualGrowth& growth, std::int64_t from) {
    if (growth.family() != Family::keeps) return 1;
    const auto factor = [&](std::int64_t j) { return growth.skip(j) / growth.sum(j); };
    const Ball first = from == 0 ? factor(0) : Ball(1);
    return sqrt(first * growth.product(std::max<std::int64_t>(from, 1), growth.layers(), factor));
}

/// The coefficient of F_layer in the sum of its layer.
Ball of_branch(const ResidualStack& stack, std::int64_t layer, long bits) {
    switch (stack.scheme) {
        case ResidualScheme::pre_norm:
        case ResidualScheme::post_norm:
        case ResidualScheme::rezero:
        case ResidualScheme::skip_init: return stack.scale(layer).at(bits);
        case ResidualScheme::layer_norm_scaling: return 1 / sqrt(Ball(layer + 1).at_precision(bits));
        case ResidualScheme::ngpt: return stack.alpha(layer).at(bits);
        default: return Ball(1).at_precision(bits);
    }
}

ResidualQuantity skip_weight() {
    return {
        .name = "skip_weight",
        .summary = "The coefficient of x_0 in x_L when the residual sum is unrolled.",
        .formula = R"(\prod_l \frac{\mathrm{skip}_l}{\sqrt{\mathbb{E} \left\|\mathrm{sum}_l\right\|^2 / d}} )"
                   R"(\text{ over layers that normalise their sum, else } \prod_l \mathrm{skip}_l)",
        .units =
            "an amplitude, dimensionless; x_L before any final norm (pre_norm, sandwich, layer_norm_scaling: "
            "1; the share after the final norm is 1/sqrt(q_L)). post_norm: (1 + sigma^2)^(-L/2), ngpt: ((1 - "
            "a)/sqrt((1 - a)^2 + a^2))^L. Mean field: norms divide by the root of the second moment",
        .source =
            "Xiong et al. 2020, arXiv:2002.04745; Wang et al. 2022, arXiv:2203.00555; Loshchilov et al. "
            "2024, arXiv:2410.01131 (nGPT)",
        .parameters = {.initial = true},
        .closed = [](const ResidualGrowth& growth, const Arguments&) { return kept(growth, 0); },
        .closed_note = "a power, or a product over listed layers",
        .recursion = [](const auto& layers, const Arguments&) { return recursion::skip_weight(layers); },
        .networks = skip_weight_networks()};
}

ResidualQuantity branch_weight() {
    return {
        .name = "branch_weight",
        .summary = "The coefficient of a layer's branch F_layer in x_L when the residual sum is unrolled.",
        .formula = R"(x_L = \mathrm{skip\_weight}\,x_0 + \sum_{\mathrm{layer}} )"
                   R"(\mathrm{branch\_weight}\,F_{\mathrm{layer}})",
        .units =
            "an amplitude is sqrt(branch_variance) times it, and for branches that read the stream itself "
            "(rezero, skip_init; post_norm and deep_norm in layer 0) sqrt(branch_variance q_layer) times it. "
            "The branch's scale s counts: the weight is s times what follows; layer_norm_scaling: "
            "1/sqrt(layer + 1), F read at Norm x; sandwich: F is gamma times the normalised branch; ngpt: F "
            "is the normalised branch; fixup: 1, but F is 0. post_norm: (1 + sigma^2)^(-(L - layer)/2). Mean "
            "field",
        .source = "Xiong et al. 2020, arXiv:2002.04745; own derivation for the others",
        .parameters = {.initial = true, .after_layers = {layer_parameter()}},
        .check = [](const ResidualStack& stack,
                    const Arguments& arguments) { require_layer(stack, arguments); },
        .closed =
            [](const ResidualGrowth& growth, const Arguments& arguments) {
                const std::int64_t layer = arguments.integer("layer");
                const Ball here = of_branch(growth.stack(), layer, growth.bits());
                if (growth.family() != Family::keeps) return here;
                return here / sqrt(growth.sum(layer)) * kept(growth, layer + 1);
            },
        .closed_note = "a power, or a product over listed layers",
        .recursion =
            [](const auto& layers, const Arguments& arguments) {
                return recursion::branch_weight(layers, arguments.integer("layer"));
            }};
}

/// L^(-1/(2m - 2)), and the same from Fixup's condition: m - 1 scaled layers change a branch's second moment
/// by s^(2m - 2), which must be 1/L.
std::vector<Route> fixup_scale_routes(const Arguments& arguments) {
    const std::int64_t layers = residual_layers(arguments);
    const std::int64_t power = 2 * arguments.integer("branch_layers") - 2;
    const Formula inverse = Formula(Real(Rational(-1) / Rational(power)));
    const Formula count = Formula(Real(Rational(layers)));
    return {
        constant(RouteKind::closed_form, "closed_form", pow(count, inverse)),
        constant(RouteKind::definition, "recursion", 1 / exp(log(count) / Formula(Real(Rational(power)))))};
}

Quantity fixup_scale() {
    return {
        .name = "residual.fixup_scale",
        .summary = "The factor that Fixup puts on the initial weights of a branch's layers before the last.",
        .formula = "L^{-1/(2 m - 2)}",
        .units =
            "multiplies the std of a standard initialisation; L = layers counts residual branches, m = "
            "branch_layers the weight matrices of one branch, of which the last is zero",
        .source = "Zhang, Dauphin & Ma 2019, arXiv:1901.09321, section 3",
        .parameters = {layers_parameter("L, residual branches"),
                       {.name = "branch_layers",  // the last of them is zero, and the others share the scale
                        .kind = ParameterKind::integer,
                        .fallback = "2",
                        .meaning = "m, weight matrices of a branch",
                        .range = "[2, 10^6]"},
                       blocks_parameter()},
        .route_notes = {"closed_form: the power", "definition: s^(2 m - 2) L = 1 solved by logarithms"},
        .routes = fixup_scale_routes};
}

}  // namespace

std::vector<Quantity> residual_weight_quantities() {
    return {residual_quantity(skip_weight()), residual_quantity(branch_weight()), fixup_scale()};
}

}  // namespace sigprop
