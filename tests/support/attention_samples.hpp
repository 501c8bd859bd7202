#pragma once
// Queries and keys as .npy files in memory, in every type, and their textbook attention: the stored weight
// matrix of one head, in double, straight from the definitions.

#include <algorithm>
#include <bit>
#include <cmath>
#include <sigprop/measure/attention/attention.hpp>
#include <string>
#include <vector>

#include "tests/support/npy_samples.hpp"
#include "tests/support/weights_samples.hpp"

namespace attention_samples {

using Shape = std::vector<std::size_t>;
using Doubles = std::vector<double>;

/// N(0, std^2) rounded to 8 significant bits, without tiny numbers: exact in every type.
inline Doubles numbers(std::size_t n, double std, std::uint64_t seed) {
    Doubles values = weights_samples::rounded(weights_samples::normal_weights(n, std, seed), 8);
    for (double& value : values) value = std::abs(value) < 0x1p-6 ? 0 : value;
    return values;
}

/// IEEE binary16 of a number that it holds exactly; subnormal numbers are rounded to nearest.
inline std::uint16_t to_float16(double value) {
    if (value == 0) return 0;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (std::abs(value) < 0x1p-14) {
        const double units = std::nearbyint(std::abs(value) * 0x1p24);
        return static_cast<std::uint16_t>((bits >> 63U) << 15U | static_cast<std::uint64_t>(units));
    }
    const std::uint64_t exponent = (bits >> 52U & 0x7ffU) - 1023 + 15;
    return static_cast<std::uint16_t>((bits >> 63U) << 15U | exponent << 10U | (bits >> 42U & 0x3ffU));
}

inline std::string text_of(const Shape& shape) {
    std::string text = "(";
    for (const std::size_t length : shape) text += std::to_string(length) + ",";
    return text + ")";
}

/// The bytes of an .npy file; `descr` with its byte order, "<u2" stands for bfloat16.
inline std::string npy(const Shape& shape, const Doubles& values, const std::string& descr = "<f8") {
    const bool swap = descr[0] == '>';
    const std::string kind = descr.substr(1);
    std::string data;
    if (kind == "f8") data = npy_samples::raw(values, swap);
    if (kind == "f4") data = npy_samples::raw(std::vector<float>(values.begin(), values.end()), swap);
    if (kind == "f2" || kind == "u2") {
        std::vector<std::uint16_t> bits;
        for (const double value : values) {
            const auto top = std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16U;
            bits.push_back(kind == "f2" ? to_float16(value) : static_cast<std::uint16_t>(top));
        }
        data = npy_samples::raw(bits, swap);
    }
    return npy_samples::file(npy_samples::dictionary(descr, text_of(shape)), data);
}

inline sigprop::AttentionMeasurement measure(const std::string& q, const std::string& k,
                                             const sigprop::AttentionQuestion& question = {},
                                             const sigprop::Context& context = {.digits = 6,
                                                                                .methods = "!monte_carlo"}) {
    const auto named = [&](const std::string& bytes, const char* name) {
        return sigprop::NamedTensor{
            sigprop::parse_npy(npy_samples::bytes_of(bytes), name, {question.bfloat16}), name};
    };
    return sigprop::measure_attention(named(q, "q.npy"), named(k, "k.npy"), question, context);
}

/// The weights of each query over the keys that it sees, and the logits behind them.
struct Textbook {
    std::vector<Doubles> logits, weights;

    Textbook(const Doubles& q, const Doubles& k, std::size_t dim, double scale, bool causal, double cap = 0) {
        const std::size_t queries = q.size() / dim;
        const std::size_t keys = k.size() / dim;
        for (std::size_t i = 0; i < queries; ++i) {
            Doubles row(causal ? keys - queries + i + 1 : keys);
            for (std::size_t j = 0; j < row.size(); ++j) {
                for (std::size_t c = 0; c < dim; ++c) row[j] += scale * q[i * dim + c] * k[j * dim + c];
                if (cap > 0) row[j] = cap * std::tanh(row[j] / cap);
            }
            logits.push_back(row);
            const double top = *std::max_element(row.begin(), row.end());
            double sum = 0;
            for (double& x : row) sum += x = std::exp(x - top);
            for (double& x : row) x /= sum;
            weights.push_back(row);
        }
    }

    /// The mean over rows of a function of a row's weights.
    template <class Of>
    [[nodiscard]] double mean(const Of& of) const {
        double sum = 0;
        for (const Doubles& row : weights) sum += of(row);
        return sum / static_cast<double>(weights.size());
    }

    static double power_sum(const Doubles& row, int power) {
        double sum = 0;
        for (const double a : row) sum += std::pow(a, power);
        return sum;
    }
    static double entropy(const Doubles& row) {
        double sum = 0;
        for (const double a : row) sum -= a > 0 ? a * std::log(a) : 0;
        return sum;
    }
    /// The matrix itself, entry by entry.
    static double jacobian_norm(const Doubles& row) {
        double sum = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            for (std::size_t j = 0; j < row.size(); ++j) {
                sum += std::pow((i == j ? row[i] : 0) - row[i] * row[j], 2);
            }
        }
        return sum;
    }
    static double largest(const Doubles& row) { return *std::max_element(row.begin(), row.end()); }
};

}  // namespace attention_samples
