#pragma once
// Bounds of an algebraic number U/L and of all its conjugates, U and L algebraic integers: the rules of
// Burnikel et al. 2001 (algebraic_sign.hpp), with binary logarithms that are rounded up to integers.

#include <cstdint>
#include <map>
#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>
#include <vector>

namespace sigprop {

struct AlgebraicSize {
    std::int64_t u = 0;  ///< every conjugate of U is at most 2^u
    std::int64_t l = 0;  ///< every conjugate of L is at most 2^l
    /// The roots that U and L are built of, by any names, with their degrees: a root that is used twice
    /// counts once.
    std::map<std::uint32_t, std::int64_t> roots;

    /// A number that is not zero is at least 2^-bits in magnitude; nullopt beyond about 2^60 bits.
    [[nodiscard]] std::optional<std::int64_t> separation_bits() const;
};

/// nullopt stands for a number that is not known to be algebraic, here and below, and for bounds that are too
/// large.
using MaybeAlgebraic = std::optional<AlgebraicSize>;

[[nodiscard]] AlgebraicSize size_of(const Rational& value);
/// The size of an exact ball, if it is half an integer of less than 62 bits.
[[nodiscard]] MaybeAlgebraic size_of_exact(const Ball& value);

[[nodiscard]] MaybeAlgebraic sum(const MaybeAlgebraic& a, const MaybeAlgebraic& b);
[[nodiscard]] MaybeAlgebraic product(const MaybeAlgebraic& a, const MaybeAlgebraic& b);
[[nodiscard]] MaybeAlgebraic quotient(const MaybeAlgebraic& a, const MaybeAlgebraic& b);
[[nodiscard]] MaybeAlgebraic power(const MaybeAlgebraic& a, std::int64_t exponent);
/// The root of this degree of a.
[[nodiscard]] MaybeAlgebraic root(const MaybeAlgebraic& a, std::int64_t degree, std::uint32_t name);
/// A zero of the polynomial with these coefficients c_0, …, c_n, n >= 1, c_n != 0.
[[nodiscard]] MaybeAlgebraic polynomial_zero(const std::vector<AlgebraicSize>& coefficients,
                                             std::uint32_t name);

}  // namespace sigprop
