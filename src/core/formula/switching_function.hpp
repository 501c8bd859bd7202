#pragma once
// Locates the switches of a formula: abs, min, max, relu, step and where() change their branch at the zeros
// of one function of their operands.

#include <sigprop/core/formula/formula.hpp>
#include <span>

#include "core/formula/evaluator.hpp"
#include "core/formula/tape.hpp"

namespace sigprop {

/// The function whose sign decides a switch with these operands: a - b for min and max, else the first.
[[nodiscard]] inline Formula switching_function(Operation operation, std::span<const Formula> operands) {
    const bool compares = operation == Operation::minimum || operation == Operation::maximum;
    return compares ? operands[0] - operands[1] : operands[0];
}

/// Whether a switching function is u - u: then there is no switch, as in min(u, u).
[[nodiscard]] inline bool is_difference_of_equals(const Formula& g) {
    return g.operation() == Operation::subtract && are_alike(g.operands()[0], g.operands()[1]);
}

/// The branch that a switch takes where its switching function is negative (sign < 0), positive (sign > 0) or
/// identically zero (sign 0).
[[nodiscard]] inline Formula taken_branch(Operation operation, std::span<const Formula> u, int sign) {
    switch (operation) {
        case Operation::abs: return sign < 0 ? -u[0] : u[0];
        case Operation::minimum: return sign < 0 ? u[0] : u[1];
        case Operation::maximum: return sign < 0 ? u[1] : u[0];
        case Operation::relu: return sign < 0 ? Formula(0) : u[0];
        case Operation::step: return sign < 0 ? 0 : 1;
        case Operation::where_negative: return sign < 0 ? u[1] : u[2];
        default: return sign <= 0 ? u[1] : u[2];
    }
}

/// Whether a switch may switch somewhere within the gap: its switching function is not shown to be nonzero.
[[nodiscard]] inline bool is_open(const Formula& node, const Ball& gap, long bits) {
    const Formula g = switching_function(node.operation(), node.operands());
    const Ball value = Evaluator<Ball>(g, bits)(gap.at_precision(bits));
    return !value.is_finite() || value.contains_zero();
}

}  // namespace sigprop
