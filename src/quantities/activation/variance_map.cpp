// The quantities of the variance map of a wide layer, V(q) = weight_variance E f(sqrt(q) z)^2 +
// bias_variance: the map, its smallest fixed point, and what happens to variances and gradients there.

#include "catalogue/activation.hpp"
#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/route_root.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/activation/moment_curve.hpp"
#include "quantities/activation/variance_iteration.hpp"
#include "quantities/activation/variance_layer.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <cmath>

namespace sigprop {
namespace {

// ---- the map itself

Formula squared_at(const Formula& f, const Formula& std) {
    const Formula x = std * Formula::variable();
    return pow(f.substitute(std::span(&x, 1)), 2);
}

std::vector<Route> map_routes(const VarianceMapArguments& given) {
    const Layer layer = layer_of(given);
    const Real& q = given.q;
    std::vector<Route> plans;
    if (const auto form = homogeneous_form(layer.f.formula)) {
        plans.push_back(closed_form([layer, q, form = *form](long bits) {
            return through_layer(pow(q.at(bits), form.degree) * form.square_mean.at(bits), layer,
                                 digits_of_bits(bits));
        }));
    } else if (const MomentCurve curve(layer.f, RouteKind::closed_form); curve.exists()) {
        plans.push_back(DirectRoute{
            RouteKind::closed_form, "closed_form", Kind::enclosure,
            [layer, q, curve](long bits, const Context& context) {
                const Ball s = sqrt(q.at(design("activation.variance_map.bits", bits + 16)));
                // The closed form needs an exact std: rounding it moves the mean square by at
                // most |g'| times the rounding.
                const Answer middle = curve.value(s.midpoint(), digits_of_bits(bits), context);
                const Answer slope = curve.slope(s.midpoint(), 6, context);
                if (slope.status != Status::ok) return slope;
                const Ball bend = curve.curvature(s.lower(), s.upper(), context);
                const Ball moved = error_term("activation.variance_map.rounded_std",
                                              (slope.value.magnitude() + bend * s.radius()) * s.radius());
                if (middle.status != Status::ok) return middle;
                // widening: of terms
                return through_layer(middle.value.widened(moved), layer, digits_of_bits(bits));
            }});
    }
    const Formula std = sqrt(Formula(q));
    plans.push_back(
        expectation({squared_at(layer.f.formula, std)}, Law::normal(),
                    Formula(layer.weight_variance) * Formula::variable() + Formula(layer.bias_variance)));
    return plans;
}

using FromIteration = std::function<Ball(DoubleMap& map, const Iterated& found)>;

/// `squared`: the functions whose mean squares are needed.
Route iteration(const Layer& layer, const std::vector<Formula>& squared, FromIteration value) {
    return DirectRoute{RouteKind::definition, "recursion", Kind::estimate,
                       [layer, squared, value = std::move(value)](long, const Context& context) -> Answer {
                           if (const auto none = without_mean_square(squared, context)) return *none;
                           const auto found = iterated(layer, context);
                           if (!found) return {Status::unable, "the iteration q -> V(q) did not settle"};
                           DoubleMap map(layer);
                           return value(map, *found);
                       }};
}

/// With a bias the equation is written for certificates, in s = sqrt(q): weight_variance E f(s z)^2 +
/// bias_variance = s^2. Without one it holds at 0, too.
DirectRoute defined_fixed_point(const Layer& layer) {
    const auto fixed = [layer](long bits, const Context& context) {
        return smallest_fixed_point(layer, RouteKind::definition, bits, context);
    };
    DirectRoute route{RouteKind::definition, "arb_integral", Kind::enclosure, fixed};
    if (compare(layer.bias_variance, 0).value_or(0) <= 0) return route;
    const auto std = [fixed](long bits, const Context& context) {
        Answer q = fixed(bits, context);
        if (q.status == Status::ok) q.value = sqrt(q.value);
        return q;
    };
    const Formula s = Formula::variable(1);
    const Formula next = Formula(layer.weight_variance) * Formula::variable(0) + Formula(layer.bias_variance);
    route.value = RootOfMeans{{.integrands = {squared_at(layer.f.formula, s)},
                               .law = Law::normal(),
                               .equation = next - pow(s, 2),
                               .root = std,
                               .value = pow(Formula::variable(), 2)},
                              fixed};
    return route;
}

std::vector<Route> fixed_point_routes(const LayerArguments& given) {
    const Layer layer = layer_of(given);
    std::vector<Route> plans;
    if (has_closed_fixed_point(layer)) {
        plans.push_back(DirectRoute{RouteKind::closed_form, "closed_form", Kind::enclosure,
                                    [layer](long bits, const Context& context) {
                                        return smallest_fixed_point(layer, RouteKind::closed_form, bits,
                                                                    context);
                                    }});
    }
    const auto form = homogeneous_form(layer.f.formula);
    if (!form || form->degree != 1) plans.push_back(defined_fixed_point(layer));
    plans.push_back(iteration(layer, {layer.f.formula}, [](DoubleMap&, const Iterated& found) {
        // widening: estimate
        return Ball(found.q).at_precision(64).widened(Ball(found.error));
    }));
    return plans;
}

// ---- at the fixed point

/// The functions whose mean squares are needed.
std::vector<Formula> squared_functions(const Layer& layer, AtFixedPoint what) {
    std::vector<Formula> functions = {layer.f.formula};
    if (what == AtFixedPoint::chi_1) functions.push_back(layer.f.formula.derivative());
    return functions;
}

/// The mean needed for V'(q) or chi_1, with the enclosure of the fixed point as the std.
Answer at_fixed_point(const Layer& layer, AtFixedPoint what, RouteKind route, long bits,
                      const Context& context) {
    Answer q = smallest_fixed_point(layer, route, bits, context);
    if (q.status != Status::ok) return or_without_mean_square(q, squared_functions(layer, what), context);
    const Real fixed("q*", [q](long wanted) { return q.value.at_precision(wanted); });
    const Formula std = sqrt(Formula(fixed));
    const Formula z = Formula::variable();
    const bool slope = what == AtFixedPoint::slope;
    const Formula& g = slope ? layer.f.formula : layer.f.formula.derivative();
    Formula integrand = squared_at(g, std);
    Formula factor = Formula(layer.weight_variance);
    if (slope) {
        integrand = integrand * (pow(z, 2) - 1);
        factor = factor / (2 * Formula(fixed));
    }
    const std::vector<Route> plans = {expectation({integrand}, Law::normal(), factor * z)};
    Context own = context;
    own.digits = std::min(digits_of_bits(bits), context.digits + 4);
    const Evidence best = best_enclosure(plans, own);
    if (best.status != Status::ok) return {best.status, best.reason};
    return best.value;
}

}  // namespace

std::vector<Route> at_fixed_point_routes(const Layer& layer, AtFixedPoint what) {
    std::vector<Route> plans;
    plans.push_back(DirectRoute{RouteKind::definition, "arb_integral", Kind::enclosure,
                                [layer, what](long bits, const Context& context) {
                                    return at_fixed_point(layer, what, RouteKind::definition, bits, context);
                                }});
    plans.push_back(iteration(
        layer, squared_functions(layer, what), [layer, what](DoubleMap& map, const Iterated& found) {
            double value = map.slope(found.q);
            double coarser = value;
            if (what == AtFixedPoint::chi_1) {
                Layer backward = layer;
                backward.f.formula = layer.f.formula.derivative();
                backward.bias_variance = 0;
                DoubleMap chi(backward);
                value = chi(found.q);
                coarser = chi(found.q, 0x1p-6);
            }
            const double error = 4 * std::fabs(value - coarser) + 0x1p-20 * (std::fabs(value) + found.error);
            // widening: estimate
            return Ball(value).at_precision(64).widened(Ball(error));
        }));
    return plans;
}

std::vector<Quantity> variance_map_quantities() {
    const auto at = [](AtFixedPoint what) {
        return [what](const LayerArguments& given) { return at_fixed_point_routes(layer_of(given), what); };
    };
    return {quantity("activation.variance_map", map_routes),
            quantity("activation.q_fixed_point", fixed_point_routes),
            quantity("activation.q_fixed_point_slope", at(AtFixedPoint::slope)),
            quantity("activation.chi_1", at(AtFixedPoint::chi_1))};
}

}  // namespace sigprop
