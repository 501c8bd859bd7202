// DeepNorm, LayerNorm(alpha x + G(x)) with the weights of G scaled by beta: the two factors of encoder and
// decoder, and the exact numbers behind the rounded constants 0.81 and 0.87.

#include "quantities/initialization/deepnorm.hpp"

#include "catalogue/initialization.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using deepnorm::Stacks;

Formula decimal(const char* text) { return Formula(Real(Rational::from_decimal(text))); }

Formula power(const Formula& base, std::int64_t numerator, std::int64_t denominator) {
    return pow(base, Formula(Real(Rational(numerator) / Rational(denominator))));
}

void check(const Stacks& stacks, bool of_encoder) {
    if (of_encoder && stacks.encoder == 0) {
        throw InputError::about({"encoder_layers"},
                                "the encoder is missing: give encoder_layers, its number of blocks");
    }
    if (!of_encoder && stacks.decoder == 0) {
        throw InputError::about({"decoder_layers"},
                                "the decoder is missing: give decoder_layers, its number of blocks");
    }
}

/// N^4 M
Formula stacked(const Stacks& stacks) { return pow(whole(stacks.encoder), 4) * whole(stacks.decoder); }

Formula alpha(const Stacks& stacks, bool of_encoder) {
    check(stacks, of_encoder);
    if (stacks.decoder == 0) return power(2 * whole(stacks.encoder), 1, 4);
    if (stacks.encoder == 0) return power(2 * whole(stacks.decoder), 1, 4);
    if (of_encoder) return decimal("0.81") * power(stacked(stacks), 1, 16);
    return power(3 * whole(stacks.decoder), 1, 4);
}

/// The two conditions behind the rules without rounded constants, b^2/a^2 = 1/ratio and a^2 b^2 = 1/2, solved
/// for a or b. No value where the published constants are rounded.
std::optional<Formula> from_conditions(const Stacks& stacks, bool of_encoder, bool of_alpha) {
    const bool both = stacks.encoder > 0 && stacks.decoder > 0;
    if (both && of_encoder) return std::nullopt;
    const Formula ratio = both ? 6 * whole(stacks.decoder) : 4 * whole(stacks.encoder + stacks.decoder);
    const Formula product = Formula(1) / 2;
    return sqrt(sqrt(of_alpha ? product * ratio : product / ratio));
}

auto stack_routes(bool of_encoder, bool of_alpha) {
    return [=](const DeepnormArguments& given) {
        const Stacks stacks{given.encoder_layers, given.decoder_layers};
        std::vector<Route> plans = {
            constant(RouteKind::closed_form, "closed_form",
                     of_alpha ? alpha(stacks, of_encoder) : deepnorm::beta(stacks, of_encoder))};
        if (const auto solved = from_conditions(stacks, of_encoder, of_alpha))
            plans.push_back(constant(RouteKind::definition, "recursion", *solved));
        return plans;
    };
}

/// a at N = M = 1 from a^2 b^2 = 1/2 and (b_d^2 / a_d) 4 b^2 / a^2 = 1 with a_d = 3^(1/4), b_d = 12^(-1/4).
std::vector<Route> alpha_constant_routes(const Arguments&) {
    const Formula decoder = power(whole(12), -1, 2) / power(whole(3), 1, 4);
    return {constant(RouteKind::closed_form, "closed_form", power(whole(3), -3, 16)),
            constant(RouteKind::definition, "recursion", sqrt(sqrt(2 * decoder)))};
}

std::vector<Route> beta_constant_routes(const Arguments&) {
    const Formula decoder = power(whole(12), -1, 2) / power(whole(3), 1, 4);
    return {constant(RouteKind::closed_form, "closed_form", power(whole(3), 3, 16) / sqrt(Formula(2))),
            constant(RouteKind::definition, "recursion", 1 / sqrt(sqrt(8 * decoder)))};
}

}  // namespace

Formula deepnorm::beta(const Stacks& stacks, bool of_encoder) {
    check(stacks, of_encoder);
    if (stacks.decoder == 0) return power(8 * whole(stacks.encoder), -1, 4);
    if (stacks.encoder == 0) return power(8 * whole(stacks.decoder), -1, 4);
    if (of_encoder) return decimal("0.87") * power(stacked(stacks), -1, 16);
    return power(12 * whole(stacks.decoder), -1, 4);
}

std::vector<Quantity> deepnorm_quantities() {
    return {quantity("deepnorm.encoder_alpha", stack_routes(true, true)),
            quantity("deepnorm.encoder_beta", stack_routes(true, false)),
            quantity("deepnorm.decoder_alpha", stack_routes(false, true)),
            quantity("deepnorm.decoder_beta", stack_routes(false, false)),
            quantity("deepnorm.alpha_constant", alpha_constant_routes),
            quantity("deepnorm.beta_constant", beta_constant_routes)};
}

}  // namespace sigprop
