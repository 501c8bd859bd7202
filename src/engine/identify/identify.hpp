#pragma once
// What a refuted number is instead: a search of the catalogue, of the named constants and of short closed
// forms for an expression whose enclosure bears the printed number out, nearest to the claim's own expression
// first (another activation; a root, square or reciprocal; another quantity of the group, such as a moment
// without its normalisation; both; a constant).
//
// A match must be no coincidence. It counts when (candidates tried so far whose value lies within a factor
// e^(1/2) of the number, at least 10) x (relative width of the interval in which the match had to lie) is at
// most 1 %: that many matches are expected of a number taken at random. For another quantity of another
// activation and for constants, which are less likely to be meant, it is 0.1 %. So four printed digits are
// the least, and a farther candidate needs more.

#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/judgement/stated.hpp>
#include <vector>

#include "engine/binding/binder.hpp"

namespace sigprop {

/// For the number that a claim states of its `own` expression: the simplest matches, at most two, whose values differ. The interval is the claim's own, or that of the
/// printed digits, or of the floating-point number that the literal is; a literal of a machine's length may
/// also be a computed number with its error: 12 digits must then agree. Always an enclosure that proves it.
/// Empty for bounds, stated expressions, `none` and zero. The same answer on any number of threads.
[[nodiscard]] std::vector<IdentifiedRecord> identify(const BoundExpression& own, const Stated& stated,
                                                     const Context& context = {});

}  // namespace sigprop
