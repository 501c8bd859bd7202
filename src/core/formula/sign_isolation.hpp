#pragma once
// Where a smooth function of one variable is positive, negative, or not separated from zero.

#include <cstdint>
#include <sigprop/core/formula/formula.hpp>
#include <vector>

namespace sigprop {

/// A maximal interval with exact ends on which g has one sign; sign 0 marks a tiny interval around a zero.
struct SignInterval {
    Ball lower, upper;
    int sign;
};

/// Cuts [lower, upper] by the sign of g, ascending and without overlap. Zeros are enclosed to about 2^-bits
/// relative to max(1, |x|). Empty when the budget (evaluations of g) runs out, or when g is a constant that
/// cannot be told from zero; the budget is reduced by what was used.
[[nodiscard]] std::vector<SignInterval> isolate_signs(const Formula& g, const Ball& lower, const Ball& upper,
                                                      long bits, std::uint64_t& budget);

}  // namespace sigprop
