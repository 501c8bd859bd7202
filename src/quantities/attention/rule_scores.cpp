// What the length rules in use do to the entropy of attention, compared with the exact solution.

#include "catalogue/attention.hpp"
#include "quantities/attention/length_rule.hpp"
#include "quantities/rows.hpp"

#include <cmath>

namespace sigprop {
namespace {

using RuleValue = Answer (*)(const LengthRule& rule, EntropyForm form, long bits, const Context& context);
using RuleSample = Answer (*)(const LengthRule& rule, const Context& context);

constexpr long spare_score_bits =
    14;  // not needed of the guard bits: entropies and differences have size one

Answer factor_value(const LengthRule& rule, EntropyForm form, long bits, const Context& context) {
    return rule.factor(form, rule.n(), bits, context);
}

Answer entropy_value(const LengthRule& rule, EntropyForm form, long bits, const Context& context) {
    return rule.entropy(form, rule.n(), rule.n(), bits, context);
}

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

Answer drift_value(const LengthRule& rule, EntropyForm form, long bits, const Context& context) {
    return drift(rule, form, rule.n(), bits, context);
}

Answer score_value(const LengthRule& rule, EntropyForm form, long bits, const Context& context) {
    if (rule.n() == rule.reference())
        return {Status::domain,
                "n is the reference length, where every rule preserves the entropy: its score is 0/0"};
    if (rule.is_constant()) return Ball(0);
    const Answer left = drift_value(rule, form, bits, context);
    if (left.status != Status::ok) return left;
    const Answer constant = drift(rule, form, rule.reference(), bits, context);
    if (constant.status != Status::ok) return constant;
    return 1 - abs(left.value / constant.value);
}

Answer sampled_at(const LengthRule& rule, std::uint64_t length, const Context& context) {
    const EntropyForm form = EntropyForm::integrated;
    const Answer factor = rule.factor(form, length, 53, context);
    if (factor.status != Status::ok)
        return {factor.status == Status::domain ? Status::unable : factor.status, factor.reason};
    const double scale = (rule.model().scale.at(64) * factor.value).to_double();
    return sampled_row_mean(RowStatistic::entropy, {rule.model().law(Real(scale)), length}, context);
}

Answer sampled_entropy(const LengthRule& rule, const Context& context) {
    return sampled_at(rule, rule.n(), context);
}

Answer sampled_drift(const LengthRule& rule, const Context& context) {
    if (rule.n() == rule.reference())
        return {Status::unable, "n equals reference, so both entropies have the same samples"};
    const Answer here = sampled_at(rule, rule.n(), context);
    if (here.status != Status::ok) return here;
    const Answer there = sampled_at(rule, rule.reference(), context);
    if (there.status != Status::ok) return there;
    const double error = std::hypot(here.value.radius_double(), there.value.radius_double());
    // widening: estimate
    Answer both((here.value.midpoint() - there.value.midpoint()).at_precision(64).widened(Ball(error)));
    const int a = here.degrees_of_freedom, b = there.degrees_of_freedom;
    both.degrees_of_freedom = a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
    both.samples = here.samples + there.samples;
    return both;
}

template <RuleValue Value, RuleSample Sample = nullptr>
std::vector<Route> rule_routes(const LengthRuleArguments& given) {
    const LengthRule rule(given);
    const auto plan = [&](RouteKind route, const char* method, EntropyForm form) {
        return enclosed(route, method, [=](long bits, const Context& context) {
            return Value(rule, form, bits - spare_score_bits, context);
        });
    };
    const AttentionModel kind = rule.model().kind;
    std::vector<Route> plans;
    if (kind != AttentionModel::sphere)
        plans.push_back(plan(RouteKind::closed_form, "closed_form", EntropyForm::stein));
    if (kind != AttentionModel::mean_field)
        plans.push_back(plan(RouteKind::definition, "arb_trapezoid", EntropyForm::integrated));
    if constexpr (Sample != nullptr) {
        if (kind != AttentionModel::mean_field)
            plans.push_back(sampled([=](const Context& context) { return Sample(rule, context); }));
    }
    return plans;
}

}  // namespace

std::vector<Quantity> attention_length_rule_quantities() {
    return {quantity("attention.rule_factor", rule_routes<factor_value>),
            quantity("attention.rule_entropy", rule_routes<entropy_value, sampled_entropy>),
            quantity("attention.entropy_drift", rule_routes<drift_value, sampled_drift>),
            quantity("attention.rule_score", rule_routes<score_value>)};
}

}  // namespace sigprop
