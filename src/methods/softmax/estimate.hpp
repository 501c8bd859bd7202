#pragma once
// The mean entropy of a row of attention in double precision: where a root is looked for before it is proved,
// and a witness beside it that shares no code with the proofs of softmax/means.hpp. The law of the logits is
// replaced by nodes of the trapezoidal rule, and E H = E log S - E sum a x by two integrals over u (no use of
// Stein's lemma). Proves nothing.

#include <cstdint>

#include "methods/softmax/logit_law.hpp"

namespace sigprop {

/// E H of softmax over n keys, in nats, to about 1e-12 of log n + |mean logit|; NaN when a double overflows
/// on the way. Shapes   n >= 2; the law's parameters as doubles, dim >= 1
[[nodiscard]] double estimated_row_entropy(const LogitLaw& law, std::uint64_t n);

}  // namespace sigprop
