#include "core/base/valid_text.hpp"

#include "core/base/shown_text.hpp"
#include "core/base/utf8.hpp"

namespace sigprop {

std::string valid_text(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        if (length == 0) {
            result += shown_text(text.substr(i, 1));
            ++i;
        } else {
            result += text.substr(i, length);
            i += length;
        }
    }
    return result;
}

}  // namespace sigprop
