// How fast gradient descent converges, and the condition number, which normalising the input should lower.

#include "catalogue/optimizer.hpp"
#include "quantities/rows.hpp"
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

Routes descent_routes(const GradientDescentArguments& given) {
    const Formula k{given.condition};
    return {constant(RouteKind::closed_form, "closed_form", (k - 1) / (k + 1)),
            enclosure(RouteKind::definition, "recursion",
                      [given](long bits, const Context&) { return worst_step(given.condition, bits); })};
}

}  // namespace

std::vector<Quantity> gradient_descent_quantities() {
    return {quantity("optimizer.gradient_descent_rate", descent_routes)};
}

}  // namespace sigprop
