#include "methods/strip.hpp"

#include "core/quadratic.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

using Forms = std::vector<std::optional<Quadratic>>;

/// How far the nearest singularity of the function itself lies from the real axis, all of them in its
/// argument's imaginary direction; 0 when the function has none.
double own_distance(Operation operation) {
    switch (operation) {
        case Operation::sigmoid:
        case Operation::softplus: return M_PI;
        case Operation::tanh: return M_PI / 2;
        case Operation::atan: return 1;
        default: return 0;
    }
}

/// u = c0 + c1 z has an imaginary part of that size when |Im z| = distance / |c1|, wherever it is along x;
/// 0 for other arguments.
double distance_in_z(const std::optional<Quadratic>& u, double distance) {
    return u && u->is_affine() ? distance / std::fabs(u->c1.to_double()) : 0;
}

/// A divisor c + e^u or e^u + c with c > 0 vanishes at |Im u| = pi first; 0 for other divisors.
double zero_of_divisor(const Tape& tape, const Forms& forms, std::uint32_t divisor) {
    const Instruction& sum = tape.instructions[divisor];
    if (sum.operation != Operation::add) return 0;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto& constant = forms[sum.operands[side]];
        const Instruction& other = tape.instructions[sum.operands[1 - side]];
        if (!constant || !constant->is_constant() || !constant->c0.is_positive()) continue;
        if (other.operation == Operation::exp) return distance_in_z(forms[other.operands[0]], M_PI);
    }
    return 0;
}

bool is_constant(const std::optional<Quadratic>& form) { return form && form->is_constant(); }

}  // namespace

Strip strip_of_analyticity(const Formula& f) {
    const Tape tape(f);
    const Forms forms = quadratic_forms(tape, 64);
    Strip strip;
    const auto note = [&](double distance) {
        if (distance > 0) {
            strip.at_most = std::min(strip.at_most, distance);
        } else {
            strip.known = false;
        }
    };
    for (const Instruction& node : tape.instructions) {
        switch (node.operation) {
            case Operation::divide:
                if (!is_constant(forms[node.operands[1]]))
                    note(zero_of_divisor(tape, forms, node.operands[1]));
                break;
            case Operation::power_integer:
                if (node.integer < 0) note(0);
                break;
            case Operation::power:
            case Operation::sqrt:
            case Operation::log:
            case Operation::log1p:
                if (!is_constant(forms[node.operands[0]])) note(0);
                break;
            default:
                if (own_distance(node.operation) > 0) {
                    note(distance_in_z(forms[node.operands[0]], own_distance(node.operation)));
                }
        }
    }
    return strip;
}

}  // namespace sigprop
