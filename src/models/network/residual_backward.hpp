#pragma once
// The backward pass of a network: from dL/df to dL/dx_0, over the stream that the forward pass kept.

#include "models/network/residual_forward.hpp"

namespace sigprop {

template <class Scalar>
class ResidualBackward {
public:
    /// All arguments must outlive it; the forward pass has run and kept its stream.
    ResidualBackward(const NetworkDesign& design, NetworkNumber network, Branch<Scalar>& branch,
                     ResidualForward<Scalar>& forward);

    /// Fills gradient_square and, when asked, weight_gradient_square.
    /// Errors   NetworkFailure; Interrupted and TimeSpent, at the next layer
    void run(const Context& context, bool weights, NetworkProfile& profile);

private:
    /// Goes from dL/dx_{l+1} to dL/dx_l, and sums the squares.
    void back_through(std::size_t layer);
    /// dL/dF(n) from dL/dy; leaves the branch ready for its backward.
    [[nodiscard]] const Tokens<Scalar>& branch_gradient(std::size_t layer);

    const NetworkDesign& design_;
    NetworkNumber network_;
    Branch<Scalar>& branch_;
    ResidualForward<Scalar>& forward_;
    Tokens<Scalar> gradient_, branch_gradient_, input_gradient_;
    double layer_weights_square_ = 0;
    bool weights_ = false;
    std::vector<double> squares_;  ///< of each token's gradient
};

extern template class ResidualBackward<float>;
extern template class ResidualBackward<double>;

}  // namespace sigprop
