#pragma once
// A decimal number as printed. Its value is exact; the place of its last digit is kept beside it, which a
// fraction would forget ("0.30" and "0.3" differ in what they promise). And back to text, for people.

#include <cstddef>
#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>
#include <string>
#include <string_view>

namespace sigprop {

struct Decimal {
    Rational value;
    long last_place = 0;    ///< the last digit counts 10^last_place
    bool has_mark = false;  ///< was written with a '.' or an exponent
};

inline constexpr std::size_t max_decimal_length = 20'000;
inline constexpr long max_decimal_exponent = 100'000;

/// Reads [+-]digits[.digits][(e|E)[+-]digits], a digit on at least one side of the point.
/// Nothing on any other text, and past the two limits above.
[[nodiscard]] std::optional<Decimal> parse_decimal(std::string_view text);
/// Where that grammar stops fitting: the length of the longest prefix a decimal could begin with.
[[nodiscard]] std::size_t decimal_prefix(std::string_view text);

[[nodiscard]] inline Rational magnitude(const Rational& x) { return x.sign() < 0 ? -x : x; }
[[nodiscard]] Rational power_of_ten(long exponent);

/// A finite decimal in at most `significant` digits, rounded away from zero (`outward`) or toward it; zeros
/// are added down to `last_place`, and an exponent stands where the zeros would be many.
[[nodiscard]] std::string decimal_text(const Rational& value, long last_place, std::size_t significant,
                                       bool outward);

/// A ball that contains the fraction, at no fewer than `bits`; exact for a dyadic one.
[[nodiscard]] Ball ball_of(const Rational& value, long bits);

}  // namespace sigprop
