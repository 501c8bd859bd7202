#pragma once
// Activations and their gradients: a matrix with one feature per row and one token per column, so that every
// operation on a token's features is a loop over rows whose body runs along tokens. With several sequences,
// token t of sequence s is column s length + t.

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>

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

/// to = from^T for a range of rows of `from`, in square tiles of a few cache lines.
template <class Scalar>
void transpose_range(const MatrixView<const Scalar>& from, const MatrixView<Scalar>& to,
                     std::size_t first_row, std::size_t end_row) {
    constexpr std::size_t tile = 16;
    for (std::size_t row = first_row; row < end_row; row += tile) {
        const std::size_t last_row = std::min(end_row, row + tile);
        for (std::size_t column = 0; column < from.columns; column += tile) {
            const std::size_t last_column = std::min(from.columns, column + tile);
            for (std::size_t j = column; j < last_column; ++j) {
                for (std::size_t i = row; i < last_row; ++i)
                    to.data[j * to.stride + i] = from.data[i * from.stride + j];
            }
        }
    }
}

}  // namespace sigprop
