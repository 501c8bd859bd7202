#pragma once
// A rule that makes the scale of attention depend on the length of the row, as a factor on the logits, and
// the rows that result.

#include "quantities/attention/entropy_model.hpp"

namespace sigprop {

enum class LengthRuleKind : std::uint8_t;

class LengthRule {
public:
    /// Errors   InputError
    explicit LengthRule(const LengthRuleArguments& given);

    [[nodiscard]] const EntropyModel& model() const { return model_; }
    [[nodiscard]] std::uint64_t n() const { return n_; }
    [[nodiscard]] std::uint64_t reference() const { return reference_; }

    /// The factor on model().scale in rows over `length` keys.
    /// Errors   domain where the rule gives no positive factor; those of preserving_scale for `exact`
    [[nodiscard]] Answer factor(EntropyForm form, std::uint64_t length, long bits,
                                const Context& context) const;

    /// Whether the factors at both lengths are known to be equal, so that only the length changes.
    [[nodiscard]] bool is_constant() const;
    /// Whether the rule is defined by keeping the entropy, where it has a factor.
    [[nodiscard]] bool is_exact() const;

    /// The scale in rows over `length` keys, if factor() is ok.
    [[nodiscard]] Real scale_at(EntropyForm form, std::uint64_t length, const Context& context) const;

    /// E H over n keys at the scale for rows over `scaled_for` keys.
    [[nodiscard]] Answer entropy(EntropyForm form, std::uint64_t n, std::uint64_t scaled_for, long bits,
                                 const Context& context) const;

private:
    [[nodiscard]] Formula closed_factor(std::uint64_t length) const;

    LengthRuleKind kind_;
    EntropyModel model_;
    std::uint64_t n_ = 2;
    std::uint64_t reference_ = 2;
    std::optional<Real> slope_, kappa_;
};

}  // namespace sigprop
