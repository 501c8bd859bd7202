#include "methods/normal_rule/rounding_bound.hpp"

#include "core/simd/operations.hpp"

#include <array>

namespace sigprop {
namespace {

constexpr long bits = 64;

/// The operation as a formula in which variables replace its operands; x * x with one operand is a square.
std::vector<Evaluator<Ball>> value_and_derivatives(const Instruction& node) {
    const auto arity = static_cast<std::size_t>(operand_count(node.operation));
    std::vector<Formula> operands;
    for (std::size_t i = 0; i < arity; ++i) {
        std::size_t same = 0;
        while (node.operands[same] != node.operands[i]) ++same;
        operands.push_back(Formula::variable(static_cast<int>(same)));
    }
    const Formula operation = Formula::make(node.operation, operands, node.integer);
    std::vector<Evaluator<Ball>> parts = {Evaluator<Ball>(operation, bits)};
    for (std::size_t i = 0; i < arity; ++i) {
        parts.emplace_back(operation.derivative(static_cast<int>(i)), bits);
    }
    return parts;
}

}  // namespace

Ball error_of_ulps(const Ball& value, double ulps) {
    // An ulp is at most 2^-52 of the number; below the normal numbers errors are absolute, and a value that
    // may overflow has no bound.
    if (!(value.magnitude().upper_double() < 0x1p1023)) return Ball::infinity();
    return value.magnitude() * Ball(ulps * 0x1p-52) + Ball(ulps > 0 ? 0x1p-1072 : 0.0);
}

RoundingBound::RoundingBound(const Formula& f) : tape_(f), slots_(tape_.instructions.size()) {
    for (const Instruction& node : tape_.instructions) {
        const bool leaf = node.operation == Operation::variable || node.operation == Operation::constant;
        steps_.push_back({node, leaf ? std::vector<Evaluator<Ball>>() : value_and_derivatives(node)});
    }
}

RoundingBound::Answer RoundingBound::operator()(const Answer& x) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        Step& step = steps_[i];
        const Instruction& node = step.node;
        if (node.operation == Operation::variable) {
            slots_[i] = x;
            continue;
        }
        if (node.operation == Operation::constant) {
            const Ball exact = tape_.constants[node.constant].at(2 * bits);
            const Ball rounded = Ball(tape_.constants[node.constant].to_double());
            slots_[i] = {exact.at_precision(bits), (rounded - exact).magnitude()};
            continue;
        }
        const auto arity = static_cast<std::size_t>(operand_count(node.operation));
        std::array<Ball, 3> exact;
        std::array<Ball, 3> given;
        for (std::size_t k = 0; k < arity; ++k) {
            const Answer& operand = slots_[node.operands[k]];
            exact[k] = operand.range.at_precision(bits);
            // widening: of terms
            given[k] = operand.range.at_precision(bits).widened(operand.error);
        }
        Ball error = error_of_ulps(step.parts[0](std::span<const Ball>(given))[0],
                                   tile_error(node.operation, node.integer));
        for (std::size_t k = 0; k < arity; ++k) {
            const Ball& inherited = slots_[node.operands[k]].error;
            bool counted = false;  // x * x is a function of one operand
            for (std::size_t j = 0; j < k; ++j) counted = counted || node.operands[j] == node.operands[k];
            if (counted || (inherited.is_exact() && inherited.contains_zero())) continue;
            error += inherited * step.parts[k + 1](std::span<const Ball>(given))[0].magnitude();
        }
        slots_[i] = {step.parts[0](std::span<const Ball>(exact))[0], error.upper()};
    }
    return slots_[tape_.outputs[0]];
}

}  // namespace sigprop
