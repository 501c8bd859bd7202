#pragma once
// The published rules for long contexts, as factors on the logits of plain attention (scale 1/sqrt(dim)):
// one place for the quantities of the rules themselves and for those that say what entropy a rule leaves.
// Formulas without variables, exact to any precision.

#include <sigprop/core/formula/formula.hpp>

namespace sigprop::attention_factor {

/// log n / log reference: 1 at the reference length. Su 2021, kexue.fm/archives/8823.
[[nodiscard]] Formula log_rule(const Real& n, const Real& reference);

/// sqrt(log n / log reference).
[[nodiscard]] Formula sqrt_log_rule(const Real& n, const Real& reference);

/// YaRN's factor on the logits at a context s times as long: it multiplies queries and keys by 0.1 ln s + 1
/// each, so logits by the square. 1 for s <= 1. Peng et al. 2023, arXiv:2309.00071, section 3.4.
[[nodiscard]] Formula yarn(const Real& s);

/// LongRoPE's, of a model trained at length `reference` and used at s times it: queries and keys are
/// multiplied by sqrt(1 + ln s/ln reference) each, logits by the square: log_rule(s reference, reference). 1
/// for s <= 1. Ding et al. 2024, arXiv:2402.13753, section 3.
[[nodiscard]] Formula longrope(const Real& s, const Real& reference);

/// s log n, with which Scalable-Softmax multiplies logits. Nakanishi 2025, arXiv:2501.19399, eq. 2.
[[nodiscard]] Formula scalable_softmax(const Real& n, const Real& s);

/// The scale at which a key whose score is `gap` above n - 1 others, which are equal, keeps the weight that
/// it has among `reference` keys at `scale`: scale + log((n - 1)/(reference - 1))/gap.
[[nodiscard]] Formula planted_scale(const Real& n, const Real& reference, const Real& gap, const Real& scale);

/// The weight of that key: 1/(1 + (n - 1) e^(-scale gap)).
[[nodiscard]] Formula planted_weight(const Real& n, const Formula& logit_gap);

}  // namespace sigprop::attention_factor
