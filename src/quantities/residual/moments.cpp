// Second moments along a residual stream: their final value, how much one network of finite width differs
// from the next, and the angle by which a layer turns the stream.

#include "quantities/residual/network_evidence.hpp"
#include "quantities/residual/support.hpp"

namespace sigprop {
namespace {

using Family = ResidualGrowth::Family;
using Profile = ResidualGrowth::Profile;

const char* const mean_field_condition =
    "mean field: exact in the limit of infinite width, for branches of mean zero that are independent of the "
    "stream";

Ball square_of_ball(const Ball& x) { return pow(x, 2); }

/// (4 q_0 T + 2 T^2)/d for Gaussian branches, T the sum of their second moments: the fluctuations of |F|^2
/// and of the cross terms complete the square. A normalised branch has no fluctuation of |F|^2.
Ball spread(const ResidualGrowth& growth, std::int64_t width) {
    const std::int64_t layers = growth.layers();
    if (growth.family() == Family::keeps) return 0;
    const Ball& q0 = growth.initial();
    if (growth.family() == Family::adds) {
        const Ball total = growth.total(layers);
        const Ball squares =
            growth.scheme() == ResidualScheme::sandwich ? square_of_ball(growth.branch(0)) * layers : Ball(0);
        return (4 * q0 * total + 2 * (square_of_ball(total) - squares)) / width;
    }
    const Ball mean_square = growth.product(0, layers, [&](std::int64_t j) {
        const Ball t = growth.branch(j);
        return square_of_ball(1 + t) + (4 * t + 2 * square_of_ball(t)) / width;
    });
    return square_of_ball(q0) * (mean_square - square_of_ball(growth.grown(0, layers, 1)));
}

Ball angle(const ResidualGrowth& growth, std::int64_t layer) {
    const Ball along = growth.skip(layer) * growth.moment(layer);
    const Ball across = growth.branch_moment(layer);
    if (along.is_exact() && along.contains_zero()) return Ball::pi(growth.bits()) / 2;
    return atan(sqrt(across / along));
}

ResidualQuantity second_moment() {
    return {
        .name = "second_moment",
        .summary = "The second moment of the residual stream after its last layer.",
        .formula =
            R"(q_L = \frac{\mathbb{E} \left\|x_L\right\|^2}{d}, \quad q_{l+1} = \mathrm{skip}^2\,q_l + )"
            R"(\frac{\mathbb{E} \left\|\mathrm{branch}\right\|^2}{d} \text{ (1 after a norm)})",
        .units =
            "a second moment per coordinate, before any final norm. Exact at every width when the last "
            "weights of each branch are independent and of mean zero, for rezero, skip_init and "
            "layer_norm_scaling with linear or homogeneous branches; 1 in schemes that end in a norm. A "
            "quantity of the whole stack: sweep over layers for a curve",
        .source =
            "Xiong et al. 2020, arXiv:2002.04745; De & Smith 2020, arXiv:2002.10444; Bachlechner et al. "
            "2020, arXiv:2003.04887; Kim et al. 2025, arXiv:2502.02732; Sun et al. 2025, arXiv:2502.05795",
        .parameters = {.initial = true, .alpha_last = true},
        .values = "[0, inf)",
        .closed = [](const ResidualGrowth& growth,
                     const Arguments&) { return growth.moment(growth.layers()); },
        .closed_note =
            "q_0 + L sigma^2 s^2 (pre_norm, sandwich), q_0 + sigma^2 H_L by digamma (layer_norm_scaling), "
            "q_0 prod (1 + s^2 sigma^2), for a rising schedule by gamma functions",
        .recursion = [](const auto& layers, const Arguments&) { return recursion::second_moment(layers); },
        .networks = second_moment_networks()};
}

ResidualQuantity second_moment_variance() {
    return {.name = "second_moment_variance",
            .summary = "The variance of |x_L|^2 / d between networks of finite width d.",
            .formula =
                R"(\frac{4 T q_0 + 2 T^2}{d}, \quad T \text{ the sum of the branches' second moments: } )"
                R"(\frac{4 \sigma^2 q_0 L + 2 \sigma^4 L^2}{d})",
            .units =
                "of one token; exact at every width for linear branches with Gaussian weights, |x_0|^2 = q_0 "
                "d fixed, and RMSNorm. sandwich: no term of |F|^2, which is fixed; no norm: q_0^2 (prod((1 + "
                "t)^2 + (4 t + 2 t^2)/d) - prod (1 + t)^2); 0 where the output is normalised",
            .source =
                "own derivation: Var(q_{l+1} | x_l) = 4 b q_l/d + 2 b^2/d for a branch of second moment b, "
                "summed",
            .parameters = {.initial = true,
                           .after_layers = {{.name = "width",
                                             .kind = ParameterKind::integer,
                                             .meaning = "d, of the stream",
                                             .range = "[1, inf)"}}},
            .values = "[0, inf)",
            .closed = [](const ResidualGrowth& growth,
                         const Arguments& arguments) { return spread(growth, arguments.integer("width")); },
            .is_long = [](const ResidualStack& stack) { return stack.rising; },
            .closed_note = "the sums in closed form; a product over layers where they are listed or rise",
            .recursion =
                [](const auto& layers, const Arguments& arguments) {
                    return recursion::second_moment_variance(layers, arguments.integer("width"));
                },
            .networks = second_moment_variance_networks()};
}

ResidualQuantity layer_cosine_quantity() {
    return {.name = "layer_cosine",
            .summary = "The cosine of the angle between the streams before and after one layer.",
            .formula =
                R"(\mathrm{skip} \sqrt{\frac{q_l d}{\mathbb{E} \left\|\mathrm{sum}_l\right\|^2}}; \quad )"
                R"(\text{pre\_norm: } \sqrt{\frac{q_l}{q_{l+1}}}; \quad \text{post\_norm: } (1 + )"
                R"(\sigma^2)^{-1/2})",
            .units = mean_field_condition,
            .limit = "width -> inf",
            .source = "own derivation: the branch is orthogonal to the stream",
            .parameters = {.initial = true, .after_layers = {layer_parameter()}},
            .values = "[-1, 1]",
            .check = [](const ResidualStack& stack,
                        const Arguments& arguments) { require_layer(stack, arguments); },
            .closed =
                [](const ResidualGrowth& growth, const Arguments& arguments) {
                    const std::int64_t layer = arguments.integer("layer");
                    return sqrt(growth.skip(layer) * growth.moment(layer) / growth.sum(layer));
                },
            .closed_note = "from the closed form of q_l",
            .recursion =
                [](const auto& layers, const Arguments& arguments) {
                    return recursion::layer_cosine(layers, arguments.integer("layer"));
                },
            .networks = mean_field_networks("layer_cosine(..., layer=)")};
}

ResidualQuantity layer_angle() {
    ResidualQuantity q = layer_cosine_quantity();
    q.name = "layer_angle";
    q.summary = "The angle by which one layer turns the stream.";
    q.formula = R"(\arccos(\mathrm{residual.layer\_cosine}))";
    q.units = std::string("radians; ") + mean_field_condition;
    q.values = "[0, inf)";
    q.closed = [](const ResidualGrowth& growth, const Arguments& arguments) {
        return angle(growth, arguments.integer("layer"));
    };
    q.closed_note = "the arctangent of the two terms' ratio, from the closed form of q_l";
    q.recursion = [](const auto& layers, const Arguments& arguments) {
        return recursion::layer_angle(layers, arguments.integer("layer"));
    };
    q.networks = std::nullopt;  // networks measure the cosine of the angle
    return q;
}

}  // namespace

std::vector<ResidualQuantity> residual_moment_parts() {
    return {second_moment(), second_moment_variance(), layer_cosine_quantity(), layer_angle()};
}

std::vector<Quantity> residual_moment_quantities() { return residual_quantities_of(residual_moment_parts()); }

}  // namespace sigprop
