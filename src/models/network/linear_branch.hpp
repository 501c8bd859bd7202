#pragma once
// F(n) = W n.

#include <optional>

#include "models/network/branch.hpp"
#include "models/network/kept_gradients.hpp"
#include "models/network/network_streams.hpp"

namespace sigprop {

template <class Scalar>
class LinearBranch final : public Branch<Scalar> {
public:
    LinearBranch(const NetworkDesign& design, NetworkNumber network)
        : design_(design), weights_(design, network) {}

    void begin(std::size_t layer) override;
    void forward(const Tokens<Scalar>& in, Tokens<Scalar>& out) override;
    void recall(const Tokens<Scalar>& in) override { in_ = &in; }
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient) override;
    [[nodiscard]] bool reads_input_again(bool weights) const override { return weights || kept_.keeps(); }
    [[nodiscard]] double weight_gradient_square() const override;
    void keep_gradients() override { kept_.start(); }
    void take_step(Optimizer optimizer, double rate) override { kept_.take_step(optimizer, rate); }

private:
    const NetworkDesign& design_;
    LayerWeights weights_;
    std::size_t layer_ = 0;
    std::optional<LinearMap<Scalar>> map_;
    const Tokens<Scalar>* in_ = nullptr;
    const Tokens<Scalar>* out_gradient_ = nullptr;
    KeptGradients<Scalar> kept_;
};

extern template class LinearBranch<float>;
extern template class LinearBranch<double>;

}  // namespace sigprop
