#pragma once
// Loops of training over rows of floats or doubles, by vector instructions, with the same bits on every
// target: each operation is rounded by itself, and sums have a fixed order. A pass over a matrix whose
// columns are tokens goes row by row, in the order of memory, while the columns' sums, which are doubles,
// stay in the first cache.
// Shapes   rows have `count` entries; out may be one of the inputs

#include <cstddef>

#include "core/simd/product.hpp"

namespace sigprop {

/// out = a x + b y
template <class Scalar>
void mix(Scalar a, const Scalar* x, Scalar b, const Scalar* y, std::size_t count, Scalar* out);
/// out = a x + b
template <class Scalar>
void scale_and_shift(Scalar a, const Scalar* x, Scalar b, std::size_t count, Scalar* out);
/// out = x y, entry by entry
template <class Scalar>
void multiply_entries(const Scalar* x, const Scalar* y, std::size_t count, Scalar* out);

/// The sum of x[k], and that of x[k] y[k]: entry k adds to double k mod 32, which are then added as a tree.
template <class Scalar>
[[nodiscard]] double row_sum(const Scalar* x, std::size_t count);
template <class Scalar>
[[nodiscard]] double row_product(const Scalar* x, const Scalar* y, std::size_t count);

/// sums[t] += the sum of the entries of column t, of (entry - shifts[t])^2, of the products of entries.
template <class Scalar>
void add_column_sums(const MatrixView<const Scalar>& x, double* sums);
template <class Scalar>
void add_column_squares(const MatrixView<const Scalar>& x, const double* shifts, double* sums);
template <class Scalar>
void add_column_products(const MatrixView<const Scalar>& x, const MatrixView<const Scalar>& y, double* sums);

/// out(i, t) = (x(i, t) - shifts[t]) factors[t], rounded to Scalar at last.
template <class Scalar>
void normalise_columns(const MatrixView<const Scalar>& x, const double* shifts, const double* factors,
                       const MatrixView<Scalar>& out);
/// g(i, t) = factors[t] (g(i, t) - shifts[t] - x(i, t) along[t]), rounded to Scalar at last.
struct ColumnProjection {
    const double *shifts, *along, *factors;
};
template <class Scalar>
void project_columns(const ColumnProjection& by, const MatrixView<const Scalar>& x,
                     const MatrixView<Scalar>& g);

/// One step of Adam: slope = clip g + decay p; first = beta1 first + rest1 slope; second = beta2 second
/// + rest2 slope^2; p = kept p - rate (first / (sqrt(second) inverse_root + epsilon)).
template <class Scalar>
struct AdamStep {
    Scalar clip, decay, beta1, rest1, beta2, rest2, kept, rate, inverse_root, epsilon;
};
template <class Scalar>
void take_adam_step(const AdamStep<Scalar>& by, const Scalar* g, std::size_t count, Scalar* first,
                    Scalar* second, Scalar* p);

}  // namespace sigprop
