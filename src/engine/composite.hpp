#pragma once
// Evidence about an expression from the evidence about its leaves: method by method, each leaf giving that
// method's word or else its narrowest enclosure.

#include "engine/binder.hpp"

namespace sigprop {

/// All evidence about the expression that the context selects.
[[nodiscard]] std::vector<Evidence> evidence_of(const BoundExpression& bound, const Context& context);

}  // namespace sigprop
