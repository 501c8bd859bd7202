// Entropy of attention with queries and keys from a law of vectors: Gaussian, or on a sphere.

#include "quantities/attention_support.hpp"

namespace sigprop {

std::vector<Quantity> attention_vectors_quantities() { return {}; }

}  // namespace sigprop
