#pragma once
// Products of matrices by vector instructions, with every rounding fixed: an entry of the product is one
// chain of fused multiply-adds in the order of the summed index, so that tiles, vector widths, threads and
// compilers change no bit (libraries choose the order by the machine's caches). Matrices are row-major; the
// right factor and the product hold one token per column, so that vectors run along tokens and the left
// factor, a weight matrix or its transpose, is read as it is stored.

#include <cstddef>
#include <memory>
#include <span>

namespace sigprop {

/// Entry (i, j) is data[i stride + j].
template <class Scalar>
struct MatrixView {
    Scalar* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t stride = 0;
};

/// The same entries, which are not written.
template <class Scalar>
[[nodiscard]] MatrixView<const Scalar> readable(const MatrixView<Scalar>& view) {
    return {view.data, view.rows, view.columns, view.stride};
}

enum class Into : bool { zero, sum };  ///< the start of a chain: 0, or the existing entry

/// A right factor in the order in which products read it, for use in several products or with only some of
/// its rows. The products below that take a plain matrix pack it themselves.
template <class Scalar>
class PackedMatrix {
public:
    PackedMatrix() = default;  ///< has no entries
    explicit PackedMatrix(const MatrixView<const Scalar>& matrix) { pack(matrix); }

    /// Replaces it by this matrix, or by its transpose, in the memory that it has if that is large enough.
    void pack(const MatrixView<const Scalar>& matrix);
    void pack_transposed(const MatrixView<const Scalar>& matrix);

    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    [[nodiscard]] const Scalar* data() const noexcept { return data_; }

private:
    struct alignas(64) Line {
        Scalar values[64 / sizeof(Scalar)];
    };

    Scalar* room(std::size_t rows, std::size_t columns);

    std::size_t rows_ = 0, columns_ = 0, line_count_ = 0;
    std::unique_ptr<Line[]> lines_;
    const Scalar* data_ = nullptr;
};

/// c(i, t) = sum over k of a(i, k) b(first_row + k, t), for float and double; b's other rows are not used.
/// Shapes   a [m × k], b [at least first_row + k × n], c [m × n], which overlaps neither
/// Errors   std::logic_error when the shapes do not fit
template <class Scalar>
void multiply(MatrixView<const Scalar> a, const PackedMatrix<Scalar>& b, std::size_t first_row,
              MatrixView<Scalar> c, Into into = Into::zero);

/// c(i, t) = sum over k of a(k, i) b(first_row + k, t): the transpose of a.
/// Shapes   a [k × m], b and c as above
template <class Scalar>
void multiply_transposed(MatrixView<const Scalar> a, const PackedMatrix<Scalar>& b, std::size_t first_row,
                         MatrixView<Scalar> c, Into into = Into::zero);

/// The same with all rows of b.
/// Shapes   b [k × n]
template <class Scalar>
void multiply(MatrixView<const Scalar> a, MatrixView<const Scalar> b, MatrixView<Scalar> c,
              Into into = Into::zero);
template <class Scalar>
void multiply_transposed(MatrixView<const Scalar> a, MatrixView<const Scalar> b, MatrixView<Scalar> c,
                         Into into = Into::zero);

/// values[k] *= factor.
void scale(std::span<float> values, float factor);
void scale(std::span<double> values, double factor);

}  // namespace sigprop
