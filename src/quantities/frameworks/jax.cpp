// jax.nn.initializers, and the layers of flax.linen that use them.

#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using namespace frameworks;
using Routes = std::vector<Route>;

constexpr Layout jax_layout = Layout::channels_last;

std::string jax_source(const std::string& lines, const std::string& name) {
    return "JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:" + lines + ", " + name;
}

VarianceScaling jax_call_of(const Arguments& arguments) {
    const std::string& distribution = arguments.choice("distribution");
    return {.scale = arguments.real("scale"),
            .mode = arguments.choice("mode"),
            .shape = distribution == "normal"    ? Shape::normal
                     : distribution == "uniform" ? Shape::uniform
                                                 : Shape::truncated_normal,
            .complex = arguments.choice("dtype") == "complex"};
}

std::vector<std::string> jax_warnings(const Arguments& arguments) {
    std::vector<std::string> all = warnings_of_shape(arguments, jax_layout, arguments.choice("mode"));
    const VarianceScaling call = jax_call_of(arguments);
    if (call.complex && call.shape == Shape::truncated_normal) {
        all.emplace_back(
            "JAX divides by a constant that is not the std of its complex law, so that the weights "
            "do not have the std sqrt(scale/fan): see complex_truncated_normal.std(2)");
    }
    return all;
}

Quantity jax_variance_scaling() {
    return {.name = "jax.variance_scaling",
            .aliases = {"jax.nn.initializers.variance_scaling"},
            .summary = "Standard deviation of weights by variance_scaling.",
            .formula =
                R"(\sqrt{\frac{\mathrm{scale}}{\mathrm{fan}}} \cdot \frac{\text{std of the law}}{\text{the )"
                R"(constant for it}})",
            .formula_notes =
                {"the constants are 1 for normal and uniform, 0.87962566103423978 for truncated_normal "
                 "(complex: 0.95311164380491208)"},
            .units =
                "the constants as printed, so that a wrong one shows: for real weights the std is "
                "sqrt(scale/fan) "
                "to 16 digits, for complex truncated ones it is not. complex: sqrt(E|z|^2). A shape is "
                "[kernel …, in/groups, out] for the default axes; all others count as kernel, also the heads "
                "of an attention kernel, unless batch_axis names them",
            .source = jax_source("282-372", "variance_scaling"),
            .parameters =
                joined({{.name = "scale", .meaning = "2 for He, 1 for LeCun and Glorot", .range = "(0, inf)"},
                        {.name = "mode",
                         .kind = ParameterKind::choice,
                         .meaning = "which fan",
                         .choices = {"fan_in", "fan_out", "fan_avg", "fan_geo_avg"}},
                        {.name = "distribution",
                         .kind = ParameterKind::choice,
                         .meaning = "what is sampled from",
                         .choices = {"truncated_normal", "normal", "uniform"}}},
                       joined(fan_parameters(jax_layout, true), {{.name = "dtype",
                                                                  .kind = ParameterKind::choice,
                                                                  .fallback = "real",
                                                                  .meaning = "whether weights are complex",
                                                                  .choices = {"real", "complex"}},
                                                                 of_parameter(Passes::another)})),
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes =
                [](const Arguments& arguments) {
                    return routes_of(draw_of(jax_call_of(arguments), arguments, jax_layout), arguments);
                },
            .warnings = jax_warnings};
}

Quantity truncated_normal_quantity() {
    return {
        .name = "jax.truncated_normal",
        .aliases = {"jax.nn.initializers.truncated_normal"},
        .summary = "Standard deviation of weights by truncated_normal.",
        .formula = R"(\mathrm{stddev} \cdot \text{std of } N(0, 1) \text{ on } [\mathrm{lower}, )"
                   R"(\mathrm{upper}])",
        .units =
            "stddev is that before truncation: with the defaults the weights have 0.88 of it, unlike those "
            "of "
            "variance_scaling. lower and upper are multiples of stddev; older versions have no such "
            "arguments and cut at +-2",
        .source = jax_source("176-212", "truncated_normal"),
        .parameters = joined(
            joined({{.name = "stddev",
                     .fallback = "0.01",
                     .meaning = "standard deviation before truncation",
                     .range = "(0, inf)"}},
                   truncated::limit_parameters(
                       {.name = "lower", .fallback = "-2", .meaning = "lower limit, in units of stddev"},
                       {.name = "upper", .fallback = "2", .meaning = "upper limit, in units of stddev"})),
            {of_parameter(Passes::its_own)}),
        .relations = {{"lower", "<", "upper"}},
        .route_notes = route_notes(),
        .theorems = theorems(),
        .routes =
            [](const Arguments& arguments) {
                return routes_of(scaled_truncated_draw(0, arguments.real("stddev"), arguments.real("lower"),
                                                       arguments.real("upper")),
                                 arguments);
            },
        .warnings =
            [](const Arguments& arguments) {
                return truncated::warnings_about(
                    truncated::standardised(arguments.real("lower"), arguments.real("upper"), 0, 1),
                    "lower and upper are multiples of stddev");
            }};
}

Quantity jax_normal() {
    return {.name = "jax.normal",
            .aliases = {"jax.nn.initializers.normal"},
            .summary = "Standard deviation of weights by normal.",
            .formula = R"(\mathrm{stddev})",
            .units = "a std, not a variance; real weights",
            .source = jax_source("148-173", "normal"),
            .parameters =
                {{.name = "stddev", .fallback = "0.01", .meaning = "standard deviation", .range = "(0, inf)"},
                 of_parameter(Passes::its_own)},
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes = [](const Arguments& arguments) {
                const Real none = Real::infinity(1);
                return routes_of(scaled_truncated_draw(0, arguments.real("stddev"), -none, none), arguments);
            }};
}

Quantity jax_uniform() {
    return {
        .name = "jax.uniform",
        .aliases = {"jax.nn.initializers.uniform"},
        .summary = "Standard deviation of weights by uniform.",
        .formula = R"(\frac{\mathrm{scale}}{\sqrt{12}})",
        .units = "the law is uniform on [0, scale): its mean is scale/2, not 0",
        .source = jax_source("120-145", "uniform"),
        .parameters = {{.name = "scale", .fallback = "0.01", .meaning = "upper bound", .range = "(0, inf)"},
                       of_parameter(Passes::its_own)},
        .route_notes = route_notes(),
        .theorems = theorems(),
        .routes =
            [](const Arguments& arguments) {
                return routes_of(uniform_draw(0, arguments.real("scale")), arguments);
            },
        .warnings = [](const Arguments&) -> std::vector<std::string> {
            return {"all weights have one sign: JAX's uniform is on [0, scale), with mean scale/2"};
        }};
}

Quantity jax_preset(const std::string& name, const std::string& other_name, const std::string& lines,
                    const ScalingRule& rule) {
    Preset one = {.name = "jax." + name,
                  .aliases = {"jax.nn.initializers." + name},
                  .summary = "Standard deviation of weights by " + name + ".",
                  .formula = rule.std,
                  .units = rule.units,
                  .source = jax_source(lines, name),
                  .call = rule.call};
    if (!other_name.empty())
        one.aliases.insert(one.aliases.end(), {"jax." + other_name, "jax.nn.initializers." + other_name});
    return preset_quantity(one, jax_layout);
}

}  // namespace

std::vector<Quantity> jax_quantities() {
    return {jax_variance_scaling(),
            truncated_normal_quantity(),
            jax_normal(),
            jax_uniform(),
            jax_preset("glorot_uniform", "xavier_uniform", "375-410", glorot_rule(Shape::uniform)),
            jax_preset("glorot_normal", "xavier_normal", "413-448", glorot_rule()),
            jax_preset("lecun_uniform", "", "451-484", lecun_rule(Shape::uniform)),
            jax_preset("lecun_normal", "", "487-520", lecun_rule()),
            jax_preset("he_uniform", "kaiming_uniform", "523-558", he_rule(Shape::uniform)),
            jax_preset("he_normal", "kaiming_normal", "561-596", he_rule())};
}

std::vector<Quantity> flax_quantities() {
    const auto lecun = [](const char* name, const char* units, const char* where) {
        return preset_quantity(
            {.name = std::string("flax.") + name,
             .aliases = {std::string("flax.linen.") + name},
             .summary = std::string("Standard deviation of the kernel of a new ") + name + ".",
             .formula = R"(\sqrt{\frac{1}{\mathrm{fan\_in}}}\text{: jax.lecun\_normal})",
             .units = units,
             .source = std::string("Flax 0.12.8 (18f8f31), flax/linen/linear.py:") + where},
            jax_layout);
    };
    return {
        lecun("Dense", "a truncated normal whose std is corrected; the bias is 0", "49 and 247, Dense"),
        lecun("Conv",
              "fan_in is in/groups times the kernel's area; a truncated normal whose std is corrected; the "
              "bias is 0",
              "49 and 521, Conv"),
        {.name = "flax.Embed",
         .aliases = {"flax.linen.Embed"},
         .summary = "Standard deviation of the embedding of a new Embed.",
         .formula = R"(\frac{1}{\sqrt{\mathrm{features}}})",
         .units = "variance_scaling(1, fan_in, normal, out_axis=0): with both axes the first, the kernel is "
                  "what is left, and fan_in is the number of features. torch.Embedding has std 1",
         .source = "Flax 0.12.8 (18f8f31), flax/linen/linear.py:1105-1107, default_embed_init",
         .parameters =
             {{.name = "num_embeddings",
               .kind = ParameterKind::integer,
               .meaning = "rows; without effect",
               .range = "[1, inf)"},
              {.name = "features", .kind = ParameterKind::integer, .meaning = "columns", .range = "[1, inf)"},
              of_parameter(Passes::another)},
         .route_notes = route_notes(),
         .theorems = theorems(),
         .routes = [](const Arguments& arguments) {
             return routes_of(normal_draw(0, square_root(Real(1) / count_of(arguments, "features"))),
                              arguments);
         }}};
}

}  // namespace sigprop
