#pragma once
// The parts of a text that are separated where neither brackets nor quotes are open.

#include <cstddef>
#include <string_view>
#include <vector>

namespace sigprop {

/// Where the character stands outside of quotes and of these brackets, in ascending order.
[[nodiscard]] inline std::vector<std::size_t> top_level_places(std::string_view text, char wanted,
                                                               std::string_view opening,
                                                               std::string_view closing) {
    std::vector<std::size_t> found;
    int depth = 0;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (opening.find(c) != opening.npos) {
            ++depth;
        } else if (closing.find(c) != closing.npos) {
            --depth;
        } else if (c == wanted && depth == 0) {
            found.push_back(i);
        }
    }
    return found;
}

}  // namespace sigprop
