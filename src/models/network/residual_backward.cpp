#include "models/network/residual_backward.hpp"

#include <cmath>

#include "models/network/token_operations.hpp"
#include "models/network/token_source.hpp"

namespace sigprop {

template <class Scalar>
ResidualBackward<Scalar>::ResidualBackward(const NetworkDesign& design, NetworkNumber network,
                                           Branch<Scalar>& branch, ResidualForward<Scalar>& forward)
    : design_(design),
      network_(network),
      branch_(branch),
      forward_(forward),
      gradient_(output_gradient<Scalar>(design, network)),
      branch_gradient_(gradient_.rows(), gradient_.cols()),
      input_gradient_(gradient_.rows(), gradient_.cols()),
      squares_(static_cast<std::size_t>(gradient_.cols())) {}

template <class Scalar>
void ResidualBackward<Scalar>::run(const Context& context, bool weights, NetworkProfile& profile) {
    const StreamRecord<Scalar>& record = forward_.record();
    const std::size_t layers = design_.steps.size();
    std::vector<double>& of_stream = profile[Observable::gradient_square];
    std::vector<double>& of_weights = profile[Observable::weight_gradient_square];
    of_stream.assign(layers + 1, 0);
    of_weights.assign(weights ? layers : 0, 0);
    weights_ = weights;
    feature_products(gradient_, gradient_, squares_);
    const double unit = total(squares_);
    if (design_.final_norm) {
        norm_backward_from_output(design_.norm, record.output, record.output_scales, gradient_, gradient_);
        feature_products(gradient_, gradient_, squares_);
    }
    of_stream[layers] = total(squares_) / unit;
    for (std::size_t layer = layers; layer-- > 0;) {
        context.check_cancelled();
        back_through(layer);
        of_stream[layer] = total(squares_) / unit;
        if (weights) of_weights[layer] = layer_weights_square_ / (static_cast<double>(design_.width) * unit);
        if (std::isfinite(of_stream[layer] + layer_weights_square_)) continue;
        throw NetworkFailure("gradients", layer, "are not finite", network_);
    }
}

template <class Scalar>
void ResidualBackward<Scalar>::back_through(std::size_t layer) {
    const ResidualStep<double>& step = design_.steps[layer];
    const StreamRecord<Scalar>& record = forward_.record();
    if (step.normalises_sum) {
        norm_backward_from_output(design_.norm, record.x[layer + 1], record.sums[layer], gradient_,
                                  gradient_);
    }
    branch_.begin(layer);
    branch_.backward(branch_gradient(layer), input_gradient_);
    if (weights_) layer_weights_square_ = branch_.weight_gradient_square();
    if (!step.normalises_input) {
        weighted_sum(step.skip, gradient_, step.input_scale, input_gradient_, gradient_, squares_);
        return;
    }
    add_norm_backward(design_.norm, record.x[layer], forward_.input_scales(), step.input_scale,
                      input_gradient_, step.skip, gradient_, squares_);
}

template <class Scalar>
const Tokens<Scalar>& ResidualBackward<Scalar>::branch_gradient(std::size_t layer) {
    const ResidualStep<double>& step = design_.steps[layer];
    if (step.normalises_branch) {
        const Tokens<Scalar>& out = forward_.branch_output(forward_.branch_input(layer));
        NormScales scales;
        // The forward pass has checked that it has a norm.
        static_cast<void>(normalise(design_.norm, out, 1, branch_gradient_, scales));
        norm_backward(design_.norm, out, scales, step.branch, gradient_, branch_gradient_);
        return branch_gradient_;
    }
    if (branch_.reads_input_again(weights_)) {
        branch_.recall(forward_.branch_input(layer));
    } else {
        forward_.recall_input_scales(layer);
    }
    if (step.branch == 1) return gradient_;
    weighted_sum(step.branch, gradient_, 0, gradient_, branch_gradient_);
    return branch_gradient_;
}

template class ResidualBackward<float>;
template class ResidualBackward<double>;

}  // namespace sigprop
