// Compiled once per target: foreach_target.h includes this file again with other vector types.

#include "core/random/arrays.hpp"

#include <algorithm>
#include <type_traits>

#include "core/simd/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/random/arrays.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

// One of them is empty, but all are included for each target: their guards take turns.
#include "core/random/arrays-inl.hpp"
#include "core/random/picked-inl.hpp"
#include "core/random/scalar-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

/// The words of a chunk of counters.
struct Chunk {
    HWY_ALIGN std::uint64_t even[chunk_counters];
    HWY_ALIGN std::uint64_t odd[chunk_counters];
};

/// Writes all numbers of a chunk.
template <class Kind>
HWY_NOINLINE void write_chunk(const Chunk& chunk, typename Kind::Number* out) {
    const Kind kind;
    for (std::size_t k = 0; k < chunk_counters; k += Kind::counters) {
        kind.transform(chunk.even + k, chunk.odd + k, out + k * Kind::samples);
    }
}

/// Works chunk by chunk; the words of each are made while the roots of the one before are taken.
template <class Kind>
void fill(const PhiloxInput& input, std::uint64_t first, typename Kind::Number* out, std::size_t count) {
    constexpr std::size_t size = chunk_counters * Kind::samples;
    const Philox philox(input);
    Chunk chunks[2];
    std::uint64_t counter = first / Kind::samples;
    std::size_t skipped = first % Kind::samples;
    make_words<Kind::samples>(philox, Start(philox, counter), counter, chunks[0].even, chunks[0].odd,
                              [](std::size_t) {});
    Kind::prepare(chunks[0].even, chunks[0].odd);
    for (std::size_t now = 0; count > 0; now = 1 - now) {
        Chunk& chunk = chunks[now];
        Chunk& next = chunks[1 - now];
        const auto roots = [&](std::size_t k) HWY_ATTR { Kind::roots(chunk.even, chunk.odd, k); };
        counter += chunk_counters;
        const bool is_last = count + skipped <= size;
        if (is_last) {
            for (std::size_t k = 0; k < chunk_counters; k += group_counters) roots(k);
        } else {
            make_words<Kind::samples>(philox, Start(philox, counter), counter, next.even, next.odd, roots);
        }
        if (HWY_LIKELY(skipped == 0 && count >= size)) {
            write_chunk<Kind>(chunk, out);
            out += size;
            count -= size;
        } else {
            typename Kind::Number edge[size];
            write_chunk<Kind>(chunk, edge);
            const std::size_t taken = std::min(count, size - skipped);
            out = std::copy_n(edge + skipped, taken, out);
            count -= taken;
            skipped = 0;
        }
        if (!is_last) Kind::prepare(next.even, next.odd);
    }
}

/// The numbers of up to max_indices indices, a multiple of index_group.
template <class Number>
HWY_INLINE void pick_groups(const Philox& philox, const std::uint64_t* indices, Number* out,
                            std::size_t count) {
    PickedWords words;
    for (std::size_t k = 0; k < count; k += index_group) {
        Picked<Number>::words(philox, indices + k, words.even + k, words.odd + k);
    }
    Picked<Number>::numbers(indices, words, count, out);
}

template <class Number>
void pick(const PhiloxInput& input, const std::uint64_t* indices, Number* out, std::size_t count) {
    const Philox philox(input);
    for (; count >= max_indices; count -= max_indices) {
        pick_groups(philox, indices, out, max_indices);
        indices += max_indices;
        out += max_indices;
    }
    if (count == 0) return;
    std::uint64_t last_indices[max_indices];
    Number last[max_indices];
    const std::size_t padded = (count + index_group - 1) / index_group * index_group;
    std::fill(std::copy_n(indices, count, last_indices), last_indices + padded, 0);
    pick_groups(philox, last_indices, last, padded);
    std::copy_n(last, count, out);
}

// HWY_EXPORT needs plain names.
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
}  // namespace sigprop
#endif
