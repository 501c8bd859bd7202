// Compiled once per target: foreach_target.h includes this file again with other vector types.

#include "core/simd/product.hpp"

#include <stdexcept>
#include <type_traits>

#include "core/simd/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/simd/product.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/simd/product-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <class Scalar>
void multiply_either(bool transposed, const MatrixView<const Scalar>& a, const PackedMatrix<Scalar>& b,
                     std::size_t first_row, const MatrixView<Scalar>& c, Into into) {
    const Product<Scalar> product = transposed ? Product<Scalar>{a.data, 1, a.stride, a.rows, c}
                                               : Product<Scalar>{a.data, a.stride, 1, a.columns, c};
    multiply_all(product, b.data(), b.rows(), first_row, into);
}

template <class Scalar>
void scale_all(Scalar* values, std::size_t count, Scalar factor) {
    const Tag<Scalar> tag;
    const auto factors = hn::Set(tag, factor);
    std::size_t k = 0;
    for (; k + lanes<Scalar> <= count; k += lanes<Scalar>) {
        hn::StoreU(hn::Mul(hn::LoadU(tag, values + k), factors), tag, values + k);
    }
    for (; k < count; ++k) values[k] *= factor;
}

// HWY_EXPORT needs plain names.
std::size_t lanes_of(std::size_t size) { return size == sizeof(float) ? lanes<float> : lanes<double>; }
void pack_f32(const MatrixView<const float>& b, float* packed) { pack(b, packed); }
void pack_f64(const MatrixView<const double>& b, double* packed) { pack(b, packed); }
void pack_turned_f32(const MatrixView<const float>& b, float* packed) { pack_turned(b, packed); }
void pack_turned_f64(const MatrixView<const double>& b, double* packed) { pack_turned(b, packed); }
void product_f32(bool transposed, const MatrixView<const float>& a, const PackedMatrix<float>& b,
                 std::size_t first_row, const MatrixView<float>& c, Into into) {
    multiply_either(transposed, a, b, first_row, c, into);
}
void product_f64(bool transposed, const MatrixView<const double>& a, const PackedMatrix<double>& b,
                 std::size_t first_row, const MatrixView<double>& c, Into into) {
    multiply_either(transposed, a, b, first_row, c, into);
}
void scale_f32(float* values, std::size_t count, float factor) { scale_all(values, count, factor); }
void scale_f64(double* values, std::size_t count, double factor) { scale_all(values, count, factor); }

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(lanes_of);
HWY_EXPORT(pack_f32);
HWY_EXPORT(pack_f64);
HWY_EXPORT(pack_turned_f32);
HWY_EXPORT(pack_turned_f64);
HWY_EXPORT(product_f32);
HWY_EXPORT(product_f64);
HWY_EXPORT(scale_f32);
HWY_EXPORT(scale_f64);
namespace {

template <class Scalar>
void run(bool transposed, const MatrixView<const Scalar>& a, const PackedMatrix<Scalar>& b,
         std::size_t first_row, const MatrixView<Scalar>& c, Into into) {
    const std::size_t m = transposed ? a.columns : a.rows;
    const std::size_t k = transposed ? a.rows : a.columns;
    const bool fits = m == c.rows && first_row <= b.rows() && k <= b.rows() - first_row &&
                      b.columns() == c.columns && a.stride >= a.columns && c.stride >= c.columns;
    if (!fits) throw std::logic_error("the shapes of the matrices of a product do not fit");
    if (m == 0 || c.columns == 0) return;
    if constexpr (std::is_same_v<Scalar, float>) {
        HWY_DYNAMIC_DISPATCH(product_f32)(transposed, a, b, first_row, c, into);
    } else {
        HWY_DYNAMIC_DISPATCH(product_f64)(transposed, a, b, first_row, c, into);
    }
}

template <class Scalar>
void check_all_rows(std::size_t rows, const MatrixView<const Scalar>& b) {
    if (rows != b.rows) throw std::logic_error("the shapes of the matrices of a product do not fit");
}

}  // namespace

template <class Scalar>
Scalar* PackedMatrix<Scalar>::room(std::size_t rows, std::size_t columns) {
    prepare_target();
    const std::size_t lane_count = HWY_DYNAMIC_DISPATCH(lanes_of)(sizeof(Scalar));
    const std::size_t padded = (columns + lane_count - 1) / lane_count * lane_count;
    const std::size_t lines = (rows * padded * sizeof(Scalar) + 63) / 64;
    if (lines > line_count_) {
        lines_.reset();
        line_count_ = 0;
        lines_ = std::make_unique_for_overwrite<Line[]>(lines);
        line_count_ = lines;
    }
    rows_ = rows;
    columns_ = columns;
    data_ = lines == 0 ? nullptr : lines_.get()->values;
    return lines == 0 ? nullptr : lines_.get()->values;
}

template <class Scalar>
void PackedMatrix<Scalar>::pack(const MatrixView<const Scalar>& matrix) {
    if (matrix.stride < matrix.columns) throw std::logic_error("the rows of a matrix overlap");
    Scalar* const packed = room(matrix.rows, matrix.columns);
    if constexpr (std::is_same_v<Scalar, float>) {
        HWY_DYNAMIC_DISPATCH(pack_f32)(matrix, packed);
    } else {
        HWY_DYNAMIC_DISPATCH(pack_f64)(matrix, packed);
    }
}

template <class Scalar>
void PackedMatrix<Scalar>::pack_transposed(const MatrixView<const Scalar>& matrix) {
    if (matrix.stride < matrix.columns) throw std::logic_error("the rows of a matrix overlap");
    Scalar* const packed = room(matrix.columns, matrix.rows);
    if constexpr (std::is_same_v<Scalar, float>) {
        HWY_DYNAMIC_DISPATCH(pack_turned_f32)(matrix, packed);
    } else {
        HWY_DYNAMIC_DISPATCH(pack_turned_f64)(matrix, packed);
    }
}

template <class Scalar>
void multiply(MatrixView<const Scalar> a, const PackedMatrix<Scalar>& b, std::size_t first_row,
              MatrixView<Scalar> c, Into into) {
    run(false, a, b, first_row, c, into);
}

template <class Scalar>
void multiply_transposed(MatrixView<const Scalar> a, const PackedMatrix<Scalar>& b, std::size_t first_row,
                         MatrixView<Scalar> c, Into into) {
    run(true, a, b, first_row, c, into);
}

template <class Scalar>
void multiply(MatrixView<const Scalar> a, MatrixView<const Scalar> b, MatrixView<Scalar> c, Into into) {
    check_all_rows(a.columns, b);
    run(false, a, PackedMatrix<Scalar>(b), 0, c, into);
}

template <class Scalar>
void multiply_transposed(MatrixView<const Scalar> a, MatrixView<const Scalar> b, MatrixView<Scalar> c,
                         Into into) {
    check_all_rows(a.rows, b);
    run(true, a, PackedMatrix<Scalar>(b), 0, c, into);
}

void scale(std::span<float> values, float factor) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(scale_f32)(values.data(), values.size(), factor);
}
void scale(std::span<double> values, double factor) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(scale_f64)(values.data(), values.size(), factor);
}

template class PackedMatrix<float>;
template void multiply(MatrixView<const float>, const PackedMatrix<float>&, std::size_t, MatrixView<float>,
                       Into);
template void multiply(MatrixView<const float>, MatrixView<const float>, MatrixView<float>, Into);
template void multiply_transposed(MatrixView<const float>, const PackedMatrix<float>&, std::size_t,
                                  MatrixView<float>, Into);
template void multiply_transposed(MatrixView<const float>, MatrixView<const float>, MatrixView<float>, Into);
template class PackedMatrix<double>;
template void multiply(MatrixView<const double>, const PackedMatrix<double>&, std::size_t, MatrixView<double>,
                       Into);
template void multiply(MatrixView<const double>, MatrixView<const double>, MatrixView<double>, Into);
template void multiply_transposed(MatrixView<const double>, const PackedMatrix<double>&, std::size_t,
                                  MatrixView<double>, Into);
template void multiply_transposed(MatrixView<const double>, MatrixView<const double>, MatrixView<double>,
                                  Into);
}  // namespace sigprop
#endif
