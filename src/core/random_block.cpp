// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.
// Words are made first and transformed after, in chunks that stay in L1: one loop for both has too few
// registers.

#include "core/random_block.hpp"

#include <algorithm>
#include <type_traits>

#include "core/block_target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/random_block.cpp"
#include "core/block_widths.hpp"
// after block_widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
#include "core/random_scalar-inl.hpp"
#else
#include "core/random_block-inl.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

using detail::PhiloxInput;

template <class Kind>
void fill(const PhiloxInput& input, std::uint64_t first, typename Kind::Number* out, std::size_t count) {
    constexpr std::size_t group = Kind::counters * Kind::samples;
    const Philox philox(input);
    HWY_ALIGN std::uint64_t even[chunk_counters];
    HWY_ALIGN std::uint64_t odd[chunk_counters];
    typename Kind::Number edge[group];
    std::uint64_t counter = first / Kind::samples;
    std::size_t skipped = first % Kind::samples;
    while (count > 0) {
        const std::size_t asked =
            (std::min(count, chunk_counters * Kind::samples) + skipped) / Kind::samples + 1;
        const std::size_t made = std::min(chunk_counters, asked);
        make_words<Kind::samples>(philox, counter, made, even, odd);
        Kind::prepare(even, odd, made);
        const Kind kind;
        for (std::size_t k = 0; k < made && count > 0;) {
            const std::size_t whole = skipped == 0 ? std::min((made - k) / Kind::counters, count / group) : 0;
            for (std::size_t i = 0; i < whole; ++i) {
                kind.transform(even + k + i * Kind::counters, odd + k + i * Kind::counters, out + i * group);
            }
            k += whole * Kind::counters;
            out += whole * group;
            count -= whole * group;
            if (k >= made || count == 0) break;
            kind.transform(even + k, odd + k, edge);
            const std::size_t taken = std::min(count, group - skipped);
            out = std::copy_n(edge + skipped, taken, out);
            count -= taken;
            skipped = 0;
            k += Kind::counters;
        }
        counter += chunk_counters;
    }
}

template <class Number>
void pick(const PhiloxInput& input, const std::uint64_t* indices, Number* out, std::size_t count) {
    const Philox philox(input);
    for (; count >= index_count; count -= index_count) {
        numbers_of_indices(philox, indices, out);
        indices += index_count;
        out += index_count;
    }
    if (count == 0) return;
    std::uint64_t last_indices[index_count] = {};
    Number last[index_count];
    std::copy_n(indices, count, last_indices);
    numbers_of_indices(philox, last_indices, last);
    std::copy_n(last, count, out);
}

// HWY_EXPORT takes names.
void bits(const PhiloxInput& input, std::uint64_t first, std::uint64_t* out, std::size_t count) {
    fill<BitsOf>(input, first, out, count);
}
void uniforms_f64(const PhiloxInput& input, std::uint64_t first, double* out, std::size_t count) {
    fill<UniformsOf<double>>(input, first, out, count);
}
void uniforms_f32(const PhiloxInput& input, std::uint64_t first, float* out, std::size_t count) {
    fill<UniformsOf<float>>(input, first, out, count);
}
void normals_f64(const PhiloxInput& input, std::uint64_t first, double* out, std::size_t count) {
    fill<NormalsOf<double>>(input, first, out, count);
}
void normals_f32(const PhiloxInput& input, std::uint64_t first, float* out, std::size_t count) {
    fill<NormalsOf<float>>(input, first, out, count);
}
void picked_bits(const PhiloxInput& input, const std::uint64_t* indices, std::uint64_t* out,
                 std::size_t count) {
    pick(input, indices, out, count);
}
void picked_f64(const PhiloxInput& input, const std::uint64_t* indices, double* out, std::size_t count) {
    pick(input, indices, out, count);
}
void picked_f32(const PhiloxInput& input, const std::uint64_t* indices, float* out, std::size_t count) {
    pick(input, indices, out, count);
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(bits);
HWY_EXPORT(uniforms_f64);
HWY_EXPORT(uniforms_f32);
HWY_EXPORT(normals_f64);
HWY_EXPORT(normals_f32);
HWY_EXPORT(picked_bits);
HWY_EXPORT(picked_f64);
HWY_EXPORT(picked_f32);
namespace detail {

void fill_bits(const PhiloxInput& input, std::uint64_t first, std::span<std::uint64_t> out) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(bits)(input, first, out.data(), out.size());
}
void fill_uniforms(const PhiloxInput& input, std::uint64_t first, std::span<double> out) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(uniforms_f64)(input, first, out.data(), out.size());
}
void fill_uniforms(const PhiloxInput& input, std::uint64_t first, std::span<float> out) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(uniforms_f32)(input, first, out.data(), out.size());
}
void fill_normals(const PhiloxInput& input, std::uint64_t first, std::span<double> out) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(normals_f64)(input, first, out.data(), out.size());
}
void fill_normals(const PhiloxInput& input, std::uint64_t first, std::span<float> out) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(normals_f32)(input, first, out.data(), out.size());
}
void bits_at(const PhiloxInput& input, std::span<const std::uint64_t> indices, std::span<std::uint64_t> out) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(picked_bits)(input, indices.data(), out.data(), indices.size());
}
void normals_at(const PhiloxInput& input, std::span<const std::uint64_t> indices, std::span<double> out) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(picked_f64)(input, indices.data(), out.data(), indices.size());
}
void normals_at(const PhiloxInput& input, std::span<const std::uint64_t> indices, std::span<float> out) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(picked_f32)(input, indices.data(), out.data(), indices.size());
}

}  // namespace detail
}  // namespace sigprop
#endif
