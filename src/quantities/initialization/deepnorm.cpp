// DeepNorm, LayerNorm(alpha x + G(x)) with the weights of G scaled by beta: the two factors of encoder and
// decoder, and the exact numbers behind the rounded constants 0.81 and 0.87.

#include "quantities/initialization/deepnorm.hpp"

#include "quantities/support.hpp"

namespace sigprop {
namespace {

using deepnorm::Stacks;

Formula decimal(const char* text) { return Formula(Real(Rational::from_decimal(text))); }

Formula power(const Formula& base, std::int64_t numerator, std::int64_t denominator) {
    return pow(base, Formula(Real(Rational(numerator) / Rational(denominator))));
}

Formula number(std::int64_t n) { return Formula(Real(Rational(n))); }

void check(const Stacks& stacks, bool of_encoder) {
    if (of_encoder && stacks.encoder == 0) {
        throw InputError::about({"encoder_layers"},
                                "there is no encoder: give encoder_layers, its number of blocks");
    }
    if (!of_encoder && stacks.decoder == 0) {
        throw InputError::about({"decoder_layers"},
                                "there is no decoder: give decoder_layers, its number of blocks");
    }
}

/// N^4 M
Formula stacked(const Stacks& stacks) { return pow(number(stacks.encoder), 4) * number(stacks.decoder); }

Formula alpha(const Stacks& stacks, bool of_encoder) {
    check(stacks, of_encoder);
    if (stacks.decoder == 0) return power(2 * number(stacks.encoder), 1, 4);
    if (stacks.encoder == 0) return power(2 * number(stacks.decoder), 1, 4);
    if (of_encoder) return decimal("0.81") * power(stacked(stacks), 1, 16);
    return power(3 * number(stacks.decoder), 1, 4);
}

/// The two conditions behind the rules without rounded constants, b^2/a^2 = 1/ratio and a^2 b^2 = 1/2, solved
/// for a or b. No value where the published constants are rounded.
std::optional<Formula> from_conditions(const Stacks& stacks, bool of_encoder, bool of_alpha) {
    const bool both = stacks.encoder > 0 && stacks.decoder > 0;
    if (both && of_encoder) return std::nullopt;
    const Formula ratio = both ? 6 * number(stacks.decoder) : 4 * number(stacks.encoder + stacks.decoder);
    const Formula product = Formula(1) / 2;
    return sqrt(sqrt(of_alpha ? product * ratio : product / ratio));
}

std::vector<Route> routes(const Arguments& arguments, bool of_encoder, bool of_alpha) {
    const Stacks stacks{arguments.integer("encoder_layers"), arguments.integer("decoder_layers")};
    std::vector<Route> plans;
    plans.push_back(constant(RouteKind::closed_form, "closed_form",
                             of_alpha ? alpha(stacks, of_encoder) : deepnorm::beta(stacks, of_encoder)));
    if (const auto solved = from_conditions(stacks, of_encoder, of_alpha)) {
        plans.push_back(constant(RouteKind::definition, "recursion", *solved));
    }
    return plans;
}

template <bool OfEncoder, bool OfAlpha>
std::vector<Route> stack_routes(const Arguments& arguments) {
    return routes(arguments, OfEncoder, OfAlpha);
}

/// a at N = M = 1 from a^2 b^2 = 1/2 and (b_d^2 / a_d) 4 b^2 / a^2 = 1 with a_d = 3^(1/4), b_d = 12^(-1/4).
std::vector<Route> alpha_constant_routes(const Arguments&) {
    const Formula decoder = power(number(12), -1, 2) / power(number(3), 1, 4);
    return {constant(RouteKind::closed_form, "closed_form", power(number(3), -3, 16)),
            constant(RouteKind::definition, "recursion", sqrt(sqrt(2 * decoder)))};
}

std::vector<Route> beta_constant_routes(const Arguments&) {
    const Formula decoder = power(number(12), -1, 2) / power(number(3), 1, 4);
    return {constant(RouteKind::closed_form, "closed_form", power(number(3), 3, 16) / sqrt(Formula(2))),
            constant(RouteKind::definition, "recursion", 1 / sqrt(sqrt(8 * decoder)))};
}

Quantity factor(const std::string& name, std::string summary, std::string formula,
                std::vector<Route> (*plan)(const Arguments&)) {
    return {
        .name = "deepnorm." + name,
        .summary = std::move(summary),
        .formula = std::move(formula),
        .units =
            "N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 "
            "is a stack that is not there. alpha multiplies the skip path before the norm; beta multiplies "
            "the Xavier std of the feed-forward, value and output projections, not of query and key. 0.81 "
            "and 0.87 are the published, rounded constants: deepnorm.alpha_constant and beta_constant are "
            "what they round",
        .source = "Wang et al. 2022, arXiv:2203.00555, figure 2",
        .parameters = {{.name = "encoder_layers",
                        .kind = ParameterKind::integer,
                        .fallback = "0",
                        .meaning = "N, blocks of the encoder; 0: there is none",
                        .range = "[0, inf)"},
                       {.name = "decoder_layers",
                        .kind = ParameterKind::integer,
                        .fallback = "0",
                        .meaning = "M, blocks of the decoder; 0: there is none",
                        .range = "[0, inf)"}},
        .route_notes =
            {"closed_form: the published formula",
             "definition: alpha^2 beta^2 = 1/2 with beta^2/alpha^2 = 1/(4 N) (one stack) or 1/(6 M) (decoder "
             "under an encoder), solved; none for the encoder above a decoder, whose constants are rounded"},
        .routes = plan};
}

Quantity constant_quantity(const std::string& name, std::string summary, std::string formula,
                           std::vector<Route> (*plan)(const Arguments&)) {
    return {
        .name = "deepnorm." + name,
        .summary = std::move(summary),
        .formula = std::move(formula),
        .units = "dimensionless; the factor of (N^4 M)^(1/16) or (N^4 M)^(-1/16)",
        .source =
            "own derivation: alpha^2 beta^2 = 1/2 for the encoder, and M (beta_d^2/alpha_d) 4 N "
            "beta^2/alpha^2 = 1 with the decoder's (3 M)^(1/4) and (12 M)^(-1/4)",
        .route_notes = {"closed_form: a power of 3", "definition: the two conditions solved at N = M = 1"},
        .routes = plan};
}

}  // namespace

Formula deepnorm::beta(const Stacks& stacks, bool of_encoder) {
    check(stacks, of_encoder);
    if (stacks.decoder == 0) return power(8 * number(stacks.encoder), -1, 4);
    if (stacks.encoder == 0) return power(8 * number(stacks.decoder), -1, 4);
    if (of_encoder) return decimal("0.87") * power(stacked(stacks), -1, 16);
    return power(12 * number(stacks.decoder), -1, 4);
}

std::vector<Quantity> deepnorm_quantities() {
    return {factor("encoder_alpha", "DeepNorm's multiplier of the skip path in the encoder.",
                   R"((2 N)^{1/4} \text{ alone}, \quad 0.81\,(N^4 M)^{1/16} \text{ with a decoder})",
                   stack_routes<true, true>),
            factor("encoder_beta", "DeepNorm's factor on the encoder's initial weights.",
                   R"((8 N)^{-1/4} \text{ alone}, \quad 0.87\,(N^4 M)^{-1/16} \text{ with a decoder})",
                   stack_routes<true, false>),
            factor("decoder_alpha", "DeepNorm's multiplier of the skip path in the decoder.",
                   R"((2 M)^{1/4} \text{ alone}, \quad (3 M)^{1/4} \text{ with an encoder})",
                   stack_routes<false, true>),
            factor("decoder_beta", "DeepNorm's factor on the decoder's initial weights.",
                   R"((8 M)^{-1/4} \text{ alone}, \quad (12 M)^{-1/4} \text{ with an encoder})",
                   stack_routes<false, false>),
            constant_quantity("alpha_constant", "What DeepNorm's encoder constant 0.81 rounds.", "3^{-3/16}",
                              alpha_constant_routes),
            constant_quantity("beta_constant", "What DeepNorm's encoder constant 0.87 rounds.",
                              R"(\frac{3^{3/16}}{\sqrt{2}})", beta_constant_routes)};
}

}  // namespace sigprop
