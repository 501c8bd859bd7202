#pragma once
// What a design asks for, before anything is computed: whether it makes sense, and what it costs.

#include <set>
#include <string>

#include "models/network/network.hpp"

namespace sigprop {

/// Errors   InputError when the design makes no sense, does not show what is wanted, or asks for too much
void check_design(const NetworkDesign& design, const std::set<Observable>& wanted, std::uint64_t networks);

/// What is measured when this is wanted: along comes what costs little beside it.
[[nodiscard]] std::set<Observable> measured_with(const NetworkDesign& design,
                                                 const std::set<Observable>& wanted);

/// Multiply-adds of all networks.
[[nodiscard]] double work_of(const NetworkDesign& design, const std::set<Observable>& wanted,
                             std::uint64_t networks);

/// Bytes that simulations may use: three quarters of the machine's memory.
[[nodiscard]] double usable_memory();

/// All that decides the numbers of a network, as text.
[[nodiscard]] std::string identity_of(const NetworkDesign& design);

}  // namespace sigprop
