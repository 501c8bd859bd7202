#pragma once
// The numbers of a binary floating-point type, in order: number 0 is zero, then come the subnormals, the
// normal numbers, and last infinity. Between numbers n and n + 1 lies one tie, which rounds to the even one.
// Only magnitudes are handled; signs are up to the caller.

#include <cstdint>
#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/ball/real.hpp>
#include <sigprop/core/base/dtype.hpp>

namespace sigprop {

/// significand * 2^exponent, exactly.
struct Dyadic {
    std::int64_t significand = 0;
    long exponent = 0;

    [[nodiscard]] Ball ball() const { return Ball(significand) * Ball::power_of_two(exponent); }
    [[nodiscard]] Rational rational() const { return Rational(significand) * pow(Rational(2), exponent); }
    [[nodiscard]] Dyadic operator-() const { return {-significand, exponent}; }
};

class FloatGrid {
public:
    explicit FloatGrid(Dtype dtype);

    /// The index of infinity, to which values from halfway past the largest number round.
    [[nodiscard]] std::int64_t infinity() const;
    /// Number n; for infinity() the next power of two.
    [[nodiscard]] Dyadic number(std::int64_t n) const;
    /// The tie between number n and number n + 1.
    [[nodiscard]] Dyadic tie(std::int64_t n) const;
    /// Distance from number n to the next one.
    [[nodiscard]] Dyadic spacing(std::int64_t n) const;
    /// The number to which a magnitude rounds; nullopt when the ball straddles a tie.
    [[nodiscard]] std::optional<std::int64_t> nearest(const Ball& magnitude) const;

private:
    long precision_;     ///< bits of the significand, the leading one included
    long last_place_;    ///< exponent of the smallest subnormal
    long max_exponent_;  ///< exponent of the largest number: 1.11… * 2^max_exponent
};

}  // namespace sigprop

namespace sigprop {

/// The number of this type nearest to a value >= 0, ties to even.
/// Errors   InputError if that is infinity, or if 16,384 bits do not tell on which side of a tie it lies
[[nodiscard]] Real rounded_to(const Real& magnitude, Dtype dtype);

}  // namespace sigprop
