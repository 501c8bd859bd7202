// The singular values of one linear residual block, x + G x: how far a branch can cancel the skip path.

#include "catalogue/residual.hpp"
#include "methods/route_formula.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

/// The squared singular values of z I + G, z = 1/sigma, start at (r - 3)^3 / (8 (r - 1)),
/// r = sqrt(1 + 8 z^2).
template <class Scalar>
Scalar closed(const Scalar& variance) {
    const Scalar root = sqrt(1 + 8 / variance);
    return sqrt(variance * pow(root - 3, 3) / (8 * (root - 1)));
}

/// The squared singular values' Stieltjes transform m(x), with u = 1 + sigma^2 m, obeys the cubic equation
/// x u^2 (u - 1) = (1 - sigma^2) u - 1. The spectrum ends where dx/du = 0, which is where
/// 2 k u^2 - (k + 3) u + 2 = 0 with k = 1 - sigma^2.
Ball from_cubic(const Ball& variance) {
    const Ball k = 1 - variance;
    const Ball u = (k + 3 + sqrt(pow(k + 3, 2) - 16 * k)) / (4 * k);
    return sqrt((k * u - 1) / (pow(u, 2) * (u - 1)));
}

DirectRoute edge(RouteKind route, const char* method, const Real& variance, Ball (*value)(const Ball&)) {
    DirectRoute computation;
    computation.route = route;
    computation.method = method;
    computation.value = [variance, value](long bits, const Context&) -> Answer {
        if (compare(variance, 1).value_or(0) >= 0) return Ball(0);
        return value(variance.at(bits));
    };
    return computation;
}

std::vector<Route> branch_spectrum_routes(const SmallestSingularValueArguments& given) {
    const Real& variance = given.branch_variance;
    DirectRoute form = edge(RouteKind::closed_form, "closed_form", variance, closed<Ball>);
    const bool cancels = compare(variance, 1).value_or(0) >= 0;
    form.value = with_formula(cancels ? Formula(0) : closed(Formula(variance)), std::move(form.value));
    return {form, edge(RouteKind::definition, "recursion", variance, from_cubic)};
}

}  // namespace

std::vector<Quantity> residual_spectrum_quantities() {
    return {quantity("residual.smallest_singular_value", branch_spectrum_routes)};
}

}  // namespace sigprop
