// Published factors on the logits in long contexts, and the setting in which a law in log n is right: one key
// whose score stands out by a fixed gap.

#include "catalogue/attention.hpp"
#include "quantities/attention/factors.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

Route closed(const Formula& formula) { return constant(RouteKind::closed_form, "closed_form", formula); }
Route literal(const Formula& formula) { return constant(RouteKind::definition, "recursion", formula); }

const Real& length(const Real& n, const char* name = "n") {
    (void)row_length(n, name);
    return n;
}

/// The weight that softmax gives to the first of n logits (high, low, low, …), by the definition.
Formula first_weight(const Formula& n, const Formula& high, const Formula& low) {
    return exp(high) / (exp(high) + (n - 1) * exp(low));
}

/// The root x of base^x = value, by bisection of log(value) - x log(base) in balls.
Answer exponent_of(const Real& value, const Real& base, long bits) {
    const Ball target = value.at(bits + 16), b = base.at(bits + 16);
    Ball lower = 0, upper = Ball::power_of_two(7);  // b >= 2, value <= 2^63
    for (long i = 0; i < bits + 7; ++i) {
        const Ball middle = (lower + upper) / 2;
        const Ball excess = pow(b, middle.at_precision(bits + 16)) - target;
        if (excess.is_negative())
            lower = middle;
        else if (excess.is_positive())
            upper = middle;
        else
            break;  // too close to decide: the root is near, and still in between
    }
    return Ball::interval(lower.at_precision(bits + 16), upper.at_precision(bits + 16));
}

Routes log_rule(const LogRuleArguments& given) {
    const Real n = length(given.n), reference = length(given.reference, "reference");
    return {closed(attention_factor::log_rule(n, reference)),
            enclosed(RouteKind::definition, "recursion",
                     [=](long bits, const Context&) { return exponent_of(n, reference, bits); })};
}

Routes sqrt_log_rule(const LogRuleArguments& given) {
    const Real n = length(given.n), reference = length(given.reference, "reference");
    return {closed(attention_factor::sqrt_log_rule(n, reference)),
            enclosed(RouteKind::definition, "recursion", [=](long bits, const Context&) -> Answer {
                return sqrt(exponent_of(n, reference, 2 * bits).value);
            })};
}

Routes yarn(const YarnArguments& given) {
    const Real& s = given.s;
    const bool longer = compare(s, 1).value_or(0) > 0;
    const Formula of_query =
        longer ? Formula(Real(Rational(1) / Rational(10))) * log(Formula(s)) + 1 : Formula(1);
    const Formula& of_key = of_query;
    return {closed(attention_factor::yarn(s)), literal(of_query * of_key)};
}

Routes longrope(const LongropeArguments& given) {
    const Real &s = given.s, &reference = length(given.reference, "reference");
    const bool longer = compare(s, 1).value_or(0) > 0;
    const Formula of_query = longer ? sqrt(1 + log(Formula(s)) / log(Formula(reference))) : Formula(1);
    const Formula& of_key = of_query;
    return {closed(attention_factor::longrope(s, reference)), literal(of_query * of_key)};
}

Routes scalable_softmax_weight(const ScalableSoftmaxArguments& given) {
    const Real& n = length(given.n);
    const Formula factor = attention_factor::scalable_softmax(n, given.s);
    const Formula high{given.high}, low{given.low};
    return {closed(attention_factor::planted_weight(n, factor * (high - low))),
            literal(first_weight(Formula(n), factor * high, factor * low))};
}

Routes planted_weight(const PlantedWeightArguments& given) {
    const Real& n = length(given.n);
    const Formula logit = Formula(given.scale) * Formula(given.gap);
    return {closed(attention_factor::planted_weight(n, logit)), literal(first_weight(Formula(n), logit, 0))};
}

Routes planted_scale(const PlantedScaleArguments& given) {
    const Real &n = length(given.n), &reference = length(given.reference, "reference");
    // Takes the odds of the weight to keep and equates them with the odds among n keys.
    const Formula kept = first_weight(Formula(reference), Formula(given.scale) * Formula(given.gap), 0);
    return {closed(attention_factor::planted_scale(n, reference, given.gap, given.scale)),
            literal((log(kept / (1 - kept)) + log(Formula(n) - 1)) / Formula(given.gap))};
}

}  // namespace

std::vector<Quantity> attention_rules_quantities() {
    return {quantity("attention.log_rule", log_rule),
            quantity("attention.sqrt_log_rule", sqrt_log_rule),
            quantity("attention.yarn_logit_factor", yarn),
            quantity("attention.longrope_logit_factor", longrope),
            quantity("attention.scalable_softmax_weight", scalable_softmax_weight),
            quantity("attention.planted_weight", planted_weight),
            quantity("attention.planted_scale", planted_scale)};
}

}  // namespace sigprop
