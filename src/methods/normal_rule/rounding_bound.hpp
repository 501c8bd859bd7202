#pragma once
// What rounding can do to a formula without switches when BlockEvaluator computes it: a forward error
// analysis in balls. For every step, |computed - exact| <= (error of the operation on the operands it was
// given)
// + sum over the operands of (their error) * sup |partial derivative|, the suprema over enclosures widened by
// the errors. The errors of the operations are those that simd/operations.hpp states.

#include <vector>

#include "core/formula/evaluator.hpp"
#include "core/simd/block_evaluator.hpp"

namespace sigprop {

class RoundingBound {
public:
    explicit RoundingBound(const Formula& f);

    /// A computed value for every point of a ball, and how far it may be from the exact one.
    struct Answer {
        Ball range;  ///< encloses the exact values
        Ball error;  ///< >= 0; not finite when nothing could be shown
    };

    /// For arguments in `x.range`, of which each is handed over with an error of at most `x.error`.
    [[nodiscard]] Answer operator()(const Answer& x);

private:
    /// One operation as a formula of its operands, and its partial derivatives.
    struct Step {
        Instruction node;
        std::vector<Evaluator<Ball>> parts;  ///< the value, then the derivative in each operand
    };

    Tape tape_;
    std::vector<Step> steps_;
    std::vector<Answer> slots_;
};

/// |computed - exact| for one operation that rounds the exact `value` with an error of that many ulp.
[[nodiscard]] Ball error_of_ulps(const Ball& value, double ulps);

}  // namespace sigprop
