// The std that a scheme asks for, the argument that makes a sampler give it, and what a call really produces.

#include "methods/route_formula.hpp"
#include "quantities/initialization/realised_std.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/initialization/truncated_argument.hpp"
#include "quantities/initialization/truncated_normal.hpp"
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

const std::vector<std::string> relative_or_absolute = {"relative", "absolute"};

Quantity std_quantity() {
    return {.name = "init.std",
            .summary = "Standard deviation of the weights that an initialisation scheme asks for.",
            .formula = R"(\text{by scheme:})",
            .formula_notes = scheme_notes(),
            .units =
                "a standard deviation, not a variance, of the weights as the layer sees them: after "
                "truncation, before any multiplier in the layer. N counts Transformer blocks, each of two "
                "residual additions. The gain is activation.gain, for the second moment. Arguments a scheme "
                "does not use are refused",
            .source =
                "LeCun 1998; Glorot and Bengio 2010; He et al. 2015, arXiv:1502.01852; Jacot et al. 2018, "
                "arXiv:1806.07572; Saxe et al. 2013, arXiv:1312.6120; Devlin et al. 2018, arXiv:1810.04805; "
                "Raffel et al. 2019, arXiv:1910.10683; Radford et al. 2019; Nguyen and Salazar 2019, "
                "arXiv:1910.05895; Wang and Komatsuzaki 2021, Mesh-Transformer-JAX; Huang et al. 2020, "
                "T-Fixup; Wang et al. 2022, arXiv:2203.00555 and arXiv:2210.06423; Yang et al. 2022, "
                "arXiv:2203.03466, table 3",
            .parameters = scheme_parameters(),
            .values = "[0, inf)",
            .route_notes = {"closed_form: the scheme's formula; for he, xavier and orthogonal with the "
                            "gain's closed form, where it has one",
                            "definition: the mean square of the activation, from fan std^2 E f(z)^2 = 1; not "
                            "for published rules (bert, gpt2, gpt2_residual, small_init, wang, mup, "
                            "embeddings), whose formula is their definition"},
            .theorems = {"moments_by_parts", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
            .routes = scheme_routes};
}

Quantity argument_quantity() {
    return {
        .name = "init.argument",
        .summary = "The number to pass to a sampler so that the weights really have the std of the scheme.",
        .formula = R"(t = \mathrm{init.std}(\mathrm{scheme}, \ldots))",
        .formula_notes =
            {"normal: $t$", R"(uniform: $\sqrt{3}\,t$, the half-width)",
             "truncated_normal: $t$ / std of $N(0, 1)$ on [lower, upper] (relative), or the $s$ whose "
             "$N(0, s^2)$ on [lower, upper] has std $t$ (absolute)"},
        .units =
            "relative limits are multiples of the std passed (TensorFlow, JAX), absolute ones are values of "
            "weights (torch.nn.init.trunc_normal_). The std realised is about the mean, which is not 0 for "
            "asymmetric limits. With absolute limits no argument gives a std of (upper - lower)/sqrt 12 or "
            "more. bert and gpt2 publish the number passed, not the number realised: the original passes "
            "0.02 to a truncated normal",
        .source = std_quantity().source,
        .parameters = joined(
            joined(joined(scheme_parameters(), {{.name = "distribution",
                                                 .kind = ParameterKind::choice,
                                                 .fallback = "normal",
                                                 .meaning = "what is sampled from",
                                                 .choices = {"normal", "uniform", "truncated_normal"}}}),
                   truncated::limit_parameters(
                       {.name = "lower", .fallback = "-2", .meaning = "lower limit (truncated_normal)"},
                       {.name = "upper", .fallback = "2", .meaning = "upper limit (truncated_normal)"})),
            {{.name = "limits",
              .kind = ParameterKind::choice,
              .fallback = "relative",
              .meaning = "in units of the std passed, or of the weights (truncated_normal)",
              .choices = relative_or_absolute}}),
        .relations = {{"lower", "<", "upper"}},
        .values = "[0, inf)",
        .route_notes =
            {"closed_form: the normal cdf and density; for absolute limits a root between proved signs, "
             "unique as the realised std rises with s (own derivation: sharper exp(-x^2/2s^2) is log-concave "
             "against flatter, so it is below it in convex order at equal mean; tilting to that mean lowers "
             "the variance by the GHS inequality)",
             "definition: the integrals over the sampled law; at a root their signs on both sides of it"},
        .theorems = {"realised_std_rises", "density_of_the_truncated_normal", "trapezoidal_rectangle",
                     "gauss_legendre_ellipse"},
        .routes = init_argument};
}

Quantity variance_scaling_quantity() {
    const auto fan = [](const char* name, const char* meaning) {
        return Parameter{.name = name,
                         .kind = ParameterKind::integer,
                         .meaning = meaning,
                         .optional = true,
                         .range = "[1, inf)"};
    };
    return {
        .name = "init.variance_scaling",
        .summary = "What VarianceScaling of Keras and JAX passes to its sampler.",
        .formula = R"(t = \sqrt{\frac{\mathrm{scale}}{\mathrm{fan}}})",
        .formula_notes = {"normal: $t$", "truncated_normal: $t$ / std of $N(0, 1)$ on [-2, 2]",
                          R"(uniform: $\sqrt{3}\,t$)"},
        .units =
            "the argument passed (uniform: half-width); the std realised is sqrt(scale/fan) for every "
            "distribution. untruncated_normal is Keras's name for normal; in older Keras and TensorFlow "
            "\"normal\" meant truncated_normal",
        .source =
            "Keras and JAX, variance_scaling: truncation at +-2 with the correction 0.87962566103423978",
        .parameters = {{.name = "scale", .meaning = "2 for He, 1 for LeCun and Glorot", .range = "(0, inf)"},
                       {.name = "mode",
                        .kind = ParameterKind::choice,
                        .meaning = "which fan",
                        .choices = {"fan_in", "fan_out", "fan_avg"}},
                       {.name = "distribution",
                        .kind = ParameterKind::choice,
                        .meaning = "what is sampled from",
                        .choices = {"normal", "untruncated_normal", "truncated_normal", "uniform"}},
                       fan("fan_in", "inputs of the layer"),
                       fan("fan_out", "outputs of the layer")},
        .values = "[0, inf)",
        .route_notes = {"closed_form: elementary and the normal cdf",
                        "definition: the integrals over the sampled law"},
        .theorems = {"density_of_the_truncated_normal", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
        .routes = variance_scaling};
}

}  // namespace

std::vector<Quantity> initialization_quantities() {
    return {std_quantity(), argument_quantity(), variance_scaling_quantity(), realised_std_quantity()};
}

}  // namespace sigprop
