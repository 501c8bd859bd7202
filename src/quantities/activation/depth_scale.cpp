// How fast variances and correlations settle in a wide network: xi_q = -1/log V'(q*), xi_c = -1/log chi_1.
// The second one is about nearly equal inputs and asks for a continuous f (nearby_inputs.hpp); V is smooth
// whatever f is.

#include "quantities/activation/nearby_inputs.hpp"
#include "quantities/activation/variance_layer.hpp"
#include "quantities/tables.hpp"

namespace sigprop {
namespace {

/// -1 / log of the factor by which a layer shrinks what is left.
Answer scale_of(Answer factor, bool of_variance) {
    if (factor.status != Status::ok) return factor;
    const std::string what = of_variance ? "V'(q*)" : "chi_1";
    if ((1 - factor.value).is_nonpositive()) {
        if (of_variance)
            return {Status::domain, "V'(q*) >= 1: the fixed point does not attract, and no scale exists"};
        return {Status::unable,
                "chi_1 >= 1: equal inputs are driven apart, and correlations settle below 1, where "
                "no scale is computed"};
    }
    if (factor.value.is_exact() && factor.value.contains_zero()) return Ball(0);
    if (!factor.value.is_positive()) {
        if (factor.value.is_negative())
            return {Status::domain, what + " is negative: variances alternate around the fixed point"};
        return {Status::unable, what + " is not shown to be positive"};
    }
    return -1 / log(factor.value);
}

std::vector<Route> depth_scale_routes(const Arguments& arguments) {
    const bool of_variance = arguments.choice("of") == "variance";
    const std::string name = of_variance ? "activation.q_fixed_point_slope" : "activation.chi_1";
    const Formula f = arguments.activation("f").formula;
    std::vector<Route> plans;
    for (const Quantity& quantity : variance_map_quantities()) {
        if (quantity.name != name) continue;
        for (const Route& route : quantity.routes(arguments)) {
            DirectRoute plan = std::get<DirectRoute>(route);
            plan.value = [inner = std::move(plan.value), f, of_variance](long bits, const Context& context) {
                if (!of_variance) {
                    if (auto none = without_continuity(f, context)) return *none;
                }
                return scale_of(inner(bits, context), of_variance);
            };
            plans.emplace_back(std::move(plan));
        }
    }
    return plans;
}

}  // namespace

std::vector<Quantity> depth_scale_quantities() {
    Parameter of{.name = "of",
                 .kind = ParameterKind::choice,
                 .fallback = "correlation",
                 .meaning = "variance: xi_q; correlation: xi_c of nearly equal inputs"};
    of.choices = {"correlation", "variance"};
    return {
        {.name = "activation.depth_scale",
         .summary = "The number of layers over which a signal is remembered: differences shrink by e.",
         .formula = R"(\xi_c = -\frac{1}{\log \chi_1} \quad\text{or}\quad \xi_q = -\frac{1}{\log V'(q^*)})",
         .units =
             "layers. xi_c is how far correlations reach where correlation 1 attracts (chi_1 < 1 and f is "
             "continuous), xi_q how far the variance remembers its start; both grow without bound towards 1: "
             "chi_1 = 1 is the edge of chaos. `domain` for xi_c where f jumps: there correlation 1 does not "
             "attract, whatever chi_1 is",
         .source =
             "Schoenholz et al. 2016, Deep Information Propagation, arXiv:1611.01232, equations 8 and 9",
         .parameters = {function_parameter(), weight_variance_parameter(), bias_variance_parameter(), of},
         .values = "[0, inf)",
         .route_notes =
             {"definition: the integral at the proved fixed point, for xi_c once f is shown to be continuous",
              "definition: the map iterated in double precision, an estimate"},
         .theorems = {"correlation_one_attracts", "rising_scaled_moment", "mean_exists",
                      "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = depth_scale_routes}};
}

}  // namespace sigprop
