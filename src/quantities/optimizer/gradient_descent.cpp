// How fast gradient descent converges, and the condition number, which normalising the input should lower.

#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

/// One step with the best rate from the worst start: for (x^2 + k y^2)/2 at (k, 1) both gradients are k.
Answer worst_step(const Real& condition, long bits) {
    const Ball k = condition.at(bits);
    const Ball squares = 2 * k * k;                   // g . g
    const Ball rate = squares / (k * k + k * k * k);  // g . g / g . H g
    const Ball x = k - rate * k, y = 1 - rate * k;
    return sqrt((x * x + k * y * y) / (k * k + k));  // error in the norm of the loss itself
}

Routes descent_routes(const Arguments& arguments) {
    const Real& condition = arguments.real("condition");
    const Formula k{condition};
    return {constant(RouteKind::closed_form, "closed_form", (k - 1) / (k + 1)),
            enclosure(RouteKind::definition, "recursion",
                      [condition](long bits, const Context&) { return worst_step(condition, bits); })};
}

}  // namespace

std::vector<Quantity> gradient_descent_quantities() {
    return {
        {.name = "optimizer.gradient_descent_rate",
         .summary = "Factor by which each step of gradient descent shrinks the error of a quadratic loss.",
         .formula = R"(\frac{k - 1}{k + 1}, \quad k \text{ the condition number})",
         .units = "a factor per step: of the distance to the minimum with the best constant rate, 2/(1 + k) "
                  "where the smallest curvature is 1; of sqrt(loss) with exact line search from the worst "
                  "start. 0 at k = 1, where one step gets there",
         .source = "Nocedal and Wright, Numerical Optimization, 2006, theorem 3.3",
         .parameters = {{.name = "condition",
                         .meaning = "largest curvature over the smallest",
                         .range = "[1, inf)"}},
         .route_notes = {"closed_form: the formula",
                         "definition: one step with exact line search from the worst start (recursion)"},
         .routes = descent_routes}};
}

}  // namespace sigprop
