#include "core/formula/parity.hpp"

#include <cstdint>
#include <vector>

#include "core/formula/tape.hpp"

namespace sigprop {
namespace {

enum class Parity : std::uint8_t { none, even, odd };

bool is_odd_function(Operation operation) {
    switch (operation) {
        case Operation::sin:
        case Operation::atan:
        case Operation::sinh:
        case Operation::tanh:
        case Operation::erf: return true;
        default: return false;
    }
}

bool is_even_function(Operation operation) {
    return operation == Operation::cos || operation == Operation::cosh ||
           operation == Operation::normal_pdf || operation == Operation::abs;
}

Parity of_node(const Instruction& node, const std::vector<Parity>& known) {
    using enum Parity;
    const Parity a = known[node.operands[0]], b = known[node.operands[1]], c = known[node.operands[2]];
    switch (node.operation) {
        case Operation::variable: return node.integer == 0 ? odd : none;
        case Operation::constant: return even;
        case Operation::add:
        case Operation::subtract: return a == b ? a : none;
        case Operation::multiply:
        case Operation::divide: return a == none || b == none ? none : a == b ? even : odd;
        case Operation::negate: return a;
        case Operation::power_integer: return a == odd && node.integer % 2 == 0 ? even : a;
        default: break;
    }
    if (a == even) {  // any function of even arguments
        const int count = operand_count(node.operation);
        return (count < 2 || b == even) && (count < 3 || c == even) ? even : none;
    }
    if (a == odd && is_odd_function(node.operation)) return odd;
    return a == odd && is_even_function(node.operation) ? even : none;
}

}  // namespace

bool is_even(const Formula& f) {
    const Tape tape(f);
    std::vector<Parity> known;
    for (const Instruction& node : tape.instructions) {
        // A node without operands names the first instruction, which may be itself.
        known.push_back(Parity::none);
        known.back() = of_node(node, known);
    }
    return known[tape.outputs[0]] == Parity::even;
}

}  // namespace sigprop
