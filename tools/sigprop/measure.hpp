#pragma once
// What `sigprop measure` can be asked about; one file each.

#include <span>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace sigprop::tool {

struct Subject {
    std::string_view name;
    std::vector<std::string_view> flags;  ///< that not every subject has
    Exit (*run)(const Invocation&) = nullptr;
};

[[nodiscard]] Exit measure_weights(const Invocation& call);
[[nodiscard]] Exit measure_attention(const Invocation& call);
[[nodiscard]] Exit measure_elementwise(const Invocation& call);
[[nodiscard]] Exit measure_jacobian(const Invocation& call);

}  // namespace sigprop::tool
