// Mixtures of experts at initialisation: the scale of the routed ones, and how uneven random loads are.

#include "catalogue/mixture.hpp"
#include "quantities/mixture/routing.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

void require_active(std::int64_t active, std::int64_t experts) {
    if (active > experts)
        throw InputError::about({"active"}, "active must be at most experts = " + std::to_string(experts));
}

Route in_double(RouteKind route, const char* method, Kind kind,
                std::function<Answer(const Context& context)> value) {
    return DirectRoute{route, method, kind,
                       [value = std::move(value)](long, const Context& context) { return value(context); }};
}

Routes routed_scale(const RoutedScaleArguments& given) {
    require_active(given.active, given.experts);
    const RouterLaw law = given.gate == ExpertGateLaw::softmax ? RouterLaw::softmax : RouterLaw::sigmoid;
    Routes routes = {
        in_double(RouteKind::definition, "trapezoid", Kind::estimate,
                  [=](const Context&) { return estimated_inverse_norm(law, given.experts, given.active); }),
        in_double(RouteKind::simulation, "monte_carlo", Kind::sample, [=](const Context& context) {
            return sampled_inverse_norm(law, given.experts, given.active, context);
        })};
    if (given.shared <= 1) return routes;
    return mapped(std::move(routes), sqrt(whole(given.shared)) * Formula::variable());
}

Routes load_violation(const LoadViolationArguments& given) {
    require_active(given.active, given.experts);
    if (given.active == given.experts) {
        return {constant(RouteKind::closed_form, "closed_form", Formula(0)),
                constant(RouteKind::definition, "recursion", Formula(0))};
    }
    Routes routes;
    if (given.active == 1) {
        routes.push_back(
            enclosure(RouteKind::definition, "recursion", [=](long bits, const Context& context) {
                return counted_load_violation(given.experts, given.tokens, bits, context);
            }));
    }
    routes.push_back(
        in_double(RouteKind::simulation, "monte_carlo", Kind::sample, [=](const Context& context) {
            return sampled_load_violation(given.experts, given.active, given.tokens, context);
        }));
    return routes;
}

}  // namespace

std::vector<Quantity> mixture_quantities() {
    return {quantity("moe.routed_scale", routed_scale), quantity("moe.load_violation", load_violation)};
}

}  // namespace sigprop
