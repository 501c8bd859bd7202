#pragma once
// Weights drawn from the library's own random numbers, as an array.

#include <cmath>
#include <sigprop/core/random/random.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <sigprop/methods/sampling/law_sampler.hpp>
#include <string>
#include <vector>

namespace weights_samples {

using sigprop::ElementType;
using sigprop::TensorView;

inline std::vector<double> normal_weights(std::size_t n, double std, std::uint64_t seed) {
    std::vector<double> weights(n);
    sigprop::RandomStream(seed, "weights").fill_normals(0, weights);
    for (double& w : weights) w *= std;
    return weights;
}

/// N(0, std^2) conditioned on [lower, upper] std.
inline std::vector<double> truncated(std::size_t n, double std, double lower, double upper,
                                     std::uint64_t seed) {
    const sigprop::Law law = sigprop::Law::truncated_normal(sigprop::Real(lower), sigprop::Real(upper));
    std::vector<double> weights(n);
    sigprop::LawSampler::prepare(law).value().fill(sigprop::RandomStream(seed, "weights"), 0, weights);
    for (double& w : weights) w = std * (w + (lower > 0 ? lower : upper < 0 ? upper : 0));
    return weights;
}

inline std::vector<double> uniform(std::size_t n, double limit, std::uint64_t seed) {
    std::vector<double> weights(n);
    sigprop::RandomStream(seed, "weights").fill_uniforms(0, weights);
    for (double& w : weights) w = limit * (2 * w - 1);
    return weights;
}

/// Rounded to nearest with this many bits.
inline std::vector<double> rounded(std::vector<double> weights, int bits) {
    for (double& w : weights) {
        int exponent = 0;
        const double fraction = std::frexp(w, &exponent);
        w = std::ldexp(std::nearbyint(std::ldexp(fraction, bits)), exponent - bits);
    }
    return weights;
}

/// The shorter of rows and columns are orthogonal, of length `gain`: Gram and Schmidt, twice.
inline std::vector<double> orthogonal(std::size_t rows, std::size_t columns, double gain,
                                      std::uint64_t seed) {
    const bool along_rows = columns >= rows;
    const std::size_t count = along_rows ? rows : columns;
    const std::size_t length = along_rows ? columns : rows;
    std::vector<double> vectors = normal_weights(rows * columns, 1, seed);
    const auto dot = [&](std::size_t a, std::size_t b) {
        double sum = 0;
        for (std::size_t i = 0; i < length; ++i) sum += vectors[a * length + i] * vectors[b * length + i];
        return sum;
    };
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = 0; b < 2 * a; ++b) {
            const std::size_t other = b % a;
            const double product = dot(a, other) / (gain * gain);
            for (std::size_t i = 0; i < length; ++i)
                vectors[a * length + i] -= product * vectors[other * length + i];
        }
        const double size = std::sqrt(dot(a, a));
        for (std::size_t i = 0; i < length; ++i) vectors[a * length + i] *= gain / size;
    }
    if (along_rows) return vectors;
    std::vector<double> transposed(vectors.size());
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) transposed[r * columns + c] = vectors[c * rows + r];
    }
    return transposed;
}

/// `gates` orthogonal matrices of so many rows, one below the other.
inline std::vector<double> orthogonal_gates(std::size_t gates, std::size_t rows, std::size_t columns,
                                            double gain, std::uint64_t seed) {
    std::vector<double> all;
    for (std::size_t k = 0; k < gates; ++k) {
        const std::vector<double> one = orthogonal(rows, columns, gain, seed + k);
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

inline TensorView view_of(const std::vector<double>& weights, std::vector<std::size_t> shape = {}) {
    TensorView::Layout layout;
    layout.shape = shape.empty() ? std::vector<std::size_t>{weights.size()} : std::move(shape);
    layout.type = ElementType::float64;
    return {layout, std::as_bytes(std::span(weights))};
}

struct Answer {
    std::optional<sigprop::Verdict> verdict;
    std::string reason, truncation;
};

inline Answer measure(const std::vector<double>& weights, const sigprop::WeightsClaim& claim,
                      std::vector<std::size_t> shape = {}) {
    sigprop::Context context;
    context.methods = "closed_form";
    const sigprop::WeightsMeasurement found =
        sigprop::measure_weights(view_of(weights, std::move(shape)), "w.npy", claim, context);
    return {found.record.verdict, found.record.reason, found.truncation};
}

inline sigprop::WeightsClaim claimed(const std::string& std) { return {.std = std}; }
inline sigprop::WeightsClaim claimed(const std::string& std, const std::string& lower,
                                     const std::string& upper) {
    return {.std = std, .lower = lower, .upper = upper};
}

}  // namespace weights_samples
