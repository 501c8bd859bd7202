// How fast variances and correlations settle in a wide network: xi_q = -1/log V'(q*), xi_c = -1/log chi_1.
// The second one is about nearly equal inputs and asks for a continuous f (nearby_inputs.hpp); V is smooth
// whatever f is.

#include "catalogue/activation.hpp"
#include "quantities/activation/nearby_inputs.hpp"
#include "quantities/activation/variance_layer.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

/// -1 / log of the factor by which a layer shrinks what is left.
Answer scale_of(Answer factor, bool of_variance) {
    if (factor.status != Status::ok) return factor;
    const std::string what = of_variance ? "V'(q*)" : "chi_1";
    if ((1 - factor.value).is_nonpositive()) {
        if (of_variance)
            return {Status::domain, "V'(q*) >= 1: the fixed point does not attract, so no scale exists"};
        return {Status::unable,
                "chi_1 >= 1: nearby inputs move apart, and correlations settle below 1, where sigprop "
                "computes no scale"};
    }
    if (factor.value.is_exact() && factor.value.contains_zero()) return Ball(0);
    if (!factor.value.is_positive()) {
        if (factor.value.is_negative())
            return {Status::domain, what + " is negative: variances alternate around the fixed point"};
        return {Status::unable, what + ": no proof that it is positive"};
    }
    return -1 / log(factor.value);
}

std::vector<Route> depth_scale_routes(const DepthScaleArguments& given) {
    const bool of_variance = given.of == AtFixedPoint::slope;
    std::vector<Route> plans = at_fixed_point_routes(layer_of(given), given.of);
    for (Route& plan : plans) {
        auto& factor = std::get<DirectRoute>(plan).value;
        factor = [inner = std::move(factor), f = given.f.formula, of_variance](long bits,
                                                                               const Context& context) {
            if (!of_variance) {
                if (auto none = without_continuity(f, context)) return *none;
            }
            return scale_of(inner(bits, context), of_variance);
        };
    }
    return plans;
}

}  // namespace

std::vector<Quantity> depth_scale_quantities() {
    return {quantity("activation.depth_scale", depth_scale_routes)};
}

}  // namespace sigprop
