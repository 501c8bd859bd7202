#pragma once
// The mean entropy of a row of attention in double precision. It locates roots before they are proved, and
// serves as evidence that shares no code with the proofs of softmax/means.hpp. The law of the logits is
// replaced by nodes of the trapezoidal rule; E H = E log S - E sum a x is computed from two integrals over u,
// without Stein's lemma. Nothing here is a proof.

#include <cstdint>

#include "methods/softmax/logit_law.hpp"

namespace sigprop {

/// E H of softmax over n keys; NaN when an intermediate double overflows.
/// Shapes   n >= 2; the law's parameters as doubles, dim >= 1
/// Units    nats
/// Accuracy estimate only: about 1e-12 (log n + |mean logit|)
[[nodiscard]] double estimated_row_entropy(const LogitLaw& law, std::uint64_t n);

}  // namespace sigprop
