#pragma once
// Checks of a rule that need no entries.

#include <sigprop/models/normalization/statistics.hpp>

namespace sigprop {

/// Errors   InputError unless epsilon is finite and at least 0
void check_epsilon(double epsilon);

/// Checks a rule for groups of n entries that are normalised by their own statistics.
/// Errors   InputError: those of check_epsilon; n = 0, or n = 1 where a centre or a difference would leave
///          nothing; a std with n - correction < 1 or correction < 0; `leading` set for a std or a range, or
///          more than n
void check_norm_rule(const NormRule& rule, std::size_t n, double epsilon);

}  // namespace sigprop
