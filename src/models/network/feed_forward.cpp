#include "models/network/feed_forward.hpp"

#include <algorithm>
#include <array>

namespace sigprop {
namespace {

enum Matrix : std::size_t { hidden, hidden_output, up };

/// outputs[j][k] = formula j of values[k]; values may be one of the outputs.
template <class Scalar>
void evaluate(BasicTileEvaluator<Scalar>& formulas, const Tokens<Scalar>& values,
              std::span<Scalar* const> outputs) {
    constexpr std::size_t tile = BasicTileEvaluator<Scalar>::tile_size;
    const auto count = static_cast<std::size_t>(values.size());
    for (std::size_t first = 0; first < count; first += tile) {
        const std::size_t size = std::min(tile, count - first);
        const Scalar* const variable = values.data() + first;
        formulas(std::span(&variable, 1), size);
        for (std::size_t j = 0; j < outputs.size(); ++j) {
            std::copy_n(formulas.output(j).data(), size, outputs[j] + first);
        }
    }
}

template <class Scalar>
BasicTileEvaluator<Scalar> with_slope(const Formula& activation) {
    const std::array<Formula, 2> both = {activation, activation.derivative()};
    return BasicTileEvaluator<Scalar>(both);
}

}  // namespace

template <class Scalar>
FeedForward<Scalar>::FeedForward(const NetworkDesign& design, NetworkNumber network,
                                 WeightStore<Scalar>* store)
    : design_(design),
      weights_(design, network),
      store_(store),
      activation_(design.activation),
      activation_with_slope_(with_slope<Scalar>(design.activation)) {}

template <class Scalar>
std::uint64_t FeedForward<Scalar>::hidden_width(const NetworkDesign& design) {
    return design.hidden_width == 0 ? 4 * design.width : design.hidden_width;
}

template <class Scalar>
void FeedForward<Scalar>::begin(std::size_t layer) {
    layer_ = layer;
    const MatrixShape in{hidden_width(design_), design_.width};
    const MatrixShape out{in.columns, in.rows};
    const auto make = [&](std::optional<LinearMap<Scalar>>& map, Matrix matrix, const char* name, double std,
                          double multiplier, MatrixShape shape) {
        map.emplace(weights_(layer, name, std, shape), multiplier, place_in(store_, layer, matrix, shape));
    };
    make(first_, hidden, "hidden", design_.stds.hidden, design_.multipliers.hidden, in);
    make(second_, hidden_output, "hidden output", design_.stds.hidden_output,
         design_.multipliers.hidden_output, out);
    if (design_.gated) make(up_map_, up, "up", design_.stds.up, design_.multipliers.up, in);
}

template <class Scalar>
void FeedForward<Scalar>::recall(const Tokens<Scalar>& in) {
    in_ = &in;
    hidden_.resize(static_cast<Eigen::Index>(hidden_width(design_)), in.cols());
    const auto step = kept_.step(layer_, hidden);
    first_->forward(in, hidden_, step ? &*step : nullptr);
    if (!up_map_) return;
    const auto up_step = kept_.step(layer_, up);
    up_map_->forward(in, up_, up_step ? &*up_step : nullptr);
}

template <class Scalar>
void FeedForward<Scalar>::forward(const Tokens<Scalar>& in, Tokens<Scalar>& out) {
    recall(in);
    // backward, if it comes next, needs hidden_ as recall left it
    hidden_gradient_.resize(hidden_.rows(), hidden_.cols());
    const std::array<Scalar*, 1> outputs = {hidden_gradient_.data()};
    evaluate<Scalar>(activation_, hidden_, outputs);
    if (up_map_) hidden_gradient_.array() *= up_.array();
    const auto step = kept_.step(layer_, hidden_output);
    second_->forward(hidden_gradient_, out, step ? &*step : nullptr);
}

template <class Scalar>
void FeedForward<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient) {
    out_gradient_ = &out_gradient;
    hidden_gradient_.resize(hidden_.rows(), hidden_.cols());
    slope_.resize(hidden_.rows(), hidden_.cols());
    const std::array<Scalar*, 2> outputs = {hidden_.data(), slope_.data()};
    evaluate<Scalar>(activation_with_slope_, hidden_, outputs);
    second_->backward(out_gradient, hidden_gradient_);
    if (up_map_) backward_of_product();
    hidden_gradient_.array() *= slope_.array();
    first_->backward(hidden_gradient_, in_gradient);
    if (up_map_) up_map_->backward(up_gradient_, in_gradient, Into::sum);
    if (!kept_.keeps()) return;
    const auto inputs = std::make_shared<Tokens<Scalar>>(*in_);
    kept_.keep(layer_, hidden, inputs, hidden_gradient_);
    if (up_map_) kept_.keep(layer_, up, inputs, up_gradient_);
    kept_.keep(layer_, hidden_output, std::make_shared<Tokens<Scalar>>(hidden_), out_gradient);
}

/// From h and dL/dp to dL/du, dL/dh and p, the last two in their places.
template <class Scalar>
void FeedForward<Scalar>::backward_of_product() {
    up_gradient_ = hidden_.cwiseProduct(hidden_gradient_);
    hidden_gradient_.array() *= up_.array();
    hidden_.array() *= up_.array();
}

template <class Scalar>
double FeedForward<Scalar>::weight_gradient_square() const {
    const double of_up = up_map_ ? up_map_->weight_gradient_square(*in_, up_gradient_) : 0;
    return first_->weight_gradient_square(*in_, hidden_gradient_) +
           second_->weight_gradient_square(hidden_, *out_gradient_) + of_up;
}

template class FeedForward<float>;
template class FeedForward<double>;

}  // namespace sigprop
