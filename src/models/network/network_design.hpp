#pragma once
// Checks before anything is computed: whether a design makes sense, and what it costs.

#include <set>
#include <string>

#include "models/network/network.hpp"

namespace sigprop {

/// Errors   InputError when the design makes no sense, does not show what is wanted, or asks for too much
void check_design(const NetworkDesign& design, const std::set<Observable>& wanted, std::uint64_t networks);

/// Everything that is measured when `wanted` is: observables that cost little more come along.
[[nodiscard]] std::set<Observable> measured_with(const NetworkDesign& design,
                                                 const std::set<Observable>& wanted);

/// Multiply-adds of all networks together.
[[nodiscard]] double work_of(const NetworkDesign& design, const std::set<Observable>& wanted,
                             std::uint64_t networks);

/// Bytes that simulations may use: three quarters of the machine's memory.
[[nodiscard]] double usable_memory();

/// A text of everything that decides the numbers of a network.
[[nodiscard]] std::string identity_of(const NetworkDesign& design);

}  // namespace sigprop
