#include "methods/strip.hpp"

#include "core/quadratic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sigprop {

double strip_of_analyticity(const Formula& f) {
    const Tape tape(f);
    const auto forms = quadratic_forms(tape, 64);
    double width = std::numeric_limits<double>::infinity();
    for (const Instruction& node : tape.instructions) {
        double distance = 0;  // of the nearest singularity of the function itself, on the imaginary axis
        switch (node.operation) {
            case Operation::sigmoid:
            case Operation::softplus: distance = M_PI; break;
            case Operation::tanh: distance = M_PI / 2; break;
            case Operation::atan: distance = 1; break;
            case Operation::divide:
                if (const auto& divisor = forms[node.operands[1]]; divisor && divisor->is_constant()) continue;
                return 0;
            case Operation::power_integer:
                if (node.integer >= 0) continue;
                return 0;
            case Operation::power:
            case Operation::sqrt:
            case Operation::log:
            case Operation::log1p: return 0;
            default: continue;
        }
        const auto& argument = forms[node.operands[0]];
        if (!argument || !argument->is_affine()) return 0;
        // u = c0 + c1 z reaches the singularity when |Im z| = distance / |c1|, wherever it is along x.
        width = std::min(width, distance / std::fabs(argument->c1.to_double()));
    }
    return width;
}

}  // namespace sigprop
