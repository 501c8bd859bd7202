#pragma once
// The mean of the largest of n independent standard normal numbers.

#include "methods/route.hpp"

namespace sigprop {

/// Two proofs, for an integer n from 1 to 2^63.
/// Errors   InputError unless n is an integer
[[nodiscard]] std::vector<Route> expected_max_routes(const Real& n);

}  // namespace sigprop
