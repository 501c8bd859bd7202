// Means over rows of attention weights for independent logits, exact at finite length.

#include "quantities/attention_support.hpp"

namespace sigprop {

std::vector<Quantity> attention_rows_quantities() { return {}; }

}  // namespace sigprop
