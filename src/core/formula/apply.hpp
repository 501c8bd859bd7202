#pragma once
// One smooth operation of the formula language on balls; `b` is used by operations of two arguments only.

#include "core/formula/tape.hpp"

namespace sigprop {

[[nodiscard]] Ball apply_function(const Instruction& node, const Ball& a, const Ball& b);

}  // namespace sigprop
