// The logits themselves: moments of q . k, planted gaps, Scalable-Softmax.

#include "quantities/attention_support.hpp"

namespace sigprop {

std::vector<Quantity> attention_logits_quantities() { return {}; }

}  // namespace sigprop
