// Scales that keep the entropy of attention, and the rules that are used instead.

#include "quantities/attention_support.hpp"

namespace sigprop {

std::vector<Quantity> attention_scales_quantities() { return {}; }

}  // namespace sigprop
