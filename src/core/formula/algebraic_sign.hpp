#pragma once
// The exact sign of a formula at a zero of another one: it proves that two branches meet at sqrt(2), which no
// ball can, however narrow. A number built from integers by + - * / and roots is zero or at least as large as
// its separation bound: with u and l, bounds of all conjugates of its numerator and its denominator as
// algebraic integers, and with D, the product of the degrees of all roots in it, E != 0 implies |E| >= 1 /
// (u^(D-1) l). That a transcendental number differs from zero is proved by balls; that it is zero, where its
// form says so (formal_number.hpp), as 2 x - (x + pi) at pi. The wrong tool where only a deeper identity
// holds. Reference: C. Burnikel, S. Funke, K. Mehlhorn, S. Schirra, S. Schmitt, "A separation bound for real
// algebraic expressions", ESA 2001, LNCS 2161 (the place itself counts as a root of its polynomial, by
// Cauchy's bound).

#include "core/formula/isolated_zero.hpp"

namespace sigprop {

/// -1, 0 or 1; nullopt where no sign is proved: f has switches or no value there, or no ball and no form
/// decides and the number is transcendental or its separation bound is below 2^-max_bits.
/// Shapes   f in x0
[[nodiscard]] std::optional<int> sign_at(const Formula& f, const IsolatedZero& place,
                                         std::int64_t max_bits = 20'000);

/// Whether a and b are shown to have the same value at the place, by sign_at() or part by part: erf(x) and
/// erf(x^3 - 1) are equal at 1.32…, where x and x^3 - 1 are, though their difference is no algebraic number.
/// False where that is not shown.
[[nodiscard]] bool equal_at(const Formula& a, const Formula& b, const IsolatedZero& place);

}  // namespace sigprop
