#include "models/network/attention_branch.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

namespace sigprop {

namespace {

template <class Scalar>
void transpose(const MatrixView<const Scalar>& from, const MatrixView<Scalar>& to) {
    transpose_range(from, to, 0, from.rows);
}

template <class Scalar>
void multiply_by(Tokens<Scalar>& tokens, Scalar factor) {
    Scalar* const entries = tokens.data();
    const auto count = static_cast<std::size_t>(tokens.size());
    for (std::size_t k = 0; k < count; ++k) entries[k] *= factor;
}

}  // namespace

template <class Scalar>
AttentionBranch<Scalar>::AttentionBranch(const NetworkDesign& design, NetworkNumber network,
                                         WeightStore<Scalar>* store)
    : design_(design),
      layer_weights_(design, network),
      store_(store),
      length_(design.length),
      head_width_(design.width / design.heads),
      blocks_(design.sequences * design.heads),
      scale_(static_cast<Scalar>(1 / std::sqrt(static_cast<double>(head_width_)))),
      softmax_(design.length, design.causal) {
    const auto width = static_cast<Eigen::Index>(design.width);
    const auto tokens = static_cast<Eigen::Index>(design.sequences * design.length);
    for (Tokens<Scalar>* const matrix : {&query_, &key_, &value_, &mixed_, &query_gradient_, &key_gradient_,
                                         &value_gradient_, &mixed_gradient_}) {
        matrix->resize(width, tokens);
    }
    weights_.resize(blocks_ * length_ * length_);
    if (design.adds_scores) score_gradient_.resize(weights_.size());
    own_score_gradient_.resize(length_ * length_);
    turned_.resize(length_ * head_width_);
    turned_gradient_.resize(turned_.size());
    totals_.resize(blocks_ * length_);
}

template <class Scalar>
double AttentionBranch<Scalar>::memory_of(const NetworkDesign& design) {
    const auto length = static_cast<double>(design.length);
    const double tokens = static_cast<double>(design.sequences) * length;
    const double queries = tokens * static_cast<double>(design.heads);
    const double layers = (static_cast<double>(design.steps.size()) + 1) / 2;
    // Scores, weights and, with adds_scores, the gradients of scores
    const double squares = design.adds_scores ? layers + 2 : 2;
    const double numbers =
        10 * static_cast<double>(design.width) * tokens + squares * queries * length + 2 * length * length;
    return sizeof(Scalar) * numbers + sizeof(SoftmaxTotal) * queries;
}

template <class Scalar>
void AttentionBranch<Scalar>::begin(std::size_t layer) {
    layer_ = layer;
    maps_.clear();
    const WeightStds& stds = design_.stds;
    const WeightMultipliers& multipliers = design_.multipliers;
    const auto add = [&](const char* use, double std, double multiplier) {
        const MatrixShape shape{design_.width, design_.width};
        maps_.emplace_back(layer_weights_(layer, use, std, shape), multiplier,
                           place_in(store_, layer, maps_.size(), shape));
    };
    add("query", stds.query_key, multipliers.query);
    add("key", stds.query_key, multipliers.key);
    add("value", stds.value, multipliers.value);
    add("attention output", stds.attention_output, multipliers.attention_output);
}

template <class Scalar>
MatrixView<Scalar> AttentionBranch<Scalar>::head(Tokens<Scalar>& tokens, std::size_t block) const {
    const auto stride = static_cast<std::size_t>(tokens.cols());
    const std::size_t sequence = block / design_.heads;
    const std::size_t row = block % design_.heads * head_width_;
    return {tokens.data() + row * stride + sequence * length_, head_width_, length_, stride};
}

template <class Scalar>
MatrixView<Scalar> AttentionBranch<Scalar>::square(std::vector<Scalar>& squares, std::size_t block) const {
    return {squares.data() + block * length_ * length_, length_, length_, length_};
}

template <class Scalar>
void AttentionBranch<Scalar>::project(Use use, const Tokens<Scalar>& in, Tokens<Scalar>& out) const {
    const std::optional<WeightStep<Scalar>> step = kept_.step(layer_, use);
    maps_[use].forward(in, out, step ? &*step : nullptr);
}

/// The scores of this layer start from those of the attention layer before it, or as unset memory.
template <class Scalar>
void AttentionBranch<Scalar>::prepare_scores() {
    here_ = scores_.try_emplace(design_.adds_scores ? layer_ : 0).first;
    here_->second.resize(weights_.size());
    if (here_ != scores_.begin()) std::ranges::copy(std::prev(here_)->second, here_->second.begin());
}

template <class Scalar>
void AttentionBranch<Scalar>::recall(const Tokens<Scalar>& in) {
    in_ = &in;
    project(query, in, query_);
    project(key, in, key_);
    project(value, in, value_);
    multiply_by(query_, scale_);
    prepare_scores();
    for (std::size_t block = 0; block < blocks_; ++block) attend(block);
}

template <class Scalar>
void AttentionBranch<Scalar>::forward(const Tokens<Scalar>& in, Tokens<Scalar>& out) {
    recall(in);
    project(output, mixed_, out);
}

/// The tokens of a head and sequence, one per row: a left factor is then read along its rows.
template <class Scalar>
MatrixView<const Scalar> AttentionBranch<Scalar>::turned(Tokens<Scalar>& tokens, std::size_t block) {
    const MatrixView<Scalar> out{turned_.data(), length_, head_width_, head_width_};
    transpose(readable(head(tokens, block)), out);
    return readable(out);
}

template <class Scalar>
void AttentionBranch<Scalar>::attend(std::size_t block) {
    const MatrixView<Scalar> scores = square(here_->second, block);
    const MatrixView<Scalar> weights = square(weights_, block);
    const Into into = here_ == scores_.begin() ? Into::zero : Into::sum;
    multiply(turned(key_, block), readable(head(query_, block)), scores, into);
    softmax_.forward(scores.data, weights.data, totals_.data() + block * length_);
    multiply(readable(head(value_, block)), readable(weights), head(mixed_, block));
}

/// Starts from the gradient that later layers' scores pass on to this layer's, if any.
template <class Scalar>
void AttentionBranch<Scalar>::prepare_score_gradient() {
    if (!design_.adds_scores) return;
    if (score_gradient_layer_ != layer_) std::ranges::fill(score_gradient_, Scalar{0});
    score_gradient_layer_.reset();
    if (here_ != scores_.begin()) score_gradient_layer_ = std::prev(here_)->first;
}

template <class Scalar>
void AttentionBranch<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient) {
    out_gradient_ = &out_gradient;
    maps_[output].backward(out_gradient, mixed_gradient_);
    prepare_score_gradient();
    for (std::size_t block = 0; block < blocks_; ++block) attend_backward(block);
    multiply_by(query_gradient_, scale_);
    maps_[query].backward(query_gradient_, in_gradient);
    maps_[key].backward(key_gradient_, in_gradient, Into::sum);
    maps_[value].backward(value_gradient_, in_gradient, Into::sum);
    keep_gradients_of_layer();
}

template <class Scalar>
void AttentionBranch<Scalar>::keep_gradients_of_layer() {
    if (!kept_.keeps()) return;
    const auto inputs = std::make_shared<Tokens<Scalar>>(*in_);
    kept_.keep(layer_, query, inputs, query_gradient_);
    kept_.keep(layer_, key, inputs, key_gradient_);
    kept_.keep(layer_, value, inputs, value_gradient_);
    kept_.keep(layer_, output, std::make_shared<Tokens<Scalar>>(mixed_), *out_gradient_);
}

template <class Scalar>
void AttentionBranch<Scalar>::attend_backward(std::size_t block) {
    const MatrixView<Scalar> weights = square(weights_, block);
    MatrixView<Scalar> scores{own_score_gradient_.data(), length_, length_, length_};
    const MatrixView<Scalar> by_token{turned_gradient_.data(), length_, head_width_, head_width_};
    const auto mixed = readable(head(mixed_gradient_, block));

    multiply(readable(weights), turned(mixed_gradient_, block), by_token);
    transpose(readable(by_token), head(value_gradient_, block));

    multiply(turned(value_, block), mixed, scores);
    softmax_.backward(weights.data, scores.data);
    if (design_.adds_scores) {
        const MatrixView<Scalar> all = square(score_gradient_, block);
        for (std::size_t k = 0; k < length_ * length_; ++k) all.data[k] += scores.data[k];
        scores = all;
    }

    multiply(readable(head(key_, block)), readable(scores), head(query_gradient_, block));
    multiply(readable(scores), turned(query_, block), by_token);
    transpose(readable(by_token), head(key_gradient_, block));
}

template <class Scalar>
double AttentionBranch<Scalar>::weight_gradient_square() const {
    return maps_[query].weight_gradient_square(*in_, query_gradient_) +
           maps_[key].weight_gradient_square(*in_, key_gradient_) +
           maps_[value].weight_gradient_square(*in_, value_gradient_) +
           maps_[output].weight_gradient_square(mixed_, *out_gradient_);
}

template <class Scalar>
BranchView AttentionBranch<Scalar>::look() const {
    const std::vector<Scalar>& scores = here_->second;
    double entropy = 0;
    double squares = 0;
    for (std::size_t block = 0; block < blocks_; ++block) {
        const std::size_t start = block * length_ * length_;
        const SoftmaxTotal* const totals = totals_.data() + block * length_;
        entropy += softmax_.entropy(scores.data() + start, weights_.data() + start, totals);
        squares += softmax_.square_sum(scores.data() + start);
    }
    const auto blocks = static_cast<double>(blocks_);
    return {.attention_entropy = entropy / (blocks * static_cast<double>(length_)),
            .score_second_moment = squares / (blocks * softmax_.seen())};
}

template class AttentionBranch<float>;
template class AttentionBranch<double>;

}  // namespace sigprop
