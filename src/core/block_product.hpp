#pragma once
// Products of matrices by vector instructions, with every rounding fixed: an entry of the product is one
// chain of fused multiply-adds in the order of the summed index, so that tiles, vector widths, threads and
// compilers change no bit (libraries choose the order by the machine's caches). Matrices are row-major; the
// right factor and the product hold one token a column, so that vectors run along tokens and the left
// factor, a weight matrix or its transpose, is read as it is stored.

#include <cstddef>

namespace sigprop::detail {

/// Entry (i, j) is data[i stride + j].
template <class Scalar>
struct MatrixView {
    Scalar* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t stride = 0;
};

enum class Into : bool { zero, sum };  ///< what a chain begins with: 0, or the entry that is there

/// c(i, t) = sum over k of a(i, k) b(k, t), for float and double.
/// Shapes   a [m × k], b [k × n], c [m × n]
/// Errors   std::logic_error when the shapes do not fit
template <class Scalar>
void multiply(MatrixView<const Scalar> a, MatrixView<const Scalar> b, MatrixView<Scalar> c,
              Into into = Into::zero);

/// c(i, t) = sum over k of a(k, i) b(k, t): the transpose of a.
/// Shapes   a [k × m], b [k × n], c [m × n]
template <class Scalar>
void multiply_transposed(MatrixView<const Scalar> a, MatrixView<const Scalar> b, MatrixView<Scalar> c,
                         Into into = Into::zero);

extern template void multiply(MatrixView<const float>, MatrixView<const float>, MatrixView<float>, Into);
extern template void multiply(MatrixView<const double>, MatrixView<const double>, MatrixView<double>, Into);
extern template void multiply_transposed(MatrixView<const float>, MatrixView<const float>, MatrixView<float>,
                                         Into);
extern template void multiply_transposed(MatrixView<const double>, MatrixView<const double>,
                                         MatrixView<double>, Into);

}  // namespace sigprop::detail
