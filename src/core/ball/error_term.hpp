#pragma once
// The error terms of proofs, by name. Whatever a tail, the side of a strip, a remainder, a rounding or a
// spread of coefficients adds to an enclosure stands in the code as
//     sum.widened(error_term(name, bound)),
// with a name of the form "room.method.what", so that every term can be found, listed and weakened. The test
// programs link definitions of their own (tests/support/error_terms.cpp), which multiply one term by a
// factor: with a smaller term an enclosure must miss the truth, or nobody would notice that the theorem
// behind it is wrong. tools/error_terms.sh lists the terms with their tests, tests/house/error_terms.hpp has
// the rules.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// Bits of a bound, which is rounded outwards at every step: enough that no step shows.
inline constexpr long error_bits = 64;

/// `bound` itself: a term that widens an enclosure.
/// Errors   std::logic_error for a bound that is shown to be negative, a slip that a sum of bounds would hide
[[nodiscard]] Ball error_term(const char* name, Ball bound);
/// The same for sums in double, which are rounded outwards elsewhere.
[[nodiscard]] double error_term(const char* name, double bound);
/// The same for an enclosure of a remainder that is added, of either sign.
[[nodiscard]] Ball signed_error_term(const char* name, Ball remainder);

/// `value` itself: a step, a length or an accuracy that an error term depends on. It decides how wide an
/// enclosure is, never whether it holds; tests make it coarser, so that one term outweighs the others.
[[nodiscard]] double design(const char* name, double value);
[[nodiscard]] inline long design(const char* name, long value) {
    return static_cast<long>(design(name, static_cast<double>(value)));
}

}  // namespace sigprop
