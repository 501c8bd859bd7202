#pragma once
// What evaluators of formulas share: smooth operations on balls, and what they do not take apart.

#include <optional>

#include "core/formula/tape.hpp"

namespace sigprop {

/// Only operations of two arguments use `b`.
[[nodiscard]] Ball apply_function(const Instruction& node, const Ball& a, const Ball& b);

/// The place of u on the tape for a node tanh(softplus(u)) = (p^2 + 2p) / (p^2 + 2p + 2), p = e^u, which has
/// no branch points; nullopt for other nodes.
[[nodiscard]] std::optional<std::uint32_t> operand_of_tanh_of_softplus(const Tape& tape,
                                                                       const Instruction& node);

}  // namespace sigprop
