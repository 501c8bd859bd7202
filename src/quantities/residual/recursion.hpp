#pragma once
// A residual stack taken literally: layer after layer in balls, by the general step that networks also use.
// It is the mean field of wide networks: branches are independent of the stream and of each other and have
// mean zero, and a norm divides by the root of the second moment. This is the definition that the closed
// forms of residual.* are checked against; it costs O(layers).

#include "quantities/residual/stack.hpp"

#include <functional>
#include <sigprop/core/base/context.hpp>

namespace sigprop {

/// What one residual addition does to the second moment and, backwards, to the squared gradient.
struct ResidualFlow {
    ResidualStep<Ball> step;
    Ball before;         ///< q_l
    Ball input;          ///< second moment of F's input
    Ball branch_weight;  ///< coefficient of F in the sum; input_scale included
    Ball branch_moment;  ///< second moment of the branch's term in the sum
    Ball skip_gain;      ///< squared gradient that comes back through the skip path, for 1 at the sum
    Ball branch_gain;    ///< the same through the branch
    Ball weight_gain;    ///< |dL/dW|_F^2 / width of a linear branch W, for 1 at the sum
    Ball norm;           ///< divisor of second moments and squared gradients by the norm of the sum, or 1
    Ball after;          ///< q_{l+1}
};

class ResidualRecursion {
public:
    using StepAt = std::function<ResidualStep<Ball>(std::int64_t layer)>;

    ResidualRecursion(const ResidualStack& stack, long bits, const Context& context);
    /// With steps other than the stack's.
    ResidualRecursion(const ResidualStack& stack, long bits, const Context& context, StepAt step);

    [[nodiscard]] const ResidualStack& stack() const { return stack_; }
    [[nodiscard]] std::int64_t layers() const { return stack_.layers; }
    [[nodiscard]] bool has_final_norm() const { return stack_.has_final_norm(); }
    /// The next layer; the first call is layer 0.
    [[nodiscard]] ResidualFlow next();
    /// Calls visit(layer, flow) for all layers from the first to the last.
    template <class Visit>
    void each(const Visit& visit) {
        for (std::int64_t layer = 0; layer < layers(); ++layer) visit(layer, next());
    }

private:
    const ResidualStack& stack_;
    const Context& context_;
    StepAt step_;
    Ball branch_variance_, chi_ratio_, moment_;
    std::int64_t layer_ = 0;
};

/// The definitions, by recursion over all layers.
namespace recursion {
[[nodiscard]] Ball second_moment(ResidualRecursion layers);
[[nodiscard]] Ball second_moment_variance(ResidualRecursion layers, std::int64_t width);
[[nodiscard]] Ball layer_cosine(ResidualRecursion layers, std::int64_t layer);
[[nodiscard]] Ball layer_angle(ResidualRecursion layers, std::int64_t layer);
[[nodiscard]] Ball skip_weight(ResidualRecursion layers);
[[nodiscard]] Ball branch_weight(ResidualRecursion layers, std::int64_t layer);
[[nodiscard]] Ball gradient_ratio(ResidualRecursion layers, std::int64_t layer);
[[nodiscard]] Ball forward_gradient_ratio(ResidualRecursion layers, std::int64_t layer);
[[nodiscard]] Ball weight_gradient_ratio(ResidualRecursion layers, std::int64_t layer);
[[nodiscard]] Ball log_gradient_loss(ResidualRecursion layers);  ///< the sum of c over layers
[[nodiscard]] Ball path_length_mean(ResidualRecursion layers);
[[nodiscard]] Ball path_length_variance(ResidualRecursion layers);
[[nodiscard]] Ball path_length_probability(ResidualRecursion layers, std::int64_t length);
}  // namespace recursion

}  // namespace sigprop
