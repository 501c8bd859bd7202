#pragma once
// What a refuted number is instead: a search of the catalogue, of the named constants and of short closed
// forms for an expression whose enclosure bears the printed number out. Candidates nearest to the claim's own
// expression come first (another activation; a root, square or reciprocal; another quantity of the group,
// such as a moment without its normalisation; both; a constant).
//
// A match must be no coincidence. It counts when (candidates tried so far whose value lies within a factor
// e^(1/2) of the number, at least 10) x (relative width of the interval in which the match had to lie) is at
// most 1 %: a number taken at random would have that many matches on average. For another quantity of another
// activation and for constants, which are less likely to be meant, the limit is 0.1 %. So a match needs at
// least four printed digits, and a farther candidate needs more.

#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/judgement/stated.hpp>
#include <vector>

#include "engine/binding/binder.hpp"

namespace sigprop {

/// The simplest matches, at most two with different values, for the number a claim states of its `own`
/// expression. The interval is the claim's own, that of the printed digits, or that of the floating-point
/// number the literal is; a literal as long as a machine's may also be a computed number with its error: 12
/// digits must then agree. An enclosure always proves the match. Empty for bounds, stated expressions, `none`
/// and zero. The answer is the same on any number of threads.
[[nodiscard]] std::vector<IdentifiedRecord> identify(const BoundExpression& own, const Stated& stated,
                                                     const Context& context = {});

}  // namespace sigprop
