// The table of initialisation schemes. Those that keep a second moment are a gain of the activation times a
// function of the fans, and inherit both routes of the gain; the others are published rules, whose formula is
// their definition.

#include "quantities/initialization/schemes.hpp"

#include "methods/route_formula.hpp"
#include "quantities/activation/standard_normal.hpp"
#include "quantities/initialization/deepnorm.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

struct Scheme {
    std::string_view name, alias;
    Routes (*routes)(SchemeReader& reader);
    std::string_view activation = "identity";  ///< what the name implies for the gain
};

Formula decimal_formula(const char* text) { return Formula(Real(Rational::from_decimal(text))); }

Formula sqrt_of(const Real& x) { return sqrt(Formula(x)); }

Formula root_formula(const Formula& x, std::int64_t degree) {
    return pow(x, Formula(Real(Rational(1) / Rational(degree))));
}

/// A published rule.
Routes rule(const Formula& formula) { return {constant(RouteKind::closed_form, "closed_form", formula)}; }

/// factor * activation.gain(f), by the routes of the gain.
Routes gain_times(const Activation& f, const Formula& factor) {
    return mapped(of_standard_normal("gain", f), factor * Formula::variable(0));
}

/// factor / sqrt(E z^2) for a linear layer, whose condition is fan E w^2 = 1.
Routes linear_times(const Formula& factor) {
    Routes routes = gain_times({"identity", Formula::variable(), "identity"}, factor);
    // E z^2 = 1
    if (auto* form = std::get_if<DirectRoute>(&routes.front()))
        form->value = with_formula(factor, std::move(form->value));
    return routes;
}

Formula xavier_factor(SchemeReader& reader) {
    reader.hint("it averages the two fans by definition");
    return sqrt(2 / Formula(reader.count("fan_in") + reader.count("fan_out")));
}

Routes t5(SchemeReader& reader) {
    const std::string role =
        reader.role({"key", "query", "value", "output", "ffn_in", "ffn_out", "embedding"});
    if (role == "embedding") return rule(1);
    const Formula lecun = 1 / sqrt_of(reader.count("fan_in"));
    if (role != "query") return linear_times(lecun);
    return linear_times(lecun / sqrt_of(reader.count("head_dim")));
}

Routes t_fixup(SchemeReader& reader) {
    const std::string role = reader.role({"encoder", "decoder", "embedding"});
    const Formula layers = Formula(reader.count("layers"));
    const Formula outer = 1 / root_formula(9 * layers, 4);
    if (role == "embedding") return rule(outer / sqrt_of(reader.count("width")));
    return linear_times(xavier_factor(reader) *
                        (role == "encoder" ? decimal_formula("0.67") / root_formula(layers, 4) : outer));
}

/// The two stacks, and which one is meant: without `role`, the only one that exists.
deepnorm::Stacks stacks(SchemeReader& reader, bool& of_encoder) {
    const deepnorm::Stacks found{reader.optional_count("encoder_layers"),
                                 reader.optional_count("decoder_layers")};
    if (found.encoder == 0 && found.decoder == 0) {
        throw InputError::about({"encoder_layers", "decoder_layers"},
                                "give encoder_layers= or decoder_layers= or both, in blocks");
    }
    const bool one = found.encoder == 0 || found.decoder == 0;
    of_encoder = found.encoder > 0;
    const std::string role =
        of_encoder ? reader.role({"encoder", "decoder"}, one) : reader.role({"decoder", "encoder"}, one);
    of_encoder = role == "encoder";
    if ((of_encoder ? found.encoder : found.decoder) == 0) {
        throw InputError::about({"role", role + "_layers"},
                                "role=" + role + ", but " + role + "_layers is not given");
    }
    return found;
}

Routes deepnorm_scheme(SchemeReader& reader) {
    bool of_encoder = true;
    const deepnorm::Stacks both = stacks(reader, of_encoder);
    return linear_times(deepnorm::beta(both, of_encoder) * xavier_factor(reader));
}

Routes subln(SchemeReader& reader) {
    bool of_encoder = true;
    const deepnorm::Stacks both = stacks(reader, of_encoder);
    const Formula n = Formula(Real(Rational(both.encoder)));
    const Formula m = Formula(Real(Rational(both.decoder)));
    Formula squared_gain = log(2 * (n + m));
    if (both.encoder > 0 && both.decoder > 0) {
        squared_gain = of_encoder ? log(3 * m) * log(2 * n) / 3 : log(3 * m);
    }
    return linear_times(sqrt(squared_gain) * xavier_factor(reader));
}

Routes mup(SchemeReader& reader) {
    const std::string role = reader.role({"hidden", "output", "embedding"});
    const Formula base = Formula(reader.real("base_std"));
    if (role == "embedding") return rule(base);
    const Formula ratio = Formula(reader.count("base_width") / reader.count("width"));
    return rule(role == "hidden" ? base * sqrt(ratio) : base * ratio);
}

Routes ntk(SchemeReader& reader) {
    reader.hint("its weights have std 1; the layer multiplies by 1/sqrt(fan_in), the std of lecun");
    return linear_times(1);
}

const std::vector<Scheme>& schemes() {
    static const std::vector<Scheme> table = {
        {"lecun", "", [](SchemeReader& r) { return linear_times(1 / sqrt_of(r.fan())); }},
        {"he", "kaiming", [](SchemeReader& r) { return gain_times(r.activation(), 1 / sqrt_of(r.fan())); },
         "relu"},
        {"xavier", "glorot", [](SchemeReader& r) { return gain_times(r.activation(), xavier_factor(r)); }},
        {"ntk", "", ntk},
        {"orthogonal", "",
         [](SchemeReader& r) {
             const Formula longer = max(Formula(r.count("fan_in")), Formula(r.count("fan_out")));
             return gain_times(r.activation(), 1 / sqrt(longer));
         }},
        {"bert", "", [](SchemeReader&) { return rule(decimal_formula("0.02")); }},
        {"t5", "", t5},
        {"gpt2", "", [](SchemeReader&) { return rule(decimal_formula("0.02")); }},
        {"gpt2_residual", "",
         [](SchemeReader& r) {
             return rule(decimal_formula("0.02") / sqrt(2 * Formula(r.count("layers"))));
         }},
        {"small_init", "", [](SchemeReader& r) { return rule(sqrt(2 / (5 * Formula(r.count("width"))))); }},
        {"wang", "wang_init",
         [](SchemeReader& r) {
             const Formula layers = Formula(r.count("layers"));
             return rule(2 / (layers * sqrt_of(r.count("width"))));
         }},
        {"t_fixup", "tfixup", t_fixup},
        {"deepnorm", "deep_norm", deepnorm_scheme},
        {"subln", "magneto", subln},
        {"mup", "", mup},
        {"torch_default_linear", "",
         [](SchemeReader& r) { return linear_times(1 / sqrt_of(Real(3) * r.count("fan_in"))); }},
        {"torch_default_embedding", "", [](SchemeReader&) { return rule(1); }},
    };
    return table;
}

Routes routes_of(const Arguments& arguments, Surplus surplus) {
    const std::string& name = arguments.choice("scheme");
    for (const Scheme& scheme : schemes()) {
        if (scheme.name != name && scheme.alias != name) continue;
        SchemeReader reader(arguments, name, scheme.activation);
        Routes routes = scheme.routes(reader);
        reader.finish(surplus);
        return routes;
    }
    throw std::logic_error("no such scheme");
}

}  // namespace

const std::vector<Parameter>& scheme_parameters() {
    static const std::vector<Parameter> parameters = quantity("init.std", scheme_routes).parameters;
    return parameters;
}

std::vector<Route> scheme_routes(const Arguments& arguments) {
    return routes_of(arguments, Surplus::refused);
}

std::vector<Route> scheme_routes_for(const Arguments& offered) {
    return routes_of(offered, Surplus::ignored);
}

}  // namespace sigprop
