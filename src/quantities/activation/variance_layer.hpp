#pragma once
// One wide layer as a map of variances, V(q) = weight_variance E f(sqrt(q) z)^2 + bias_variance, and a proved
// enclosure of the smallest q > 0 with V(q) = q. Reference: Poole et al. 2016, arXiv:1606.05340.

#include "quantities/activation/moment_curve.hpp"

namespace sigprop {

struct Layer {
    Activation f;
    Real weight_variance, bias_variance;
};

/// Of arguments with these names.
[[nodiscard]] Layer layer_of(const auto& given) {
    return {given.f, given.weight_variance, given.bias_variance};
}

/// Status domain when E f(s z)^2 is proved to exist for no s > 0, for one of these functions: it has no value
/// somewhere, or a pole that is not integrable. A rule with nodes beside a pole sees nothing of it and gives
/// a number.
[[nodiscard]] std::optional<Answer> without_mean_square(std::span<const Formula> functions,
                                                        const Context& context);
/// `found`, and where that is unable the reason from without_mean_square() if there is one.
[[nodiscard]] Answer or_without_mean_square(Answer found, std::span<const Formula> functions,
                                            const Context& context);

/// weight_variance * mean + bias_variance.
[[nodiscard]] Answer through_layer(Answer mean, const Layer& layer, long digits);

/// The smallest fixed point by the closed form of E f^2 or by its integral.
/// Errors   status domain if it is proved that no q > 0 is fixed, or that every one is; otherwise unable
[[nodiscard]] Answer smallest_fixed_point(const Layer& layer, RouteKind route, long bits,
                                          const Context& context);

/// Whether the fixed point has a route other than the integral.
[[nodiscard]] bool has_closed_fixed_point(const Layer& layer);

/// V'(q) and weight_variance E f'(sqrt(q) z)^2 at that fixed point.
enum class AtFixedPoint : std::uint8_t { slope, chi_1 };
[[nodiscard]] std::vector<Route> at_fixed_point_routes(const Layer& layer, AtFixedPoint what);

}  // namespace sigprop
