#pragma once
// What may stand between the stream and the head: W x, or Norm(f(W x)).

#include <optional>
#include <vector>

#include "models/transformer/linear_layer.hpp"
#include "models/transformer/norm_layer.hpp"

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {

template <class Scalar>
class HeadTransformLayer {
public:
    /// Without a norm there is no activation either.
    HeadTransformLayer(Parameters<Scalar>& parameters,
                       std::vector<BasicTileEvaluator<Scalar>>& activation_with_slope,
                       std::optional<TransformerNormLayer<Scalar>> norm);

    /// `in` must outlive the backward pass.
    void forward(const Tokens<Scalar>& in, Pass pass, Tokens<Scalar>& out, Team& team);
    /// From the gradient of `out` to that of `in`, in place.
    void backward(Tokens<Scalar>& gradient, Team& team);

private:
    LinearLayer<Scalar> dense_;
    std::vector<BasicTileEvaluator<Scalar>>& activation_;  ///< f and f', one evaluator for each thread
    std::optional<TransformerNormLayer<Scalar>> norm_;
    const Tokens<Scalar>* in_ = nullptr;
    Tokens<Scalar> slope_;
    Tokens<Scalar> dense_gradient_;
};

extern template class HeadTransformLayer<float>;
extern template class HeadTransformLayer<double>;

}  // namespace sigprop
