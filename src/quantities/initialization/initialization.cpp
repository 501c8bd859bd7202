// The std that a scheme asks for, and the argument that makes a sampler give it.

#include "catalogue/initialization.hpp"
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
    SampledLaw law = SampledLaw::normal;
    Real lower = -2, upper = 2;
    TruncationUnits limits = TruncationUnits::relative;  ///< to the std that is passed
};

Distribution distribution_of(const InitArguments& given) {
    const SampledLaw law = given.distribution.value();
    if (law == SampledLaw::truncated_normal)
        return {law, given.lower.value(), given.upper.value(), given.limits.value()};
    for (const auto& [name, is_given] : {std::pair("lower", given.given.lower),
                                         {"upper", given.given.upper},
                                         {"limits", given.given.limits}}) {
        if (!is_given) continue;
        throw InputError::about({name}, "distribution=" + std::string(word_of(law)) + " does not use '" +
                                            name + "': remove it, or write distribution=truncated_normal");
    }
    return {law};
}

/// What the call names.
SchemeInputs inputs_of(const InitArguments& given) {
    SchemeInputs inputs{.fan_in = given.fan_in,
                        .fan_out = given.fan_out,
                        .activation = given.activation,
                        .role = given.role,
                        .layers = given.layers,
                        .width = given.width,
                        .head_dim = given.head_dim,
                        .encoder_layers = given.encoder_layers,
                        .decoder_layers = given.decoder_layers,
                        .base_width = given.base_width};
    if (given.given.mode) inputs.mode = given.mode;
    if (given.given.base_std) inputs.base_std = given.base_std;
    if (given.given.omega) inputs.omega = given.omega;
    return inputs;
}

Routes init_std(const InitArguments& given) {
    return scheme_routes(given.scheme, inputs_of(given), Surplus::refused);
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
    if (d.law == SampledLaw::uniform) return uniform_argument(target);
    if (d.law != SampledLaw::truncated_normal) return target;
    if (d.limits == TruncationUnits::absolute) return truncated_argument_routes(target, d.lower, d.upper);
    const truncated::Standardised s = truncated::standardised(d.lower, d.upper, 0, 1);
    const Routes unit = truncated::std_routes(s);
    return target_over(
        target, [s](long bits) { return sqrt(truncated::variance_fraction(s, bits)); },
        std::get<Expectation>(unit.back()));
}

Routes init_argument(const InitArguments& given) {
    const Distribution d = distribution_of(given);
    return argument_routes(init_std(given), d);
}

/// sqrt(scale / fan) with the identity's two routes: E y^2 = fan std^2 / scale E z^2 = 1.
Routes variance_scaling(const InitVarianceScalingArguments& given) {
    SchemeReader reader("variance_scaling",
                        {.fan_in = given.fan_in, .fan_out = given.fan_out, .mode = given.mode});
    const Real fan = reader.fan();
    reader.finish();
    const Formula std = sqrt(Formula(given.scale) / Formula(fan));
    const Formula z = Formula::variable();
    const Routes one = {constant(RouteKind::closed_form, "closed_form", Formula(1)),
                        expectation({pow(z, 2)}, Law::normal(), 1 / sqrt(Formula::variable(0)))};
    return argument_routes(mapped(one, std * Formula::variable(0)), {given.distribution});
}

}  // namespace

std::vector<Quantity> initialization_quantities() {
    return {quantity("init.std", init_std), quantity("init.argument", init_argument),
            quantity("init.variance_scaling", variance_scaling)};
}

}  // namespace sigprop
