// The sum x_L = w x_0 + sum w_l F_l unrolled: the weights of the input and of each branch, and the rescaling
// of weights that Fixup uses in place of a norm.

#include "catalogue/residual.hpp"
#include "quantities/residual/network_evidence.hpp"
#include "quantities/residual/support.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Family = ResidualGrowth::Family;

/// The factor on x_{from} along the skip path to x_L.
Ball kept(const ResidualGrowth& growth, std::int64_t from) {
    if (growth.family() != Family::keeps) return 1;
    const auto factor = [&](std::int64_t j) { return growth.skip(j) / growth.sum(j); };
    const Ball first = from == 0 ? factor(0) : Ball(1);
    return sqrt(first * growth.product(std::max<std::int64_t>(from, 1), growth.sublayers(), factor));
}

/// The coefficient of F_sublayer in the sum of its sublayer.
Ball of_branch(const ResidualStack& stack, std::int64_t sublayer, long bits) {
    switch (stack.scheme) {
        case ResidualScheme::pre_norm:
        case ResidualScheme::post_norm:
        case ResidualScheme::rezero:
        case ResidualScheme::skip_init: return stack.scale(sublayer).at(bits);
        case ResidualScheme::layer_norm_scaling: return 1 / sqrt(Ball(sublayer + 1).at_precision(bits));
        case ResidualScheme::ngpt: return stack.alpha(sublayer).at(bits);
        default: return Ball(1).at_precision(bits);
    }
}

ResidualQuantity skip_weight() {
    return {
        .name = "residual.skip_weight",
        .closed = [](const ResidualGrowth& growth, std::int64_t) { return kept(growth, 0); },
        .recursion = [](const auto& sublayers, std::int64_t) { return recursion::skip_weight(sublayers); },
        .networks = skip_weight_networks()};
}

ResidualQuantity branch_weight() {
    return {.name = "residual.branch_weight",
            .check = [](const ResidualStack& stack,
                        std::int64_t sublayer) { require_sublayer(sublayer, stack.sublayers - 1); },
            .closed =
                [](const ResidualGrowth& growth, std::int64_t sublayer) {
                    const Ball here = of_branch(growth.stack(), sublayer, growth.bits());
                    if (growth.family() != Family::keeps) return here;
                    return here / sqrt(growth.sum(sublayer)) * kept(growth, sublayer + 1);
                },
            .recursion = [](const auto& sublayers,
                            std::int64_t sublayer) { return recursion::branch_weight(sublayers, sublayer); }};
}

/// L^(-1/(2m - 2)), and the same from Fixup's condition: m - 1 scaled layers change a branch's second moment
/// by s^(2m - 2), which must be 1/L.
std::vector<Route> fixup_scale_routes(const FixupScaleArguments& given) {
    const std::int64_t sublayers = residual_sublayers(given.layers, given.sublayers);
    const std::int64_t power = 2 * given.branch_layers - 2;
    const Formula inverse = Formula(Real(Rational(-1) / Rational(power)));
    const Formula count = Formula(Real(Rational(sublayers)));
    return {
        constant(RouteKind::closed_form, "closed_form", pow(count, inverse)),
        constant(RouteKind::definition, "recursion", 1 / exp(log(count) / Formula(Real(Rational(power)))))};
}

}  // namespace

std::vector<ResidualQuantity> residual_weight_parts() { return {skip_weight(), branch_weight()}; }

std::vector<Quantity> residual_weight_quantities() {
    std::vector<Quantity> all = residual_quantities_of(residual_weight_parts());
    all.push_back(quantity("residual.fixup_scale", fixup_scale_routes));
    return all;
}

}  // namespace sigprop
