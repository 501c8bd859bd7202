#include "models/network/make_branch.hpp"

#include <optional>
#include <stdexcept>

#include "models/network/attention_branch.hpp"
#include "models/network/branch.hpp"
#include "models/network/feed_forward.hpp"
#include "models/network/kept_gradients.hpp"
#include "models/network/network_streams.hpp"

namespace sigprop {
namespace {

/// F(n) = W n.
template <class Scalar>
class LinearBranch final : public Branch<Scalar> {
public:
    LinearBranch(const NetworkDesign& design, NetworkNumber network, WeightStore<Scalar>* store)
        : design_(design), weights_(design, network), store_(store) {}

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
    WeightStore<Scalar>* store_;
    std::size_t layer_ = 0;
    std::optional<LinearMap<Scalar>> map_;
    const Tokens<Scalar>* in_ = nullptr;
    const Tokens<Scalar>* out_gradient_ = nullptr;
    KeptGradients<Scalar> kept_;
};

template <class Scalar>
void LinearBranch<Scalar>::begin(std::size_t layer) {
    layer_ = layer;
    const MatrixShape shape{design_.width, design_.width};
    map_.emplace(weights_(layer, "linear", design_.stds.linear, shape), design_.multipliers.linear,
                 place_in(store_, layer, 0, shape));
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

/// The branches of a transformer: attention in layers 0, 2, 4, …, feed-forward networks in 1, 3, 5, ….
template <class Scalar>
class TransformerBranch final : public Branch<Scalar> {
public:
    TransformerBranch(const NetworkDesign& design, NetworkNumber network, WeightStore<Scalar>* store)
        : attention_(design, network, store), feed_forward_(design, network, store) {}

    void begin(std::size_t layer) override {
        if (layer % 2 == 0) {
            here_ = &attention_;
        } else {
            here_ = &feed_forward_;
        }
        here_->begin(layer);
    }
    void forward(const Tokens<Scalar>& in, Tokens<Scalar>& out) override { here_->forward(in, out); }
    void recall(const Tokens<Scalar>& in) override { here_->recall(in); }
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient) override {
        here_->backward(out_gradient, in_gradient);
    }
    [[nodiscard]] double weight_gradient_square() const override { return here_->weight_gradient_square(); }
    [[nodiscard]] BranchView look() const override { return here_->look(); }
    void keep_gradients() override {
        attention_.keep_gradients();
        feed_forward_.keep_gradients();
    }
    void take_step(Optimizer optimizer, double rate) override {
        attention_.take_step(optimizer, rate);
        feed_forward_.take_step(optimizer, rate);
    }

private:
    AttentionBranch<Scalar> attention_;
    FeedForward<Scalar> feed_forward_;
    Branch<Scalar>* here_ = &attention_;
};

}  // namespace

template <class Scalar>
std::unique_ptr<Branch<Scalar>> make_branch(const NetworkDesign& design, NetworkNumber network,
                                            WeightStore<Scalar>* store) {
    switch (design.block) {
        case BlockKind::linear: return std::make_unique<LinearBranch<Scalar>>(design, network, store);
        case BlockKind::mlp: return std::make_unique<FeedForward<Scalar>>(design, network, store);
        case BlockKind::transformer:
            return std::make_unique<TransformerBranch<Scalar>>(design, network, store);
    }
    throw std::logic_error("there is no branch for this kind of block");
}

template std::unique_ptr<Branch<float>> make_branch(const NetworkDesign&, NetworkNumber, WeightStore<float>*);
template std::unique_ptr<Branch<double>> make_branch(const NetworkDesign&, NetworkNumber,
                                                     WeightStore<double>*);

}  // namespace sigprop
