#pragma once
// Multi-head self-attention without biases, W_o softmax(q k / sqrt(width / heads)) v for every head, over
// several sequences in one matrix of tokens. A head is a range of rows, a sequence a range of columns, so
// that all of them are views. With design.adds_scores (RealFormer; He et al. 2020, arXiv:2012.11747) the
// scores of an attention layer are added to those of the one before it, and gradients of scores flow back the
// same way. The scores of all layers are then kept, because a second forward of a layer starts from them.

#include <map>
#include <optional>
#include <vector>

#include "models/network/network.hpp"

#include "models/network/attention_softmax.hpp"
#include "models/network/branch.hpp"
#include "models/network/kept_gradients.hpp"
#include "models/network/network_streams.hpp"

namespace sigprop {

template <class Scalar>
class AttentionBranch final : public Branch<Scalar> {
public:
    /// The design must outlive this; heads divides width, and sequences × length is the number of tokens.
    /// Weights have the streams "network 3 layer 16 query", "… key", "… value" and "… attention output".
    AttentionBranch(const NetworkDesign& design, NetworkNumber network, WeightStore<Scalar>* store = nullptr);

    void begin(std::size_t layer) override;
    /// A score that is not finite makes its query's output NaN. `in` must outlive the layer's backward, as
    /// for recall.
    void forward(const Tokens<Scalar>& in, Tokens<Scalar>& out) override;
    void recall(const Tokens<Scalar>& in) override;
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient) override;
    [[nodiscard]] double weight_gradient_square() const override;
    [[nodiscard]] BranchView look() const override;
    void keep_gradients() override { kept_.start(); }
    void take_step(Optimizer optimizer, double rate) override { kept_.take_step(optimizer, rate); }

    /// Bytes of one object that serves all layers of the design.
    [[nodiscard]] static double memory_of(const NetworkDesign& design);

private:
    enum Use : std::size_t { query, key, value, output };

    [[nodiscard]] MatrixView<Scalar> head(Tokens<Scalar>& tokens, std::size_t block) const;
    [[nodiscard]] MatrixView<Scalar> square(std::vector<Scalar>& squares, std::size_t block) const;
    void project(Use use, const Tokens<Scalar>& in, Tokens<Scalar>& out) const;
    [[nodiscard]] MatrixView<const Scalar> turned(Tokens<Scalar>& tokens, std::size_t block);
    void attend(std::size_t block);
    void attend_backward(std::size_t block);
    void prepare_scores();
    void prepare_score_gradient();
    void keep_gradients_of_layer();

    const NetworkDesign& design_;
    LayerWeights layer_weights_;
    WeightStore<Scalar>* store_;
    std::size_t length_;
    std::size_t head_width_;
    std::size_t blocks_;  ///< one per sequence and head
    Scalar scale_;
    mutable AttentionSoftmax<Scalar> softmax_;

    std::size_t layer_ = 0;
    std::vector<LinearMap<Scalar>> maps_;  ///< of this layer, indexed by Use
    // State of the last forward or recall
    const Tokens<Scalar>* in_ = nullptr;
    Tokens<Scalar> query_, key_, value_;
    Tokens<Scalar> mixed_;  ///< the heads' output, before the last map
    /// [keys × queries] for every sequence and head; of all layers when scores add up, else of one.
    using Scores = std::map<std::size_t, std::vector<Scalar>>;
    Scores scores_;
    typename Scores::iterator here_ = scores_.end();
    std::vector<Scalar> weights_;
    std::vector<SoftmaxTotal> totals_;
    // State of the last backward
    const Tokens<Scalar>* out_gradient_ = nullptr;
    Tokens<Scalar> query_gradient_, key_gradient_, value_gradient_, mixed_gradient_;
    std::vector<Scalar> score_gradient_;      ///< of all layers that use these scores, when they add up
    std::vector<Scalar> own_score_gradient_;  ///< through the softmax of one sequence and head in this layer
    std::vector<Scalar> turned_, turned_gradient_;     ///< a head's tokens [tokens × features]
    std::optional<std::size_t> score_gradient_layer_;  ///< the layer whose scores it belongs to
    KeptGradients<Scalar> kept_;
};

extern template class AttentionBranch<float>;
extern template class AttentionBranch<double>;

}  // namespace sigprop
