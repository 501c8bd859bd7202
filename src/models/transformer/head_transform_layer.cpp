#include "models/transformer/head_transform_layer.hpp"

namespace sigprop {

template <class Scalar>
HeadTransformLayer<Scalar>::HeadTransformLayer(Parameters<Scalar>& parameters,
                                               std::vector<BasicTileEvaluator<Scalar>>& activation_with_slope,
                                               std::optional<TransformerNormLayer<Scalar>> norm)
    : dense_(linear_layer(parameters, "head dense")),
      activation_(activation_with_slope),
      norm_(std::move(norm)) {}

template <class Scalar>
void HeadTransformLayer<Scalar>::forward(const Tokens<Scalar>& in, Pass pass, Tokens<Scalar>& out,
                                         Team& team) {
    in_ = &in;
    dense_.forward(in, out, team);
    if (!norm_) return;
    slope_.resize(out.rows(), out.cols());
    for_tiles(static_cast<std::size_t>(out.size()), BasicTileEvaluator<Scalar>::tile_size, team,
              [&](std::size_t begin, std::size_t end, std::size_t thread) {
                  BasicTileEvaluator<Scalar>& both = activation_[thread];
                  const Scalar* const variable = out.data() + begin;
                  both(std::span(&variable, 1), end - begin);
                  std::copy_n(both.output(0).data(), end - begin, out.data() + begin);
                  std::copy_n(both.output(1).data(), end - begin, slope_.data() + begin);
              });
    norm_->forward(out, 1, pass, out, team);
}

template <class Scalar>
void HeadTransformLayer<Scalar>::backward(Tokens<Scalar>& gradient, Team& team) {
    if (norm_) {
        norm_->backward(gradient, gradient, team);
        team.split(static_cast<std::size_t>(gradient.size()), 1024, [&](std::size_t begin, std::size_t end) {
            Scalar* const g = gradient.data() + begin;
            multiply_entries(g, slope_.data() + begin, end - begin, g);
        });
    }
    dense_gradient_ = gradient;
    dense_.backward(*in_, dense_gradient_, gradient, team);
}

template class HeadTransformLayer<float>;
template class HeadTransformLayer<double>;

}  // namespace sigprop
