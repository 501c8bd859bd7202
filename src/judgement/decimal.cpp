#include "judgement/decimal.hpp"

#include <algorithm>
#include <utility>

#include "core/base/digit.hpp"

namespace sigprop {
namespace {

constexpr long guard_bits = 64;

std::size_t skip_digits(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of("0123456789", at), text.size());
}

std::size_t skip_sign(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    return rest.starts_with('+') || rest.starts_with('-') ? at + 1 : at;
}

/// The number after the letter e, of which decimal_prefix says that nothing but digits may follow its sign;
/// nothing without digits and beyond the limit.
std::optional<long> parse_exponent(std::string_view text) {
    const std::string_view digits = text.substr(skip_sign(text, 0));
    if (digits.empty()) return std::nullopt;
    long value = 0;
    for (const char c : digits) {
        value = value * 10 + (c - '0');
        if (value > max_decimal_exponent) return std::nullopt;
    }
    return text.starts_with('-') ? -value : value;
}

/// The digits of a positive number, and the place value of the last one.
struct Digits {
    std::string text;
    long last_place = 0;
};

/// Without the zeros at its end.
Digits trimmed(Digits digits) {
    const std::size_t size = digits.text.find_last_not_of('0') + 1;
    digits.last_place += static_cast<long>(digits.text.size() - size);
    digits.text.resize(size);
    return digits;
}

/// Without zeros at either end.
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
    digits.text.erase(0, digits.text.find_first_not_of('0'));
    return trimmed(std::move(digits));
}

std::string laid_out(std::string digits, long last_place) {
    constexpr long many_zeros = 12;
    const long leading = last_place + static_cast<long>(digits.size()) - 1;
    if (last_place <= 0 && leading > -many_zeros) {
        digits.insert(0, static_cast<std::size_t>(std::max(-leading, 0L)), '0');
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
    if (text.substr(point).starts_with('.')) end = skip_digits(text, point + 1);
    const bool has_digit = point > start || end > point + 1;
    const std::string_view rest = text.substr(end);
    if (has_digit && (rest.starts_with('e') || rest.starts_with('E'))) {
        end = skip_digits(text, skip_sign(text, end + 1));
    }
    return end;
}

std::optional<Decimal> parse_decimal(std::string_view text) {
    if (text.size() > max_decimal_length || decimal_prefix(text) != text.size()) return std::nullopt;
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

long leading_place(const Rational& decimal) {
    const Digits digits = digits_of(magnitude(decimal));
    return digits.last_place + static_cast<long>(digits.text.size()) - 1;
}

std::string decimal_text(const Rational& value, long last_place, std::size_t significant, Toward toward) {
    if (value.sign() == 0) return laid_out("0", std::min(last_place, 0L));
    Digits digits = digits_of(magnitude(value));
    if (digits.text.size() > significant) {
        digits.last_place += static_cast<long>(digits.text.size() - significant);
        digits.text.resize(significant);
        const bool outward = static_cast<int>(toward) * value.sign() > 0;
        digits = outward ? digits_of((Rational::from_decimal(digits.text) + Rational(1)) *
                                     power_of_ten(digits.last_place))
                         : trimmed(std::move(digits));
    }
    const auto room = static_cast<long>(significant) - static_cast<long>(digits.text.size());
    const long zeros = std::clamp(digits.last_place - last_place, 0L, room);
    digits.text.append(static_cast<std::size_t>(zeros), '0');
    return (value.sign() < 0 ? "-" : "") + laid_out(digits.text, digits.last_place - zeros);
}

Ball ball_of(const Rational& value, long bits) {
    return Ball::from_rational(value, std::max(bits, static_cast<long>(value.bit_size()) + guard_bits));
}

long bits_beside(const Ball& value) { return value.precision() + guard_bits; }

}  // namespace sigprop
