// One block of a product of matrices, held in registers while the summed index runs; for block_product.cpp.

#if defined(SIGPROP_BLOCK_PRODUCT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_BLOCK_PRODUCT_INL_HPP
#undef SIGPROP_BLOCK_PRODUCT_INL_HPP
#else
#define SIGPROP_BLOCK_PRODUCT_INL_HPP
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

#include "core/block_math-inl.hpp"
#include "core/block_math_f32-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <class Scalar>
using Tag = hn::CappedTag<Scalar, 64 / sizeof(Scalar)>;
template <class Scalar>
inline constexpr std::size_t lanes = hn::MaxLanes(Tag<Scalar>());

/// Registers: rows × vectors sums, a row of b and one number of a. Of 32 vector registers or of 16.
inline constexpr std::size_t most_vectors = HWY_TARGET == HWY_AVX3 ? 4 : 2;
constexpr std::size_t rows_of(std::size_t vectors) {
    return vectors == 4 ? 6 : vectors == 3 ? 8 : vectors == 2 && HWY_TARGET != HWY_AVX3 ? 6 : 12;
}

/// The rows of a block; the last ones may be the same row several times.
template <class Scalar, std::size_t rows>
struct Strip {
    const Scalar* a[rows];
    const Scalar* begin[rows];  ///< what the sums begin with
    Scalar* c[rows];
    std::size_t next_a, next_c;  ///< from a row to that of the next strip
};

/// c(i, t) = begin(i, t) + sum over k < depth of a(i, k) b(k, t).
/// Shapes   element k of row i of a is a[i][k step]; b [depth × vectors], one row after another, aligned
template <class Scalar, std::size_t vectors, std::size_t rows = rows_of(vectors)>
HWY_NOINLINE void multiply_block(const Strip<Scalar, rows>& strip, std::size_t step, const Scalar* b,
                                 std::size_t depth) {
    const Tag<Scalar> tag;
    constexpr std::size_t width = lanes<Scalar>;
    constexpr std::size_t line = 64 / sizeof(Scalar);
    hn::Vec<Tag<Scalar>> sums[rows][vectors];
    const Scalar* a[rows];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < rows; ++i) {
        a[i] = strip.a[i];
#pragma GCC unroll 16
        for (std::size_t v = 0; v < vectors; ++v) sums[i][v] = hn::LoadU(tag, strip.begin[i] + v * width);
    }
    for (std::size_t k = 0; k < depth;) {
        const std::size_t end = k + std::min(line, depth - k);
        if (step == 1) {
#pragma GCC unroll 16
            for (std::size_t i = 0; i < rows; ++i) hwy::Prefetch(a[i] + strip.next_a + k);
        } else {
            for (std::size_t j = k + line; j < end + line; ++j) hwy::Prefetch(a[0] + j * step);
        }
        if (k / line < rows) {
            for (std::size_t v = 0; v < vectors; ++v) {
                hwy::Prefetch(strip.c[k / line] + strip.next_c + v * width);
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

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
