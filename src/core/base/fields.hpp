#pragma once
// Texts that hold any bytes, one after the other: each as its length, a blank and its bytes.

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace sigprop {

inline void add_field(std::string& text, std::string_view field) {
    text.append(std::to_string(field.size())).append(" ").append(field);
}

/// Cuts off the first field; nothing where the text does not begin with one.
[[nodiscard]] inline std::optional<std::string_view> cut_field(std::string_view& text) {
    const std::size_t blank = text.find(' ');
    std::size_t length = 0;
    const char* const end = text.data() + std::min(blank, text.size());
    const auto [stop, error] = std::from_chars(text.data(), end, length);
    if (blank == text.npos || error != std::errc() || stop != end || length > text.size() - blank - 1)
        return std::nullopt;
    const std::string_view field = text.substr(blank + 1, length);
    text.remove_prefix(blank + 1 + length);
    return field;
}

}  // namespace sigprop
