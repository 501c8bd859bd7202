#pragma once
// Capitals of ASCII in lower case, whatever the locale; all other bytes stay.

#include <algorithm>
#include <string>

namespace sigprop {

[[nodiscard]] inline std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

}  // namespace sigprop
