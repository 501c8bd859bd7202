#pragma once
// What `sigprop measure` can be asked about; one file each.

#include <vector>

#include "command.hpp"

namespace sigprop::tool {

/// Commands of their own, but for the word before their name.
[[nodiscard]] const std::vector<Command>& measure_subjects();

[[nodiscard]] Exit measure_weights(const Invocation& call);
[[nodiscard]] Exit measure_attention(const Invocation& call);
[[nodiscard]] Exit measure_elementwise(const Invocation& call);
[[nodiscard]] Exit measure_jacobian(const Invocation& call);

}  // namespace sigprop::tool
