// Second moments along a residual stream: their final value, how much one network of finite width differs
// from the next, and the angle by which a sublayer turns the stream.

#include "quantities/residual/network_evidence.hpp"
#include "quantities/residual/support.hpp"

namespace sigprop {
namespace {

using Family = ResidualGrowth::Family;
using Profile = ResidualGrowth::Profile;

Ball square_of_ball(const Ball& x) { return pow(x, 2); }

/// (4 q_0 T + 2 T^2)/d for Gaussian branches, T the sum of their second moments: the fluctuations of |F|^2
/// and of the cross terms complete the square. A normalised branch has no fluctuation of |F|^2.
Ball spread(const ResidualGrowth& growth, std::int64_t width) {
    const std::int64_t sublayers = growth.sublayers();
    if (growth.family() == Family::keeps) return 0;
    const Ball& q0 = growth.initial();
    if (growth.family() == Family::adds) {
        const Ball total = growth.total(sublayers);
        const Ball squares = growth.scheme() == ResidualScheme::sandwich
                                 ? square_of_ball(growth.branch(0)) * sublayers
                                 : Ball(0);
        return (4 * q0 * total + 2 * (square_of_ball(total) - squares)) / width;
    }
    const Ball mean_square = growth.product(0, sublayers, [&](std::int64_t j) {
        const Ball t = growth.branch(j);
        return square_of_ball(1 + t) + (4 * t + 2 * square_of_ball(t)) / width;
    });
    return square_of_ball(q0) * (mean_square - square_of_ball(growth.grown(0, sublayers, 1)));
}

Ball angle(const ResidualGrowth& growth, std::int64_t sublayer) {
    const Ball along = growth.skip(sublayer) * growth.moment(sublayer);
    const Ball across = growth.branch_moment(sublayer);
    if (along.is_exact() && along.contains_zero()) return Ball::pi(growth.bits()) / 2;
    return atan(sqrt(across / along));
}

ResidualQuantity second_moment() {
    return {
        .name = "residual.second_moment",
        .closed = [](const ResidualGrowth& growth,
                     std::int64_t) { return growth.moment(growth.sublayers()); },
        .recursion = [](const auto& sublayers, std::int64_t) { return recursion::second_moment(sublayers); },
        .networks = second_moment_networks()};
}

ResidualQuantity second_moment_variance() {
    return {
        .name = "residual.second_moment_variance",
        .call = call_with_width,
        .closed = [](const ResidualGrowth& growth, std::int64_t width) { return spread(growth, width); },
        .is_long = [](const ResidualStack& stack) { return stack.rising; },
        .recursion = [](const auto& sublayers,
                        std::int64_t width) { return recursion::second_moment_variance(sublayers, width); },
        .networks = second_moment_variance_networks()};
}

ResidualQuantity sublayer_cosine_quantity() {
    return {
        .name = "residual.sublayer_cosine",
        .check = [](const ResidualStack& stack,
                    std::int64_t sublayer) { require_sublayer(sublayer, stack.sublayers - 1); },
        .closed =
            [](const ResidualGrowth& growth, std::int64_t sublayer) {
                return sqrt(growth.skip(sublayer) * growth.moment(sublayer) / growth.sum(sublayer));
            },
        .recursion = [](const auto& sublayers,
                        std::int64_t sublayer) { return recursion::sublayer_cosine(sublayers, sublayer); },
        .networks = mean_field_networks("sublayer_cosine(..., sublayer=)")};
}

ResidualQuantity sublayer_angle() {
    ResidualQuantity q = sublayer_cosine_quantity();
    q.name = "residual.sublayer_angle";
    q.closed = [](const ResidualGrowth& growth, std::int64_t sublayer) { return angle(growth, sublayer); };
    q.recursion = [](const auto& sublayers, std::int64_t sublayer) {
        return recursion::sublayer_angle(sublayers, sublayer);
    };
    q.networks = nullptr;  // networks measure the cosine of the angle
    return q;
}

}  // namespace

std::vector<ResidualQuantity> residual_moment_parts() {
    return {second_moment(), second_moment_variance(), sublayer_cosine_quantity(), sublayer_angle()};
}

std::vector<Quantity> residual_moment_quantities() { return residual_quantities_of(residual_moment_parts()); }

}  // namespace sigprop
