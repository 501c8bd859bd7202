#pragma once
// Whether a formula jumps, proved from the values on the two sides of each of its switches. A switch where
// both sides have the same value (a kink, or a step between equal values) is no jump. abs, min, max and relu
// are continuous where their operands are; of where() and step(), the values at the switch are compared
// exactly (algebraic_sign.hpp), so that a place such as sqrt(2), pi / 2 or log(2) is as good as a fraction.
// Poles are not looked for.

#include <cstdint>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <string>

namespace sigprop {

enum class Continuity : std::uint8_t { continuous, jumps, unknown };

struct JumpProof {
    Continuity continuity = Continuity::unknown;
    std::string reason;  ///< "it jumps at x = 0.5", or what is not shown; "" for a continuous formula
};

/// Shapes   f in x0, over the whole line. Unknown where f has other switches than abs, min, max and relu that
///          may change their side beyond |x| = 512, or where two sides differ by a number that is neither
///          shown to be zero nor shown to differ from it (a transcendental one that is zero by an identity
///          that is not in formal_function.hpp, such as Machin's formula for pi; one with many nested roots)
/// Errors   none (Interrupted and TimeSpent, as in every long loop)
[[nodiscard]] JumpProof proved_jump(const Formula& f, const Context& context);

/// Whether f is shown to have no jump, and a value everywhere: x / abs(x) and atan(1 / x) have different
/// limits from both sides of a place where they have no value. A removable singularity, as that of sin(x) /
/// x, is not shown to be one.
[[nodiscard]] bool is_continuous(const Formula& f, const Context& context);

}  // namespace sigprop
