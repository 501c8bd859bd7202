#include "quantities/attention/rule_scores.hpp"

#include "methods/softmax_sampling/samples.hpp"
#include "quantities/attention/length_rule.hpp"

#include <cmath>

namespace sigprop {
namespace {

using ScoreValue = std::function<Answer(const LengthRule&, EntropyForm, long bits, const Context&)>;
using Sample = std::function<Answer(const LengthRule&, const Context&)>;

constexpr long spare_score_bits =
    14;  // not needed of the guard bits: entropies and differences have size one

/// E H_n under the rule minus E H at the reference length under the same rule.
Answer drift(const LengthRule& rule, EntropyForm form, std::uint64_t scaled_for, long bits,
             const Context& context) {
    if (rule.n() == rule.reference()) return Ball(0);
    if (rule.is_exact() && scaled_for == rule.n()) {
        const Answer factor = rule.factor(form, rule.n(), bits, context);
        return factor.status == Status::ok ? Answer(Ball(0)) : factor;
    }
    const Answer here = rule.entropy(form, rule.n(), scaled_for, bits, context);
    if (here.status != Status::ok) return here;
    const Answer there = rule.entropy(form, rule.reference(), rule.reference(), bits, context);
    if (there.status != Status::ok) return there;
    return here.value - there.value;
}

Answer score(const LengthRule& rule, EntropyForm form, long bits, const Context& context) {
    if (rule.n() == rule.reference())
        return {Status::domain,
                "n is the reference length, where every rule keeps the entropy: its score is 0/0"};
    if (rule.is_constant()) return Ball(0);
    const Answer left = drift(rule, form, rule.n(), bits, context);
    if (left.status != Status::ok) return left;
    const Answer constant = drift(rule, form, rule.reference(), bits, context);
    if (constant.status != Status::ok) return constant;
    return 1 - abs(left.value / constant.value);
}

Answer sampled_entropy(const LengthRule& rule, std::uint64_t length, const Context& context) {
    const EntropyForm form = EntropyForm::integrated;
    const Answer factor = rule.factor(form, length, 53, context);
    if (factor.status != Status::ok)
        return {factor.status == Status::domain ? Status::unable : factor.status, factor.reason};
    const double scale = (rule.model().scale.at(64) * factor.value).to_double();
    return sampled_row_mean(RowStatistic::entropy, {rule.model().law(Real(scale)), length}, context);
}

Answer sampled_drift(const LengthRule& rule, const Context& context) {
    if (rule.n() == rule.reference())
        return {Status::unable, "n equals reference, so that both entropies are of the same samples"};
    const Answer here = sampled_entropy(rule, rule.n(), context);
    if (here.status != Status::ok) return here;
    const Answer there = sampled_entropy(rule, rule.reference(), context);
    if (there.status != Status::ok) return there;
    const double error = std::hypot(here.value.radius_double(), there.value.radius_double());
    // widening: estimate
    Answer both((here.value.midpoint() - there.value.midpoint()).at_precision(64).widened(Ball(error)));
    const int a = here.degrees_of_freedom, b = there.degrees_of_freedom;
    both.degrees_of_freedom = a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
    both.samples = here.samples + there.samples;
    return both;
}

Quantity rule_quantity(const char* name, const char* summary, const char* formula, const char* units,
                       const ScoreValue& value, const Sample& sample, NumberRange values = {}) {
    std::vector<std::string> notes = {
        "closed_form: E H = E log S - s^2 (1 - E sum a^2) by Stein's lemma (model=gaussian), log n + log Z - "
        "z A (mean_field)",
        "definition: E H = E log S - E sum a x as it stands (gaussian, sphere)"};
    if (sample) notes.emplace_back("simulation: sampled rows of independent logits (gaussian, sphere)");
    return {.name = std::string("attention.") + name,
            .summary = summary,
            .formula = formula,
            .units = units,
            .source =
                "rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023, "
                "arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025, "
                "arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation",
            .parameters = LengthRule::parameters(),
            .values = std::move(values),
            .route_notes = std::move(notes),
            .theorems = {"transform_of_a_row", "stein_lemma", "bessel_integral", "entropy_falls_with_scale",
                         "trapezoidal_rectangle"},
            .routes = [value, sample](const Arguments& arguments) {
                const LengthRule rule(arguments);
                const auto plan = [&](RouteKind route, const char* method, EntropyForm form) {
                    return enclosed(route, method, [=](long bits, const Context& context) {
                        return value(rule, form, bits - spare_score_bits, context);
                    });
                };
                const EntropyModel::Kind kind = rule.model().kind;
                std::vector<Route> plans;
                if (kind != EntropyModel::Kind::sphere)
                    plans.push_back(plan(RouteKind::closed_form, "closed_form", EntropyForm::stein));
                if (kind != EntropyModel::Kind::mean_field)
                    plans.push_back(plan(RouteKind::definition, "arb_trapezoid", EntropyForm::integrated));
                if (sample && kind != EntropyModel::Kind::mean_field)
                    plans.push_back(sampled([=](const Context& context) { return sample(rule, context); }));
                return plans;
            }};
}

}  // namespace

std::vector<Quantity> rule_score_quantities() {
    return {
        rule_quantity(
            "rule_factor", "By what a length rule multiplies the logits of attention over n keys.",
            R"(\text{the factor } f(n) \text{ on the std or scale that the model has at the reference )"
            R"(length})",
            "dimensionless, on the logits: of a rule that multiplies queries and keys it is the "
            "square. The rules but `exact` are single formulas, which attention.log_rule and its "
            "like prove by a second way",
            [](const LengthRule& rule, EntropyForm form, long bits, const Context& context) {
                return rule.factor(form, rule.n(), bits, context);
            },
            {}),
        rule_quantity(
            "rule_entropy", "Mean entropy of attention over n keys under a length rule.",
            R"(\mathbb{E}\left[H_n(s_0 f(n))\right], \quad f \text{ the rule's factor )"
            R"((attention.rule\_factor)})",
            "nats; s_0 is the std (gaussian) or scale (sphere, mean_field) before the factor",
            [](const LengthRule& rule, EntropyForm form, long bits, const Context& context) {
                return rule.entropy(form, rule.n(), rule.n(), bits, context);
            },
            [](const LengthRule& rule, const Context& context) {
                return sampled_entropy(rule, rule.n(), context);
            }),
        rule_quantity(
            "entropy_drift",
            "The change in entropy that a length rule leaves between a reference length and n.",
            R"(\mathbb{E}\left[H_n(s_0 f(n))\right] - \mathbb{E}\left[H_{\mathrm{reference}}(s_0 )"
            R"(f(\mathrm{reference}))\right], \quad f \text{ the rule's factor})",
            "nats; 0 for the exact solution, positive when attention spreads with length. f(reference) is 1 "
            "except for scalable_softmax with a slope and kappa_log with a kappa of their own, which are "
            "compared with themselves",
            [](const LengthRule& rule, EntropyForm form, long bits, const Context& context) {
                return drift(rule, form, rule.n(), bits, context);
            },
            sampled_drift),
        rule_quantity(
            "rule_score", "How well a length rule keeps the entropy of attention.",
            R"(1 - )"
            R"(\frac{\left|\mathrm{entropy\_drift}(\mathrm{rule})\right|}{\left|\text{entropy\_drift )"
            R"(of the scale that the rule has at the reference, kept constant}\right|})",
            "dimensionless: 1 keeps the entropy, 0 is no better than a constant scale, negative is "
            "worse. `domain` at n = reference. No sample: a ratio of two small differences",
            score, {}, "(-inf, 1]")};
}

}  // namespace sigprop
