#include "models/transformer/linear_layer.hpp"

#include <vector>

namespace sigprop {
namespace {

/// What a thread packs stays in its own caches; the memory is used again by the next product.
template <class Scalar>
PackedMatrix<Scalar>& packed_of_thread() {
    thread_local PackedMatrix<Scalar> packed;
    return packed;
}

}  // namespace

template <class Scalar>
void LinearLayer<Scalar>::finish(const MatrixView<Scalar>& out) const {
    if (multiplier_ == Scalar(1) && !bias_.exists()) return;
    for (std::size_t i = 0; i < out.rows; ++i) {
        const Scalar added = bias_.exists() ? bias_.values[i] : Scalar(0);
        Scalar* const row = out.data + i * out.stride;
        scale_and_shift(multiplier_, row, added, out.columns, row);
    }
}

template <class Scalar>
void LinearLayer<Scalar>::forward(const Tokens<Scalar>& in, std::initializer_list<Output> outputs,
                                  Team& team) {
    for (const Output& one : outputs)
        one.out.resize(static_cast<Eigen::Index>(one.layer.weights_.rows), in.cols());
    team.split(static_cast<std::size_t>(in.cols()), token_unit, [&](std::size_t begin, std::size_t end) {
        PackedMatrix<Scalar>& packed = packed_of_thread<Scalar>();
        packed.pack(columns_of(view(in), begin, end));
        for (const Output& one : outputs) {
            const MatrixView<Scalar> part = columns_of(view(one.out), begin, end);
            multiply(one.layer.weights_.matrix(), packed, 0, part);
            one.layer.finish(part);
        }
    });
}

template <class Scalar>
void LinearLayer<Scalar>::write_bias_gradient(const Tokens<Scalar>& out_gradient, Team& team) const {
    if (!bias_.exists()) return;
    const auto tokens = static_cast<std::size_t>(out_gradient.cols());
    team.split(weights_.rows, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            bias_.gradient[i] = static_cast<Scalar>(row_sum(out_gradient.data() + i * tokens, tokens));
    });
}

template <class Scalar>
void LinearLayer<Scalar>::backward(const Tokens<Scalar>& in, std::initializer_list<OutputGradient> outputs,
                                   Tokens<Scalar>& in_gradient, Team& team) {
    std::vector<Tokens<Scalar>> scaled(outputs.size());
    std::vector<MatrixView<const Scalar>> gradients;
    for (const OutputGradient& one : outputs) {
        one.layer.write_bias_gradient(one.gradient, team);
        const Tokens<Scalar>* read = &one.gradient;
        if (one.layer.multiplier_ != Scalar(1)) {
            Tokens<Scalar>& own = scaled[gradients.size()] = one.gradient;
            scale(std::span(own.data(), static_cast<std::size_t>(own.size())), one.layer.multiplier_);
            read = &own;
        }
        gradients.push_back(view(*read));
    }
    const std::size_t width = outputs.begin()->layer.weights_.columns;
    in_gradient.resize(static_cast<Eigen::Index>(width), in.cols());
    team.split(static_cast<std::size_t>(in.cols()), token_unit, [&](std::size_t begin, std::size_t end) {
        PackedMatrix<Scalar>& packed = packed_of_thread<Scalar>();
        for (std::size_t k = 0; k < gradients.size(); ++k) {
            packed.pack(columns_of(gradients[k], begin, end));
            multiply_transposed(outputs.begin()[k].layer.weights_.matrix(), packed, 0,
                                columns_of(view(in_gradient), begin, end), k == 0 ? Into::zero : Into::sum);
        }
    });
    team.split(width, token_unit, [&](std::size_t begin, std::size_t end) {
        PackedMatrix<Scalar>& packed = packed_of_thread<Scalar>();
        packed.pack_transposed(rows_of(view(in), begin, end - begin));
        for (std::size_t k = 0; k < gradients.size(); ++k) {
            multiply(gradients[k], packed, 0,
                     columns_of(outputs.begin()[k].layer.weights_.gradient_matrix(), begin, end));
        }
    });
}

template class LinearLayer<float>;
template class LinearLayer<double>;

}  // namespace sigprop
