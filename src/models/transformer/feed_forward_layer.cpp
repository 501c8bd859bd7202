#include "models/transformer/feed_forward_layer.hpp"

namespace sigprop {

template <class Scalar>
FeedForwardLayer<Scalar>::FeedForwardLayer(const Architecture& design, Parameters<Scalar>& parameters,
                                           const std::string& prefix,
                                           std::vector<BasicTileEvaluator<Scalar>>& activation_with_slope,
                                           std::optional<TransformerNormLayer<Scalar>> norm)
    : gated_(design.gated),
      norm_place_(norm ? design.hidden_norm : HiddenNorm::none),
      norm_(std::move(norm)),
      first_(linear_layer(parameters, prefix + "hidden")),
      up_(linear_layer(parameters, prefix + "up")),
      second_(linear_layer(parameters, prefix + "hidden output")),
      activation_(activation_with_slope) {}

template <class Scalar>
void FeedForwardLayer<Scalar>::forward(const Tokens<Scalar>& in, const TokenBatch&, Pass pass,
                                       Tokens<Scalar>& out, Team& team) {
    in_ = &in;
    if (gated_) {
        LinearLayer<Scalar>::forward(in, {{first_, value_}, {up_, up_values_}}, team);
    } else {
        first_.forward(in, value_, team);
    }
    if (norm_place_ == HiddenNorm::before_activation) norm_->forward(value_, 1, pass, value_, team);
    activate(team);
    if (norm_place_ == HiddenNorm::after_activation) {
        norm_->forward(value_, 1, pass, value_, team);
        if (gated_) multiply_by_up(team);
    }
    second_.forward(gated_ ? product_ : value_, out, team);
}

/// f and f' of the features; if gated, their product with V n, unless a norm comes between.
template <class Scalar>
void FeedForwardLayer<Scalar>::activate(Team& team) {
    slope_.resize(value_.rows(), value_.cols());
    const bool multiplies = gated_ && norm_place_ != HiddenNorm::after_activation;
    if (gated_) product_.resize(value_.rows(), value_.cols());
    const auto count = static_cast<std::size_t>(value_.size());
    for_tiles(count, BasicTileEvaluator<Scalar>::tile_size, team,
              [&](std::size_t begin, std::size_t end, std::size_t thread) {
                  BasicTileEvaluator<Scalar>& both = activation_[thread];
                  const Scalar* const variable = value_.data() + begin;
                  both(std::span(&variable, 1), end - begin);
                  std::copy_n(both.output(0).data(), end - begin, value_.data() + begin);
                  std::copy_n(both.output(1).data(), end - begin, slope_.data() + begin);
                  if (!multiplies) return;
                  multiply_entries(value_.data() + begin, up_values_.data() + begin, end - begin,
                                   product_.data() + begin);
              });
}

template <class Scalar>
void FeedForwardLayer<Scalar>::multiply_by_up(Team& team) {
    team.split(static_cast<std::size_t>(value_.size()), 1024, [&](std::size_t begin, std::size_t end) {
        multiply_entries(value_.data() + begin, up_values_.data() + begin, end - begin,
                         product_.data() + begin);
    });
}

template <class Scalar>
void FeedForwardLayer<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                                        BranchGradients<Scalar>& between, Team& team) {
    Tokens<Scalar>& gradient = between.hidden;
    Tokens<Scalar>& up_gradient = between.up;
    second_.backward(gated_ ? product_ : value_, out_gradient, gradient, team);
    if (gated_) up_gradient.resize(gradient.rows(), gradient.cols());
    const bool norm_is_between = norm_place_ == HiddenNorm::after_activation;
    const auto size = static_cast<std::size_t>(gradient.size());
    team.split(size, 1024, [&](std::size_t begin, std::size_t end) {
        Scalar* const g = gradient.data() + begin;
        const std::size_t count = end - begin;
        if (gated_) {
            multiply_entries(g, value_.data() + begin, count, up_gradient.data() + begin);
            multiply_entries(g, up_values_.data() + begin, count, g);
        }
        if (!norm_is_between) multiply_entries(g, slope_.data() + begin, count, g);
    });
    if (norm_is_between) {
        norm_->backward(gradient, gradient, team);
        team.split(size, 1024, [&](std::size_t begin, std::size_t end) {
            Scalar* const g = gradient.data() + begin;
            multiply_entries(g, slope_.data() + begin, end - begin, g);
        });
    } else if (norm_) {
        norm_->backward(gradient, gradient, team);
    }
    if (gated_) {
        LinearLayer<Scalar>::backward(*in_, {{first_, gradient}, {up_, up_gradient}}, in_gradient, team);
    } else {
        first_.backward(*in_, gradient, in_gradient, team);
    }
}

template <class Scalar>
void FeedForwardLayer<Scalar>::list(
    const std::string& prefix, std::vector<typename Transformer<Scalar>::Activation>& activations) const {
    activations.push_back(named(prefix + "hidden", gated_ ? product_ : value_));
}

template class FeedForwardLayer<float>;
template class FeedForwardLayer<double>;

}  // namespace sigprop
