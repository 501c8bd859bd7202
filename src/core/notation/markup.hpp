#pragma once
// Text between the tags of HTML and MathML.

#include <string>
#include <string_view>

namespace sigprop {

[[nodiscard]] inline std::string escaped_markup(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&': escaped += "&amp;"; break;
            case '<': escaped += "&lt;"; break;
            case '>': escaped += "&gt;"; break;
            case '"': escaped += "&quot;"; break;
            default: escaped += c;
        }
    }
    return escaped;
}

}  // namespace sigprop
