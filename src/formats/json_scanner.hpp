#pragma once
// Finds the tokens of a JSON text for the reader (json.cpp), whose parser does not report their places. It
// checks nothing: on a text that was accepted so far it finds the tokens that the parser found. Internal.

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sigprop {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct Token {
    std::size_t offset = 0;
    std::size_t length = 0;
};

/// Walks the tokens of a text without checking it.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {
        if (text.starts_with(byte_order_mark)) cursor_ = byte_order_mark.size();
    }

    /// The next token; commas and colons are tokens only when asked for.
    Token next(bool separators = false) {
        const std::size_t begin = text_.find_first_not_of(separators ? " \t\r\n" : " \t\r\n,:", cursor_);
        if (begin == std::string_view::npos) {
            cursor_ = text_.size();
        } else {
            cursor_ = end_of(begin);
        }
        return {std::min(begin, text_.size()), cursor_ - std::min(begin, text_.size())};
    }

private:
    // Strings, numbers and literals end where the parser ends them, even if the next token follows without a
    // gap ("01", "truefalse"); anything else can only be an error and is taken as a whole word.
    [[nodiscard]] std::size_t end_of(std::size_t i) const {
        if (text_[i] == '"') {
            for (++i; i < text_.size() && text_[i] != '"'; ++i) {
                if (text_[i] == '\\') ++i;
            }
            return std::min(i + 1, text_.size());
        }
        for (const std::string_view literal : {"true", "false", "null"}) {
            if (text_.substr(i).starts_with(literal)) return i + literal.size();
        }
        const std::size_t digit = text_[i] == '-' ? i + 1 : i;
        if (skip_digits(digit) > digit) return end_of_number(digit);
        constexpr std::string_view word =
            "+-.0123456789_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        return std::max(std::min(text_.find_first_not_of(word, i), text_.size()), i + 1);
    }

    [[nodiscard]] std::size_t end_of_number(std::size_t i) const {
        i = text_[i] == '0' ? i + 1 : skip_digits(i);
        if (i < text_.size() && text_[i] == '.') i = skip_digits(i + 1);
        if (i < text_.size() && (text_[i] == 'e' || text_[i] == 'E')) {
            ++i;
            if (i < text_.size() && (text_[i] == '+' || text_[i] == '-')) ++i;
            i = skip_digits(i);
        }
        return i;
    }

    [[nodiscard]] std::size_t skip_digits(std::size_t i) const {
        return std::min(text_.find_first_not_of("0123456789", i), text_.size());
    }

    std::string_view text_;
    std::size_t cursor_ = 0;
};

}  // namespace sigprop
