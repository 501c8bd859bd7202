#pragma once
// attention.rule_*: what the length rules in use do to the entropy of attention, compared with the exact
// solution. Belongs to the theme of attention/scales.cpp.

#include "quantities/quantity.hpp"

namespace sigprop {

[[nodiscard]] std::vector<Quantity> rule_score_quantities();

}  // namespace sigprop
