#pragma once
// Evidence about an expression from the evidence about its leaves: method by method, each leaf giving that
// method's word or else its narrowest enclosure.

#include "engine/binding/binder.hpp"

namespace sigprop {

/// All evidence about the expression that the context selects.
[[nodiscard]] std::vector<Evidence> evidence_of(const BoundExpression& bound, const Context& context);

/// The same with what it is made of.
struct Findings {
    std::vector<Evidence> evidence;             ///< about the expression
    std::vector<std::vector<Evidence>> leaves;  ///< about each leaf, to as many digits as the whole needs
    long bits = 0;                              ///< at which the leaves were put together
};
[[nodiscard]] Findings findings_of(const BoundExpression& bound, const Context& context);

/// The evidence with samples of another size or seed: what is no sample is taken over. Everything else in
/// the context must be the same.
[[nodiscard]] std::vector<Evidence> sampled_again(const Findings& findings, const BoundExpression& bound,
                                                  const Context& context);

}  // namespace sigprop
