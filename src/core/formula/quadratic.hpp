#pragma once
// Recognises the formulas in x0 that are polynomials of degree at most two: their roots have a closed form,
// and the exponential of one satisfies a recurrence on a uniform grid.

#include <optional>
#include <vector>

#include "core/formula/tape.hpp"

namespace sigprop {

/// c0 + c1 x + c2 x^2 with coefficients enclosed at some precision; an absent power is an exact 0.
struct Quadratic {
    Ball c0, c1, c2;

    [[nodiscard]] bool is_affine() const { return c2.is_exact() && c2.contains_zero(); }
    [[nodiscard]] bool is_constant() const { return is_affine() && c1.is_exact() && c1.contains_zero(); }
    [[nodiscard]] Ball at(const Ball& x) const { return c0 + x * (c1 + x * c2); }
};

[[nodiscard]] std::optional<Quadratic> operator*(const Quadratic& a, const Quadratic& b);

/// For every instruction of the tape, the polynomial in x0 that it is, judged by its structure alone.
[[nodiscard]] std::vector<std::optional<Quadratic>> quadratic_forms(const Tape& tape, long bits);
[[nodiscard]] std::optional<Quadratic> quadratic_form(const Formula& formula, long bits);

}  // namespace sigprop
