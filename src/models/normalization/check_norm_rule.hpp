#pragma once
// What can be refused of a rule before any entry is seen.

#include <sigprop/models/normalization/statistics.hpp>

namespace sigprop {

/// Errors   InputError unless it is finite and at least 0
void check_epsilon(double epsilon);

/// For groups of n entries that are normalised by their own statistics.
/// Errors   InputError: those of check_epsilon; n = 0, or 1 where a centre or a difference leaves nothing of
///          it; a std of n - correction < 1 or of correction < 0; leading entries of a std or a range, or
///          more than n
void check_norm_rule(const NormRule& rule, std::size_t n, double epsilon);

}  // namespace sigprop
