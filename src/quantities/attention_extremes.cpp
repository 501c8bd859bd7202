// The largest weight of a row of attention.

#include "quantities/attention_support.hpp"

namespace sigprop {

std::vector<Quantity> attention_extremes_quantities() { return {}; }

}  // namespace sigprop
