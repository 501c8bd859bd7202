#pragma once
// The commands that stand for a sign or a function's name.

#include <span>
#include <string_view>

#include "core/notation/tree.hpp"

namespace sigprop {

struct NotationSymbol {
    std::string_view command;  ///< without the backslash, or a character such as "+"
    NotationKind kind;
    std::string_view sign;
    std::string_view plain = {};  ///< where a terminal has another: ~ for ∼
    bool takes_limits = false;
};

[[nodiscard]] std::span<const NotationSymbol> notation_symbols();

/// nullptr when there is none.
[[nodiscard]] const NotationSymbol* find_notation_symbol(std::string_view command);

}  // namespace sigprop
