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

inline std::vector<double> normal(std::size_t n, double std, std::uint64_t seed) {
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
