// Balls as exact text: Arb's dump format, and a reader that accepts nothing else.

#include "core/ball/arb.hpp"

#include <memory>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {

std::string Ball::exact_text() const {
    const std::unique_ptr<char, void (*)(void*)> text(arb_dump_str(raw(*this)), flint_free);
    return text.get();
}

namespace {

/// Cuts one "mantissa exponent" of Arb's dump format off `text`. Arb aborts on some malformed ones and
/// misreads others, so nothing else is passed to it.
bool cut_number(std::string_view& text) {
    const auto cut_hexadecimal = [&text] {
        const std::size_t sign = !text.empty() && text.front() == '-' ? 1 : 0;
        const std::size_t end = std::min(text.find_first_not_of("0123456789abcdef", sign), text.size());
        const std::string_view digits = text.substr(0, end);
        text.remove_prefix(end);
        const bool zero = digits == "0";
        return end > sign && (zero || digits[sign] != '0') ? digits : std::string_view{};
    };
    const std::string_view mantissa = cut_hexadecimal();
    if (mantissa.empty() || text.empty() || text.front() != ' ') return false;
    text.remove_prefix(1);
    const std::string_view exponent = cut_hexadecimal();
    const bool special = exponent == "0" || exponent == "-1" || exponent == "-2" || exponent == "-3";
    return !exponent.empty() && exponent.size() < 100 && (mantissa != "0" || special);
}

bool is_exact_text(std::string_view text) {
    if (!cut_number(text) || text.empty() || text.front() != ' ') return false;
    text.remove_prefix(1);
    const std::size_t mantissa = text.find(' ');
    // A radius is not negative, has at most 30 bits, and is finite or +infinity.
    if (text.front() == '-' || mantissa > 8 || text == "0 -2" || text == "0 -3") return false;
    if (mantissa == 8 && text.front() > '3') return false;
    return cut_number(text) && text.empty();
}

}  // namespace

Ball Ball::from_exact_text(std::string_view text, long precision) {
    Ball ball = blank(precision);
    if (!is_exact_text(text) || arb_load_str(raw(ball), std::string(text).c_str()) != 0) {
        throw InputError("not the exact text of a ball: '" + std::string(text.substr(0, 60)) + "'");
    }
    return ball;
}

}  // namespace sigprop
