#pragma once
// F(n) = W2 f(W1 n), f any activation, evaluated many entries at a time by vector instructions; or, of a
// gated design, F(n) = W2 (f(W1 n) * V n) with the product entry by entry (Shazeer 2020, arXiv:2002.05202:
// ReGLU, GeGLU and SwiGLU for f = relu, gelu and silu).
//
//     h = f(W1 n),  u = V n,  p = h * u,  F = W2 p;  the plain unit has p = h
//     dL/dp = W2^T dL/dF,  dL/du = h * dL/dp,  dL/d(W1 n) = f'(W1 n) * u * dL/dp

#include <optional>

#include "core/simd/tile_evaluator.hpp"

#include "models/network/branch.hpp"
#include "models/network/kept_gradients.hpp"
#include "models/network/network_streams.hpp"

namespace sigprop {

template <class Scalar>
class FeedForward final : public Branch<Scalar> {
public:
    FeedForward(const NetworkDesign& design, NetworkNumber network, WeightStore<Scalar>* store = nullptr);

    void begin(std::size_t layer) override;
    void forward(const Tokens<Scalar>& in, Tokens<Scalar>& out) override;
    void recall(const Tokens<Scalar>& in) override;
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient) override;
    [[nodiscard]] double weight_gradient_square() const override;
    void keep_gradients() override { kept_.start(); }
    void take_step(Optimizer optimizer, double rate) override { kept_.take_step(optimizer, rate); }

    /// The rows of W1: 4 width unless the design says otherwise.
    [[nodiscard]] static std::uint64_t hidden_width(const NetworkDesign& design);

private:
    void backward_of_product();

    const NetworkDesign& design_;
    LayerWeights weights_;
    WeightStore<Scalar>* store_;
    BasicTileEvaluator<Scalar> activation_;             ///< f
    BasicTileEvaluator<Scalar> activation_with_slope_;  ///< f and f'
    std::size_t layer_ = 0;
    std::optional<LinearMap<Scalar>> first_, second_;
    std::optional<LinearMap<Scalar>> up_map_;  ///< V; none in the plain unit
    const Tokens<Scalar>* in_ = nullptr;
    const Tokens<Scalar>* out_gradient_ = nullptr;
    Tokens<Scalar> hidden_;           ///< W1 n; after backward p, the input of W2
    Tokens<Scalar> slope_;            ///< f'(W1 n)
    Tokens<Scalar> hidden_gradient_;  ///< dL/d(W1 n)
    Tokens<Scalar> up_;               ///< u
    Tokens<Scalar> up_gradient_;      ///< dL/du
    KeptGradients<Scalar> kept_;
};

extern template class FeedForward<float>;
extern template class FeedForward<double>;

}  // namespace sigprop
