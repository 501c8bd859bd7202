#pragma once
// A tensor of two axes as a matrix of Eigen, in doubles.

#include <Eigen/Core>
#include <sigprop/formats/npy.hpp>
#include <span>
#include <stdexcept>

namespace sigprop {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Errors   std::logic_error unless there are two axes
[[nodiscard]] inline RowMatrix matrix_of(const TensorView& view) {
    if (view.shape().size() != 2) throw std::logic_error("a matrix has two axes");
    RowMatrix matrix(static_cast<Eigen::Index>(view.shape()[0]), static_cast<Eigen::Index>(view.shape()[1]));
    view.read(0, std::span(matrix.data(), view.size()));
    return matrix;
}

}  // namespace sigprop
