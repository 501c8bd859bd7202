#pragma once
// Backward passes of normalisation layers as .npy files in memory: right ones in double and in float, as a
// naive kernel computes them, and wrong ones. Written from the textbook formula, row by row.

#include <sigprop/measure/gradient/jacobian.hpp>
#include <string>

#include "tests/support/attention_samples.hpp"

namespace jacobian_samples {

using attention_samples::Doubles;
using attention_samples::npy;
using attention_samples::Shape;

/// One layer: its sizes, numbers of 8 bits (exact in every type), and the mistake to make.
struct Layer {
    bool centred = false;
    std::size_t rows = 48, dim = 64;
    double epsilon = 1e-5, offset = 0;
    std::uint64_t seed = 1;
    std::string twist = {};
    Doubles x = {}, dy = {}, weight = {}, bias = {};

    void fill() {
        x = attention_samples::numbers(rows * dim, 1, seed);
        dy = attention_samples::numbers(rows * dim, 1, seed + 1000);
        weight = attention_samples::numbers(dim, 0.5, seed + 2000);
        bias = attention_samples::numbers(dim, 0.5, seed + 3000);
        for (double& one : weight) one = one / 4 + (offset == 0 ? 1 : 0);
        // Rows of different sizes: 2^-3 to 2^4.
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::ldexp(x[i], static_cast<int>(i / dim % 8) - 3);
    }
};

struct Outputs {
    Doubles dx, dweight, dbias, y;
};

/// Computed in the arithmetic of T, with sums from first to last.
template <class T>
Outputs backward(const Layer& layer) {
    const std::string& twist = layer.twist;
    const auto is = [&](const char* what) { return twist == what; };
    const std::size_t n = layer.dim;
    const T d = static_cast<T>(n);
    Outputs answer = {Doubles(layer.x.size()), Doubles(n), Doubles(n), Doubles(layer.x.size())};
    std::vector<T> h(n), g(n), dweight(n), dbias(n);
    for (std::size_t row = 0; row < layer.rows; ++row) {
        const auto x = [&](std::size_t i) { return static_cast<T>(layer.x[row * n + i]); };
        const auto dy = [&](std::size_t i) { return static_cast<T>(layer.dy[row * n + i]); };
        const auto gain = [&](std::size_t i) {
            const T shift = is("offset forgotten") ? 0 : static_cast<T>(layer.offset);
            if (is("no weight")) return T(1);
            return static_cast<T>(layer.weight[i]) + shift + (is("1 added") ? T(1) : T(0));
        };
        const bool centred = layer.centred != is("other layer");
        T mean = 0, square = 0, A = 0, q = 0;
        for (std::size_t i = 0; i < n; ++i) mean += x(i);
        mean = centred ? mean / d : 0;
        for (std::size_t i = 0; i < n; ++i) square += (x(i) - mean) * (x(i) - mean);
        T epsilon = static_cast<T>(layer.epsilon);
        if (is("eps 1e-3")) epsilon = T(1e-3);
        if (is("eps 1e-6")) epsilon = T(1e-6);
        if (is("no eps")) epsilon = 0;
        square /= is("d - 1") ? d - 1 : d;
        const bool outside = is("eps outside") || is("eps outside, slope too");
        const T r = outside ? std::sqrt(square) + epsilon : std::sqrt(square + epsilon);
        for (std::size_t i = 0; i < n; ++i) {
            h[i] = (x(i) - mean) / r;
            g[i] = gain(i) * dy(i);
            A += g[i];
            const T bias = static_cast<T>(layer.bias[i]);
            q += (is("after gain") ? h[i] * gain(i) + bias : h[i]) * (is("inner of dy") ? dy(i) : g[i]);
            const std::size_t at = row * n + i;
            answer.y[at] = static_cast<double>(h[i] * gain(i) + (is("no bias") ? T(0) : bias));
            if (is("last row")) dweight[i] = dbias[i] = 0;
            dweight[i] += dy(i) * (is("x for x-hat") ? x(i) : is("x - mean for x-hat") ? x(i) - mean : h[i]);
            dbias[i] += is("weight dy") ? g[i] : dy(i);
        }
        if (is("eps outside, slope too")) q *= r / std::sqrt(square);
        if (is("no yy")) q = 0;
        if (is("sign of yy")) q = -q;
        if (is("no mean") || !centred) A = 0;
        if (is("d - 1 in sums")) q *= d / (d - 1);
        if (is("d - 1 in sums")) A *= d / (d - 1);
        for (std::size_t i = 0; i < n; ++i) {
            const T bias = static_cast<T>(layer.bias[i]);
            const T out = is("after gain") ? h[i] * gain(i) + bias : h[i];
            T one = (g[i] - A / d - out * (is("not divided") ? q : q / d)) / r;
            if (is("sign")) one = -one;
            if (is("half")) one = one / 2;
            if (is("residual")) one += dy(i);
            answer.dx[row * n + i] = static_cast<double>(one);
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        const T share = is("averaged") ? 1 / static_cast<T>(layer.rows) : 1;
        answer.dweight[i] = static_cast<double>(dweight[i] * share);
        answer.dbias[i] = static_cast<double>(dbias[i] * share);
    }
    return answer;
}

/// Written as files of that type, everything rounded to it once, to nearest.
inline sigprop::JacobianMeasurement measure(const Layer& layer, const Outputs& answer,
                                            const std::string& descr = "<f4", bool affine = true) {
    const int bits = descr == "<u2" ? 8 : descr == "<f2" ? 11 : descr == "<f4" ? 24 : 53;
    std::vector<std::string> files;
    files.reserve(8);
    const auto tensor = [&](const Doubles& values, const Shape& shape, const char* name) {
        files.push_back(npy(shape, bits < 53 ? weights_samples::rounded(values, bits) : values, descr));
        return sigprop::NamedTensor{
            sigprop::parse_npy(npy_samples::bytes_of(files.back()), name, {.bfloat16 = true}), name};
    };
    const Shape rows = {layer.rows, layer.dim};
    const Shape row = {layer.dim};
    sigprop::JacobianTensors tensors = {.x = tensor(layer.x, rows, "x.npy"),
                                        .dy = tensor(layer.dy, rows, "dy.npy"),
                                        .dx = tensor(answer.dx, rows, "dx.npy")};
    if (affine) {
        tensors.weight = tensor(layer.weight, row, "weight.npy");
        tensors.dweight = tensor(answer.dweight, row, "dweight.npy");
        tensors.bias = tensor(layer.bias, row, "bias.npy");
        tensors.dbias = tensor(answer.dbias, row, "dbias.npy");
        tensors.y = tensor(answer.y, rows, "y.npy");
    }
    sigprop::JacobianQuestion question = {.layer = layer.centred ? "layer_norm" : "rms_norm",
                                          .epsilon = std::to_string(layer.epsilon)};
    if (layer.offset != 0) question.weight_offset = std::to_string(layer.offset);
    return sigprop::measure_jacobian(tensors, question, {.digits = 6, .methods = "closed_form"});
}

inline const sigprop::OutputMeasurement& output(const sigprop::JacobianMeasurement& found, const char* name) {
    for (const sigprop::OutputMeasurement& one : found.outputs) {
        if (one.output == name) return one;
    }
    throw std::logic_error(name);
}

}  // namespace jacobian_samples
