// Compiled once per target: foreach_target.h includes this file again with other vector types.

#include "core/simd/row_operations.hpp"

#include <type_traits>

#include "core/simd/row_table.hpp"
#include "core/simd/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/simd/row_operations.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/simd/row_operations-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <class Scalar>
constexpr RowTable<Scalar> rows_of_target = {mix_all<Scalar>,
                                             scale_and_shift_all<Scalar>,
                                             multiply_entries_all<Scalar>,
                                             row_sum_all<Scalar>,
                                             row_product_all<Scalar>,
                                             add_column_sums_all<Scalar>,
                                             add_column_squares_all<Scalar>,
                                             add_column_products_all<Scalar>,
                                             normalise_columns_all<Scalar>,
                                             project_columns_all<Scalar>,
                                             adam_all<Scalar>};

// HWY_EXPORT needs plain names.
const RowTable<float>* float_rows() { return &rows_of_target<float>; }
const RowTable<double>* double_rows() { return &rows_of_target<double>; }

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
namespace {

HWY_EXPORT(float_rows);
HWY_EXPORT(double_rows);

template <class Scalar>
const RowTable<Scalar>& table() {
    prepare_target();
    if constexpr (std::is_same_v<Scalar, float>) {
        return *HWY_DYNAMIC_DISPATCH(float_rows)();
    } else {
        return *HWY_DYNAMIC_DISPATCH(double_rows)();
    }
}

}  // namespace

template <class Scalar>
void mix(Scalar a, const Scalar* x, Scalar b, const Scalar* y, std::size_t count, Scalar* out) {
    table<Scalar>().mix(a, x, b, y, count, out);
}
template <class Scalar>
void scale_and_shift(Scalar a, const Scalar* x, Scalar b, std::size_t count, Scalar* out) {
    table<Scalar>().scale_and_shift(a, x, b, count, out);
}
template <class Scalar>
void multiply_entries(const Scalar* x, const Scalar* y, std::size_t count, Scalar* out) {
    table<Scalar>().multiply_entries(x, y, count, out);
}
template <class Scalar>
double row_sum(const Scalar* x, std::size_t count) {
    return table<Scalar>().row_sum(x, count);
}
template <class Scalar>
double row_product(const Scalar* x, const Scalar* y, std::size_t count) {
    return table<Scalar>().row_product(x, y, count);
}
template <class Scalar>
void add_column_sums(const MatrixView<const Scalar>& x, double* sums) {
    table<Scalar>().add_column_sums(x, sums);
}
template <class Scalar>
void add_column_squares(const MatrixView<const Scalar>& x, const double* shifts, double* sums) {
    table<Scalar>().add_column_squares(x, shifts, sums);
}
template <class Scalar>
void add_column_products(const MatrixView<const Scalar>& x, const MatrixView<const Scalar>& y, double* sums) {
    table<Scalar>().add_column_products(x, y, sums);
}
template <class Scalar>
void normalise_columns(const MatrixView<const Scalar>& x, const double* shifts, const double* factors,
                       const MatrixView<Scalar>& out) {
    table<Scalar>().normalise_columns(x, shifts, factors, out);
}
template <class Scalar>
void project_columns(const ColumnProjection& by, const MatrixView<const Scalar>& x,
                     const MatrixView<Scalar>& g) {
    table<Scalar>().project_columns(by, x, g);
}
template <class Scalar>
void take_adam_step(const AdamStep<Scalar>& by, const Scalar* g, std::size_t count, Scalar* first,
                    Scalar* second, Scalar* p) {
    table<Scalar>().adam(by, g, count, first, second, p);
}

template void mix(float, const float*, float, const float*, std::size_t, float*);
template void scale_and_shift(float, const float*, float, std::size_t, float*);
template void multiply_entries(const float*, const float*, std::size_t, float*);
template double row_sum(const float*, std::size_t);
template double row_product(const float*, const float*, std::size_t);
template void add_column_sums(const MatrixView<const float>&, double*);
template void add_column_squares(const MatrixView<const float>&, const double*, double*);
template void add_column_products(const MatrixView<const float>&, const MatrixView<const float>&, double*);
template void normalise_columns(const MatrixView<const float>&, const double*, const double*,
                                const MatrixView<float>&);
template void project_columns(const ColumnProjection&, const MatrixView<const float>&,
                              const MatrixView<float>&);
template void take_adam_step(const AdamStep<float>&, const float*, std::size_t, float*, float*, float*);
template void mix(double, const double*, double, const double*, std::size_t, double*);
template void scale_and_shift(double, const double*, double, std::size_t, double*);
template void multiply_entries(const double*, const double*, std::size_t, double*);
template double row_sum(const double*, std::size_t);
template double row_product(const double*, const double*, std::size_t);
template void add_column_sums(const MatrixView<const double>&, double*);
template void add_column_squares(const MatrixView<const double>&, const double*, double*);
template void add_column_products(const MatrixView<const double>&, const MatrixView<const double>&, double*);
template void normalise_columns(const MatrixView<const double>&, const double*, const double*,
                                const MatrixView<double>&);
template void project_columns(const ColumnProjection&, const MatrixView<const double>&,
                              const MatrixView<double>&);
template void take_adam_step(const AdamStep<double>&, const double*, std::size_t, double*, double*, double*);

}  // namespace sigprop
#endif
