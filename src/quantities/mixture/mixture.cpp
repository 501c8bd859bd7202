// Mixtures of experts at initialisation: the scale of the routed ones, and how uneven random loads are.

#include <memory>
#include <optional>

#include "catalogue/mixture.hpp"
#include "quantities/mixture/inverse_norm.hpp"
#include "quantities/mixture/loads.hpp"
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

/// A proof of at most so many bits, which is not computed again when more are asked for.
Route proved_to(long most_bits, RouteKind route, const char* method,
                std::function<Answer(long bits, const Context& context)> value) {
    const auto known = std::make_shared<std::optional<Answer>>();
    return enclosure(route, method,
                     [known, most_bits, value = std::move(value)](long bits, const Context& context) {
                         if (!*known || bits < most_bits) *known = value(bits, context);
                         return **known;
                     });
}

Routes routed_scale(const RoutedScaleArguments& given) {
    require_active(given.active, given.experts);
    const RouterLaw law = given.gate == ExpertGateLaw::softmax ? RouterLaw::softmax : RouterLaw::sigmoid;
    Routes routes = {
        proved_to(most_inverse_norm_bits, RouteKind::definition, "arb_trapezoid",
                  [=](long bits, const Context& context) {
                      return enclosed_inverse_norm(law, given.experts, given.active, bits, context);
                  }),
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
    if (given.active == 1 && given.tokens <= most_counted_tokens) {
        routes.push_back(
            enclosure(RouteKind::definition, "recursion", [=](long bits, const Context& context) {
                return counted_load_violation(given.experts, given.tokens, bits, context);
            }));
    } else {
        routes.push_back(proved_to(0, RouteKind::definition, "recursion", [=](long, const Context& context) {
            return bounded_load_violation(given.experts, given.active, given.tokens, context);
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
