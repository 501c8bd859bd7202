#pragma once
// The vector instructions that the evaluation of formulas and random numbers use: the widest that the
// processor has, or those that the environment variable SIGPROP_TARGET names (avx512, avx2, baseline).
// Results have the same bits on all of them; only their speed differs.

#include <string_view>

namespace sigprop {

/// "avx512", "avx2" or "baseline".
/// Errors   InputError if SIGPROP_TARGET names instructions that this processor does not have
[[nodiscard]] std::string_view vector_target_name();

}  // namespace sigprop
