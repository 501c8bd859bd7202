#pragma once
// Direction numbers of the Sobol' sequence (Boost.Random), which determine the whole sequence.
// Source   S. Joe and F. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J.
//          Sci. Comput. 30, 2008: their table new-joe-kuo-6

#include <array>
#include <cstdint>
#include <vector>

namespace sigprop {

/// The sequence is used up to 2^58 points.
inline constexpr int sobol_directions_count = 58;
using SobolDirections = std::array<std::uint64_t, sobol_directions_count>;

[[nodiscard]] int max_sobol_variables() noexcept;

/// For each variable in turn: if bit j of the Gray code i ^ (i >> 1) is set, directions[j], in units of
/// 2^-64, is added to point i by exclusive or.
/// Errors   std::logic_error unless 1 <= variables <= max_sobol_variables()
[[nodiscard]] std::vector<SobolDirections> sobol_directions(int variables);

}  // namespace sigprop
