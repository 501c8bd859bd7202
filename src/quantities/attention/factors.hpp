#pragma once
// The published rules for long contexts, as factors on the logits of plain attention (scale 1/sqrt(dim)). The
// quantities of the rules themselves and those of the entropy that a rule leaves both read them here. They
// are formulas without variables, exact to any precision.

#include <sigprop/core/formula/formula.hpp>

namespace sigprop::attention_factor {

/// log n / log reference: 1 at the reference length. Su 2021, kexue.fm/archives/8823.
[[nodiscard]] Formula log_rule(const Real& n, const Real& reference);

/// sqrt(log n / log reference).
[[nodiscard]] Formula sqrt_log_rule(const Real& n, const Real& reference);

/// YaRN's factor on the logits at a context s times as long: it multiplies queries and keys by 0.1 ln s + 1
/// each, so logits by the square; 1 for s <= 1. Peng et al. 2023, arXiv:2309.00071, section 3.4.
[[nodiscard]] Formula yarn(const Real& s);

/// LongRoPE's factor for a model trained at length `reference` and used at s times that: it multiplies
/// queries and keys by sqrt(1 + ln s/ln reference) each, logits by the square, which is
/// log_rule(s reference, reference); 1 for s <= 1. Ding et al. 2024, arXiv:2402.13753, section 3.
[[nodiscard]] Formula longrope(const Real& s, const Real& reference);

/// s log n, the factor of Scalable-Softmax on logits. Nakanishi 2025, arXiv:2501.19399, eq. 2.
[[nodiscard]] Formula scalable_softmax(const Real& n, const Real& s);

/// The scale at which a key whose score is `gap` above those of n - 1 equal others keeps the weight that it
/// has among `reference` keys at `scale`: scale + log((n - 1)/(reference - 1))/gap.
[[nodiscard]] Formula planted_scale(const Real& n, const Real& reference, const Real& gap, const Real& scale);

/// The weight of that key: 1/(1 + (n - 1) e^(-scale gap)).
[[nodiscard]] Formula planted_weight(const Real& n, const Formula& logit_gap);

}  // namespace sigprop::attention_factor
