#pragma once
// The constants people paste into code, as they are named in src/constants/*.json.

#include <string>
#include <vector>

namespace sigprop {

/// A constant that the snippet command prints.
struct NamedConstant {
    std::string name, expression, definition;
};
[[nodiscard]] std::vector<NamedConstant> named_constants();

}  // namespace sigprop
