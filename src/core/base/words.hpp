#pragma once
// Words in a sentence.

#include <string>
#include <string_view>

namespace sigprop {

/// "a, b, c"
template <class Words>
[[nodiscard]] std::string joined(const Words& words, std::string_view separator = ", ") {
    std::string text;
    bool is_first = true;
    for (const auto& word : words) {
        if (!is_first) text += separator;
        text += word;
        is_first = false;
    }
    return text;
}

/// "1 row", "2 rows"
template <class Count>
[[nodiscard]] std::string counted(Count count, std::string_view noun) {
    return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace sigprop
