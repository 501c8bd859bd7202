#include "judgement/decimal.hpp"

#include <algorithm>

namespace sigprop {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_digits(std::string_view text, std::size_t at) {
    while (at < text.size() && is_digit(text[at])) ++at;
    return at;
}

std::size_t skip_sign(std::string_view text, std::size_t at) {
    return at < text.size() && (text[at] == '+' || text[at] == '-') ? at + 1 : at;
}

/// The number after the letter e; nothing beyond the limit.
std::optional<long> parse_exponent(std::string_view text) {
    if (text.empty() || !is_digit(text.back())) return std::nullopt;
    long value = 0;
    for (const char c : text.substr(skip_sign(text, 0))) {
        value = value * 10 + (c - '0');
        if (value > max_decimal_exponent) return std::nullopt;
    }
    return text.front() == '-' ? -value : value;
}

/// The digits of a positive number without leading zeros, and the place value of the last one.
struct Digits {
    std::string text;
    long last_place = 0;
};

Digits digits_of(const Rational& positive) {
    Digits digits{positive.to_decimal().value_or("0"), 0};
    if (const std::size_t letter = digits.text.find('e'); letter != std::string::npos) {
        digits.last_place = std::stol(digits.text.substr(letter + 1));
        digits.text.resize(letter);
    }
    if (const std::size_t point = digits.text.find('.'); point != std::string::npos) {
        digits.last_place -= static_cast<long>(digits.text.size() - point - 1);
        digits.text.erase(point, 1);
    }
    const std::size_t first = digits.text.find_first_not_of('0');
    digits.text.erase(0, first == std::string::npos ? digits.text.size() - 1 : first);
    return digits;
}

std::string laid_out(std::string digits, long last_place) {
    constexpr long many_zeros = 12;
    const auto size = static_cast<long>(digits.size());
    const long leading = last_place + size - 1;
    if (last_place <= 0 && leading > -many_zeros) {
        if (leading < 0) digits.insert(0, static_cast<std::size_t>(-leading), '0');
        if (last_place < 0) digits.insert(digits.size() - static_cast<std::size_t>(-last_place), ".");
        return digits;
    }
    if (digits.size() > 1) digits.insert(1, ".");
    return digits + "e" + std::to_string(leading);
}

}  // namespace

std::size_t decimal_prefix(std::string_view text) {
    const std::size_t start = skip_sign(text, 0);
    const std::size_t point = skip_digits(text, start);
    std::size_t end = point;
    if (point < text.size() && text[point] == '.') end = skip_digits(text, point + 1);
    const bool has_digit = point > start || end > point + 1;
    if (has_digit && end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        end = skip_digits(text, skip_sign(text, end + 1));
    }
    return end;
}

std::optional<Decimal> parse_decimal(std::string_view text) {
    if (text.empty() || text.size() > max_decimal_length || decimal_prefix(text) != text.size()) {
        return std::nullopt;
    }
    const std::size_t letter = text.find_first_of("eE");
    const std::string_view mantissa = text.substr(0, letter);
    if (std::none_of(mantissa.begin(), mantissa.end(), is_digit)) return std::nullopt;
    Decimal result;
    if (const std::size_t point = mantissa.find('.'); point != std::string_view::npos) {
        result.last_place = -static_cast<long>(mantissa.size() - point - 1);
        result.has_mark = true;
    }
    if (letter != std::string_view::npos) {
        const std::optional<long> exponent = parse_exponent(text.substr(letter + 1));
        if (!exponent) return std::nullopt;
        result.last_place += *exponent;
        result.has_mark = true;
    }
    result.value = Rational::from_decimal(text);
    return result;
}

Rational power_of_ten(long exponent) { return pow(Rational(10), exponent); }

std::string decimal_text(const Rational& value, long last_place, std::size_t significant, bool outward) {
    Digits digits = digits_of(magnitude(value));
    if (digits.text.size() > significant) {
        const long cut = digits.last_place + static_cast<long>(digits.text.size() - significant);
        const bool exact = digits.text.find_first_not_of('0', significant) == std::string::npos;
        digits.text.resize(significant);
        digits.last_place = cut;
        if (outward && !exact) {
            const Rational up = (Rational::from_decimal(digits.text) + Rational(1)) * power_of_ten(cut);
            digits = digits_of(up);
        }
    }
    // Digits and places to show: trailing zeros only down to last_place.
    while (digits.last_place < last_place && digits.text.size() > 1 && digits.text.back() == '0') {
        digits.text.pop_back();
        ++digits.last_place;
    }
    const auto room = static_cast<long>(significant) - static_cast<long>(digits.text.size());
    const long zeros = std::min(digits.last_place - last_place, room);
    if (zeros > 0 && digits.text != "0") {
        digits.text.append(static_cast<std::size_t>(zeros), '0');
        digits.last_place -= zeros;
    }
    if (digits.text == "0") digits.last_place = std::clamp(last_place, -static_cast<long>(significant), 0L);
    return (value.sign() < 0 ? "-" : "") + laid_out(digits.text, digits.last_place);
}

Ball ball_of(const Rational& value, long bits) {
    return Ball::from_rational(value, std::max(bits, static_cast<long>(value.bit_size()) + 64));
}

}  // namespace sigprop
