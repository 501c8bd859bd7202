#pragma once
// Evidence about an expression from the evidence about its leaves, method by method: each leaf contributes
// that method's evidence, or else its narrowest enclosure.

#include "engine/binding/binder.hpp"

namespace sigprop {

/// All evidence about the expression that the context selects.
[[nodiscard]] std::vector<Evidence> evidence_of(const BoundExpression& bound, const Context& context);

/// The same evidence with the parts it is made of.
struct Findings {
    std::vector<Evidence> evidence;             ///< about the expression
    std::vector<std::vector<Evidence>> leaves;  ///< about each leaf, to as many digits as the whole needs
    long bits = 0;                              ///< the precision at which the leaves were combined
};
[[nodiscard]] Findings findings_of(const BoundExpression& bound, const Context& context);

/// The evidence with samples of another size or seed; everything else is copied. The rest of the context must
/// be the same.
[[nodiscard]] std::vector<Evidence> sampled_again(const Findings& findings, const BoundExpression& bound,
                                                  const Context& context);

}  // namespace sigprop
