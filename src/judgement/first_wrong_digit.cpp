#include "judgement/first_wrong_digit.hpp"

#include <algorithm>
#include <vector>

#include "core/ball/text.hpp"

#include "core/base/bits.hpp"
#include "judgement/decimal.hpp"

namespace sigprop {
namespace {

constexpr long guard_digits = 9;

/// x >= 0 with the digits after the place cut off.
Rational cut(const Rational& x, long place) {
    if (x < power_of_ten(place)) return Rational(0);
    // As an integer times 10^place: the exponents of decimals that are read have a limit.
    const auto digits = static_cast<std::size_t>(leading_place(x) - place + 1);
    return Rational::from_decimal(decimal_text(x / power_of_ten(place), 0, digits)) * power_of_ten(place);
}

/// x >= 0 to the nearest multiple of 10^place, ties up.
Rational rounded(const Rational& x, long place) {
    return cut(x + Rational(5) * power_of_ten(place - 1), place);
}

/// The value as far as it is known: its digits down to `last_place` are proved, the last one to within one.
struct Known {
    Rational value;
    long last_place = 0;
};

/// Keeps spare digits past the last proved place; nothing when not even the magnitude is proved.
std::optional<Known> known_near(const Ball& value, long place) {
    const long digits = digits_of_bits(value.magnitude_exponent()) - place + guard_digits;
    const std::optional<std::string> text = proved_decimal(value, digits);
    if (!text) return std::nullopt;
    const Decimal decimal = parse_decimal(text.value()).value_or(Decimal{});
    if (decimal.value.sign() == 0 || value.is_exact()) return Known{decimal.value, place};
    return Known{decimal.value, decimal.last_place};
}

/// Where each digit of a decimal stands in its text, and the place value of the first one.
struct Layout {
    std::vector<std::size_t> offsets;
    long first_place = 0;

    /// The offset of the digit at the place: the first or the last one for any place before or after them.
    [[nodiscard]] std::size_t at(long place) const {
        const auto last = static_cast<long>(offsets.size()) - 1;
        return offsets[static_cast<std::size_t>(std::clamp(first_place - place, 0L, last))];
    }
};

Layout layout_of(const std::string& text, long last_place) {
    const std::string mantissa = text.substr(0, text.find_first_of("eE"));
    constexpr std::string_view digits = "0123456789";
    Layout layout;
    for (std::size_t at = mantissa.find_first_of(digits); at != std::string::npos;
         at = mantissa.find_first_of(digits, at + 1)) {
        layout.offsets.push_back(at);
    }
    layout.first_place = last_place + static_cast<long>(layout.offsets.size()) - 1;
    return layout;
}

/// The place where the digits of two numbers >= 0 first differ; nothing when they are equal. Neither has
/// digits past the last place.
std::optional<long> first_difference(const Rational& a, const Rational& b, long last_place) {
    if (a == b) return std::nullopt;
    long low = last_place;  // they differ here; they agree at `high` and before
    long high = leading_place(std::max(a, b)) + 1;
    while (high - low > 1) {
        const long middle = low + (high - low) / 2;
        (cut(a, middle) == cut(b, middle) ? high : low) = middle;
    }
    return low;
}

/// The first place at which |s - v| is half a unit or more.
long place_of_difference(const Rational& s, const Rational& v) {
    return leading_place(Rational(2) * (s - v));
}

bool is_bound(Convention convention) {
    return convention == Convention::upper_bound || convention == Convention::lower_bound;
}

}  // namespace

std::optional<std::size_t> first_wrong_digit(const Stated& stated, const Ball& value) {
    const std::optional<Decimal> printed = parse_decimal(stated.text());
    if (!printed || is_bound(stated.convention())) return std::nullopt;
    const long printed_place = printed.value().last_place;
    const std::optional<Known> known = known_near(value, printed_place);
    if (!known) return std::nullopt;
    const long known_place = known.value().last_place;
    if (printed->value.sign() * known->value.sign() < 0) return stated.text().find_first_of("-0123456789");

    const Rational s = magnitude(printed->value);
    const Rational v = magnitude(known->value);
    const bool in_full = known_place <= printed_place;
    const long last = in_full ? printed_place : known_place + 1;
    const bool cut_off = stated.convention() == Convention::truncated || !in_full;
    const std::optional<long> differs =
        first_difference(cut(s, last), cut_off ? cut(v, last) : rounded(v, last), last);
    if (!differs) return std::nullopt;
    const long place = std::min(*differs, place_of_difference(s, v));
    if (!in_full && place < last) return std::nullopt;
    // A number that was cut off the other way differs by less than half a unit of its last digit.
    return layout_of(stated.text(), printed_place).at(place);
}

std::optional<std::string> relative_error(const Stated& stated, const Ball& value,
                                          const std::optional<Ball>& expression_value) {
    if (stated.is_none() || (stated.is_expression() && !expression_value)) return std::nullopt;
    constexpr long digits = 3;
    const Ball s = stated.is_expression() ? expression_value.value() : stated.value(bits_beside(value));
    return proved_decimal((s - value) / abs(value), digits);  // nothing where the quotient is not finite
}

}  // namespace sigprop
