#include "models/transformer/linear_layer.hpp"

namespace sigprop {

template <class Scalar>
void LinearLayer<Scalar>::forward(const Tokens<Scalar>& in, Tokens<Scalar>& out, Team& team) const {
    const std::size_t rows = weights_.rows;
    out.resize(static_cast<Eigen::Index>(rows), in.cols());
    team.split(static_cast<std::size_t>(in.cols()), token_unit, [&](std::size_t begin, std::size_t end) {
        const MatrixView<Scalar> part = columns_of(view(out), begin, end);
        multiply(weights_.matrix(), columns_of(view(in), begin, end), part);
        if (multiplier_ == Scalar(1) && !bias_.exists()) return;
        for (std::size_t i = 0; i < rows; ++i) {
            const Scalar added = bias_.exists() ? bias_.values[i] : Scalar(0);
            Scalar* const row = part.data + i * part.stride;
            for (std::size_t t = 0; t < part.columns; ++t) row[t] = multiplier_ * row[t] + added;
        }
    });
}

template <class Scalar>
void LinearLayer<Scalar>::backward(const Tokens<Scalar>& in_transposed, const Tokens<Scalar>& out_gradient,
                                   Tokens<Scalar>& in_gradient, Into into, Team& team) const {
    const auto tokens = static_cast<std::size_t>(out_gradient.cols());
    if (bias_.exists()) {
        team.split(weights_.rows, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                bias_.gradient[i] =
                    static_cast<Scalar>(ordered_sum(out_gradient.data() + i * tokens, tokens));
        });
    }
    Tokens<Scalar> scaled;
    if (multiplier_ != Scalar(1)) {
        scaled = out_gradient;
        scale(std::span(scaled.data(), static_cast<std::size_t>(scaled.size())), multiplier_);
    }
    const Tokens<Scalar>& gradient = multiplier_ == Scalar(1) ? out_gradient : scaled;
    if (into == Into::zero) in_gradient.resize(static_cast<Eigen::Index>(weights_.columns), gradient.cols());
    team.split(tokens, token_unit, [&](std::size_t begin, std::size_t end) {
        multiply_transposed(weights_.matrix(), columns_of(view(gradient), begin, end),
                            columns_of(view(in_gradient), begin, end), into);
    });
    team.split(weights_.columns, token_unit, [&](std::size_t begin, std::size_t end) {
        multiply(view(gradient), columns_of(view(in_transposed), begin, end),
                 columns_of(weights_.gradient_matrix(), begin, end), Into::zero);
    });
}

template class LinearLayer<float>;
template class LinearLayer<double>;

}  // namespace sigprop
