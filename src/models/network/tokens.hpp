#pragma once
// Activations and their gradients: a matrix with one feature per row and one token per column, so that every
// operation on a token's features is a loop over rows whose body runs along tokens. With several sequences,
// token t of sequence s is column s length + t.

#include <Eigen/Core>

#include "core/simd/product.hpp"

namespace sigprop {

template <class Scalar>
using Tokens = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Scalar>
[[nodiscard]] MatrixView<const Scalar> view(const Tokens<Scalar>& tokens) {
    const auto columns = static_cast<std::size_t>(tokens.cols());
    return {tokens.data(), static_cast<std::size_t>(tokens.rows()), columns, columns};
}

template <class Scalar>
[[nodiscard]] MatrixView<Scalar> view(Tokens<Scalar>& tokens) {
    const auto columns = static_cast<std::size_t>(tokens.cols());
    return {tokens.data(), static_cast<std::size_t>(tokens.rows()), columns, columns};
}

}  // namespace sigprop
