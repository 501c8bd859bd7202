#pragma once
// A Real is one exact real number, known to any precision: a function from bits to a Ball that contains it.
// Constants inside formulas and the arguments of quantities are Reals, so that 0.1, sqrt(2) or another
// quantity can stand there without being rounded to a double first. Infinite limits are Reals too.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>
#include <string>

namespace sigprop {

class Real {
public:
    Real(int value) : Real(Rational(value)) {}
    Real(double value);  ///< exactly this double; InputError for NaN
    Real(const Rational& value);
    /// `text` names the number (it keys caches and random streams); `enclose(bits)` must return a ball
    /// that contains it, narrower as bits grow.
    Real(std::string text, std::function<Ball(long bits)> enclose);
    [[nodiscard]] static Real infinity(int sign);

    /// An enclosure at about this many bits; the result works at exactly this precision. Thread-safe.
    [[nodiscard]] Ball at(long bits) const;
    [[nodiscard]] double to_double() const;
    [[nodiscard]] const std::string& text() const;
    /// The value as a fraction if it was given as one, else nullptr.
    [[nodiscard]] const Rational* rational() const;
    /// +1 or -1 for an infinite limit, else 0.
    [[nodiscard]] int infinite_sign() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

/// Exact arithmetic: fractions stay fractions, everything else becomes a function of the precision. An
/// infinite operand of + or - gives that infinity; InputError for inf - inf, inf * x and division by zero.
[[nodiscard]] Real operator+(const Real& a, const Real& b);
[[nodiscard]] Real operator-(const Real& a, const Real& b);
[[nodiscard]] Real operator*(const Real& a, const Real& b);
[[nodiscard]] Real operator/(const Real& a, const Real& b);
[[nodiscard]] Real operator-(const Real& a);

/// -1, 0 or +1, decided by enclosures at rising precision; nullopt when a - b is not separated from zero
/// at 10,000 bits (equal numbers written differently).
[[nodiscard]] std::optional<int> compare(const Real& a, const Real& b);

}  // namespace sigprop
