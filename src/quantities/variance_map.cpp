// The variance map of a wide layer, V(q) = weight_variance E f(sqrt(q) z)^2 + bias_variance: what the
// pre-activation variance q becomes one layer on. Its fixed point is solved for s = sqrt(q), where s V(s^2)
// does not fall with s.
//
// Without a bias there is no fixed point q > 0 when f is continuous, f(0) = 0, weight_variance sup f'^2 <= 1
// and f'^2 is less on an interval: then E f(s z)^2 < s^2 / weight_variance for every s.

#include "methods/scale_root.hpp"
#include "methods/value_range.hpp"
#include "quantities/homogeneous.hpp"
#include "quantities/moment_curve.hpp"
#include "quantities/support.hpp"

#include <cmath>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/pieces.hpp>

namespace sigprop {
namespace {

struct Layer {
    Activation f;
    Real weight_variance, bias_variance;
};

Layer layer_of(const Arguments& arguments) {
    Layer layer{arguments.activation("f"), arguments.real("weight_variance"),
                arguments.real("bias_variance")};
    require_positive(layer.weight_variance, "weight_variance");
    require_finite(layer.bias_variance, "bias_variance");
    if (compare(layer.bias_variance, 0).value_or(-1) < 0) {
        throw InputError("bias_variance must not be negative, not " + layer.bias_variance.text());
    }
    return layer;
}

long digits_for(long bits) { return static_cast<long>(static_cast<double>(bits) / 3.3219280948873623); }

Computed scaled(Computed mean, const Layer& layer, long digits) {
    if (mean.status != Status::ok) return mean;
    const long bits = Context::bits_for(digits) + 16;
    return layer.weight_variance.at(bits) * mean.value + layer.bias_variance.at(bits);
}

// ---- the map itself

Formula squared_at(const Formula& f, const Formula& std) {
    const Formula x = std * Formula::variable();
    return pow(f.substitute(std::span(&x, 1)), 2);
}

std::vector<RoutePlan> map_routes(const Arguments& arguments) {
    const Layer layer = layer_of(arguments);
    const Real q = arguments.real("q");
    require_positive(q, "q");
    std::vector<RoutePlan> plans;
    if (const auto form = homogeneous_form(layer.f.formula)) {
        plans.push_back(closed_form([layer, q, form = *form](long bits) {
            return scaled(pow(q.at(bits), form.degree) * form.square_mean.at(bits), layer, digits_for(bits));
        }));
    } else if (const MomentCurve curve(layer.f, Route::closed_form); curve.exists()) {
        plans.push_back(Computation{Route::closed_form, "closed_form", Kind::enclosure,
                                    [layer, q, curve](long bits, const Context& context) {
                                        const Ball s = sqrt(q.at(bits + 16));
                                        // The closed form wants an exact std: the mean square moves by at
                                        // most |g'| times the rounding.
                                        const Computed middle =
                                            curve.value(s.midpoint(), digits_for(bits), context);
                                        const Computed slope = curve.slope(s.midpoint(), 6, context);
                                        if (slope.status != Status::ok) return slope;
                                        const Ball bend = curve.curvature(s.lower(), s.upper(), context);
                                        const Ball moved =
                                            (slope.value.magnitude() + bend * s.radius()) * s.radius();
                                        if (middle.status != Status::ok) return middle;
                                        return scaled(middle.value.widened(moved), layer, digits_for(bits));
                                    }});
    }
    const Formula std = sqrt(Formula(q));
    plans.push_back(
        expectation({squared_at(layer.f.formula, std)}, Law::normal(),
                    Formula(layer.weight_variance) * Formula::variable() + Formula(layer.bias_variance)));
    return plans;
}

// ---- its fixed point

/// V(q) = w c q^d + b with c = E f(z)^2; d = 1 in closed form.
Computed linear_fixed_point(const Layer& layer, const Homogeneous& form, long bits) {
    const Real rate = layer.weight_variance * form.square_mean;
    const std::optional<int> against_one = compare(rate, 1);
    const bool no_bias = compare(layer.bias_variance, 0) == 0;
    if (!against_one) return {Status::unable, "weight_variance E f(z)^2 is not told from 1"};
    if (no_bias && *against_one == 0) return {Status::domain, "V(q) = q for every q: there is no smallest"};
    if (no_bias) return {Status::domain, "V(q) is a multiple of q, and the factor is not 1"};
    if (*against_one >= 0) return {Status::domain, "V(q) > q for every q: the variance grows without bound"};
    return layer.bias_variance.at(bits + 16) / (1 - rate.at(bits + 16));
}

/// Without a bias and for d > 1: w c q^(d-1) = 1.
Computed power_fixed_point(const Layer& layer, const Homogeneous& form, long bits) {
    const Ball rate = (layer.weight_variance * form.square_mean).at(bits + 16);
    if (compare(form.square_mean, 0) == 0) return {Status::domain, "f is zero"};
    return exp(-log(rate) / (form.degree - 1));
}

bool is_exact_zero(const Ball& x) { return x.is_exact() && x.contains_zero(); }

/// f has no jump: it meets itself exactly at every switch, and beyond 2^9 no switch is left.
bool is_continuous(const Formula& f) {
    constexpr double R = 512;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const bool right : {true, false}) {
        const double lower = right ? R : -infinity;
        const double upper = right ? infinity : -R;
        const Formula rest = settled(f, lower, upper);
        const Partition parts = partition(rest, Ball(R), Ball(2 * R), 64);
        const bool smooth = parts.complete && parts.pieces.size() == 1 && parts.kinks.empty();
        if (!smooth || !value_range(rest, lower, upper).defined) return false;
    }
    const Partition parts = partition(f, Ball(-R), Ball(R), 128);
    if (!parts.complete || parts.pieces.empty()) return false;
    for (std::size_t i = 1; i < parts.pieces.size(); ++i) {
        const Piece& left = parts.pieces[i - 1];
        const Piece& right = parts.pieces[i];
        const Ball at_left = Evaluator<Ball>(left.smooth, 128)(left.upper.at_precision(128));
        const Ball at_right = Evaluator<Ball>(right.smooth, 128)(right.lower.at_precision(128));
        if (!is_exact_zero(left.upper - right.lower) || !is_exact_zero(at_left - at_right)) return false;
    }
    return true;
}

/// The opening comment's proof that V(q) < q for every q > 0.
bool always_shrinks(const Layer& layer, const Context& context) {
    const Formula& f = layer.f.formula;
    if (compare(layer.bias_variance, 0) != 0) return false;
    if (!is_exact_zero(Evaluator<Ball>(f, 128)(Ball(0))) || !is_continuous(f)) return false;
    const Formula slope = f.derivative();
    const double bound = (1 / sqrt(layer.weight_variance.at(64))).lower_double();
    if (!is_bounded_by(slope, bound, context)) return false;
    Evaluator<Ball> evaluate(slope, 64);
    for (const double x : {0.25, -0.25, 1.5, -1.5, 5.0, -5.0}) {
        const Ball value = evaluate(Ball::interval(Ball(x), Ball(x + 0x1p-10)).at_precision(64));
        if (value.is_finite() && (Ball(bound) - value.magnitude()).is_positive()) return true;
    }
    return false;
}

int sign_near_zero(const Layer& layer, const MomentCurve& curve, const Ball& b, const Context& context) {
    const Ball bias = layer.bias_variance.at(64);
    if ((bias - pow(b, 2)).is_positive()) return 1;  // V(q) >= bias_variance > q
    const Ball weight = layer.weight_variance.at(64);
    const NearZero bounds = curve.near_zero(b, context);
    if ((weight * bounds.least - pow(b, 2)).is_positive()) return 1;
    if ((weight * bounds.least_ratio - 1).is_positive()) return 1;
    const bool no_bias = compare(layer.bias_variance, 0) == 0;
    return no_bias && (weight * bounds.most_ratio - 1).is_negative() ? -1 : 0;
}

/// sqrt(q*).
Computed fixed_std(const Layer& layer, Route route, long digits, const Context& context) {
    const MomentCurve curve(layer.f, route);
    ScaleEquation equation;
    equation.power = 2;
    equation.value = [&](const Ball& s, long wanted) {
        return scaled(curve.value(s, wanted, context), layer, wanted);
    };
    equation.slope = [&](const Ball& s, long wanted) {
        Computed slope = curve.slope(s, wanted, context);
        if (slope.status != Status::ok) return slope;
        return Computed(layer.weight_variance.at(Context::bits_for(wanted) + 16) * slope.value);
    };
    equation.curvature = [&](const Ball& lower, const Ball& upper) {
        return layer.weight_variance.at(64) * curve.curvature(lower, upper, context);
    };
    equation.sign_near_zero = [&](const Ball& b) { return sign_near_zero(layer, curve, b, context); };
    return smallest_scale_root(equation, digits, context);
}

Computed fixed_point(const Layer& layer, Route route, long bits, const Context& context) {
    if (const auto form = homogeneous_form(layer.f.formula)) {
        if (form->degree == 1) return linear_fixed_point(layer, *form, bits);
        const bool power = form->degree > 1 && compare(layer.bias_variance, 0) == 0;
        if (power && route == Route::closed_form) return power_fixed_point(layer, *form, bits);
    }
    if (always_shrinks(layer, context)) {
        return {Status::domain,
                "weight_variance f'^2 <= 1 everywhere, less on an interval: V(q) < q for every q > 0"};
    }
    Computed std = fixed_std(layer, route, digits_for(bits), context);
    if (std.status != Status::ok) return std;
    return pow(std.value, 2);
}

bool has_closed_form(const Layer& layer) {
    if (const auto form = homogeneous_form(layer.f.formula)) {
        return form->degree == 1 || (form->degree > 1 && compare(layer.bias_variance, 0) == 0);
    }
    return MomentCurve(layer.f, Route::closed_form).exists();
}

// ---- iteration in double precision, a witness

/// V by the trapezoidal rule on |z| <= 12: no quadrature library and no closed form.
class DoubleMap {
public:
    explicit DoubleMap(const Layer& layer)
        : f_(layer.f.formula),
          weight_(layer.weight_variance.to_double()),
          bias_(layer.bias_variance.to_double()) {}

    double operator()(double q, double step = 0x1p-7) {
        const double s = std::sqrt(q);
        double sum = 0;
        for (double z = step / 2; z < 12; z += step) {
            const double right = f_(s * z);
            const double left = f_(-s * z);
            sum += (right * right + left * left) * std::exp(-z * z / 2);
        }
        return weight_ * sum * step * 0.39894228040143268 + bias_;
    }
    double slope(double q) {
        return ((*this)(q * (1 + 0x1p-13)) - (*this)(q * (1 - 0x1p-13))) / (q * 0x1p-12);
    }

private:
    Evaluator<double> f_;
    double weight_, bias_;
};

struct Iterated {
    double q = NAN, error = NAN;
};

/// From a small q upwards: where V does not fall, the limit is the smallest fixed point.
std::optional<Iterated> iterated(const Layer& layer, const Context& context) {
    DoubleMap map(layer);
    double q = 0x1p-10 + layer.bias_variance.to_double();
    for (int step = 0; step < 1000; ++step) {
        context.check_cancelled();
        const double next = map(q);
        if (!(next > 0x1p-40 && next < 0x1p40)) return std::nullopt;
        const double moved = std::fabs(next - q);
        q = next;
        if (moved > 0x1p-50 * q) continue;
        const double gap = 1 - std::fabs(map.slope(q));
        if (!(gap > 0x1p-10)) return std::nullopt;
        return Iterated{q, (4 * std::fabs(map(q, 0x1p-6) - q) + moved + 0x1p-44 * q) / gap};
    }
    return std::nullopt;
}

using FromIteration = std::function<Ball(DoubleMap& map, const Iterated& found)>;

RoutePlan iteration(const Layer& layer, FromIteration value) {
    return Computation{Route::definition, "recursion", Kind::estimate,
                       [layer, value = std::move(value)](long, const Context& context) -> Computed {
                           const auto found = iterated(layer, context);
                           if (!found) return {Status::unable, "the iteration q -> V(q) did not settle"};
                           DoubleMap map(layer);
                           return value(map, *found);
                       }};
}

std::vector<RoutePlan> fixed_point_routes(const Arguments& arguments) {
    const Layer layer = layer_of(arguments);
    std::vector<RoutePlan> plans;
    const auto by = [layer](Route route, const char* method) {
        return Computation{route, method, Kind::enclosure, [layer, route](long bits, const Context& context) {
                               return fixed_point(layer, route, bits, context);
                           }};
    };
    if (has_closed_form(layer)) plans.push_back(by(Route::closed_form, "closed_form"));
    const auto form = homogeneous_form(layer.f.formula);
    if (!form || form->degree != 1) plans.push_back(by(Route::definition, "arb_integral"));
    plans.push_back(iteration(layer, [](DoubleMap&, const Iterated& found) {
        return Ball(found.q).at_precision(64).widened(Ball(found.error));
    }));
    return plans;
}

// ---- at the fixed point

enum class AtFixedPoint { slope, chi_1 };

/// The mean behind V'(q) or chi_1 with the fixed point's enclosure as the std.
Computed at_fixed_point(const Layer& layer, AtFixedPoint what, Route route, long bits,
                        const Context& context) {
    Computed q = fixed_point(layer, route, bits, context);
    if (q.status != Status::ok) return q;
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
    const std::vector<RoutePlan> plans = {expectation({integrand}, Law::normal(), factor * z)};
    Context own = context;
    own.digits = std::min(digits_for(bits), context.digits + 4);
    const Evidence best = best_enclosure(plans, own);
    if (best.status != Status::ok) return {best.status, best.reason};
    return best.value;
}

std::vector<RoutePlan> at_fixed_point_routes(const Arguments& arguments, AtFixedPoint what) {
    const Layer layer = layer_of(arguments);
    std::vector<RoutePlan> plans;
    plans.push_back(Computation{Route::definition, "arb_integral", Kind::enclosure,
                                [layer, what](long bits, const Context& context) {
                                    return at_fixed_point(layer, what, Route::definition, bits, context);
                                }});
    plans.push_back(iteration(layer, [layer, what](DoubleMap& map, const Iterated& found) {
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
        return Ball(value).at_precision(64).widened(Ball(error));
    }));
    return plans;
}

std::vector<RoutePlan> slope_routes(const Arguments& arguments) {
    return at_fixed_point_routes(arguments, AtFixedPoint::slope);
}
std::vector<RoutePlan> chi_routes(const Arguments& arguments) {
    return at_fixed_point_routes(arguments, AtFixedPoint::chi_1);
}

std::vector<Parameter> layer_parameters(bool with_q) {
    std::vector<Parameter> all = {
        {"f", ParameterKind::activation, std::nullopt, "an activation by name, or a quoted formula in x"}};
    if (with_q)
        all.push_back({"q", ParameterKind::real, std::nullopt, "variance of the pre-activation, > 0"});
    all.push_back({"weight_variance", ParameterKind::real, std::nullopt, "fan_in times Var(w), > 0"});
    all.push_back({"bias_variance", ParameterKind::real, "0", "Var(b), >= 0"});
    return all;
}

Quantity quantity(std::string name, std::string summary, std::string formula, std::string units,
                  std::vector<std::string> notes, std::vector<RoutePlan> (*routes)(const Arguments&)) {
    const bool map = name == "variance_map";
    return {"activation." + name,
            {},
            std::move(summary),
            std::move(formula),
            std::move(units),
            "Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232",
            layer_parameters(map),
            std::move(notes),
            routes};
}

}  // namespace

std::vector<Quantity> variance_map_quantities() {
    const std::string fixed = "q* is the smallest q > 0 with V(q) = q";
    return {
        quantity("variance_map", "Pre-activation variance of a wide layer from that of the layer before.",
                 "V(q) = weight_variance E f(sqrt(q) z)^2 + bias_variance, z ~ N(0, 1)",
                 "variances; weight_variance is fan_in times the variance of one weight",
                 {"closed_form: the closed form of E f^2", "definition: the integral"}, map_routes),
        quantity(
            "q_fixed_point", "The variance that a deep network settles at or is driven away from.",
            "the smallest q > 0 with V(q) = q",
            "a variance; whether it attracts is told by activation.q_fixed_point_slope < 1. `domain` "
            "where every q > 0 or none is fixed",
            {"closed_form: the root of the closed form, or q = bias_variance/(1 - weight_variance E f^2)",
             "definition: the root over ball integrals; the smallest, because sqrt(q) V(q) does not fall",
             "definition: the map iterated in double precision (recursion), an estimate"},
            fixed_point_routes),
        quantity("q_fixed_point_slope", "How fast a variance near the fixed point approaches it.",
                 "V'(q*) = weight_variance E f(sqrt(q*) z)^2 (z^2 - 1) / (2 q*)",
                 "dimensionless; below 1 the fixed point attracts; " + fixed,
                 {"definition: the integral at the proved fixed point",
                  "definition: a difference quotient of the map iterated in double precision, an estimate"},
                 slope_routes),
        quantity("chi_1", "Factor by which one layer multiplies the squared gradient at the fixed point.",
                 "chi_1 = weight_variance E f'(sqrt(q*) z)^2",
                 "dimensionless; 1 is the edge of chaos; f' almost everywhere; " + fixed,
                 {"definition: the integral at the proved fixed point",
                  "definition: the same by a trapezoidal rule in double precision, an estimate"},
                 chi_routes)};
}

}  // namespace sigprop
