// Variances through the layers of a wide network, and how fast they and correlations settle:
// q_(l+1) = V(q_l), xi_q = -1/log V'(q*), xi_c = -1/log chi_1. Every step of the recursion takes a ball to a
// ball, by the mean value theorem for V.

#include "core/ball/error_term.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/activation/moment_range.hpp"
#include "quantities/activation/variance_iteration.hpp"
#include "quantities/support.hpp"
#include "quantities/tables.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/bits.hpp"

namespace sigprop {
namespace {

constexpr std::int64_t max_layers = 1'000'000;
constexpr std::int64_t max_integrals = 10'000;  // layers of a recursion whose steps are integrals

struct Start {
    Layer layer;
    Real q;
    std::int64_t layers;
};

Start start_of(const Arguments& arguments) {
    Start start{layer_of(arguments), arguments.real("q"), arguments.integer("layers")};
    require_positive(start.q, "q");
    if (start.layers < 0 || start.layers > max_layers) {
        throw InputError::about({"layers"},
                                "layers must be from 0 to 10^6, not " + std::to_string(start.layers));
    }
    return start;
}

/// V(q) = a q + b in closed form: a^L q + b (1 + a + … + a^(L-1)).
Answer linear_at_depth(const Start& start, const Homogeneous& form, long bits) {
    const Real rate = start.layer.weight_variance * form.square_mean;
    const Ball a = rate.at(bits + 64);
    const Ball b = start.layer.bias_variance.at(bits + 64);
    const Ball power = pow(a, start.layers);
    const bool is_one = compare(rate, 1) == 0;
    const Ball sum = is_one ? Ball(start.layers) : (power - 1) / (a - 1);
    return power * start.q.at(bits + 64) + b * sum;
}

/// V over balls.
struct BallMap {
    const MomentCurve& curve;
    Ball weight, bias;
    long working;

    Ball operator()(const Ball& q, const Context& context) const {
        if (!q.is_positive()) return Ball::indeterminate();
        return (weight * moment_range(curve, sqrt(q), working, context).value + bias).at_precision(working);
    }
};

bool lies_in(const Ball& inner, const Ball& outer) {
    return inner.is_finite() && (inner.lower() - outer.lower()).is_nonnegative() &&
           (outer.upper() - inner.upper()).is_nonnegative();
}

/// Looks for a ball that V takes into itself, so that all later variances lie in it.
class Settling {
public:
    explicit Settling(const BallMap& map) : map_(map) {}

    /// That ball, 2^-bits of the variance wide, once there is one; `last` became `next` in layer l.
    std::optional<Ball> operator()(const Ball& last, const Ball& next, std::int64_t l, long bits,
                                   const Context& context) {
        const double step = (next - last).magnitude().upper_double();
        const double shrinks = before_ > 0 ? step / before_ : 1;
        before_ = step;
        if (!(shrinks < 1) || l < next_try_) return std::nullopt;
        // What is left to go is the step times shrinks + shrinks^2 + …; twice that leaves room.
        const double wide = design("activation.depth.settled", 2.0) * step / (1 - shrinks);
        if (!((Ball(wide) - next * Ball::power_of_two(-bits)).is_negative())) return std::nullopt;
        const Ball ball = next.widened(Ball(wide));  // widening: region
        if (lies_in(map_(ball, context), ball)) return ball;
        next_try_ = 2 * l;  // tries must not cost more than layers
        return std::nullopt;
    }

private:
    const BallMap& map_;
    double before_ = 0;  ///< the step of the layer before
    std::int64_t next_try_ = 0;
};

/// The recursion, with V in closed form for f(c x) = c f(x) and over a moment curve otherwise.
Answer at_depth(const Start& start, RouteKind route, long bits, const Context& context) {
    const long working = bits + 64;
    const Ball weight = start.layer.weight_variance.at(working);
    const Ball bias = start.layer.bias_variance.at(working);
    Ball q = start.q.at(working);
    const auto form = homogeneous_form(start.layer.f.formula);
    const bool is_linear = form && form->degree == 1;
    if (!is_linear && start.layers > max_integrals)
        return {Status::unable, "more than 10000 layers, each with its own integrals"};
    const MomentCurve curve(start.layer.f, route);
    const BallMap map{curve, weight, bias, working};
    Settling settling(map);
    for (std::int64_t l = 0; l < start.layers; ++l) {
        context.check_cancelled();
        const Ball next = is_linear
                              ? (weight * q * form->square_mean.at(working) + bias).at_precision(working)
                              : map(q, context);
        if (!next.is_finite() || !next.is_positive()) {
            return or_without_mean_square(
                {Status::unable, "the variance after layer " + std::to_string(l + 1) + " was not enclosed"},
                std::span(&start.layer.f.formula, 1), context);
        }
        if (!is_linear && l + 2 < start.layers) {
            if (const auto forever = settling(q, next, l, bits, context)) return *forever;
        }
        q = next;
    }
    return q;
}

Answer estimated_at_depth(const Start& start, const Context& context) {
    if (start.layers > 0) {
        const auto none = without_mean_square(std::span(&start.layer.f.formula, 1), context);
        if (none) return *none;
    }
    DoubleMap map(start.layer);
    double q = start.q.to_double();
    double error = 0;
    for (std::int64_t l = 0; l < std::min(start.layers, max_integrals); ++l) {
        context.check_cancelled();
        const double next = map(q);
        error = std::fabs(map.slope(q)) * error + 4 * std::fabs(map(q, 0x1p-6) - next) + 0x1p-44 * next;
        q = next;
    }
    if (start.layers > max_integrals || !std::isfinite(q)) return {Status::unable, "too many layers"};
    // widening: estimate
    return Ball(q).at_precision(64).widened(Ball(error));
}

std::vector<Route> variance_routes(const Arguments& arguments) {
    const Start start = start_of(arguments);
    const auto form = homogeneous_form(start.layer.f.formula);
    const bool is_linear = form && form->degree == 1;
    std::vector<Route> plans;
    const auto by = [&](RouteKind route, const char* method) {
        plans.push_back(enclosure(route, method, [start, route](long bits, const Context& context) {
            return at_depth(start, route, bits, context);
        }));
    };
    if (is_linear) {
        plans.push_back(
            closed_form([start, form = *form](long bits) { return linear_at_depth(start, form, bits); }));
    } else if (MomentCurve(start.layer.f, RouteKind::closed_form).exists()) {
        by(RouteKind::closed_form, "closed_form");
    }
    by(RouteKind::definition, is_linear ? "recursion" : "arb_integral");
    if (!is_linear) {
        plans.push_back(DirectRoute{
            RouteKind::definition, "recursion", Kind::estimate,
            [start](long, const Context& context) { return estimated_at_depth(start, context); }});
    }
    return plans;
}

// ---- depth scales

/// -1 / log of the factor by which a layer shrinks what is left.
Answer scale_of(Answer factor, const std::string& what) {
    if (factor.status != Status::ok) return factor;
    const Ball below_one = 1 - factor.value;
    if (below_one.is_nonpositive()) {
        const bool is_chaos = what == "chi_1";
        return {is_chaos ? Status::unable : Status::domain,
                is_chaos
                    ? "chi_1 >= 1: equal inputs are driven apart, and correlations settle below 1, where "
                      "no scale is computed"
                    : "V'(q*) >= 1: the fixed point does not attract, and no scale exists"};
    }
    if (factor.value.is_exact() && factor.value.contains_zero()) return Ball(0);
    if (!factor.value.is_positive()) {
        if (factor.value.is_negative())
            return {Status::domain, what + " is negative: variances alternate around the fixed point"};
        return {Status::unable, what + " is not shown to be positive"};
    }
    return -1 / log(factor.value);
}

std::vector<Route> scale_routes(const Arguments& arguments) {
    const bool of_variance = arguments.choice("of") == "variance";
    const std::string name = of_variance ? "activation.q_fixed_point_slope" : "activation.chi_1";
    const std::string what = of_variance ? "V'(q*)" : "chi_1";
    std::vector<Route> plans;
    for (const Quantity& quantity : variance_map_quantities()) {
        if (quantity.name != name) continue;
        for (const Route& route : quantity.routes(arguments)) {
            DirectRoute plan = std::get<DirectRoute>(route);
            plan.value = [inner = std::move(plan.value), what](long bits, const Context& context) {
                return scale_of(inner(bits, context), what);
            };
            plans.emplace_back(std::move(plan));
        }
    }
    return plans;
}

const char* const source = "Schoenholz et al. 2016, Deep Information Propagation, arXiv:1611.01232, ";

std::vector<Parameter> of_layer(std::vector<Parameter> between) {
    const std::vector<Parameter> first = {
        {"f", ParameterKind::activation, std::nullopt, "an activation by name, or a quoted formula in x"}};
    const std::vector<Parameter> last = {
        {"weight_variance", ParameterKind::real, std::nullopt, "fan_in times Var(w), > 0"},
        {"bias_variance", ParameterKind::real, "0", "Var(b), >= 0"}};
    return joined(joined(first, std::move(between)), last);
}

}  // namespace

std::vector<Quantity> signal_depth_quantities() {
    std::vector<Parameter> variance = of_layer({{"layers", ParameterKind::integer, std::nullopt,
                                                 "how many layers the signal has passed, 0 to 10^6"}});
    variance.push_back(
        {"q", ParameterKind::real, "1", "pre-activation variance before the first of them, > 0"});
    std::vector<Parameter> scale = of_layer({});
    Parameter of{"of", ParameterKind::choice, "correlation",
                 "variance: xi_q; correlation: xi_c of nearly equal inputs"};
    of.choices = {"correlation", "variance"};
    scale.push_back(std::move(of));
    return {
        {.name = "activation.variance_at_depth",
         .summary = "Pre-activation variance after some layers of a wide network.",
         .formula = R"(q_L \text{ of } q_{l+1} = V(q_l) = )"
                    R"(\mathrm{weight\_variance}\,\mathbb{E}\left[f(\sqrt{q_l}\,z)^2\right] + )"
                    R"(\mathrm{bias\_variance}, \quad q_0 = q)",
         .units = "a variance; weight_variance is fan_in times the variance of one weight",
         .source = std::string(source) + "equation 3",
         .parameters = std::move(variance),
         .route_notes =
             {"closed_form: a^L q + b (a^L - 1)/(a - 1) for functions with f(c x) = c f(x), or the "
              "recursion over the closed form of E f^2",
              "definition: the recursion layer by layer in balls, by integrals or by one multiplication",
              "definition: the recursion in double precision by the trapezoidal rule, an estimate"},
         .theorems = {"moment_mean_value", "homogeneous_degree", "mean_exists", "trapezoidal_rectangle",
                      "gauss_legendre_ellipse"},
         .routes = variance_routes},
        {.name = "activation.depth_scale",
         .summary = "The number of layers over which a signal is remembered: differences shrink by e.",
         .formula = R"(\xi_c = -\frac{1}{\log \chi_1} \quad\text{or}\quad \xi_q = -\frac{1}{\log V'(q^*)})",
         .units = "layers. xi_c is how far correlations reach where correlation 1 attracts (chi_1 < 1), xi_q "
                  "how far the variance remembers its start; both grow without bound towards 1: chi_1 = 1 is "
                  "the edge of chaos",
         .source = std::string(source) + "equations 8 and 9",
         .parameters = std::move(scale),
         .route_notes = {"definition: the integral at the proved fixed point",
                         "definition: the map iterated in double precision, an estimate"},
         .theorems = {"correlation_one_attracts", "rising_scaled_moment", "mean_exists",
                      "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = scale_routes}};
}

}  // namespace sigprop
