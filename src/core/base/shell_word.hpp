#pragma once
// Words as a shell reads them, for commands that are printed to be pasted.

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/digit.hpp"

namespace sigprop {

/// The word as it is where the shell leaves it alone, else in quotes.
[[nodiscard]] inline std::string shell_word(std::string_view word) {
    const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
        return is_letter_or_digit(c) || std::string_view("_-./:=,+%@").find(c) != std::string_view::npos;
    });
    const bool doubled = word.find_first_of("\"$`\\!") == std::string_view::npos;
    const std::string quote = plain ? "" : doubled ? "\"" : "'";
    return quote + std::string(word) + quote;
}

}  // namespace sigprop
