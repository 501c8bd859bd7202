#include "models/network/linear_branch.hpp"

namespace sigprop {

template <class Scalar>
void LinearBranch<Scalar>::begin(std::size_t layer) {
    layer_ = layer;
    map_.emplace(weights_(layer, "linear", design_.stds.linear, {design_.width, design_.width}),
                 design_.multipliers.linear);
}

template <class Scalar>
void LinearBranch<Scalar>::forward(const Tokens<Scalar>& in, Tokens<Scalar>& out) {
    in_ = &in;
    const auto step = kept_.step(layer_, 0);
    map_->forward(in, out, step ? &*step : nullptr);
}

template <class Scalar>
void LinearBranch<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient) {
    out_gradient_ = &out_gradient;
    map_->backward(out_gradient, in_gradient);
    if (kept_.keeps()) kept_.keep(layer_, 0, std::make_shared<Tokens<Scalar>>(*in_), out_gradient);
}

template <class Scalar>
double LinearBranch<Scalar>::weight_gradient_square() const {
    return map_->weight_gradient_square(*in_, *out_gradient_);
}

template class LinearBranch<float>;
template class LinearBranch<double>;

}  // namespace sigprop
