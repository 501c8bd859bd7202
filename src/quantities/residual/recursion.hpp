#pragma once
// A residual stack taken literally: sublayer after sublayer in balls, by the general step that networks also
// use. It is the mean field of wide networks: branches are independent of the stream and of each other and
// have mean zero, and a norm divides by the root of the second moment. This is the definition that the closed
// forms of residual.* are checked against; it costs O(sublayers). In formulas instead of balls it is what
// another program checks.

#include "quantities/residual/stack.hpp"

#include <functional>
#include <sigprop/core/base/context.hpp>

namespace sigprop {

/// What one residual addition does to the second moment and, backwards, to the squared gradient.
template <class Scalar>
struct ResidualFlowOf {
    ResidualStep<Scalar> step;
    Scalar before = 0;         ///< q_l
    Scalar input = 0;          ///< second moment of F's input
    Scalar branch_weight = 0;  ///< coefficient of F in the sum; input_scale included
    Scalar branch_moment = 0;  ///< second moment of the branch's term in the sum
    Scalar skip_gain = 0;      ///< squared gradient that comes back through the skip path, for 1 at the sum
    Scalar branch_gain = 0;    ///< the same through the branch
    Scalar weight_gain = 0;    ///< |dL/dW|_F^2 / width of a linear branch W, for 1 at the sum
    Scalar norm = 0;   ///< divisor of second moments and squared gradients by the norm of the sum, or 1
    Scalar after = 0;  ///< q_{l+1}
};

/// The numbers of a stack, in which a formula may have an unknown.
template <class Scalar>
struct ResidualNumbersOf {
    Scalar branch_variance = 1, chi_ratio = 1, initial = 1;
    std::function<ResidualStep<Scalar>(std::int64_t sublayer)> step = {};
};

/// In balls or in formulas; formulas take no notice of the bits.
template <class Scalar>
class ResidualRecursionOf {
public:
    using StepAt = std::function<ResidualStep<Scalar>(std::int64_t sublayer)>;

    ResidualRecursionOf(const ResidualStack& stack, long bits, const Context& context);
    /// With steps other than the stack's.
    ResidualRecursionOf(const ResidualStack& stack, long bits, const Context& context, StepAt step);
    /// With all numbers given, other than the stack's.
    ResidualRecursionOf(const ResidualStack& stack, ResidualNumbersOf<Scalar> numbers,
                        const Context& context);

    [[nodiscard]] const ResidualStack& stack() const { return stack_; }
    [[nodiscard]] std::int64_t sublayers() const { return stack_.sublayers; }
    [[nodiscard]] bool has_final_norm() const { return stack_.has_final_norm(); }
    /// The next sublayer; the first call is sublayer 0.
    [[nodiscard]] ResidualFlowOf<Scalar> next();
    /// Calls visit(sublayer, flow) for all sublayers from the first to the last.
    template <class Visit>
    void each(const Visit& visit) {
        for (std::int64_t sublayer = 0; sublayer < sublayers(); ++sublayer) visit(sublayer, next());
    }

private:
    const ResidualStack& stack_;
    const Context& context_;
    StepAt step_;
    Scalar branch_variance_, chi_ratio_, moment_;
    std::int64_t layer_ = 0;
};
using ResidualRecursion = ResidualRecursionOf<Ball>;

/// The stack's own numbers; the stack must outlive them.
template <class Scalar>
[[nodiscard]] ResidualNumbersOf<Scalar> residual_numbers(const ResidualStack& stack, long bits);

template <class Scalar>
[[nodiscard]] Scalar residual_count(std::int64_t n);

/// The definitions, by recursion over all sublayers.
namespace recursion {
template <class Scalar>
[[nodiscard]] Scalar second_moment(ResidualRecursionOf<Scalar> sublayers);
template <class Scalar>
[[nodiscard]] Scalar second_moment_variance(ResidualRecursionOf<Scalar> sublayers, std::int64_t width);
template <class Scalar>
[[nodiscard]] Scalar sublayer_cosine(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer);
template <class Scalar>
[[nodiscard]] Scalar sublayer_angle(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer);
template <class Scalar>
[[nodiscard]] Scalar skip_weight(ResidualRecursionOf<Scalar> sublayers);
template <class Scalar>
[[nodiscard]] Scalar branch_weight(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer);
template <class Scalar>
[[nodiscard]] Scalar gradient_ratio(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer);
template <class Scalar>
[[nodiscard]] Scalar forward_gradient_ratio(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer);
template <class Scalar>
[[nodiscard]] Scalar weight_gradient_ratio(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer);
template <class Scalar>
[[nodiscard]] Scalar log_gradient_loss(
    ResidualRecursionOf<Scalar> sublayers);  ///< the sum of c over sublayers
template <class Scalar>
[[nodiscard]] Scalar path_length_mean(ResidualRecursionOf<Scalar> sublayers);
template <class Scalar>
[[nodiscard]] Scalar path_length_variance(ResidualRecursionOf<Scalar> sublayers);
template <class Scalar>
[[nodiscard]] Scalar path_length_probability(ResidualRecursionOf<Scalar> sublayers, std::int64_t length);
}  // namespace recursion

}  // namespace sigprop
