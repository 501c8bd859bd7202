#pragma once
// Values of expressions for a search that asks for the same ones again and again. They are kept for the life
// of the process: a value is a pure function of its text, so only the time taken shows it.

#include <optional>
#include <sigprop/core/base/context.hpp>
#include <string>

namespace sigprop {

struct LeafValue {
    std::optional<double> value;  ///< absent: no value, too much work, or it does not bind
    bool is_mean = false;         ///< made of integrals against a law, which cost little
};

/// The value of an expression, from enclosures of its quantities to 20 digits. Thread-safe; the context is
/// only asked whether to stop.
[[nodiscard]] LeafValue leaf_value(const std::string& text, const Context& context);

}  // namespace sigprop
