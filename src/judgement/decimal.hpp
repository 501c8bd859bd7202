#pragma once
// A decimal number as printed, and its way back to text. The value is exact; the place of the last digit is
// kept beside it, because a fraction would forget it ("0.30" and "0.3" promise different things).

#include <cstddef>
#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>
#include <string>
#include <string_view>

namespace sigprop {

struct Decimal {
    Rational value;
    long last_place = 0;    ///< the place value of the last digit is 10^last_place
    bool has_mark = false;  ///< was written with a '.' or an exponent
};

inline constexpr std::size_t max_decimal_length = 20'000;
inline constexpr long max_decimal_exponent = 100'000;

/// Reads [+-]digits[.digits][(e|E)[+-]digits] with a digit on at least one side of the point. Nothing for any
/// other text and beyond the two limits above.
[[nodiscard]] std::optional<Decimal> parse_decimal(std::string_view text);
/// Where a text leaves that grammar: the length of the longest prefix that a decimal could begin with.
[[nodiscard]] std::size_t decimal_prefix(std::string_view text);

[[nodiscard]] inline Rational magnitude(const Rational& x) { return x.sign() < 0 ? -x : x; }
[[nodiscard]] Rational power_of_ten(long exponent);
/// The place value of the leading digit of a finite decimal that is not zero.
[[nodiscard]] long leading_place(const Rational& decimal);

enum class Toward : int { below = -1, zero = 0, above = 1 };

/// A finite decimal, rounded to at most `significant` digits. Zeros are added down to `last_place`; an
/// exponent replaces them where they would be many.
[[nodiscard]] std::string decimal_text(const Rational& value, long last_place, std::size_t significant,
                                       Toward toward = Toward::zero);

/// A ball that contains the fraction, at no fewer than `bits`, and at enough of them that dyadic values are
/// exact and all others are separated from every rounding tie.
[[nodiscard]] Ball ball_of(const Rational& value, long bits = 0);

/// The bits at which a stated number is held against a value: enough more than the value has that rounding
/// the stated number does not decide.
[[nodiscard]] long bits_beside(const Ball& value);

}  // namespace sigprop
