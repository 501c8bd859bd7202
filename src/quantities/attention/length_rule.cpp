#include "quantities/attention/length_rule.hpp"

#include "catalogue/attention.hpp"
#include "core/ball/count.hpp"
#include "quantities/attention/factors.hpp"

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

using Rule = LengthRuleKind;

Ball value_of(const Formula& formula, long bits) {
    return Evaluator<Ball>(formula, bits)(std::span<const Ball>())[0];
}

}  // namespace

LengthRule::LengthRule(const LengthRuleArguments& given)
    : kind_(given.rule.value()),
      model_(entropy_model(given)),
      n_(row_length(given.n)),
      reference_(row_length(given.reference, "reference")),
      slope_(given.slope),
      kappa_(given.kappa) {
    if (slope_ && kind_ != Rule::scalable_softmax)
        throw InputError::about({"slope"}, "slope is for another rule");
    if (kappa_ && kind_ != Rule::kappa_log) throw InputError::about({"kappa"}, "kappa is for another rule");
    const bool of_vectors = kind_ == Rule::kappa_log || kind_ == Rule::linear_deficit;
    if (of_vectors && model_.kind == AttentionModel::gaussian)
        throw InputError::about({"rule"}, "rule " + std::string(word_of(kind_)) +
                                              " is about vectors: write model=sphere or model=mean_field");
}

bool LengthRule::is_exact() const { return kind_ == Rule::exact; }

Formula LengthRule::closed_factor(std::uint64_t length) const {
    const Real n = Real(count_rational(length));
    const Real reference = Real(count_rational(reference_));
    const Real times = n / reference;
    const Real dim = Real(Rational(model_.dim));
    const Real number = model_.kind == AttentionModel::gaussian ? Real(1) : dim;
    switch (kind_) {
        case Rule::constant:
        case Rule::exact: break;
        case Rule::log: return attention_factor::log_rule(n, reference);
        case Rule::sqrt_log: return attention_factor::sqrt_log_rule(n, reference);
        case Rule::annealed:
            return sqrt(1 + 2 * log(Formula(times)) / Formula(model_.scale * model_.scale * number));
        case Rule::yarn: return attention_factor::yarn(times);
        case Rule::yarn_once: return sqrt(attention_factor::yarn(times));
        case Rule::longrope: return attention_factor::longrope(times, reference);
        case Rule::scalable_softmax:
            if (!slope_) return attention_factor::log_rule(n, reference);
            return attention_factor::scalable_softmax(n, *slope_);
        case Rule::kappa_log: {
            const Formula kappa = kappa_ ? Formula(*kappa_) : sqrt(Formula(dim)) / log(Formula(reference));
            return kappa * log(Formula(n)) / Formula(dim * model_.scale);
        }
        case Rule::linear_deficit: {
            const Real each = Real(Rational(24) / Rational(100)) * dim * model_.scale;
            return 1 + log(Formula(times)) / Formula(each);
        }
    }
    return 1;
}

Answer LengthRule::factor(EntropyForm form, std::uint64_t length, long bits, const Context& context) const {
    if (is_exact()) {
        if (length == reference_) return Ball(1);
        Answer root = preserving_scale(form, model_, length, reference_, bits, context);
        if (root.status == Status::ok) root.value /= model_.scale.at(bits + 16);
        return root;
    }
    const Ball value = value_of(closed_factor(length), bits + 16);
    if (value.is_finite() && value.is_positive()) return value;
    return {Status::domain, "rule " + std::string(word_of(kind_)) +
                                " has no positive factor at n = " + std::to_string(length)};
}

bool LengthRule::is_constant() const {
    if (is_exact()) return false;
    const Ball here = value_of(closed_factor(n_), 64), there = value_of(closed_factor(reference_), 64);
    return here.is_exact() && there.is_exact() && (here - there).contains_zero();
}

Real LengthRule::scale_at(EntropyForm form, std::uint64_t length, const Context& context) const {
    if (kind_ == Rule::constant) return model_.scale;
    const std::string name =
        "rule_factor(" + std::string(word_of(kind_)) + ", " + std::to_string(length) + ", " +
        std::to_string(reference_) + ", " + std::to_string(static_cast<int>(form)) + ", " +
        std::to_string(static_cast<int>(model_.kind)) + ", " + std::to_string(model_.dim) + ", " +
        model_.scale.text() + (slope_ ? ", " + slope_->text() : "") + (kappa_ ? ", " + kappa_->text() : "") +
        ")";
    const LengthRule rule = *this;
    return model_.scale * Real(name, [rule, form, length, context](long bits) {
               const Answer factor = rule.factor(form, length, bits, context);
               return factor.status == Status::ok ? factor.value : Ball::indeterminate();
           });
}

Answer LengthRule::entropy(EntropyForm form, std::uint64_t n, std::uint64_t scaled_for, long bits,
                           const Context& context) const {
    const Answer known = factor(form, scaled_for, 24, context);
    if (known.status != Status::ok) return known;
    return model_entropy(form, model_, n, scale_at(form, scaled_for, context), bits, context);
}

}  // namespace sigprop
