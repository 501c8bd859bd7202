// The std that a scheme asks for, and the argument that makes a sampler give it.

#include "methods/route_formula.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/initialization/truncated_argument.hpp"
#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

/// How weights of a given std are drawn.
struct Distribution {
    enum class Kind { normal, uniform, truncated_normal };
    Kind kind = Kind::normal;
    Real lower = -2, upper = 2;
    bool relative = true;  ///< limits in units of the std that is passed
};

Distribution distribution_of(const Arguments& arguments) {
    Distribution d;
    const std::string& name = arguments.choice("distribution");
    if (name == "truncated_normal") {
        d.kind = Distribution::Kind::truncated_normal;
        d.lower = arguments.real("lower");
        d.upper = arguments.real("upper");
        d.relative = arguments.choice("limits") == "relative";
        return d;
    }
    if (name == "uniform") d.kind = Distribution::Kind::uniform;
    for (const char* limit : {"lower", "upper", "limits"}) {
        if (!arguments.given(limit)) continue;
        throw InputError::about({limit}, "distribution=" + name + " does not use '" + limit +
                                             "': remove it, or write distribution=truncated_normal");
    }
    return d;
}

/// The target over the std of the unit distribution, which is a closed form or a function of its means.
Routes target_over(const Routes& target, std::function<Ball(long bits)> closed, Expectation unit_std) {
    DirectRoute form;
    form.value = [target, closed = std::move(closed)](long bits, const Context& context) -> Answer {
        Answer wanted = best_value(target, bits, context);
        if (wanted.status == Status::ok) wanted.value = wanted.value / closed(bits);
        return wanted;
    };
    const auto* wanted_form = std::get_if<DirectRoute>(&target.front());
    const auto wanted_formula = wanted_form == nullptr ? std::nullopt : formula_of(*wanted_form);
    const auto unit_formula = formula_of(unit_std);
    std::optional<Formula> quotient;
    if (wanted_formula && unit_formula) quotient = *wanted_formula / *unit_formula;
    const auto by_code = [target, combine = unit_std.combine](std::span<const Ball> means) -> Answer {
        Answer unit = combine(means);
        if (unit.status != Status::ok) return unit;
        Answer wanted = best_value(target, std::max(64L, unit.value.precision()), Context());
        if (wanted.status == Status::ok) wanted.value = wanted.value / unit.value;
        return wanted;
    };
    unit_std.combine = with_formula(std::move(quotient), by_code);
    return {form, unit_std};
}

/// The half-width of the interval: the target over the std of U[-1, 1].
Routes uniform_argument(const Routes& target) {
    const Route square =
        expectation({pow(Formula::variable(), 2)}, Law::uniform(-1, 1), sqrt(Formula::variable(0)));
    return target_over(
        target, [](long bits) { return 1 / sqrt(Ball(3).at_precision(bits)); },
        std::get<Expectation>(square));
}

Routes argument_routes(const Routes& target, const Distribution& d) {
    if (d.kind == Distribution::Kind::normal) return target;
    if (d.kind == Distribution::Kind::uniform) return uniform_argument(target);
    if (!d.relative) return truncated_argument_routes(target, d.lower, d.upper);
    const truncated::Standardised s = truncated::standardised(d.lower, d.upper, 0, 1);
    const Routes unit = truncated::std_routes(s);
    return target_over(
        target, [s](long bits) { return sqrt(truncated::variance_fraction(s, bits)); },
        std::get<Expectation>(unit.back()));
}

Routes init_argument(const Arguments& arguments) {
    const Distribution d = distribution_of(arguments);
    return argument_routes(scheme_routes(arguments), d);
}

/// sqrt(scale / fan) with the identity's two routes: E y^2 = fan std^2 / scale E z^2 = 1.
Routes variance_scaling(const Arguments& arguments) {
    const Real& scale = arguments.real("scale");
    SchemeReader reader(arguments, "variance_scaling");
    const Real fan = reader.fan();
    reader.finish();
    const Formula std = sqrt(Formula(scale) / Formula(fan));
    const Formula z = Formula::variable();
    const Routes one = {constant(RouteKind::closed_form, "closed_form", Formula(1)),
                        expectation({pow(z, 2)}, Law::normal(), 1 / sqrt(Formula::variable(0)))};
    Distribution d;
    const std::string& name = arguments.choice("distribution");
    if (name == "uniform") d.kind = Distribution::Kind::uniform;
    if (name == "truncated_normal") d.kind = Distribution::Kind::truncated_normal;
    return argument_routes(mapped(one, std * Formula::variable(0)), d);
}

}  // namespace

std::vector<Quantity> initialization_quantities() {
    return {quantity("init.std", scheme_routes), quantity("init.argument", init_argument),
            quantity("init.variance_scaling", variance_scaling)};
}

}  // namespace sigprop
