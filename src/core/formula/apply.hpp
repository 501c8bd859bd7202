#pragma once
// Applies a smooth operation of the formula language to balls; only operations of two arguments use `b`.

#include "core/formula/tape.hpp"

namespace sigprop {

[[nodiscard]] Ball apply_function(const Instruction& node, const Ball& a, const Ball& b);

}  // namespace sigprop
