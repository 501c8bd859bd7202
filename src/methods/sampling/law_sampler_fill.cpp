// Samples are drawn in chunks that stay in the first-level cache; each step is a loop over one chunk.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "methods/sampling/law_sampler_state.hpp"
#include "methods/sampling/reject.hpp"

namespace sigprop {
namespace {

constexpr std::size_t chunk = 4096;
constexpr int max_draw = 0xffff;

template <class T, class Body>
void in_chunks(std::uint64_t first, std::span<T> out, const Body& body) {
    for (std::size_t k = 0; k < out.size(); k += chunk) {
        body(first + k, out.subspan(k, std::min(chunk, out.size() - k)));
    }
}

std::uint16_t draw_of(int variable, int dimension) {
    if (variable < 0 || variable >= dimension) {
        throw std::logic_error("the law does not have this variable");
    }
    return static_cast<std::uint16_t>(variable);
}

/// The limits as T, rounded inwards.
template <class T>
struct Limits {
    T lower, upper;

    explicit Limits(const Inversion& inversion)
        : lower(static_cast<T>(inversion.lower)), upper(static_cast<T>(inversion.upper)) {
        constexpr T unbounded = std::numeric_limits<T>::infinity();
        if (static_cast<double>(lower) < inversion.lower) lower = std::nextafter(lower, unbounded);
        if (static_cast<double>(upper) > inversion.upper) upper = std::nextafter(upper, -unbounded);
    }
};

/// Draws a chunk of normals, then draws those outside the limits again until all lie inside.
template <class T>
void reject(const RandomStream& stream, std::uint64_t first, std::span<T> out, const Limits<T>& limits,
            int own, int step) {
    std::array<std::uint64_t, chunk + max_lanes> indices;
    std::array<T, chunk> again;
    stream.fill_normals(first, out, static_cast<std::uint16_t>(own));
    std::size_t left = indices_outside(out, limits.lower, limits.upper, first, indices);
    for (int draw = own + step; left > 0 && draw <= max_draw; draw += step) {
        const auto drawn = std::span(again).first(left);
        stream.normals_at(std::span(indices).first(left), drawn, static_cast<std::uint16_t>(draw));
        std::size_t outside = 0;
        for (std::size_t i = 0; i < left; ++i) {
            out[indices[i] - first] = drawn[i];
            indices[outside] = indices[i];
            outside += static_cast<std::size_t>(drawn[i] < limits.lower || drawn[i] > limits.upper);
        }
        left = outside;
    }
    for (std::size_t i = 0; i < left; ++i) {
        T& x = out[indices[i] - first];
        x = std::clamp(x, limits.lower, limits.upper);
    }
}

/// Rounds to floats with re^2 + im^2 within the limit exactly, given doubles that are: rounding both towards
/// zero is enough.
std::complex<float> rounded_inside(double re, double im, double max_square) {
    auto x = static_cast<float>(re);
    auto y = static_cast<float>(im);
    const auto square = [](float a, float b) {
        return static_cast<double>(a) * static_cast<double>(a) +
               static_cast<double>(b) * static_cast<double>(b);
    };
    if (square(x, y) < max_square) return {x, y};
    if (std::fabs(static_cast<double>(x)) > std::fabs(re)) x = std::nextafter(x, 0.0F);
    if (std::fabs(static_cast<double>(y)) > std::fabs(im)) y = std::nextafter(y, 0.0F);
    return {x, y};
}

}  // namespace

void LawSampler::fill(const RandomStream& stream, std::uint64_t first, std::span<double> out,
                      int variable) const {
    const std::uint16_t own = draw_of(variable, dimension());
    if (state_->way == State::Way::normal) return stream.fill_normals(first, out, own);
    const Limits<double> limits(state_->inversion);
    in_chunks(first, out, [&](std::uint64_t from, std::span<double> part) {
        if (state_->way == State::Way::reject) return reject(stream, from, part, limits, own, dimension());
        stream.fill_uniforms(from, part, own);
        invert(part);
    });
}

void LawSampler::fill(const RandomStream& stream, std::uint64_t first, std::span<float> out,
                      int variable) const {
    const std::uint16_t own = draw_of(variable, dimension());
    if (state_->way == State::Way::normal) return stream.fill_normals(first, out, own);
    const Limits<float> limits(state_->inversion);
    if (limits.lower > limits.upper) {
        throw InputError::about({"lower", "upper"}, "no float lies between the limits of " + state_->text +
                                                        ": sample it in double");
    }
    in_chunks(first, out, [&](std::uint64_t from, std::span<float> part) {
        if (state_->way == State::Way::reject) return reject(stream, from, part, limits, own, dimension());
        std::array<double, chunk> exact;  // a float uniform has too few bits for a tail
        const auto samples = std::span(exact).first(part.size());
        stream.fill_uniforms(from, samples, own);
        invert(samples);
        for (std::size_t k = 0; k < part.size(); ++k) {
            part[k] = std::clamp(static_cast<float>(samples[k]), limits.lower, limits.upper);
        }
    });
}

void LawSampler::State::draw_complex(const RandomStream& stream, std::uint64_t first, std::span<double> re,
                                     std::span<double> im, std::uint16_t own) const {
    if (!std::isinf(max_modulus)) {
        stream.fill_uniforms(first, re, own);
        invert_uniforms(inversion, re);
        stream.fill_uniforms(first, im, static_cast<std::uint16_t>(own + dimension));
        place_on_circles(re, im, max_modulus);
        return;
    }
    std::array<double, 2 * chunk> pairs;
    stream.fill_normals(2 * first, std::span(pairs).first(2 * re.size()), own);
    for (std::size_t k = 0; k < re.size(); ++k) {
        re[k] = pairs[2 * k] * std::numbers::sqrt2 / 2;
        im[k] = pairs[2 * k + 1] * std::numbers::sqrt2 / 2;
    }
}

std::uint16_t LawSampler::State::complex_draw(int variable) const {
    if (!is_squared_modulus) {
        throw InputError(text + " has no complex samples: they need the law of |z|^2, truncated_exponential");
    }
    if (2 * dimension > max_draw + 1) {
        throw InputError(text + " has too many variables for complex samples: at most 32,768");
    }
    return draw_of(variable, dimension);
}

void LawSampler::fill(const RandomStream& stream, std::uint64_t first, std::span<std::complex<double>> out,
                      int variable) const {
    const std::uint16_t own = state_->complex_draw(variable);
    in_chunks(first, out, [&](std::uint64_t from, std::span<std::complex<double>> part) {
        std::array<double, chunk> re;
        std::array<double, chunk> im;
        state_->draw_complex(stream, from, std::span(re).first(part.size()), std::span(im).first(part.size()),
                             own);
        for (std::size_t k = 0; k < part.size(); ++k) part[k] = {re[k], im[k]};
    });
}

void LawSampler::fill(const RandomStream& stream, std::uint64_t first, std::span<std::complex<float>> out,
                      int variable) const {
    const std::uint16_t own = state_->complex_draw(variable);
    // The doubles are inside; floats whose computed squares stay below this bound are inside, too.
    const double max_square = state_->inversion.upper * (1 - 0x1p-50);
    in_chunks(first, out, [&](std::uint64_t from, std::span<std::complex<float>> part) {
        std::array<double, chunk> re;
        std::array<double, chunk> im;
        state_->draw_complex(stream, from, std::span(re).first(part.size()), std::span(im).first(part.size()),
                             own);
        for (std::size_t k = 0; k < part.size(); ++k) part[k] = rounded_inside(re[k], im[k], max_square);
    });
}

void LawSampler::invert(std::span<double> uniforms) const { invert_uniforms(state_->inversion, uniforms); }

double LawSampler::invert(double u) const {
    invert(std::span(&u, 1));
    return u;
}

int LawSampler::dimension() const noexcept { return state_->dimension; }
bool LawSampler::uses_rejection() const noexcept { return state_->way == State::Way::reject; }
bool LawSampler::uses_series() const noexcept { return state_->inversion.way == Inversion::Way::series; }

}  // namespace sigprop
