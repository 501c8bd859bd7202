#pragma once
// Kernels in float32 that keep the strict contract, each in a random order and one of the formulas that it
// allows: what a right kernel may be, and what the bounds must never blame.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sigprop/models/rounding/bounds.hpp>
#include <string>
#include <vector>

namespace test_kernels {

using namespace sigprop;
using Numbers = std::vector<double>;

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    double normal() { return std::normal_distribution<double>()(engine_); }
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }
    bool coin() { return below(2) == 0; }

    /// n numbers of the type.
    Numbers numbers(Dtype dtype, std::size_t n, double scale, double mean = 0) {
        Numbers x(n);
        for (double& one : x) one = nearest_of(dtype, mean + scale * normal());
        return x;
    }

    /// The sum of the terms in a random tree.
    float sum(std::vector<float> terms) {
        if (terms.empty()) return 0;
        const std::size_t shape = below(3);
        if (shape == 0) std::ranges::sort(terms);
        if (shape == 1) std::shuffle(terms.begin(), terms.end(), engine_);
        while (terms.size() > 1) {
            const std::size_t i = shape == 2 ? below(terms.size()) : 0;
            const float one = terms[i];
            terms[i] = terms.back();
            terms.pop_back();
            const std::size_t j = shape == 2 ? below(terms.size()) : 0;
            terms[j] += one;
        }
        return terms.front();
    }

    /// A float within so many units of u of f, as a library's function may return it.
    float near(double f, double units) {
        const double uniform = std::uniform_real_distribution<double>(-1, 1)(engine_);
        return static_cast<float>(f * (1 + uniform * (units - 1) * 0x1p-24));
    }

private:
    std::mt19937_64 engine_;
};

inline std::vector<float> floats(const Numbers& x) { return {x.begin(), x.end()}; }

inline double stored(Dtype dtype, float x) { return nearest_of(dtype, x); }

inline Numbers softmax(Dtype dtype, const Numbers& x, bool is_log, Random& random) {
    const float largest = static_cast<float>(*std::ranges::max_element(x));
    std::vector<float> e;
    for (const double one : x)
        e.push_back(random.near(std::exp(static_cast<double>(static_cast<float>(one) - largest)), 2));
    const float sum = random.sum(e);
    const float inverse = 1 / sum;
    const bool multiplies = random.coin();
    const float log_sum = random.near(std::log(static_cast<double>(sum)), 2);
    Numbers y;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float t = static_cast<float>(x[i]);
        if (is_log)
            y.push_back(stored(dtype, multiplies ? (t - largest) - log_sum : t - (largest + log_sum)));
        else
            y.push_back(stored(dtype, multiplies ? e[i] * inverse : e[i] / sum));
    }
    return y;
}

inline Numbers softmax_backward(Dtype dtype, const Numbers& y, const Numbers& dy, Random& random) {
    std::vector<float> products;
    for (std::size_t i = 0; i < y.size(); ++i)
        products.push_back(static_cast<float>(y[i]) * static_cast<float>(dy[i]));
    const float along = random.sum(products);
    const bool expands = random.coin();
    Numbers dx;
    for (std::size_t i = 0; i < y.size(); ++i) {
        const auto a = static_cast<float>(y[i]), b = static_cast<float>(dy[i]);
        dx.push_back(stored(dtype, expands ? a * b - a * along : a * (b - along)));
    }
    return dx;
}

struct NormNumbers {
    float centre = 0, scale = 0;
};

inline NormNumbers norm_numbers(const NormKernel& norm, const Numbers& x, Random& random) {
    NormNumbers found;
    const auto n = static_cast<float>(x.size());
    if (norm.centred) found.centre = random.sum(floats(x)) / n;
    std::vector<float> squares;
    for (const double one : x) {
        const float d = static_cast<float>(one) - found.centre;
        squares.push_back(d * d);
    }
    const float sum = random.sum(squares);
    const float v = random.coin() ? sum / n : sum * (1 / n);
    const auto epsilon = static_cast<float>(norm.epsilon);
    found.scale = norm.epsilon_outside ? 1 / (std::sqrt(v) + epsilon)
                                       : random.near(1 / std::sqrt(static_cast<double>(v + epsilon)), 2);
    return found;
}

inline float gain_of(const NormKernel& norm, std::size_t i) {
    return norm.weight.empty() ? 1
                               : static_cast<float>(norm.weight_offset) + static_cast<float>(norm.weight[i]);
}

inline Numbers norm_output(Dtype dtype, const NormKernel& norm, const Numbers& x, Random& random) {
    const NormNumbers found = norm_numbers(norm, x, random);
    const bool gain_first = random.coin();
    Numbers y;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float d = static_cast<float>(x[i]) - found.centre;
        const float gain = gain_of(norm, i);
        float value = gain_first ? d * (found.scale * gain) : d * found.scale * gain;
        if (!norm.bias.empty()) value += static_cast<float>(norm.bias[i]);
        y.push_back(stored(dtype, value));
    }
    return y;
}

inline Numbers norm_backward(Dtype dtype, const NormKernel& norm, const Numbers& x, const Numbers& dy,
                             Random& random) {
    const NormNumbers found = norm_numbers(norm, x, random);
    const auto n = static_cast<float>(x.size());
    std::vector<float> h, along;
    for (std::size_t i = 0; i < x.size(); ++i) {
        h.push_back(static_cast<float>(dy[i]) * gain_of(norm, i));
        along.push_back(h.back() * (static_cast<float>(x[i]) - found.centre));
    }
    const bool by_normalised = random.coin();
    const float total = norm.centred ? random.sum(h) / n : 0;
    const float sum = random.sum(along);
    Numbers dx;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float d = static_cast<float>(x[i]) - found.centre;
        float value = 0;
        if (by_normalised)
            value = found.scale * ((h[i] - total) - (d * found.scale) * (sum * found.scale / n));
        else
            value = found.scale * h[i] - found.scale * total -
                    d * (sum * found.scale * found.scale * found.scale / n);
        dx.push_back(stored(dtype, value));
    }
    return dx;
}

/// Lower and upper ends, and how many numbers of the type they allow in the mean.
struct Bounds {
    Numbers lower, upper;

    explicit Bounds(std::size_t n) : lower(n), upper(n) {}
    [[nodiscard]] RowBounds row() { return {lower, upper}; }
    [[nodiscard]] std::size_t outside(const Numbers& y) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < y.size(); ++i)
            if (!is_allowed(y[i], lower[i], upper[i])) ++count;
        return count;
    }
    [[nodiscard]] double mean_count(Dtype dtype) const {
        double sum = 0;
        for (std::size_t i = 0; i < lower.size(); ++i) sum += numbers_between(dtype, lower[i], upper[i]);
        return sum / static_cast<double>(lower.size());
    }
};

}  // namespace test_kernels
