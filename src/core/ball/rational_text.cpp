#include <flint/fmpz.h>

#include <algorithm>
#include <cstdint>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "core/ball/digits.hpp"
#include "core/ball/rational_fmpq.hpp"
#include "core/base/digit.hpp"

namespace sigprop {

namespace {

/// The text for a message: on one line, and shortened.
std::string quoted(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string shown(text.substr(0, most));
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return '\'' + shown + (text.size() > most ? "...'" : "'");
}

[[noreturn]] void not_decimal(std::string_view text) {
    throw InputError(text.empty()
                         ? "a decimal number must be given here, but the text is empty"
                         : quoted(text) + " is not a decimal number: write digits such as 12, 0.5 or 1e-3");
}

/// The parts of a decimal text: (-1)^negative * digits * 10^exponent.
struct Decimal {
    bool negative = false;
    std::string digits;  // without leading zeros
    std::int64_t exponent = 0;
};

/// A written exponent, saturating: leading zeros are allowed, and 20 digits must not overflow.
std::int64_t saturating_integer(std::string_view digits) {
    std::int64_t value = 0;
    for (const char c : digits) value = std::min<std::int64_t>(value * 10 + (c - '0'), 1'000'000'000);
    return value;
}

Decimal read_decimal(std::string_view text) {
    Decimal result;
    std::size_t i = 0;
    const auto next_is = [&](std::string_view any) {
        return i < text.size() && any.find(text[i]) != std::string_view::npos;
    };
    const auto digits = [&] {
        const std::size_t begin = i;
        while (i < text.size() && is_digit(text[i])) ++i;
        return text.substr(begin, i - begin);
    };
    if (next_is("+-")) result.negative = text[i++] == '-';
    result.digits = digits();
    std::size_t count = result.digits.size();
    if (next_is(".")) {
        ++i;
        const std::string_view fraction = digits();
        result.digits += fraction;
        result.exponent = -static_cast<std::int64_t>(fraction.size());
        count += fraction.size();
    }
    if (count == 0) not_decimal(text);
    if (next_is("eE")) {
        ++i;
        const bool negative = next_is("-");
        if (next_is("+-")) ++i;
        const std::string_view written = digits();
        if (written.empty()) not_decimal(text);
        const std::int64_t exponent = saturating_integer(written);
        if (exponent > Rational::max_decimal_exponent) {
            throw InputError("the exponent of " + quoted(text) + " is beyond " +
                             std::to_string(Rational::max_decimal_exponent));
        }
        result.exponent += negative ? -exponent : exponent;
    }
    if (i != text.size()) not_decimal(text);
    result.digits.erase(0, std::min(result.digits.find_first_not_of('0'), result.digits.size()));
    return result;
}

/// Plain digits if the point is near them, else scientific. `digits` has no leading or trailing zeros.
std::string place_point(const std::string& digits, std::int64_t exponent) {
    constexpr std::int64_t max_plain_digits = 21;
    constexpr std::int64_t max_plain_zeros = 5;
    const auto count = static_cast<std::int64_t>(digits.size());
    const std::int64_t point = count + exponent;  // digits before the point
    if (point > 0 && point <= max_plain_digits) {
        if (exponent >= 0) return digits + std::string(static_cast<std::size_t>(exponent), '0');
        return digits.substr(0, static_cast<std::size_t>(point)) + '.' +
               digits.substr(static_cast<std::size_t>(point));
    }
    if (point <= 0 && point >= -max_plain_zeros) {
        return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
    }
    return digits.substr(0, 1) + (count > 1 ? '.' + digits.substr(1) : "") + 'e' + std::to_string(point - 1);
}

}  // namespace

Rational Rational::from_decimal(std::string_view text) {
    const Decimal decimal = read_decimal(text);
    if (decimal.digits.empty()) return Rational(0);
    // A digit needs at least 3.3 bits: what cannot fit is refused before it is converted.
    if (static_cast<std::int64_t>(decimal.digits.size()) > max_bits / 3) exact_too_large("number");
    // There may be as many fraction digits as text, and they may outweigh the exponent that was checked.
    if (decimal.exponent < -max_bits / 3) exact_too_large("number");
    Rational result;
    fmpz_set_str(numerator_of(result), decimal.digits.c_str(), 10);
    if (decimal.negative) fmpz_neg(numerator_of(result), numerator_of(result));
    FlintInteger scale(10);
    fmpz_pow_ui(scale, scale, static_cast<std::uint64_t>(std::abs(decimal.exponent)));
    if (decimal.exponent >= 0) {
        fmpz_mul(numerator_of(result), numerator_of(result), scale);
    } else {
        fmpz_swap(denominator_of(result), scale);
        fmpq_canonicalise(fmpq_of(result));
    }
    return bounded_rational(std::move(result), "number");
}

std::string Rational::to_string() const {
    const std::string whole = text_of(numerator_of(*this));
    return is_integer() ? whole : whole + '/' + text_of(denominator_of(*this));
}

std::optional<std::string> Rational::to_decimal() const {
    if (sign() == 0) return "0";
    FlintInteger rest;
    FlintInteger prime(2);
    const auto twos = fmpz_remove(rest, denominator_of(*this), prime);
    fmpz_set_ui(prime, 5);
    const auto fives = fmpz_remove(rest, rest, prime);
    if (fmpz_is_one(rest) == 0) return std::nullopt;
    const auto places = std::max(twos, fives);
    FlintInteger scaled;
    fmpz_abs(scaled, numerator_of(*this));
    fmpz_set_ui(rest, 5);
    fmpz_pow_ui(rest, rest, static_cast<std::uint64_t>(places - fives));
    fmpz_mul(scaled, scaled, rest);
    fmpz_mul_2exp(scaled, scaled, static_cast<std::uint64_t>(places - twos));
    std::string digits = text_of(scaled);
    const std::size_t kept = digits.find_last_not_of('0') + 1;
    const auto zeros = static_cast<std::int64_t>(digits.size() - kept);
    digits.resize(kept);
    return (sign() < 0 ? "-" : "") + place_point(digits, zeros - places);
}

}  // namespace sigprop
