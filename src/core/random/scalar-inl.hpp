// What random/arrays.cpp needs on targets without vectors: the scalar definition, one counter after another.

#if defined(SIGPROP_RANDOM_SCALAR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_RANDOM_SCALAR_INL_HPP
#undef SIGPROP_RANDOM_SCALAR_INL_HPP
#else
#define SIGPROP_RANDOM_SCALAR_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "core/random/arrays.hpp"
#include "core/random/math.hpp"

#if !HWY_NATIVE_FMA  // there Highway's MulAdd rounds twice
HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

using Philox = PhiloxInput;

inline constexpr std::size_t group_counters = 1;
inline constexpr std::size_t chunk_counters = 4;

struct Start {
    Start(const Philox&, std::uint64_t) {}
};

template <std::size_t samples, class Beside>
void make_words(const Philox& philox, const Start&, std::uint64_t counter, std::uint64_t* even,
                std::uint64_t* odd, Beside) {
    for (std::size_t k = 0; k < chunk_counters; ++k) {
        const auto words = philox_words(philox, (counter + k) & (~std::uint64_t{0} / samples));
        even[k] = words[0];
        odd[k] = words[1];
    }
}

struct BitsOf {
    using Number = std::uint64_t;
    static constexpr std::size_t samples = 2;
    static constexpr std::size_t counters = 1;
    static void prepare(std::uint64_t*, std::uint64_t*) {}
    static void roots(std::uint64_t*, std::uint64_t*, std::size_t) {}
    void transform(const std::uint64_t* even, const std::uint64_t* odd, std::uint64_t* out) const {
        out[0] = *even;
        out[1] = *odd;
    }
};

template <class T>
struct UniformsOf;
template <class T>
struct NormalsOf;

template <>
struct UniformsOf<double> : BitsOf {
    using Number = double;
    void transform(const std::uint64_t* even, const std::uint64_t* odd, double* out) const {
        out[0] = uniform_from_bits(*even);
        out[1] = uniform_from_bits(*odd);
    }
};
template <>
struct NormalsOf<double> : BitsOf {
    using Number = double;
    void transform(const std::uint64_t* even, const std::uint64_t* odd, double* out) const {
        std::tie(out[0], out[1]) = normals_from_bits(*even, *odd);
    }
};

struct FourSamples {
    using Number = float;
    static constexpr std::size_t samples = 4;
    static constexpr std::size_t counters = 1;
    static void prepare(std::uint64_t*, std::uint64_t*) {}
    static void roots(std::uint64_t*, std::uint64_t*, std::size_t) {}
};
template <>
struct UniformsOf<float> : FourSamples {
    void transform(const std::uint64_t* even, const std::uint64_t* odd, float* out) const {
        out[0] = uniform_from_word(static_cast<std::uint32_t>(*even >> 32));
        out[1] = uniform_from_word(static_cast<std::uint32_t>(*even));
        out[2] = uniform_from_word(static_cast<std::uint32_t>(*odd >> 32));
        out[3] = uniform_from_word(static_cast<std::uint32_t>(*odd));
    }
};
template <>
struct NormalsOf<float> : FourSamples {
    void transform(const std::uint64_t* even, const std::uint64_t* odd, float* out) const {
        std::tie(out[0], out[1]) = normals_f32_from_bits(*even);
        std::tie(out[2], out[3]) = normals_f32_from_bits(*odd);
    }
};

inline constexpr std::size_t index_group = 1;
inline constexpr std::size_t max_indices = 1;

struct PickedWords {
    std::uint64_t even[max_indices];
    std::uint64_t odd[max_indices];
};

template <class Number>
struct Picked;

template <>
struct Picked<std::uint64_t> {
    static void words(const Philox& philox, const std::uint64_t* indices, std::uint64_t* even,
                      std::uint64_t* odd) {
        const auto words = philox_words(philox, *indices >> 1);
        *even = words[0];
        *odd = words[1];
    }
    static void numbers(const std::uint64_t* indices, const PickedWords& picked, std::size_t,
                        std::uint64_t* out) {
        *out = (*indices & 1) == 0 ? *picked.even : *picked.odd;
    }
};
template <>
struct Picked<double> : Picked<std::uint64_t> {
    static void numbers(const std::uint64_t* indices, const PickedWords& picked, std::size_t, double* out) {
        const auto two = normals_from_bits(*picked.even, *picked.odd);
        *out = (*indices & 1) == 0 ? two.first : two.second;
    }
};
template <>
struct Picked<float> {
    static void words(const Philox& philox, const std::uint64_t* indices, std::uint64_t* chosen,
                      std::uint64_t*) {
        *chosen = philox_words(philox, *indices >> 2)[(*indices >> 1) & 1];
    }
    static void numbers(const std::uint64_t* indices, const PickedWords& picked, std::size_t, float* out) {
        const auto two = normals_f32_from_bits(*picked.even);
        *out = (*indices & 1) == 0 ? two.first : two.second;
    }
};

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
