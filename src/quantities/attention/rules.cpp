// Published factors on the logits in long contexts, and the setting in which a law in log n is right: one key
// whose score stands out by a fixed gap.

#include "quantities/attention/factors.hpp"
#include "quantities/attention/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

Route closed(const Formula& formula) { return constant(RouteKind::closed_form, "closed_form", formula); }
Route literal(const Formula& formula) { return constant(RouteKind::definition, "recursion", formula); }

Formula real(const Arguments& arguments, const char* name) { return Formula(arguments.real(name)); }

const Real& length(const Arguments& arguments, const char* name) {
    (void)row_length(arguments, name);
    return arguments.real(name);
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

Routes log_rule(const Arguments& arguments) {
    const Real n = length(arguments, "n"), reference = length(arguments, "reference");
    return {closed(attention_factor::log_rule(n, reference)),
            enclosed(RouteKind::definition, "recursion",
                     [=](long bits, const Context&) { return exponent_of(n, reference, bits); })};
}

Routes sqrt_log_rule(const Arguments& arguments) {
    const Real n = length(arguments, "n"), reference = length(arguments, "reference");
    return {closed(attention_factor::sqrt_log_rule(n, reference)),
            enclosed(RouteKind::definition, "recursion", [=](long bits, const Context&) -> Answer {
                return sqrt(exponent_of(n, reference, 2 * bits).value);
            })};
}

Routes yarn(const Arguments& arguments) {
    const Real& s = arguments.real("s");
    const bool longer = compare(s, 1).value_or(0) > 0;
    const Formula of_query =
        longer ? Formula(Real(Rational(1) / Rational(10))) * log(Formula(s)) + 1 : Formula(1);
    const Formula& of_key = of_query;
    return {closed(attention_factor::yarn(s)), literal(of_query * of_key)};
}

Routes longrope(const Arguments& arguments) {
    const Real& s = arguments.real("s");
    const Real& reference = length(arguments, "reference");
    const bool longer = compare(s, 1).value_or(0) > 0;
    const Formula of_query = longer ? sqrt(1 + log(Formula(s)) / log(Formula(reference))) : Formula(1);
    const Formula& of_key = of_query;
    return {closed(attention_factor::longrope(s, reference)), literal(of_query * of_key)};
}

Routes scalable_softmax_weight(const Arguments& arguments) {
    const Real& n = length(arguments, "n");
    const Formula factor = attention_factor::scalable_softmax(n, arguments.real("s"));
    const Formula high = real(arguments, "high"), low = real(arguments, "low");
    return {closed(attention_factor::planted_weight(n, factor * (high - low))),
            literal(first_weight(Formula(n), factor * high, factor * low))};
}

Routes planted_weight(const Arguments& arguments) {
    const Real& n = length(arguments, "n");
    const Formula logit = real(arguments, "scale") * real(arguments, "gap");
    return {closed(attention_factor::planted_weight(n, logit)), literal(first_weight(Formula(n), logit, 0))};
}

Routes planted_scale(const Arguments& arguments) {
    const Real &n = length(arguments, "n"), &reference = length(arguments, "reference");
    const Real &gap = arguments.real("gap"), &scale = arguments.real("scale");
    // Takes the odds of the weight to keep and equates them with the odds among n keys.
    const Formula kept = first_weight(Formula(reference), Formula(scale) * Formula(gap), 0);
    return {closed(attention_factor::planted_scale(n, reference, gap, scale)),
            literal((log(kept / (1 - kept)) + log(Formula(n) - 1)) / Formula(gap))};
}

Parameter reference_keys() { return reference_parameter("512", "the length at which the factor is 1"); }
Parameter number(const char* name, const char* meaning) {
    return {.name = name, .meaning = meaning, .range = "(-inf, inf)"};
}
Parameter positive_number(const char* name, const char* meaning) {
    return {.name = name, .meaning = meaning, .range = "(0, inf)"};
}

const char* const of_logits = "dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). ";

std::vector<Quantity> factors() {
    const std::vector<std::string> power = {"closed_form: the formula",
                                            "definition: the root x of reference^x = n, by halving"};
    const std::vector<std::string> product = {"closed_form: the formula, on the logits",
                                              "definition: the factor of the queries times that of the keys"};
    const std::string what_is_left = "What entropy it leaves: attention.entropy at the new std";
    return {
        {.name = "attention.log_rule",
         .summary = "Su's factor on logits at length n: the logarithm to base `reference`.",
         .formula = R"(\frac{\log n}{\log \mathrm{reference}})",
         .units = of_logits + what_is_left,
         .source = "Su 2021, kexue.fm/archives/8823, eq. 21 (reference = 512)",
         .parameters = {keys_parameter(), reference_keys()},
         .values = "[0, inf)",
         .route_notes = power,
         .theorems = {"monotone_equation"},
         .routes = log_rule},
        {.name = "attention.sqrt_log_rule",
         .summary = "The square root of Su's factor on logits at length n.",
         .formula = R"(\sqrt{\frac{\log n}{\log \mathrm{reference}}})",
         .units = of_logits + std::string("Keeps std/sqrt(2 log n), the ratio to the freezing std. ") +
                  what_is_left,
         .source = "own derivation: attention.freezing_ratio kept",
         .parameters = {keys_parameter(), reference_keys()},
         .values = "[0, inf)",
         .route_notes = {power[0], power[1] + ", and its square root"},
         .theorems = {"monotone_equation"},
         .routes = sqrt_log_rule},
        {.name = "attention.yarn_logit_factor",
         .summary = "YaRN's factor on logits in a context s times as long.",
         .formula = R"((0.1 \ln s + 1)^2; \quad 1 \text{ for } s \le 1)",
         .units = of_logits + std::string("Published as sqrt(1/t) = 0.1 ln s + 1, which multiplies queries "
                                          "and keys: logits get the square"),
         .source = "Peng et al. 2023, arXiv:2309.00071, section 3.4",
         .parameters = {positive_number("s", "length over the length of training")},
         .values = "[1, inf)",
         .route_notes = product,
         .routes = yarn},
        {.name = "attention.longrope_logit_factor",
         .summary = "LongRoPE's factor on logits in a context s times as long.",
         .formula = R"(1 + \frac{\ln s}{\ln \mathrm{reference}} = \frac{\log(s\,\mathrm{reference})}{\log )"
                    R"(\mathrm{reference}}; \quad 1 \text{ for } s \le 1)",
         .units = of_logits +
                  std::string("Published as sqrt(1 + ln s/ln reference), which multiplies queries and keys: "
                              "logits get the square, which is attention.log_rule(s reference, reference)"),
         .source = "Ding et al. 2024, arXiv:2402.13753, section 3.3; its attention_factor in Hugging Face "
                   "transformers",
         .parameters = {positive_number("s", "length over the length of training"),
                        reference_parameter(std::nullopt, "the length of training")},
         .values = "[1, inf)",
         .route_notes = product,
         .routes = longrope}};
}

std::vector<Quantity> planted() {
    const std::string row = "a weight, of one logit above n - 1 others that are equal";
    const std::vector<std::string> routes = {"closed_form: the formula",
                                             "definition: the softmax of the row as it stands"};
    return {
        {.name = "attention.scalable_softmax_weight",
         .summary =
             "The weight that Scalable-Softmax gives to the largest of n logits when the others are equal.",
         .formula = R"(\frac{1}{1 + (n - 1) n^{-s (\mathrm{high} - \mathrm{low})}})",
         .units = row + "; high and low are the logits before s log n multiplies them. Tends to 1 with n iff "
                        "s (high - low) > 1, to 0 iff it is below 1",
         .source = "Nakanishi 2025, arXiv:2501.19399, section 2",
         .parameters = {keys_parameter(), positive_number("s", "the learned factor"),
                        number("high", "the largest logit"), number("low", "the other logits")},
         .values = "[0, 1]",
         .route_notes = routes,
         .theorems = {"planted_odds"},
         .routes = scalable_softmax_weight},
        {.name = "attention.planted_weight",
         .summary = "The weight of a key whose score stands out by a gap among n - 1 equal ones.",
         .formula = R"(\frac{1}{1 + (n - 1) e^{-\mathrm{scale}\,\mathrm{gap}}})",
         .units = row + "; logits are scale times the scores",
         .source = "own derivation: the softmax of (scale gap, 0, …, 0)",
         .parameters = {keys_parameter(), number("gap", "score of the key over that of the others"),
                        number("scale", "what multiplies scores")},
         .values = "[0, 1]",
         .route_notes = routes,
         .theorems = {"planted_odds"},
         .routes = planted_weight},
        {.name = "attention.planted_scale",
         .summary = "The scale at which a key that stands out by a gap keeps among n the weight that it has "
                    "among `reference` keys.",
         .formula = R"(\mathrm{scale} + \frac{\log((n - 1)/(\mathrm{reference} - 1))}{\mathrm{gap}})",
         .units = "multiplies scores: the setting in which a law in log n is exact, added and not multiplied",
         .source = "own derivation: the odds (n - 1) e^(-scale gap) kept",
         .parameters = {keys_parameter(), reference_keys(),
                        positive_number("gap", "score of the key over that of the others"),
                        number("scale", "the scale at length `reference`")},
         .route_notes = {routes[0], "definition: the weight at length `reference`, as odds among n keys"},
         .theorems = {"planted_odds"},
         .routes = planted_scale}};
}

}  // namespace

std::vector<Quantity> attention_rules_quantities() {
    std::vector<Quantity> all = factors();
    for (Quantity& one : planted()) all.push_back(std::move(one));
    return all;
}

}  // namespace sigprop
