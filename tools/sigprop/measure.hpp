#pragma once
// The subjects of `sigprop measure`, one file each.

#include <vector>

#include "command.hpp"

namespace sigprop::tool {

/// They are commands of their own, except for the word before their name.
[[nodiscard]] const std::vector<Command>& measure_subjects();

[[nodiscard]] Exit measure_weights(const Invocation& call);
[[nodiscard]] Exit measure_attention(const Invocation& call);
[[nodiscard]] Exit measure_elementwise(const Invocation& call);
[[nodiscard]] Exit measure_jacobian(const Invocation& call);

}  // namespace sigprop::tool
