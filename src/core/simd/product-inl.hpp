// Products of matrices on one target, for simd/product.cpp. Tiles of c stay in registers; b, packed, comes in
// panels that are read in order, and a in groups of rows that stay in the L2 cache. Between panels the
// chains are stored in c: a float that is stored and loaded is the same float.

#if defined(SIGPROP_PRODUCT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_PRODUCT_INL_HPP
#undef SIGPROP_PRODUCT_INL_HPP
#else
#define SIGPROP_PRODUCT_INL_HPP
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

#include "core/simd/math-inl.hpp"
#include "core/simd/math_f32-inl.hpp"
#include "core/simd/product.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <class Scalar>
using Tag = hn::CappedTag<Scalar, 64 / sizeof(Scalar)>;
template <class Scalar>
inline constexpr std::size_t lanes = hn::MaxLanes(Tag<Scalar>());

/// The entries of a line of the caches.
template <class Scalar>
inline constexpr std::size_t line = 64 / sizeof(Scalar);

/// Registers for rows × vectors sums, a row of b and one number of a, out of 32 vector registers or 16.
inline constexpr std::size_t max_vectors = HWY_TARGET == HWY_AVX3 ? 4 : 2;
constexpr std::size_t rows_of(std::size_t vectors) {
    return vectors == 4 || (vectors == 2 && HWY_TARGET != HWY_AVX3) ? 6 : 8;
}

/// The rows of a tile; the last entries may repeat the same row.
template <class Scalar, std::size_t rows>
struct Strip {
    const Scalar* a[rows];
    const Scalar* begin[rows];  ///< initial values of the sums
    Scalar* c[rows];
    std::size_t next_a, next_c;  ///< from a row to the same row of the next strip
};

/// c(i, t) = begin(i, t) + sum over k < depth of a(i, k) b(k, t).
/// Shapes   element k of row i of a is a[i][k step]; b [depth × vectors], one row after another, aligned
template <class Scalar, std::size_t vectors, std::size_t rows = rows_of(vectors)>
HWY_NOINLINE void multiply_tile(const Strip<Scalar, rows>& strip, std::size_t step, const Scalar* b,
                                std::size_t depth) {
    const Tag<Scalar> tag;
    constexpr std::size_t width = lanes<Scalar>;
    constexpr std::size_t entries = line<Scalar>;
    hn::Vec<Tag<Scalar>> sums[rows][vectors];
    const Scalar* a[rows];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < rows; ++i) {
        a[i] = strip.a[i];
#pragma GCC unroll 16
        for (std::size_t v = 0; v < vectors; ++v) sums[i][v] = hn::LoadU(tag, strip.begin[i] + v * width);
    }
    for (std::size_t k = 0; k < depth;) {
        const std::size_t end = k + std::min(entries, depth - k);
        if (step == 1) {
#pragma GCC unroll 16
            for (std::size_t i = 0; i < rows; ++i) hwy::Prefetch(a[i] + strip.next_a + k);
        } else {
            for (std::size_t j = k + entries; j < end + entries; ++j) hwy::Prefetch(a[0] + j * step);
        }
        if (k / entries < rows) {
            for (std::size_t v = 0; v < vectors; ++v) {
                hwy::Prefetch(strip.c[k / entries] + strip.next_c + v * width);
            }
        }
        for (; k < end; ++k, b += vectors * width) {
            hn::Vec<Tag<Scalar>> right[vectors];
#pragma GCC unroll 16
            for (std::size_t v = 0; v < vectors; ++v) right[v] = hn::Load(tag, b + v * width);
#pragma GCC unroll 16
            for (std::size_t i = 0; i < rows; ++i) {
                const auto left = hn::Set(tag, a[i][k * step]);
#pragma GCC unroll 16
                for (std::size_t v = 0; v < vectors; ++v) sums[i][v] = fused(left, right[v], sums[i][v]);
            }
        }
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 16
        for (std::size_t v = 0; v < vectors; ++v) hn::StoreU(sums[i][v], tag, strip.c[i] + v * width);
    }
}

// Rows of b, at most 256 bytes each, which are read in order; and rows of a, which stay in the L2 cache.
// Where panels are shorter, c comes and goes more often.
inline constexpr std::size_t panel_depth = 256;
inline constexpr std::size_t panel_rows = 96;
template <class Scalar>
inline constexpr std::size_t stretch = max_vectors* lanes<Scalar>;  // columns that are packed together

constexpr std::size_t round_up(std::size_t count, std::size_t unit) {
    return (count + unit - 1) / unit * unit;
}

/// c [m × n] += a [m × k] b [k × n], element (i, k) of a at a[i row_step + k depth_step]; b is packed.
template <class Scalar>
struct Product {
    const Scalar* a;
    std::size_t row_step, depth_step, depth;
    MatrixView<Scalar> c;
};

/// Packs b by stretches of columns, each row by row, the last padded with zeros to whole vectors.
template <class Scalar>
void pack(const MatrixView<const Scalar>& b, Scalar* packed) {
    const Tag<Scalar> tag;
    for (std::size_t first = 0; first < b.columns; first += stretch<Scalar>) {
        const std::size_t columns = std::min(stretch<Scalar>, b.columns - first);
        const std::size_t width = round_up(columns, lanes<Scalar>);
        for (std::size_t k = 0; k < b.rows; ++k, packed += width) {
            const Scalar* const row = b.data + k * b.stride + first;
            std::size_t t = 0;
            for (; t + lanes<Scalar> <= columns; t += lanes<Scalar>) {
                hn::Store(hn::LoadU(tag, row + t), tag, packed + t);
            }
            for (; t < columns; ++t) packed[t] = row[t];
            for (; t < width; ++t) packed[t] = 0;
        }
    }
}

/// The side of the squares that are transposed in registers: 4 × 4 floats or 2 × 2 doubles.
template <class Scalar>
inline constexpr std::size_t square_side = HWY_TARGET == HWY_SCALAR ? 1 : 16 / sizeof(Scalar);

/// to = from^T for one such square, in rows that are from_stride and to_stride apart.
template <class Scalar>
HWY_INLINE void turn_square(const Scalar* from, [[maybe_unused]] std::size_t from_stride, Scalar* to,
                            [[maybe_unused]] std::size_t to_stride) {
#if HWY_TARGET == HWY_SCALAR
    *to = *from;
#else
    const hn::CappedTag<Scalar, square_side<Scalar>> d;
    const auto a = hn::LoadU(d, from);
    const auto b = hn::LoadU(d, from + from_stride);
    const auto ab = hn::InterleaveLower(d, a, b), ab_upper = hn::InterleaveUpper(d, a, b);
    if constexpr (sizeof(Scalar) == 8) {
        hn::StoreU(ab, d, to);
        hn::StoreU(ab_upper, d, to + to_stride);
    } else {
        const auto e = hn::LoadU(d, from + 2 * from_stride);
        const auto f = hn::LoadU(d, from + 3 * from_stride);
        const auto ef = hn::InterleaveLower(d, e, f), ef_upper = hn::InterleaveUpper(d, e, f);
        hn::StoreU(hn::ConcatLowerLower(d, ef, ab), d, to);
        hn::StoreU(hn::ConcatUpperUpper(d, ef, ab), d, to + to_stride);
        hn::StoreU(hn::ConcatLowerLower(d, ef_upper, ab_upper), d, to + 2 * to_stride);
        hn::StoreU(hn::ConcatUpperUpper(d, ef_upper, ab_upper), d, to + 3 * to_stride);
    }
#endif
}

/// to = from^T; `to` has rows of to_stride entries, which stay in the L1 cache. The next rows of `from` may
/// lie in other pages, where the processor does not look by itself.
template <class Scalar>
void turn(const MatrixView<const Scalar>& from, Scalar* to, std::size_t to_stride) {
    constexpr std::size_t side = square_side<Scalar>;
    constexpr std::size_t together = 64;
    const std::size_t whole_rows = from.rows / side * side;
    const std::size_t whole_columns = from.columns / side * side;
    for (std::size_t first = 0; first < whole_columns; first += together) {
        const std::size_t end = std::min(whole_columns, first + together);
        for (std::size_t i = 0; i < whole_rows; i += side) {
            for (std::size_t row = i + side; row < i + 2 * side; ++row) {
                for (std::size_t k = first; k < end; k += line<Scalar>)
                    hwy::Prefetch(from.data + row * from.stride + k);
            }
            for (std::size_t k = first; k < end; k += side)
                turn_square(from.data + i * from.stride + k, from.stride, to + k * to_stride + i, to_stride);
        }
    }
    for (std::size_t i = 0; i < from.rows; ++i) {
        for (std::size_t k = i < whole_rows ? whole_columns : 0; k < from.columns; ++k)
            to[k * to_stride + i] = from.data[i * from.stride + k];
    }
}

/// Packs the transpose of b as pack does.
template <class Scalar>
void pack_turned(const MatrixView<const Scalar>& b, Scalar* packed) {
    for (std::size_t first = 0; first < b.rows; first += stretch<Scalar>) {
        const std::size_t columns = std::min(stretch<Scalar>, b.rows - first);
        const std::size_t width = round_up(columns, lanes<Scalar>);
        turn<Scalar>({b.data + first * b.stride, columns, b.columns, b.stride}, packed, width);
        for (std::size_t k = 0; k < b.columns && columns < width; ++k)
            std::fill_n(packed + k * width + columns, width - columns, Scalar(0));
        packed += b.columns * width;
    }
}

/// Computes some rows of c, in at most vectors × lanes columns, over a panel of the summed index.
template <class Scalar, std::size_t vectors>
void multiply_panel(const Product<Scalar>& p, const Scalar* b, bool from_zero) {
    constexpr std::size_t rows = rows_of(vectors);
    constexpr std::size_t padded = vectors * lanes<Scalar>;
    const std::size_t columns = p.c.columns;
    const bool is_whole = columns == padded;
    Scalar edge[rows * padded];
    const Scalar zeros[padded] = {};
    for (std::size_t first = 0; first < p.c.rows; first += rows) {
        Strip<Scalar, rows> strip;
        strip.next_a = rows * p.row_step;
        strip.next_c = is_whole ? rows * p.c.stride : 0;
        for (std::size_t i = 0; i < rows; ++i) {
            const std::size_t row = std::min(first + i, p.c.rows - 1);
            Scalar* const c = p.c.data + row * p.c.stride;
            strip.a[i] = p.a + row * p.row_step;
            strip.c[i] = is_whole ? c : edge + i * padded;
            strip.begin[i] = from_zero ? zeros : strip.c[i];
            if (!is_whole && !from_zero) std::copy_n(c, columns, strip.c[i]);
        }
        multiply_tile<Scalar, vectors>(strip, p.depth_step, b, p.depth);
        for (std::size_t i = 0; i < rows && first + i < p.c.rows && !is_whole; ++i) {
            std::copy_n(strip.c[i], columns, p.c.data + (first + i) * p.c.stride);
        }
    }
}

template <class Scalar>
void multiply_stretch(const Product<Scalar>& p, const Scalar* b, bool from_zero) {
    const std::size_t vectors = round_up(p.c.columns, lanes<Scalar>) / lanes<Scalar>;
    if (vectors == 1) multiply_panel<Scalar, 1>(p, b, from_zero);
    if (vectors == 2) multiply_panel<Scalar, 2>(p, b, from_zero);
    if constexpr (max_vectors == 4) {
        if (vectors == 3) multiply_panel<Scalar, 3>(p, b, from_zero);
        if (vectors == 4) multiply_panel<Scalar, 4>(p, b, from_zero);
    }
}

/// Computes some rows of c over a panel of the summed index, whose first row of b is `row`.
template <class Scalar>
void multiply_stretches(const Product<Scalar>& p, const Scalar* b, std::size_t b_rows, std::size_t row,
                        bool from_zero) {
    Product<Scalar> part = p;
    for (std::size_t t = 0; t < p.c.columns; t += stretch<Scalar>) {
        part.c.data = p.c.data + t;
        part.c.columns = std::min(stretch<Scalar>, p.c.columns - t);
        const std::size_t width = round_up(part.c.columns, lanes<Scalar>);
        multiply_stretch(part, b + t * b_rows + row * width, from_zero);
    }
}

/// The same with a copy of the part of a: in place its rows, often a power of two apart, would drive each
/// other from the caches.
template <class Scalar>
HWY_NOINLINE void multiply_copied(const Product<Scalar>& p, const Scalar* b, std::size_t b_rows,
                                  std::size_t row, bool from_zero) {
    constexpr std::size_t deep = panel_depth + line<Scalar>, wide = panel_rows + line<Scalar>;
    Scalar copy[std::max(panel_rows * deep, panel_depth * wide)];
    if (p.depth_step == 1) {
        for (std::size_t i = 0; i < p.c.rows; ++i)
            std::copy_n(p.a + i * p.row_step, p.depth, copy + i * deep);
        multiply_stretches<Scalar>({copy, deep, 1, p.depth, p.c}, b, b_rows, row, from_zero);
    } else {
        for (std::size_t k = 0; k < p.depth; ++k)
            std::copy_n(p.a + k * p.depth_step, p.c.rows, copy + k * wide);
        multiply_stretches<Scalar>({copy, 1, wide, p.depth, p.c}, b, b_rows, row, from_zero);
    }
}

inline constexpr std::size_t worth_a_copy = 256;  // columns of c, for each of which a is read again

/// b has b_rows rows; those from first_row on take part.
template <class Scalar>
void multiply_all(const Product<Scalar>& p, const Scalar* b, std::size_t b_rows, std::size_t first_row,
                  Into into) {
    for (std::size_t i = 0; i < p.c.rows; i += panel_rows) {
        std::size_t k = 0;
        do {  // runs once even if there is nothing to sum
            Product<Scalar> part = p;
            part.a += i * p.row_step + k * p.depth_step;
            part.depth = std::min(panel_depth, p.depth - k);
            part.c.data = p.c.data + i * p.c.stride;
            part.c.rows = std::min(panel_rows, p.c.rows - i);
            const bool from_zero = k == 0 && into == Into::zero;
            if (p.c.columns >= worth_a_copy) {
                multiply_copied(part, b, b_rows, first_row + k, from_zero);
            } else {
                multiply_stretches(part, b, b_rows, first_row + k, from_zero);
            }
            k += part.depth;
        } while (k < p.depth);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
