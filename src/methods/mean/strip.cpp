#include "methods/mean/strip.hpp"

#include "core/base/doubles.hpp"
#include "core/formula/apply.hpp"
#include "core/formula/quadratic.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long form_bits = 64;  // of coefficients, whose zeros are estimates

using Forms = std::vector<std::optional<Quadratic>>;

/// The distance of the function's nearest singularity from the real axis, all of them lying in the imaginary
/// direction of its argument; 0 when it has none.
double own_distance(Operation operation) {
    switch (operation) {
        case Operation::sigmoid:
        case Operation::softplus: return M_PI;
        case Operation::tanh: return M_PI / 2;
        case Operation::atan: return 1;
        default: return 0;
    }
}

/// The |Im z| at which u = c0 + c1 z has the imaginary part `distance`, at every Re z; 0 for other u.
double distance_in_z(const std::optional<Quadratic>& u, double distance) {
    return u && u->is_affine() ? distance / std::fabs(u->c1.to_double()) : 0;
}

/// The same for tanh(softplus(u)): its poles, e^u = -1 +- i, lie at Im u = 3 pi/4, nearer than the branch
/// point of softplus. 0 for other nodes.
double tanh_of_softplus(const Tape& tape, const Forms& forms, const Instruction& node) {
    const auto u = operand_of_tanh_of_softplus(tape, node);
    return u ? distance_in_z(forms[*u], 0.75 * M_PI) : 0;
}

bool is_constant(const std::optional<Quadratic>& form) { return form && form->is_constant(); }

/// The distance from the real axis of the zeros of c0 + c1 z + c2 z^2, when they are not real; else 0.
double complex_root(const Quadratic& form) {
    if (form.is_affine()) return 0;
    const double shift = form.c1.to_double() / (2 * form.c2.to_double());
    const double square = form.c0.to_double() / form.c2.to_double() - shift * shift;
    return square > 0 ? std::sqrt(square) : 0;
}

/// The distance of the first zero of c + e^u or e^u + c with c > 0, at |Im u| = pi; 0 for other sums.
double zero_of_sum(const Tape& tape, const Forms& forms, const Instruction& sum) {
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto& constant = forms[sum.operands[side]];
        const Instruction& other = tape.instructions[sum.operands[1 - side]];
        if (!constant || !constant->is_constant() || !constant->c0.is_positive()) continue;
        if (other.operation == Operation::exp) return distance_in_z(forms[other.operands[0]], M_PI);
    }
    return 0;
}

/// The distance of the branch point of a root or logarithm of a polynomial.
double branch_point(const std::optional<Quadratic>& u, Operation operation) {
    if (!u) return 0;
    if (is_constant(u)) return infinity;
    Quadratic shifted = *u;
    if (operation == Operation::log1p) shifted.c0 = shifted.c0 + Ball(1);
    return complex_root(shifted);
}

/// The distance of the first zero of a node; infinity for a constant, 0 where the structure does not show it.
double first_zero(const Tape& tape, const Forms& forms, std::uint32_t index) {
    if (is_constant(forms[index])) return infinity;
    if (forms[index]) return complex_root(*forms[index]);
    const Instruction& node = tape.instructions[index];
    switch (node.operation) {
        case Operation::add: return zero_of_sum(tape, forms, node);
        case Operation::multiply:
            return std::min(first_zero(tape, forms, node.operands[0]),
                            first_zero(tape, forms, node.operands[1]));
        case Operation::negate:
        case Operation::sqrt:
        case Operation::power_integer: return first_zero(tape, forms, node.operands[0]);
        default: return 0;
    }
}

}  // namespace

Strip strip_of_analyticity(const Formula& f) {
    const Tape tape(f);
    const Forms forms = quadratic_forms(tape, form_bits);
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
            case Operation::divide: note(first_zero(tape, forms, node.operands[1])); break;
            case Operation::power_integer:
                if (node.integer < 0) note(first_zero(tape, forms, node.operands[0]));
                break;
            case Operation::power:
            case Operation::sqrt:
            case Operation::log:
            case Operation::log1p: note(branch_point(forms[node.operands[0]], node.operation)); break;
            default:
                if (const double distance = tanh_of_softplus(tape, forms, node); distance > 0) {
                    note(distance);
                } else if (own_distance(node.operation) > 0) {
                    note(distance_in_z(forms[node.operands[0]], own_distance(node.operation)));
                }
        }
    }
    return strip;
}

}  // namespace sigprop
