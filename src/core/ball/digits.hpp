#pragma once
// The decimal digits that a ball decides, before they become text, and what else the conversion of balls to
// decimals needs: exact ends, multiplication by powers of ten. Internal to the ball*.cpp files of core.

#include <optional>
#include <string>

#include "core/ball/arb.hpp"
#include "core/ball/rational_fmpq.hpp"

namespace sigprop {

inline constexpr long guard_bits = 128;  // an exponent takes up to 50 of them
inline constexpr long max_digits = 10'000'000;

/// Enough bits to hold this many digits, with the guard.
inline long working_bits(long digits) { return digits * 10 / 3 + digits / 100 + guard_bits; }

[[nodiscard]] inline bool is_zero(const Ball& x) { return arb_is_zero(raw(x)) != 0; }

/// e with 2^(e-1) <= |a| < 2^e, for the midpoint of a ball that is not 0.
[[nodiscard]] inline const fmpz* exponent_of(const Ball& a) { return ARF_EXPREF(arb_midref(raw(a))); }

/// Midpoints beyond 2^±(10^15): their exponents of ten do not fit a double and are of no use.
[[nodiscard]] bool is_far(const Ball& a);
[[nodiscard]] bool is_minute(const Ball& a);

/// floor(log10 |a|) or one less, for a midpoint that is neither zero, far nor minute.
[[nodiscard]] long decimal_exponent(const Ball& a);

/// a 10^power; exact if 10^|power| and the result fit in the bits.
[[nodiscard]] Ball scaled(const Ball& a, long power, long bits);

/// An end of a finite ball, exact; rounded outward where that would take too many bits.
[[nodiscard]] Ball end_of(const Ball& x, bool upper, long bits);

[[nodiscard]] std::string text_of(const fmpz* value);

struct Digits {
    std::string text;       ///< d.ddd without the point
    long exponent = 0;      ///< exponent of the first digit
    bool is_exact = false;  ///< whether the decimal equals the number
};

/// The leading digits of |x|, at most `digits`, to which every point of the ball rounds (to nearest,
/// ties to even); nullopt for a ball that contains zero or does not decide one digit.
[[nodiscard]] std::optional<Digits> proved(const Ball& x, long digits);

}  // namespace sigprop
