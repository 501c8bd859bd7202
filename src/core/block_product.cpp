// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.
// Blocks of c stay in registers; b comes in panels that are copied into the first cache (aligned, and
// filled up with zeros where the columns end), a in blocks of rows that stay in the second. Between panels
// the chains wait in c: a float that is stored and loaded is the same float.

#include "core/block_product.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/block_target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/block_product.cpp"
#include "core/block_widths.hpp"
// after block_widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/block_product-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

using detail::Into;
using detail::MatrixView;

inline constexpr std::size_t panel_bytes = 32768;
inline constexpr std::size_t block_rows = 192;

/// c [m × n] += a [m × k] b [k × n], element (i, k) of a at a[i row_step + k depth_step].
template <class Scalar>
struct Product {
    const Scalar* a;
    std::size_t row_step, depth_step;
    MatrixView<const Scalar> b;
    MatrixView<Scalar> c;
};

/// Rows of b [depth × columns] with zeros after them, vectors × lanes numbers each.
template <class Scalar>
void copy_panel(const Scalar* b, std::size_t stride, std::size_t depth, std::size_t columns,
                std::size_t padded, Scalar* panel) {
    const Tag<Scalar> tag;
    for (std::size_t k = 0; k < depth; ++k, b += stride, panel += padded) {
        std::size_t t = 0;
        for (; t + lanes<Scalar> <= columns; t += lanes<Scalar>) {
            hn::Store(hn::LoadU(tag, b + t), tag, panel + t);
        }
        for (; t < columns; ++t) panel[t] = b[t];
        for (; t < padded; ++t) panel[t] = 0;
    }
}

/// Some rows and columns of c, at most vectors × lanes, and a panel of the summed index.
template <class Scalar, std::size_t vectors>
void multiply_panel(const Product<Scalar>& p, const Scalar* panel, std::size_t depth, bool from_zero) {
    constexpr std::size_t rows = rows_of(vectors);
    constexpr std::size_t padded = vectors * lanes<Scalar>;
    const std::size_t columns = p.c.columns;
    Scalar edge[rows * padded];
    for (std::size_t first = 0; first < p.c.rows; first += rows) {
        Strip<Scalar, rows> strip;
        const auto row = [&](std::size_t i) { return std::min(first + i, p.c.rows - 1); };
        for (std::size_t i = 0; i < rows; ++i) {
            strip.a[i] = p.a + row(i) * p.row_step;
            strip.c[i] = columns == padded ? p.c.data + row(i) * p.c.stride : edge + i * padded;
        }
        if (columns < padded) {
            for (std::size_t i = 0; i < rows; ++i) {
                std::copy_n(p.c.data + row(i) * p.c.stride, from_zero ? 0 : columns, strip.c[i]);
            }
        }
        multiply_block<Scalar, vectors>(strip, p.depth_step, panel, depth, from_zero);
        if (columns < padded) {
            for (std::size_t i = 0; i < rows; ++i) {
                std::copy_n(strip.c[i], columns, p.c.data + row(i) * p.c.stride);
            }
        }
    }
}

template <class Scalar>
void multiply_panels(const Product<Scalar>& p, bool from_zero) {
    constexpr std::size_t most_columns = most_vectors * lanes<Scalar>;
    constexpr std::size_t most_depth = panel_bytes / sizeof(Scalar) / most_columns;
    HWY_ALIGN Scalar panel[most_depth * most_columns];
    std::size_t k = 0;
    do {  // once even when there is nothing to sum
        const std::size_t depth = std::min(most_depth, p.b.rows - k);
        for (std::size_t t = 0; t < p.c.columns; t += most_columns) {
            const std::size_t columns = std::min(most_columns, p.c.columns - t);
            const std::size_t vectors = (columns + lanes<Scalar> - 1) / lanes<Scalar>;
            copy_panel(p.b.data + k * p.b.stride + t, p.b.stride, depth, columns, vectors * lanes<Scalar>,
                       panel);
            Product<Scalar> part = p;
            part.a += k * p.depth_step;
            part.c.data += t;
            part.c.columns = columns;
            if (vectors == 1) multiply_panel<Scalar, 1>(part, panel, depth, from_zero);
            if (vectors == 2) multiply_panel<Scalar, 2>(part, panel, depth, from_zero);
            if constexpr (most_vectors == 4) {
                if (vectors == 3) multiply_panel<Scalar, 3>(part, panel, depth, from_zero);
                if (vectors == 4) multiply_panel<Scalar, 4>(part, panel, depth, from_zero);
            }
        }
        k += depth;
        from_zero = false;
    } while (k < p.b.rows);
}

template <class Scalar>
void multiply_all(const Product<Scalar>& p, Into into) {
    for (std::size_t i = 0; i < p.c.rows; i += block_rows) {
        Product<Scalar> part = p;
        part.a += i * p.row_step;
        part.c.data += i * p.c.stride;
        part.c.rows = std::min(block_rows, p.c.rows - i);
        multiply_panels(part, into == Into::zero);
    }
}

// HWY_EXPORT takes names.
void product_f32(const float* a, std::size_t row_step, std::size_t depth_step, MatrixView<const float> b,
                 MatrixView<float> c, Into into) {
    multiply_all<float>({a, row_step, depth_step, b, c}, into);
}
void product_f64(const double* a, std::size_t row_step, std::size_t depth_step, MatrixView<const double> b,
                 MatrixView<double> c, Into into) {
    multiply_all<double>({a, row_step, depth_step, b, c}, into);
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(product_f32);
HWY_EXPORT(product_f64);
namespace detail {
namespace {

void run(const float* a, std::size_t row_step, std::size_t depth_step, const MatrixView<const float>& b,
         const MatrixView<float>& c, Into into) {
    HWY_DYNAMIC_DISPATCH(product_f32)(a, row_step, depth_step, b, c, into);
}
void run(const double* a, std::size_t row_step, std::size_t depth_step, const MatrixView<const double>& b,
         const MatrixView<double>& c, Into into) {
    HWY_DYNAMIC_DISPATCH(product_f64)(a, row_step, depth_step, b, c, into);
}

/// Shapes   a' [m × k] is a or its transpose
template <class Scalar>
void check(std::size_t m, std::size_t k, const MatrixView<const Scalar>& a, const MatrixView<const Scalar>& b,
           const MatrixView<Scalar>& c) {
    const bool fits = m == c.rows && k == b.rows && b.columns == c.columns && a.stride >= a.columns &&
                      b.stride >= b.columns && c.stride >= c.columns;
    if (!fits) throw std::logic_error("a product of matrices whose shapes do not fit");
}

}  // namespace

template <class Scalar>
void multiply(MatrixView<const Scalar> a, MatrixView<const Scalar> b, MatrixView<Scalar> c, Into into) {
    check(a.rows, a.columns, a, b, c);
    prepare_target();
    if (c.rows > 0 && c.columns > 0) run(a.data, a.stride, 1, b, c, into);
}

template <class Scalar>
void multiply_transposed(MatrixView<const Scalar> a, MatrixView<const Scalar> b, MatrixView<Scalar> c,
                         Into into) {
    check(a.columns, a.rows, a, b, c);
    prepare_target();
    if (c.rows > 0 && c.columns > 0) run(a.data, 1, a.stride, b, c, into);
}

template void multiply(MatrixView<const float>, MatrixView<const float>, MatrixView<float>, Into);
template void multiply(MatrixView<const double>, MatrixView<const double>, MatrixView<double>, Into);
template void multiply_transposed(MatrixView<const float>, MatrixView<const float>, MatrixView<float>, Into);
template void multiply_transposed(MatrixView<const double>, MatrixView<const double>, MatrixView<double>,
                                  Into);

}  // namespace detail
}  // namespace sigprop
#endif
