// One block of a product of matrices, held in registers while the summed index runs; for block_product.cpp.

#if defined(SIGPROP_BLOCK_PRODUCT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_BLOCK_PRODUCT_INL_HPP
#undef SIGPROP_BLOCK_PRODUCT_INL_HPP
#else
#define SIGPROP_BLOCK_PRODUCT_INL_HPP
#endif

#include <hwy/highway.h>

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
    Scalar* c[rows];
};

/// c(i, t) += sum over k < depth of a(i, k) b(k, t), or = instead of +=.
/// Shapes   element k of row i of a is a[i][k step]; b [depth × vectors], one row after another, aligned
template <class Scalar, std::size_t vectors, std::size_t rows = rows_of(vectors)>
HWY_NOINLINE void multiply_block(const Strip<Scalar, rows>& strip, std::size_t step, const Scalar* b,
                                 std::size_t depth, bool from_zero) {
    const Tag<Scalar> tag;
    constexpr std::size_t width = lanes<Scalar>;
    hn::Vec<Tag<Scalar>> sums[rows][vectors];
    const Scalar* a[rows];
    for (std::size_t i = 0; i < rows; ++i) {
        a[i] = strip.a[i];
        for (std::size_t v = 0; v < vectors; ++v) {
            sums[i][v] = from_zero ? hn::Zero(tag) : hn::LoadU(tag, strip.c[i] + v * width);
        }
    }
    for (std::size_t k = 0; k < depth; ++k, b += vectors * width) {
        hn::Vec<Tag<Scalar>> right[vectors];
        for (std::size_t v = 0; v < vectors; ++v) right[v] = hn::Load(tag, b + v * width);
        for (std::size_t i = 0; i < rows; ++i) {
            const auto left = hn::Set(tag, a[i][k * step]);
            for (std::size_t v = 0; v < vectors; ++v) sums[i][v] = fused(left, right[v], sums[i][v]);
        }
    }
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t v = 0; v < vectors; ++v) hn::StoreU(sums[i][v], tag, strip.c[i] + v * width);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
