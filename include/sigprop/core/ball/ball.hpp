#pragma once
// A Ball is a real number that is proved to lie in [midpoint - radius, midpoint + radius]. Every function
// here returns a ball that contains the exact result for every point of its arguments: wider is allowed,
// wrong is not. Undefined or unbounded results are non-finite balls (`is_finite()` is false), never a guess.
//
// A ball carries the precision in bits that it works at; an operation works at the larger precision of
// its operands, and exact literals (built from integers and doubles) bring none of their own. There is no
// global or thread-local state. Not the tool for speed: a double is ten times faster, and proves nothing.
// Reference: F. Johansson, "Arb: efficient arbitrary-precision midpoint-radius interval arithmetic",
// IEEE Transactions on Computers 66(8), 2017.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sigprop {

class Rational;

class Ball {
public:
    Ball() noexcept;
    Ball(int value) noexcept : Ball(static_cast<std::int64_t>(value)) {}
    Ball(std::int64_t value) noexcept;
    Ball(double value) noexcept;  ///< exact; NaN becomes indeterminate(), infinities stay
    Ball(const Ball& other);
    Ball(Ball&& other) noexcept;
    Ball& operator=(const Ball& other);
    Ball& operator=(Ball&& other) noexcept;
    ~Ball();

    [[nodiscard]] static Ball from_rational(const Rational& value, long precision);
    /// The narrowest ball at this precision that contains both endpoints and all between.
    [[nodiscard]] static Ball interval(const Ball& lower, const Ball& upper);
    [[nodiscard]] static Ball indeterminate();
    [[nodiscard]] static Ball infinity(int sign = 1);
    [[nodiscard]] static Ball pi(long precision);
    [[nodiscard]] static Ball euler_number(long precision);
    [[nodiscard]] static Ball euler_gamma(long precision);
    /// 2^exponent, exact.
    [[nodiscard]] static Ball power_of_two(long exponent);
    /// Reads what exact_text() wrote; InputError on anything else.
    [[nodiscard]] static Ball from_exact_text(std::string_view text, long precision = 0);

    [[nodiscard]] long precision() const noexcept { return precision_; }
    /// The same number, rounded to this many bits, which become its working precision.
    [[nodiscard]] Ball at_precision(long bits) const;
    /// The same ball with its radius enlarged by an upper bound of |extra|.
    [[nodiscard]] Ball widened(const Ball& extra) const;

    [[nodiscard]] bool is_finite() const noexcept;
    [[nodiscard]] bool is_exact() const noexcept;
    [[nodiscard]] bool is_positive() const noexcept;     ///< every point > 0
    [[nodiscard]] bool is_negative() const noexcept;     ///< every point < 0
    [[nodiscard]] bool is_nonnegative() const noexcept;  ///< every point >= 0
    [[nodiscard]] bool is_nonpositive() const noexcept;  ///< every point <= 0
    [[nodiscard]] bool contains_zero() const noexcept;
    [[nodiscard]] bool contains(const Ball& inner) const noexcept;
    [[nodiscard]] bool contains(const Rational& point) const;
    [[nodiscard]] bool overlaps(const Ball& other) const noexcept;
    /// The integer that this ball is, if it is exactly an integer that fits.
    [[nodiscard]] std::optional<std::int64_t> exact_integer() const;

    [[nodiscard]] Ball midpoint() const;   ///< exact
    [[nodiscard]] Ball radius() const;     ///< exact, >= 0
    [[nodiscard]] Ball lower() const;      ///< exact left end at the working precision, rounded down
    [[nodiscard]] Ball upper() const;      ///< exact right end, rounded up
    [[nodiscard]] Ball magnitude() const;  ///< exact upper bound of |x|
    [[nodiscard]] Ball mignitude() const;  ///< exact lower bound of |x|
    [[nodiscard]] double lower_double() const noexcept;   ///< <= every point
    [[nodiscard]] double upper_double() const noexcept;   ///< >= every point
    [[nodiscard]] double radius_double() const noexcept;  ///< rounded up
    [[nodiscard]] double to_double() const noexcept;      ///< midpoint, to nearest; not a proof
    /// Relative accuracy in bits, about log2(|midpoint| / radius): large for exact balls, negative when
    /// nothing is known.
    [[nodiscard]] long accuracy_bits() const noexcept;
    /// About log2 of the largest |x| in the ball; very negative for zero.
    [[nodiscard]] long magnitude_exponent() const noexcept;
    /// Midpoint and radius as exact dyadic text; from_exact_text restores the same ball.
    [[nodiscard]] std::string exact_text() const;

    Ball& operator+=(const Ball& b);
    Ball& operator-=(const Ball& b);
    Ball& operator*=(const Ball& b);
    Ball& operator/=(const Ball& b);
    friend Ball operator+(const Ball& a, const Ball& b);
    friend Ball operator-(const Ball& a, const Ball& b);
    friend Ball operator*(const Ball& a, const Ball& b);
    friend Ball operator/(const Ball& a, const Ball& b);
    friend Ball operator-(const Ball& a);

private:
    friend struct BallAccess;
    alignas(8) std::byte storage_[48];  // an arb_struct; src/core/ball/arb.hpp asserts size and alignment
    long precision_ = 0;
};

// Elementary functions, applied to every point of the ball; outside the real domain the result is non-finite.
[[nodiscard]] Ball abs(const Ball& x);
[[nodiscard]] Ball min(const Ball& a, const Ball& b);
[[nodiscard]] Ball max(const Ball& a, const Ball& b);
[[nodiscard]] Ball sqrt(const Ball& x);
[[nodiscard]] Ball exp(const Ball& x);
[[nodiscard]] Ball expm1(const Ball& x);
[[nodiscard]] Ball log(const Ball& x);
[[nodiscard]] Ball log1p(const Ball& x);
[[nodiscard]] Ball pow(const Ball& base, const Ball& exponent);
[[nodiscard]] Ball pow(const Ball& base, std::int64_t exponent);
[[nodiscard]] Ball sin(const Ball& x);
[[nodiscard]] Ball cos(const Ball& x);
[[nodiscard]] Ball atan(const Ball& x);
[[nodiscard]] Ball sinh(const Ball& x);
[[nodiscard]] Ball cosh(const Ball& x);
[[nodiscard]] Ball tanh(const Ball& x);
[[nodiscard]] Ball erf(const Ball& x);
[[nodiscard]] Ball erfc(const Ball& x);
[[nodiscard]] Ball sigmoid(const Ball& x);   ///< 1 / (1 + e^-x)
[[nodiscard]] Ball softplus(const Ball& x);  ///< log(1 + e^x)
[[nodiscard]] Ball tanh_of_softplus(const Ball& x);
[[nodiscard]] Ball normal_pdf(const Ball& x);  ///< e^(-x^2/2) / sqrt(2 pi)
[[nodiscard]] Ball normal_cdf(const Ball& x);  ///< erfc(-x / sqrt 2) / 2, no cancellation in the left tail
[[nodiscard]] Ball log_gamma(const Ball& x);   ///< x > 0
[[nodiscard]] Ball digamma(const Ball& x);     ///< Gamma'(x) / Gamma(x)
[[nodiscard]] Ball trigamma(const Ball& x);    ///< derivative of digamma
/// The coefficient of t^k in (x + t)(x + 1 + t)...(x + n - 1 + t), x > 0; time and memory grow with k alone.
[[nodiscard]] Ball rising_factorial_coefficient(const Ball& x, std::int64_t n, std::int64_t k);

}  // namespace sigprop
