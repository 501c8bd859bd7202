#pragma once
// A Rational is an exact fraction p/q in lowest terms, q > 0. Decimal literals are Rationals, so that 0.1 in
// an expression is one tenth and not the double beside it. The wrong tool for anything that is not exact (use
// Real) and for speed. Sizes are bounded: numerator and denominator stay within `Rational::max_bits` bits,
// and an operation that would pass that is an InputError instead of minutes of work.
// Reference: W. Hart et al., FLINT: Fast Library for Number Theory (fmpq).

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sigprop {

class Rational {
public:
    static constexpr std::int64_t max_bits = 1'000'000;
    static constexpr std::int64_t max_decimal_exponent = 100'000;

    Rational() noexcept : Rational(std::int64_t{0}) {}
    Rational(std::int64_t value) noexcept;
    template <std::floating_point Float>
    Rational(Float) = delete;  ///< a double is a Real; a literal is from_decimal("0.1")
    Rational(const Rational& other);
    Rational(Rational&& other) noexcept;  ///< leaves zero behind
    Rational& operator=(const Rational& other);
    Rational& operator=(Rational&& other) noexcept;
    ~Rational();

    /// The number a decimal text spells: an optional sign, digits with at most one point, an optional
    /// exponent (`12`, `.5`, `1.`, `-1e-3`). Nothing else: no blanks, no grouping, no hexadecimal, no inf.
    /// Errors   InputError for any other text, and for an exponent beyond +-max_decimal_exponent
    [[nodiscard]] static Rational from_decimal(std::string_view text);

    [[nodiscard]] int sign() const noexcept;
    [[nodiscard]] bool is_integer() const noexcept;
    /// The integer that this is, if it is an integer that fits.
    [[nodiscard]] std::optional<std::int64_t> to_int64() const noexcept;
    /// The nearest double, ties to even, subnormals included; infinite beyond the largest double.
    [[nodiscard]] double to_double() const;
    /// "p/q", or "p" for an integer.
    [[nodiscard]] std::string to_string() const;
    /// All decimal digits if they terminate, else nullopt. Plain (`0.015`) from 1e-6 up to 21 digits,
    /// otherwise as `1.5e-7`; from_decimal reads it back, unless its exponent is too large for that.
    [[nodiscard]] std::optional<std::string> to_decimal() const;
    /// The number of bits of the numerator or of the denominator, whichever is larger.
    [[nodiscard]] std::int64_t bit_size() const noexcept;

    // Errors   InputError when the result has more than max_bits bits, and for a division by zero: check
    //          sign() first where that is a question of mathematics rather than of input.
    friend Rational operator+(const Rational& a, const Rational& b);
    friend Rational operator-(const Rational& a, const Rational& b);
    friend Rational operator*(const Rational& a, const Rational& b);
    friend Rational operator/(const Rational& a, const Rational& b);
    friend Rational operator-(const Rational& a);
    /// base^exponent; 0^0 is 1, a negative power of 0 is a division by zero.
    friend Rational pow(const Rational& base, std::int64_t exponent);

    [[nodiscard]] friend bool operator==(const Rational& a, const Rational& b) noexcept {
        return a.compare(b) == 0;
    }
    [[nodiscard]] friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) noexcept {
        return a.compare(b) <=> 0;
    }

private:
    friend struct RationalAccess;
    [[nodiscard]] int compare(const Rational& other) const noexcept;

    alignas(8) std::byte storage_[16];  // an fmpq; src/core/ball/rational_fmpq.hpp asserts size and alignment
};

}  // namespace sigprop
