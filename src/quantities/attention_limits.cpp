// What rows of attention tend to when they are long: mean field, annealed, frozen.

#include "quantities/attention_support.hpp"

namespace sigprop {

std::vector<Quantity> attention_limits_quantities() { return {}; }

}  // namespace sigprop
