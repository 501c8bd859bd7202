#pragma once
// Balls as decimals that claim no more than is proved.

#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <string>

namespace sigprop {

/// The value correctly rounded to `digits` significant digits, or to as many fewer as the ball decides; "0"
/// if no digit is known but the ball proves |x| < 10^-digits; nullopt if neither holds. Plain notation for
/// exponents from -5 to digits + 1 (0.0012, 1234.5), else d.ddde-7. Never contains a digit that is not
/// proved.
[[nodiscard]] std::optional<std::string> proved_decimal(const Ball& x, long digits);

/// The number of significant digits that proved_decimal can give, limited to `most`; 0 if none.
[[nodiscard]] long proved_digits(const Ball& x, long most);

/// Midpoint and radius as decimals whose interval contains the ball: the midpoint to a few digits past the
/// radius (at most `digits` + 5), the radius rounded up to 3 digits with that rounding included.
struct DecimalBall {
    std::string midpoint;
    std::string radius;
};
[[nodiscard]] DecimalBall decimal_ball(const Ball& x, long digits);

/// Reads such a pair back, as a ball that contains [midpoint - radius, midpoint + radius].
[[nodiscard]] Ball ball_from_decimals(const std::string& midpoint, const std::string& radius, long bits);

/// The double that every point of the ball rounds to, else the double nearest its midpoint; nullopt when
/// that is not finite.
[[nodiscard]] std::optional<double> nearest_double(const Ball& x);

/// A radius rounded up to three digits: it needs no more, and files of curves hold many.
[[nodiscard]] double short_radius(double radius);

}  // namespace sigprop
