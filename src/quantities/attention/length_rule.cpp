#include "quantities/attention/length_rule.hpp"

#include "core/ball/count.hpp"
#include "quantities/attention/factors.hpp"

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

Ball value_of(const Formula& formula, long bits) {
    return Evaluator<Ball>(formula, bits)(std::span<const Ball>())[0];
}

std::optional<Real> own_of_rule(const Arguments& arguments, const char* name, bool wanted) {
    if (!arguments.has_real(name)) return std::nullopt;
    if (!wanted) throw InputError::about({name}, std::string(name) + " belongs to another rule");
    return arguments.real(name);
}

}  // namespace

LengthRule::LengthRule(const Arguments& arguments)
    : rule_(arguments.choice("rule")),
      model_(entropy_model(arguments)),
      n_(row_length(arguments, "n")),
      reference_(row_length(arguments, "reference")),
      slope_(own_of_rule(arguments, "slope", rule_ == "scalable_softmax")),
      kappa_(own_of_rule(arguments, "kappa", rule_ == "kappa_log")) {
    const bool of_vectors = rule_ == "kappa_log" || rule_ == "linear_deficit";
    if (of_vectors && model_.kind == EntropyModel::Kind::gaussian)
        throw InputError::about({"rule"},
                                "rule " + rule_ + " is about vectors: model=sphere or model=mean_field");
}

Formula LengthRule::closed_factor(std::uint64_t length) const {
    const Real n = Real(count_rational(length));
    const Real reference = Real(count_rational(reference_));
    const Real times = n / reference;
    const Real dim = Real(Rational(model_.dim));
    const Real number = model_.kind == EntropyModel::Kind::gaussian ? Real(1) : dim;
    if (rule_ == "log") return attention_factor::log_rule(n, reference);
    if (rule_ == "sqrt_log") return attention_factor::sqrt_log_rule(n, reference);
    if (rule_ == "annealed")
        return sqrt(1 + 2 * log(Formula(times)) / Formula(model_.scale * model_.scale * number));
    if (rule_ == "yarn") return attention_factor::yarn(times);
    if (rule_ == "yarn_once") return sqrt(attention_factor::yarn(times));
    if (rule_ == "longrope") return attention_factor::longrope(times, reference);
    if (rule_ == "scalable_softmax") {
        if (!slope_) return attention_factor::log_rule(n, reference);
        return attention_factor::scalable_softmax(n, *slope_);
    }
    if (rule_ == "kappa_log") {
        const Formula kappa = kappa_ ? Formula(*kappa_) : sqrt(Formula(dim)) / log(Formula(reference));
        return kappa * log(Formula(n)) / Formula(dim * model_.scale);
    }
    if (rule_ == "linear_deficit") {
        const Real each = Real(Rational(24) / Rational(100)) * dim * model_.scale;
        return 1 + log(Formula(times)) / Formula(each);
    }
    return 1;
}

Answer LengthRule::factor(EntropyForm form, std::uint64_t length, long bits, const Context& context) const {
    if (rule_ == "exact") {
        if (length == reference_) return Ball(1);
        Answer root = preserving_scale(form, model_, length, reference_, bits, context);
        if (root.status == Status::ok) root.value /= model_.scale.at(bits + 16);
        return root;
    }
    const Ball value = value_of(closed_factor(length), bits + 16);
    if (value.is_finite() && value.is_positive()) return value;
    return {Status::domain, "rule " + rule_ + " has no positive factor at n = " + std::to_string(length)};
}

bool LengthRule::is_constant() const {
    if (is_exact()) return false;
    const Ball here = value_of(closed_factor(n_), 64), there = value_of(closed_factor(reference_), 64);
    return here.is_exact() && there.is_exact() && (here - there).contains_zero();
}

Real LengthRule::scale_at(EntropyForm form, std::uint64_t length, const Context& context) const {
    if (rule_ == "constant") return model_.scale;
    const std::string name =
        "rule_factor(" + rule_ + ", " + std::to_string(length) + ", " + std::to_string(reference_) + ", " +
        std::to_string(static_cast<int>(form)) + ", " + std::to_string(static_cast<int>(model_.kind)) + ", " +
        std::to_string(model_.dim) + ", " + model_.scale.text() + (slope_ ? ", " + slope_->text() : "") +
        (kappa_ ? ", " + kappa_->text() : "") + ")";
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
