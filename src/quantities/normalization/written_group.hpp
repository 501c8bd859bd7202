#pragma once
// A normalised group as formulas: the rule of models/normalization, evaluated in formulas of its numbers, so
// that its output can be written down. Extremes and floors are those of the settled point.

#include <optional>

#include "quantities/normalization/settled.hpp"

namespace sigprop {

/// A number and how it is written; the double chooses extremes.
struct WrittenNumber {
    Formula formula = Formula(0);
    double order = 0;

    WrittenNumber() = default;
    explicit WrittenNumber(double value) : formula(value), order(value) {}
    explicit WrittenNumber(const Real& value) : formula(value), order(value.to_double()) {}
    WrittenNumber(Formula written, double value) : formula(std::move(written)), order(value) {}

    friend WrittenNumber operator+(const WrittenNumber& a, const WrittenNumber& b) {
        return {a.formula + b.formula, a.order + b.order};
    }
    friend WrittenNumber operator-(const WrittenNumber& a, const WrittenNumber& b) {
        return {a.formula - b.formula, a.order - b.order};
    }
    friend WrittenNumber operator*(const WrittenNumber& a, const WrittenNumber& b) {
        return {a.formula * b.formula, a.order * b.order};
    }
    friend WrittenNumber operator/(const WrittenNumber& a, const WrittenNumber& b) {
        return {a.formula / b.formula, a.order / b.order};
    }
    friend WrittenNumber sqrt(const WrittenNumber& x) { return {sqrt(x.formula), std::sqrt(x.order)}; }
};
[[nodiscard]] inline double norm_order(const WrittenNumber& x) { return x.order; }
[[nodiscard]] inline bool norm_is_zero(const WrittenNumber& x) { return x.order == 0; }

/// y_index at the point. Nothing for a group so long that nobody would read its formula.
[[nodiscard]] std::optional<Formula> written_output(const NormPoint& point, std::size_t index);

/// sum_i g_i dy_i/dx_column; nothing as above.
[[nodiscard]] std::optional<Formula> written_slope(const NormPoint& point, const std::vector<Real>& cotangent,
                                                   std::size_t column);

}  // namespace sigprop
