#include "core/formula/quadratic.hpp"

#include "core/ball/exact_zero.hpp"
#include "core/formula/apply.hpp"

namespace sigprop {
namespace {

std::optional<Quadratic> quadratic_power(const Quadratic& base, std::int64_t exponent) {
    if (exponent < 0) return std::nullopt;
    if (base.is_constant()) return Quadratic{pow(base.c0, exponent), 0, 0};
    if (exponent == 0) return Quadratic{1, 0, 0};
    if (exponent == 1) return base;
    return exponent == 2 ? base * base : std::nullopt;
}

std::optional<Quadratic> combine(Operation operation, const Quadratic& a, const Quadratic& b) {
    switch (operation) {
        case Operation::add: return Quadratic{a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2};
        case Operation::subtract: return Quadratic{a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2};
        case Operation::multiply: return a * b;
        case Operation::divide:
            if (!b.is_constant() || b.c0.contains_zero()) return std::nullopt;
            return Quadratic{a.c0 / b.c0, a.c1 / b.c0, a.c2 / b.c0};
        default: return std::nullopt;
    }
}

}  // namespace

std::optional<Quadratic> operator*(const Quadratic& a, const Quadratic& b) {
    if (!is_exact_zero(a.c1 * b.c2 + a.c2 * b.c1) || !is_exact_zero(a.c2 * b.c2)) return std::nullopt;
    return Quadratic{a.c0 * b.c0, a.c0 * b.c1 + a.c1 * b.c0, a.c0 * b.c2 + a.c1 * b.c1 + a.c2 * b.c0};
}

std::vector<std::optional<Quadratic>> quadratic_forms(const Tape& tape, long bits) {
    std::vector<std::optional<Quadratic>> forms;
    forms.reserve(tape.instructions.size());
    for (const Instruction& node : tape.instructions) {
        const auto operand = [&](std::size_t k) -> const std::optional<Quadratic>& {
            return forms[node.operands[k]];
        };
        std::optional<Quadratic> form;
        if (node.operation == Operation::variable) {
            if (node.integer == 0) form = Quadratic{0, 1, 0};
        } else if (node.operation == Operation::constant) {
            form = Quadratic{tape.constants[node.constant].at(bits), 0, 0};
        } else if (node.operation == Operation::negate && operand(0)) {
            form = Quadratic{-operand(0)->c0, -operand(0)->c1, -operand(0)->c2};
        } else if (node.operation == Operation::power_integer && operand(0)) {
            form = quadratic_power(*operand(0), node.integer);
        } else if (operand_count(node.operation) == 2 && operand(0) && operand(1)) {
            form = combine(node.operation, *operand(0), *operand(1));
        } else if (operand_count(node.operation) == 1 && !is_piecewise(node.operation) && operand(0) &&
                   operand(0)->is_constant()) {
            form = Quadratic{apply_function(node, operand(0)->c0, operand(0)->c0), 0,
                             0};  // sqrt(2) and the like
        }
        const bool finite = form && form->c0.is_finite() && form->c1.is_finite() && form->c2.is_finite();
        forms.push_back(finite ? std::move(form) : std::nullopt);
    }
    return forms;
}

std::optional<Quadratic> quadratic_form(const Formula& formula, long bits) {
    const Tape tape(formula);
    return quadratic_forms(tape, bits)[tape.outputs[0]];
}

}  // namespace sigprop
