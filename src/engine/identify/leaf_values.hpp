#pragma once
// Values of expressions for a search that asks for the same ones again and again. Kept for the life of the
// process: a value is a pure function of its text, so nobody can tell but by the time it takes.

#include <optional>
#include <sigprop/core/base/context.hpp>
#include <string>

namespace sigprop {

struct LeafValue {
    std::optional<double> value;  ///< nothing: no value, too much work, or it does not bind
    bool is_mean = false;         ///< made of integrals against a law: cheap enough to be asked for often
};

/// Of an expression, from enclosures to 20 digits of its quantities. Thread-safe; the context is only asked
/// whether to stop.
[[nodiscard]] LeafValue leaf_value(const std::string& text, const Context& context);

}  // namespace sigprop
