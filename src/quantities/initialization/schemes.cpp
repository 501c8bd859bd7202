// What each scheme prescribes. Those that keep a second moment are a gain of the activation times a function
// of the fans, and inherit both routes of the gain; the others are published rules, whose formula is their
// definition.

#include "quantities/initialization/schemes.hpp"

#include "catalogue/words.hpp"
#include "methods/route_formula.hpp"
#include "quantities/activation/standard_normal.hpp"
#include "quantities/initialization/deepnorm.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

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
    Routes routes = gain_times(identity_activation(), factor);
    // E z^2 = 1
    if (auto* form = std::get_if<DirectRoute>(&routes.front()))
        form->value = with_formula(factor, std::move(form->value));
    return routes;
}

Formula xavier_factor(SchemeReader& reader) {
    reader.hint("it averages the two fans by definition");
    return sqrt(2 / Formula(reader.fan_in() + reader.fan_out()));
}

Formula longer_fan(SchemeReader& reader) { return max(Formula(reader.fan_in()), Formula(reader.fan_out())); }

Routes t5_std(SchemeReader& reader) {
    using enum SchemeRole;
    const SchemeRole role = reader.role({key, query, value, output, ffn_in, ffn_out, embedding});
    if (role == embedding) return rule(1);
    const Formula lecun = 1 / sqrt_of(reader.fan_in());
    return linear_times(role == query ? lecun / sqrt_of(reader.head_dim()) : lecun);
}

Routes t_fixup_std(SchemeReader& reader) {
    using enum SchemeRole;
    const SchemeRole role = reader.role({encoder, decoder, embedding});
    const Formula layers = Formula(reader.layers());
    const Formula outer = 1 / root_formula(9 * layers, 4);
    if (role == embedding) return rule(outer / sqrt_of(reader.width()));
    return linear_times(xavier_factor(reader) *
                        (role == encoder ? decimal_formula("0.67") / root_formula(layers, 4) : outer));
}

/// The two stacks, and which one is meant: without `role`, the only one that exists.
deepnorm::Stacks stacks(SchemeReader& reader, bool& of_encoder) {
    using enum SchemeRole;
    const deepnorm::Stacks found{reader.encoder_layers(), reader.decoder_layers()};
    if (found.encoder == 0 && found.decoder == 0) {
        throw InputError::about({"encoder_layers", "decoder_layers"},
                                "give encoder_layers= or decoder_layers= or both, in blocks");
    }
    const bool one = found.encoder == 0 || found.decoder == 0;
    const SchemeRole role =
        found.encoder > 0 ? reader.role({encoder, decoder}, one) : reader.role({decoder, encoder}, one);
    of_encoder = role == encoder;
    if ((of_encoder ? found.encoder : found.decoder) == 0) {
        const std::string name(word_of(role));
        throw InputError::about({"role", name + "_layers"},
                                "role=" + name + ", but " + name + "_layers is not given");
    }
    return found;
}

Routes deepnorm_std(SchemeReader& reader) {
    bool of_encoder = true;
    const deepnorm::Stacks both = stacks(reader, of_encoder);
    return linear_times(deepnorm::beta(both, of_encoder) * xavier_factor(reader));
}

Routes subln_std(SchemeReader& reader) {
    bool of_encoder = true;
    const deepnorm::Stacks both = stacks(reader, of_encoder);
    const Formula n = whole(both.encoder);
    const Formula m = whole(both.decoder);
    Formula squared_gain = log(2 * (n + m));
    if (both.encoder > 0 && both.decoder > 0) {
        squared_gain = of_encoder ? log(3 * m) * log(2 * n) / 3 : log(3 * m);
    }
    return linear_times(sqrt(squared_gain) * xavier_factor(reader));
}

Routes mup_std(SchemeReader& reader) {
    using enum SchemeRole;
    const SchemeRole role = reader.role({hidden, output, embedding});
    const Formula base = Formula(reader.base_std());
    if (role == embedding) return rule(base);
    const Formula ratio = Formula(reader.base_width() / reader.width());
    return rule(role == hidden ? base * sqrt(ratio) : base * ratio);
}

Routes ntk_std(SchemeReader& reader) {
    reader.hint("its weights have std 1; the layer multiplies by 1/sqrt(fan_in), the std of lecun");
    return linear_times(1);
}

Routes siren_std(SchemeReader& reader) {
    using enum SchemeRole;
    const Formula fan = Formula(reader.fan_in());
    const bool is_first = reader.role({hidden, first}, true) == first;
    const Formula omega = Formula(reader.omega());  // the first layer's std does not depend on it
    Routes routes = rule(is_first ? 1 / (sqrt(Formula(3)) * fan) : sqrt(2 / fan) / omega);
    // What is printed is the half-width of a uniform law.
    const Formula half_width = is_first ? 1 / fan : sqrt(6 / fan) / omega;
    routes.push_back(expectation({pow(Formula::variable(), 2)}, Law::uniform(-1, 1),
                                 half_width * sqrt(Formula::variable(0))));
    return routes;
}

Routes routes_of(InitScheme scheme, SchemeReader& reader) {
    using enum InitScheme;
    const auto own_gain_times = [&](const Activation& implied, const Formula& factor) {
        return gain_times(reader.activation().value_or(implied), factor);
    };
    switch (scheme) {
        case lecun: return linear_times(1 / sqrt_of(reader.fan()));
        case he:
            return own_gain_times({"relu", relu(Formula::variable()), "relu"}, 1 / sqrt_of(reader.fan()));
        case xavier: return own_gain_times(identity_activation(), xavier_factor(reader));
        case ntk: return ntk_std(reader);
        case orthogonal: return own_gain_times(identity_activation(), 1 / sqrt(longer_fan(reader)));
        case bert:
        case gpt2: return rule(decimal_formula("0.02"));
        case t5: return t5_std(reader);
        case gpt2_residual: return rule(decimal_formula("0.02") / sqrt(2 * Formula(reader.layers())));
        case small_init: return rule(sqrt(2 / (5 * Formula(reader.width()))));
        case wang: return rule(2 / (Formula(reader.layers()) * sqrt_of(reader.width())));
        case t_fixup: return t_fixup_std(reader);
        case deepnorm: return deepnorm_std(reader);
        case subln: return subln_std(reader);
        case mup: return mup_std(reader);
        case torch_default_linear: return linear_times(1 / sqrt_of(Real(3) * reader.fan_in()));
        case torch_default_embedding: return rule(1);
        case siren: return siren_std(reader);
    }
    throw std::logic_error("no such scheme");
}

}  // namespace

std::vector<Route> scheme_routes(InitScheme scheme, const SchemeInputs& inputs, Surplus surplus) {
    SchemeReader reader(word_of(scheme), inputs);
    Routes routes = routes_of(scheme, reader);
    reader.finish(surplus);
    return routes;
}

}  // namespace sigprop
