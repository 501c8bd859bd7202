#pragma once
// Digits and letters of ASCII, whatever the locale.

#include <algorithm>
#include <string_view>

namespace sigprop {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

[[nodiscard]] constexpr bool is_letter_or_digit(char c) noexcept {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether the text is made of digits alone, of which there is at least one.
[[nodiscard]] constexpr bool is_digits(std::string_view text) noexcept {
    return !text.empty() && std::ranges::all_of(text, is_digit);
}

}  // namespace sigprop
