#pragma once
// Locates the switches of a formula: abs, min, max, relu, step and where() change their branch at the zeros
// of one function of their operands.

#include <sigprop/core/formula/formula.hpp>
#include <span>

#include "core/formula/evaluator.hpp"

namespace sigprop {

/// The function whose sign decides a switch with these operands: a - b for min and max, else the first.
[[nodiscard]] inline Formula switching_function(Operation operation, std::span<const Formula> operands) {
    const bool compares = operation == Operation::minimum || operation == Operation::maximum;
    return compares ? operands[0] - operands[1] : operands[0];
}

/// Whether a switch may switch somewhere within the gap: its switching function is not shown to be nonzero.
[[nodiscard]] inline bool is_open(const Formula& node, const Ball& gap, long bits) {
    const Formula g = switching_function(node.operation(), node.operands());
    const Ball value = Evaluator<Ball>(g, bits)(gap.at_precision(bits));
    return !value.is_finite() || value.contains_zero();
}

}  // namespace sigprop
