#include "report/page/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/shown_text.hpp"
#include "core/base/utf8.hpp"

namespace sigprop {
namespace {

void append_visible(std::string& out, std::string_view character) {
    const char32_t c = code_point(character);
    const bool layout = c == '\n' || c == '\t';
    if (is_hidden(c) && !layout) {
        out += fmt::format("⟨U+{:04X}⟩", static_cast<std::uint32_t>(c));
    } else {
        out += character;
    }
}

}  // namespace

std::string visible_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        if (length == 0) {
            out += "\uFFFD";
        } else {
            append_visible(out, text.substr(i, length));
        }
        i += std::max<std::size_t>(length, 1);
    }
    return out;
}

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : visible_text(text)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string html_beginning(std::string_view text, std::size_t characters) {
    std::size_t end = 0;
    for (std::size_t n = 0; n < characters && end < text.size(); ++n) {
        end += std::max<std::size_t>(utf8_length(text, end), 1);
    }
    return html_text(text.substr(0, end)) + (end < text.size() ? "…" : "");
}

std::string script_json(const Json& json) {
    std::string out;
    for (const char c : write_json(json, JsonStyle::canonical)) {
        if (c == '<') {
            out += "\\u003c";
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace sigprop
