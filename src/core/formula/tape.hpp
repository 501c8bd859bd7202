#pragma once
// Formulas flattened for evaluation: one instruction per node, operands first, common subexpressions only
// once. Every evaluator walks a tape.

#include <array>
#include <cstdint>
#include <sigprop/core/formula/formula.hpp>
#include <span>
#include <vector>

namespace sigprop {

struct Instruction {
    Operation operation;
    std::array<std::uint32_t, 3> operands{};  ///< indices of earlier instructions
    std::int64_t integer = 0;                 ///< variable index or integer exponent
    std::uint32_t constant = 0;               ///< index into Tape::constants
};

struct Tape {
    std::vector<Instruction> instructions;
    std::vector<Real> constants;
    std::vector<std::uint32_t> outputs;  ///< one per formula
    int variable_count = 0;

    explicit Tape(std::span<const Formula> formulas);
    explicit Tape(const Formula& formula) : Tape(std::span(&formula, 1)) {}
};

/// Whether two formulas are built alike: on one tape they are one.
[[nodiscard]] inline bool are_alike(const Formula& a, const Formula& b) {
    const std::array both = {a, b};
    const Tape tape(both);
    return tape.outputs[0] == tape.outputs[1];
}

}  // namespace sigprop
