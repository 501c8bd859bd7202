// Maps of a wide layer at a point of one's own: the slope of the variance map, and the curvature of the
// correlation map, which initialisations of deep networks without normalisation keep small.
//
// d/dq E f(sqrt(q) z)^2 = E f(x) f'(x) z / sqrt(q) for a continuous f, and by the derivative of the normal
// density E f(x)^2 (z^2 - 1) / (2 q) for any f. By Price's theorem C''(c) = q^2 E f''(x) f''(y) / E f(x)^2
// for normals x and y of variance q and correlation c, where f' is continuous; a kink of height h adds h^2
// times the density at the kink. For any f and |c| < 1 the density p is differentiated instead: dp/dc = p_uv,
// so that C'' = E f(x) f(y) p_uuvv/p / E f(x)^2. With b = (v - c u)/(1 - c^2), a = (u - c v)/(1 - c^2) and k
// = 1/(1 - c^2): p_uuvv/p = a^2 b^2 - k (a^2 + b^2) + 4 a b c k + k^2 (1 + 2 c^2). Reference: R. Price 1958,
// IRE Trans. Inform. Theory 4, 69; the rest is our own derivation.

#include "catalogue/activation.hpp"
#include "core/base/bits.hpp"
#include "methods/extrema/proved_jump.hpp"
#include "quantities/activation/correlation.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

Real root_of_variance(const Real& q) {
    if (compare(q, 1).value_or(1) == 0) return 1;
    return {"sqrt(" + q.text() + ")", [q](long bits) { return sqrt(q.at(bits + 4)); }};
}

/// z -> f(sqrt(q) z)
Formula at_variance(const Formula& f, const Real& q) {
    const Formula x = Formula(root_of_variance(q)) * Formula::variable();
    return f.substitute(std::span(&x, 1));
}

std::vector<Route> q_map_slope(const QMapSlopeArguments& given) {
    const Formula z = Formula::variable();
    const Formula f = at_variance(given.f.formula, given.q);
    const Formula q{given.q};
    std::vector<Route> routes;
    if (const auto form = homogeneous_form(given.f.formula)) {
        routes.push_back(closed_form([form = *form, q = given.q](long bits) -> Answer {
            if (form.degree == 0) return Ball(0).at_precision(bits);
            return Ball(form.degree) * form.square_mean.at(bits) * pow(q.at(bits), form.degree - 1);
        }));
    }
    routes.push_back(expectation({pow(f, 2) * (pow(z, 2) - 1)}, Law::normal(), z / (2 * q)));
    if (is_continuous(given.f.formula, Context{})) {
        const Formula slope = at_variance(given.f.formula.derivative(), given.q);
        routes.push_back(expectation({f * slope * z}, Law::normal(), z / sqrt(q)));
    }
    return routes;
}

/// By the derivatives of the density, without any derivative of f; |c| < 1.
Route sampled_curvature(const Activation& f, const Real& c, const Real& q) {
    const Real side("sqrt(1 - (" + c.text() + ")^2)",
                    [c](long bits) { return sqrt((1 - c.at(bits)) * (1 + c.at(bits))); });
    const Formula s{side};
    const Formula u = Formula::variable(0);
    const Formula v = Formula(c) * u + s * Formula::variable(1);
    const Formula b = Formula::variable(1) / s;
    const Formula a = u - Formula(c) * b;
    const Formula k = 1 / pow(s, 2);
    const Formula weight = pow(a * b, 2) - k * (pow(a, 2) + pow(b, 2)) + 4 * Formula(c) * k * a * b +
                           pow(k, 2) * (1 + 2 * pow(Formula(c), 2));
    const Formula g = at_variance(f.formula, q);
    return expectation({g * g.substitute(std::span(&v, 1)) * weight, pow(g, 2)}, Law::normals(2),
                       Formula::variable(0) / Formula::variable(1));
}

/// f(x) = right x for x > 0 and -left x for x < 0: only the kink at 0 bends C.
Answer kinked_curvature(const Homogeneous& form, const Real& c, long bits) {
    const Ball right = form.right.at(bits + 16);
    const Ball left = form.left.at(bits + 16);
    const Ball kink = pow(right + left, 2);
    if (kink.is_exact() && kink.contains_zero()) return Ball(0).at_precision(bits);
    const Ball at = c.at(bits + 16);
    const Ball below = 1 - at;
    const Ball above = 1 + at;
    if (below.is_exact() && above.is_exact() && (below.contains_zero() || above.contains_zero())) {
        if (kink.is_positive())
            return {Status::domain,
                    "the curvature grows without bound towards c = 1 and c = -1: f has a kink"};
    }
    return kink / ((pow(right, 2) + pow(left, 2)) * Ball::pi(bits + 16) * sqrt(below * above));
}

std::vector<Route> c_map_curvature(const CMapCurvatureArguments& given) {
    const Real& c = given.c;
    const Real& q = given.q;
    const bool is_inside = compare(c, 1).value_or(1) < 0 && compare(c, -1).value_or(-1) > 0;
    std::vector<Route> routes;
    const Formula slope = given.f.formula.derivative();
    const auto form = homogeneous_form(given.f.formula);
    const Formula f = at_variance(given.f.formula, q);
    const Formula bend = at_variance(slope.derivative(), q);
    if (form && form->degree == 1) {
        routes.push_back(
            closed_form([form = *form, c](long bits) { return kinked_curvature(form, c, bits); }));
    } else if (!is_continuous(slope, Context{}) || !is_continuous(given.f.formula, Context{})) {
        routes.push_back(enclosure(RouteKind::definition, "recursion", [](long, const Context&) -> Answer {
            return {Status::unable,
                    "no proof that f and f' are continuous; a kink makes the curvature infinite at c = 1"};
        }));
    } else if (compare(c, 1).value_or(1) == 0 || bend.variable_count() == 0) {
        routes.push_back(expectation({pow(bend, 2), pow(f, 2)}, Law::normal(),
                                     pow(Formula(q), 2) * Formula::variable(0) / Formula::variable(1)));
    } else {
        // The correlation of f'' times the curvature at c = 1.
        const Route ratio = expectation({pow(bend, 2), pow(f, 2)}, Law::normal(),
                                        pow(Formula(q), 2) * Formula::variable(0) / Formula::variable(1));
        const Real at_one("the curvature at c = 1", [ratio](long bits) {
            Context precise;
            precise.digits = digits_of_bits(bits) + 2;
            const Evidence found = best_enclosure(std::span(&ratio, 1), precise);
            return found.status == Status::ok ? found.value : Ball::indeterminate();
        });
        const Activation second{"the second derivative of " + given.f.text, slope.derivative()};
        for (Route& one : mapped(correlation_routes(second, c, root_of_variance(q)),
                                 Formula(at_one) * Formula::variable()))
            routes.push_back(std::move(one));
    }
    if (is_inside) routes.push_back(sampled_curvature(given.f, c, q));
    return routes;
}

}  // namespace

std::vector<Quantity> kernel_map_quantities() {
    return {quantity("activation.q_map_slope", q_map_slope),
            quantity("activation.c_map_curvature", c_map_curvature)};
}

}  // namespace sigprop
